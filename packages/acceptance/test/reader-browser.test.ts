/** Pages that are hard to draw, as readers meet them: words that do not break, lines from the right, operations of APIs. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { sqlite } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to read pages in")
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

const word = "Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrikantenverband"
const long = `---
description: ${word} and more
---

# About the ${word}

## ${word} in a heading

\`${word.repeat(2)}\`

### ${word}

{% tabs %}
{% tab title="${word}" %}
One
{% endtab %}
{% tab title="Another ${word}" %}
Two
{% endtab %}
{% endtabs %}
`

const arabic = `---
description: كيف تبدأ خلال دقائق
---

# البداية

هذه فقرة مع \`npm install octavo\` داخل النص.

{% hint style="info" %}
انتبه.
{% endhint %}

\`\`\`sh
npm start --port 4000
\`\`\`

## التثبيت

1. أولا
2. ثانيا

{% stepper %}
{% step %}
### خطوة
نص
{% endstep %}
{% endstepper %}

## الخاتمة

انتهى.
`

const pets = {
  ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" }, servers: [{ url: "https://api.example.com" }] },
  paths: {
    "/pets/{id}": {
      post: {
        summary: "Change a pet",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        requestBody: {
          content: { "application/json": { schema: { type: "object", properties: { name: { type: "string" } } } } }
        },
        responses: {
          200: {
            description: "Changed",
            content: { "application/json": { schema: { type: "object", properties: { id: { type: "integer" } } } } }
          }
        }
      }
    }
  }
}

describe.skipIf(executable === undefined)("In Chromium, readers find", () => {
  let world: World
  let browser: Browser
  const urls: Record<string, string> = {}

  beforeAll(async () => {
    world = await startWorld(sqlite)
    browser = await launchChromium(executable!)
    const { api, organization } = world
    const ok = ({ body, status, text }: { body: any; status: number; text: string }) => {
      if (status >= 300) throw new Error(text)
      return body
    }
    ok(
      await api.request("PUT", `/v1/orgs/${organization}/openapi/pets`, {
        body: { source: { text: JSON.stringify(pets) } }
      })
    )
    const operation =
      '{% openapi-operation spec="pets" path="/pets/{id}" method="post" %}\n[pets](https://api.example.com)\n{% endopenapi-operation %}'
    const pages: Record<string, ReadonlyArray<readonly [slug: string, markdown: string]>> = {
      edges: [
        ["before", `# Before the ${word}\n`],
        ["long", long],
        [
          "videos",
          `# Videos\n\n{% embed url="https://youtu.be/dQw4w9WgXcQ" %}\n\n{% embed url="https://videos.example.com/talk.mp4" %}\n`
        ],
        ["api", `# Pets\n\nWhat there is to read first.\n\n${operation}\n`]
      ],
      icons: ["house", "book", "gear", "star", "bolt", "user", "bell", "flag", "fa-brands fa-github"].map(
        (icon, n) => [`p${n}`, `---\nicon: ${icon}\n---\n\n# Page ${n}\n`] as const
      ),
      arabic: [
        ["start", arabic],
        ["next", "# التالي\n\nنص\n"]
      ]
    }
    for (const [title, list] of Object.entries(pages)) {
      const space = await world.space(title)
      const changes = list.map(([slug, markdown]) => ({ operation: "insert_page", slug, document: { markdown } }))
      ok(await api.post(`/v1/spaces/${space}/content`, { changes }))
      if (title === "arabic") ok(await api.patch(`/v1/spaces/${space}`, { language: "ar" }))
      const { id } = ok(await api.post(`/v1/orgs/${organization}/sites`, { title, spaces: [space] }))
      urls[title] = ok(await api.post(`/v1/orgs/${organization}/sites/${id}/publish`)).urls.published
    }
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  const open = async (url: string, width: number, colorScheme: "light" | "dark" = "light"): Promise<Page> => {
    const page = await (await browser.newContext({ viewport: { width, height: 900 }, colorScheme })).newPage()
    page.on("console", (message) => expect([message.type(), message.text()]).not.toContain("error"))
    await page.goto(url)
    return page
  }
  const leftOf = (page: Page, selector: string) =>
    page.evaluate<number>(`document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().left`)

  it.each([820, 1440])("titles over the whole width, or on one line, at %s pixels", async (width) => {
    const page = await open(urls["edges"]!, width)
    // below nothing, and so without a way to it
    for (const title of [
      "Short",
      "A title that says in many words what the page is about, and goes on for some more"
    ]) {
      await page.evaluate(`document.querySelector("h1").textContent = ${JSON.stringify(title)}`)
      const [broken, free, above] = await page.evaluate<readonly [boolean, number, boolean]>(`(() => {
        const heading = document.querySelector("h1")
        const box = heading.getBoundingClientRect()
        const words = document.createRange()
        words.selectNodeContents(heading)
        const lines = new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size
        const head = document.querySelector(".page-head").getBoundingClientRect()
        return [lines > 1, head.width - box.width, document.querySelector(".actions").getBoundingClientRect().bottom <= box.top + 1]
      })()`)
      expect([title, broken, above]).toEqual([title, title.length > 60, title.length > 60])
      if (broken) expect(free).toBeLessThan(1)
    }
    await page.context().close()
  })

  it.each([390, 820, 1440])("everything within %s pixels, and no axe violation", async (width) => {
    for (const url of [`${urls["edges"]}long`, urls["edges"]!, `${urls["edges"]}api`, urls["arabic"]!]) {
      const page = await open(url, width, width === 820 ? "dark" : "light")
      const beyond = await page.evaluate<ReadonlyArray<string>>(
        `[...document.querySelectorAll("main *, .sidebar *")].filter((one) => !one.closest("pre, .tablist, .table, [popover]:not(:popover-open), .hidden")
          && one.getBoundingClientRect().width > 0
          && (one.getBoundingClientRect().right > innerWidth + 1 || one.getBoundingClientRect().left < -1)).map((one) => one.outerHTML.slice(0, 120))`
      )
      expect([url, beyond]).toEqual([url, []])
      await expect.poll(() => page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0)
      await page.evaluate(axeSource)
      const found = await page.evaluate<ReadonlyArray<string>>(
        `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
          violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html.slice(0, 200)).join(" | ")))`
      )
      expect([url, found]).toEqual([url, []])
      await page.context().close()
    }
  })

  it("icons of the navigation from a file that is loaded once, in the colour of the words", async () => {
    const page = await open(urls["icons"]!, 1440)
    const asked: Array<string> = []
    page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    const drawn = () =>
      page.evaluate<ReadonlyArray<readonly [width: number, colour: string]>>(
        `[...document.querySelectorAll(".sidebar svg use")].map((one) => [Math.round(one.getBBox().width), getComputedStyle(one).fill])`
      )
    const isDrawn = (icons: Awaited<ReturnType<typeof drawn>>) => icons.filter(([width]) => width > 0).length
    await expect.poll(async () => isDrawn(await drawn())).toBe(9)
    for (const [, colour] of await drawn()) expect(colour).toMatch(/^rgb\((?!0, 0, 0\))/)
    await page.locator(".turn .next").click()
    await page.waitForURL(`${urls["icons"]}p1`)
    await expect.poll(async () => isDrawn(await drawn())).toBe(9)
    await page.reload()
    await expect.poll(async () => isDrawn(await drawn())).toBe(9)
    const files = asked.filter((path) => path.includes("/icons."))
    expect(new Set(files).size).toBeLessThan(2)
    await page.context().close()
  })

  it("lines of Arabic from the right, and code from the left", async () => {
    const page = await open(urls["arabic"]!, 1440)
    await expect.poll(() => page.evaluate("document.documentElement.dir")).toBe("rtl")
    expect(await leftOf(page, ".sidebar")).toBeGreaterThan(await leftOf(page, "main"))
    expect(await leftOf(page, "main")).toBeGreaterThan(await leftOf(page, ".outline"))
    expect(await leftOf(page, ".hint .icon")).toBeGreaterThan(await leftOf(page, ".hint-body"))
    const directions = await page.evaluate(
      `[".body p", ".code pre", ".body p code"].map((one) => getComputedStyle(document.querySelector(one)).direction)`
    )
    expect(directions).toEqual(["rtl", "ltr", "ltr"])
    // without a reload
    await page.locator(".turn .next").click()
    await page.waitForURL(`${urls["arabic"]}next`)
    await expect.poll(() => page.evaluate("document.documentElement.dir")).toBe("rtl")
    await page.context().close()
    const phone = await open(urls["arabic"]!, 390)
    await phone.locator(".menu").click()
    const box = await phone.locator(".sidebar").boundingBox()
    expect(Math.round(box!.x + box!.width)).toBe(390)
    await phone.context().close()
  })

  it("videos after a click, and nothing of another host before it", async () => {
    const context = await browser.newContext({ viewport: { width: 1000, height: 900 } })
    const page = await context.newPage()
    const outside: Array<string> = []
    await context.route(
      (url) => url.origin !== new URL(urls["edges"]!).origin,
      (route) => {
        outside.push(route.request().url())
        return route.fulfill({ status: 200, contentType: "text/html", body: "<p>A player</p>" })
      }
    )
    const refused: Array<string> = []
    page.on("console", (message) => {
      if (/Content Security Policy/i.test(message.text())) refused.push(message.text())
    })
    await page.goto(`${urls["edges"]}videos`)
    const cards = page.locator("a.reference.video")
    await expect.poll(() => cards.count()).toBe(2)
    await cards.first().hover()
    expect(outside).toEqual([])
    await cards.first().click()
    await page.frameLocator("iframe.player").getByText("A player").waitFor()
    expect(outside).toEqual(["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1"])
    await cards.first().click()
    await page.locator("video.player").waitFor()
    await page.waitForFunction("document.querySelector('video.player').networkState !== 0")
    expect(outside.slice(1)).toContain("https://videos.example.com/talk.mp4")
    expect([refused, page.url()]).toEqual([[], `${urls["edges"]}videos`])

    await context.close()
    // without script it is a link
    const plain = await browser.newContext({ javaScriptEnabled: false })
    const still = await plain.newPage()
    await still.goto(`${urls["edges"]}videos`)
    await expect
      .poll(() => still.locator("a.reference.video").first().getAttribute("href"))
      .toBe("https://youtu.be/dQw4w9WgXcQ")
    await plain.close()
  })

  it("how an operation is called beside what it takes, where there is room, and below it elsewhere", async () => {
    for (const [width, beside] of [
      [1440, true],
      [820, false]
    ] as const) {
      const page = await open(`${urls["edges"]}api`, width)
      const [doc, side] = [await leftOf(page, ".op-doc"), await leftOf(page, ".op-side")]
      expect([width, side > doc]).toEqual([width, beside])
      // running text is no wider for it
      const text = await page.locator(".body > p").first().boundingBox()
      expect(text!.width).toBeLessThan(720)
      expect(Math.round(text!.x)).toBe(Math.round(doc))
      await page.context().close()
    }
  })
})
