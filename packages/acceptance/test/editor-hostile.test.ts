/**
 * Documents of people who mean harm, opened in the application's editor, and pasted into it: nothing of them runs. The
 * page's policy, which would stop most of it besides, is off here.
 */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { sqlite } from "../src/stores.ts"
import { visit } from "../src/visit.ts"
import { builtWebApplication } from "../src/webApplication.ts"
import { startWorld, type World } from "../src/world.ts"

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to open documents in")

const ran = "top.ran=1"

/** Elements that would run something, or load it. */
const elements = [
  `<script>${ran}</script>`,
  `<img src=x onerror="${ran}">`,
  `<svg onload="${ran}"><script>${ran}</script></svg>`,
  `<svg><animate onbegin="${ran}" attributeName="x" dur="1s"></svg>`,
  `<iframe srcdoc="<script>${ran}</script>"></iframe>`,
  `<iframe src="javascript:${ran}"></iframe>`,
  `<object data="javascript:${ran}"></object>`,
  `<embed src="javascript:${ran}">`,
  `<details open ontoggle="${ran}"><summary>a</summary>b</details>`,
  `<video src=x onerror="${ran}"></video>`,
  `<video><source src=x onerror="${ran}"></video>`,
  `<input autofocus onfocus="${ran}">`,
  `<form action="javascript:${ran}"><button>a</button></form>`,
  `<a href="javascript:${ran}">a</a>`,
  `<a href="java&#10;script:${ran}">a</a>`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${ran}"></style></mglyph></table></mtext></math>`,
  `<style>@import "javascript:${ran}"; body { display: none }</style>`,
  `<link rel="stylesheet" href="data:text/css,body{display:none}">`,
  `<base href="https://elsewhere.invalid/">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${ran}">`,
  `<div style="position:fixed;inset:0;background:url(javascript:${ran})" onmouseover="${ran}">a</div>`,
  `<template><img src=x onerror="${ran}"></template>`,
  `<noscript><p title="</noscript><img src=x onerror='${ran}'>"></noscript>`,
  `</textarea></title></style></script><img src=x onerror="${ran}">`
]

/** Addresses that would run something when they are followed or loaded. */
const addresses = [
  `javascript:${ran}`,
  `JaVaScRiPt:${ran}`,
  `java%0ascript:${ran}`,
  `\u0001javascript:${ran}`,
  `vbscript:${ran}`,
  `data:text/html,<script>${ran}</script>`,
  `data:image/svg+xml,<svg onload="${ran}">`
]

/** Where a text with elements may stand. */
const around: ReadonlyArray<readonly [string, (text: string) => string]> = [
  ["as a block", (text) => text],
  ["in a paragraph", (text) => `Words ${text} and words.`],
  [
    "in a cell",
    (text) => `<table><thead><tr><th>${text}</th></tr></thead><tbody><tr><td>${text}</td></tr></tbody></table>`
  ],
  [
    "in a title",
    (text) => `{% tabs %}\n{% tab title="${text.replaceAll('"', "&quot;")}" %}\nWords\n{% endtab %}\n{% endtabs %}`
  ],
  ["in code", (text) => `\`\`\`html\n${text}\n\`\`\``],
  ["in a note", (text) => `Words[^1].\n\n[^1]: ${text}`],
  ["in a formula", (text) => `$$\n\\text{${text}}\n$$`]
]

/** What has an address. */
const having: ReadonlyArray<readonly [string, (url: string) => string]> = [
  ["link", (url) => `[a](<${url}>)`],
  ["picture", (url) => `![a](<${url}>)`],
  [
    "figure",
    (url) => `<figure><img src="${url.replaceAll('"', "&quot;")}" alt=""><figcaption><p>a</p></figcaption></figure>`
  ],
  ["embed", (url) => `{% embed url="${url.replaceAll('"', "'")}" %}`],
  ["file", (url) => `{% file src="${url.replaceAll('"', "'")}" %}`],
  ["reference", (url) => `{% content-ref url="${url.replaceAll('"', "'")}" %}\n[a](<${url}>)\n{% endcontent-ref %}`],
  ["button", (url) => `<a href="${url.replaceAll('"', "&quot;")}" class="button primary">a</a>`],
  ["formula", (url) => `$$\\href{${url}}{a}$$`],
  [
    "card",
    (url) =>
      `<table data-view="cards"><thead><tr><th></th><th data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>a</td><td><a href="${url.replaceAll('"', "&quot;")}">a</a></td></tr></tbody></table>`
  ]
]

const documents: ReadonlyArray<readonly [string, string]> = [
  ...around.map(([where, make]) => [`elements ${where}`, elements.map(make).join("\n\n")] as const),
  ...elements.map((text, at) => [`element ${at + 1} alone`, text] as const),
  ...having.flatMap(([what, make]) => [[`addresses of a ${what}`, addresses.map(make).join("\n\n")] as const]),
  ...addresses.flatMap((url, at) =>
    having
      .filter((_, other) => other % 3 === at % 3)
      .map(([what, make]) => [`address ${at + 1} of a ${what}`, make(url)] as const)
  )
]

/** What stands in the page that could run, and whether something did. */
const activeIn = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(`(() => {
    const body = document.querySelector('[aria-label="Page body"]')
    const found = [...body.querySelectorAll("script, iframe, object, embed, style, link, base, meta, form")].map((one) => one.outerHTML)
    for (const one of body.querySelectorAll("*")) {
      for (const { name, value } of one.attributes) {
        if (/^on/.test(name) || name === "srcdoc") found.push(name + "=" + value)
        if (/^(?:href|src|action|formaction|data|xlink:href|poster)$/.test(name) && /^[\\u0000-\\u0020]*(?:javascript|vbscript|data:text|data:image.svg)/i.test(value))
          found.push(name + "=" + value)
      }
    }
    if (top.ran !== undefined) found.push("it ran")
    if (getComputedStyle(document.body).display === "none") found.push("a style counts")
    return found.map((one) => one.slice(0, 200))
  })()`)

describe.skipIf(executable === undefined)("Hostile documents in the application's editor", () => {
  let world: World
  let browser: Browser
  let space: string

  beforeAll(async () => {
    world = await startWorld(sqlite, { webApplication: await builtWebApplication() })
    browser = await launchChromium(executable!)
    space = await world.space("Hostile")
    for (let from = 0; from < documents.length; from += 50) {
      const changes = documents.slice(from, from + 50).map(([title, markdown], at) => ({
        operation: "insert_page",
        title,
        slug: `page-${from + at}`,
        document: { markdown: `${markdown}\n\nThe end.\n` }
      }))
      const { status, text } = await world.api.post(`/v1/spaces/${space}/content`, { changes })
      expect(status, text).toBe(200)
    }
  }, 240_000)
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  const visiting = (look: (page: Page) => Promise<void>) =>
    visit(
      { world, browser, path: `/app/s/${space}/page-0`, bypassCSP: true, ignored: /Failed to load resource|ERR_/ },
      ({ page }) => look(page)
    )

  const bodyOf = (page: Page) => page.getByRole("textbox", { name: "Page body" })

  it("There are sixty of them and more", () => expect(documents.length).toBeGreaterThanOrEqual(60))

  it("run nothing when they are opened, read and edited", async () => {
    await visiting(async (page) => {
      for (const [at, [title]] of documents.entries()) {
        await page.goto(`${world.origin}/app/s/${space}/page-${at}`)
        const body = bodyOf(page)
        await body.getByText("The end.").last().waitFor()
        expect(await activeIn(page), title).toEqual([])
        await body.getByText("The end.").last().click()
        await page.keyboard.type("x")
        for (const link of await body.locator("a").all())
          await link.click({ timeout: 300, force: true }).catch(() => {})
        expect(await activeIn(page), title).toEqual([])
        expect(new URL(page.url()).origin, title).toBe(world.origin)
      }
    })
  }, 300_000)

  it("run nothing when they are pasted", async () => {
    await visiting(async (page) => {
      const body = bodyOf(page)
      await body.getByText("The end.").last().click()
      for (const html of [...elements, ...addresses.map((url) => `<a href="${url.replaceAll('"', "&quot;")}">a</a>`)]) {
        await page.evaluate(
          `((html) => {
            const data = new DataTransfer()
            data.setData("text/html", "<p>Pasted</p>" + html)
            data.setData("text/plain", "Pasted")
            document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))
          })(${JSON.stringify(html)})`
        )
        expect(await activeIn(page), html).toEqual([])
      }
      await body.getByText("Pasted").first().waitFor()
      await page.reload()
      await bodyOf(page).waitFor()
      expect(await activeIn(page)).toEqual([])
    })
  }, 120_000)
})
