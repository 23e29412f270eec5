/**
 * Diagrams, as readers meet them: drawn in a browser by what this host sends and nothing else, in the colours of the page,
 * and with their source where that cannot be.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buildFolder } from "@octavo/local/buildSite"
import { serveFolder } from "@octavo/local/serveFolder"
import { Effect, Fiber } from "effect"
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { serveFiles } from "../src/fileServer.ts"
import { auditLocal, visitLocal, writeFiles } from "../src/localPages.ts"

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to draw diagrams in")

const diagram = (source: string): string => `\`\`\`mermaid\n${source}\n\`\`\`\n`

const flow = diagram(
  'flowchart LR\n  accTitle: How a lamp is lit\n  accDescr: It is filled first\n  A[Fill] --> B[Light]\n  click A href "https://example.com/fill" "About filling"\n  click B href "other"'
)

const wide = diagram(`flowchart LR\n  ${Array.from({ length: 14 }, (_, at) => `Step${at}`).join(" --> ")}`)

const faulty = diagram("flowchart TD\n  A[open --> B")

/** What would run something here, or ask somebody else. */
const hostile = (host: string): ReadonlyArray<string> => [
  'graph TD; A["<img src=x onerror=top.hit=1>"]-->B; click A "javascript:top.hit=1"',
  'graph TD; A-->B; click A href "javascript:parent.hit=1"; click B call alert(1)',
  `%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}, "themeCSS": "*{background:url(${host}css)}"}}%%\ngraph TD; A["<script>parent.hit=1</script><iframe src=${host}frame></iframe><img src=${host}image>"]-->B`,
  `graph TD; A-->B; style A fill:url(${host}fill),background:url(${host}ground)`,
  `flowchart TD\n  A@{ img: "${host}picture.png", label: "x", w: 60, h: 60 }`,
  `---\nconfig:\n  fontFamily: "x;} @import url(${host}import); * {"\n---\ngraph TD; A-->B`,
  `sequenceDiagram\n  participant A\n  link A: Page @ javascript:parent.hit=1\n  A->>B: x`
]

const files: Readonly<Record<string, string>> = {
  "README.md": "# Home\n\nWelcome. [Diagrams](flow.md)\n",
  "SUMMARY.md":
    "# Summary\n\n* [Home](README.md)\n* [Flow](flow.md)\n* [Other](other.md)\n* [Faulty](faulty.md)\n* [Far](far.md)\n* [Hostile](hostile.md)\n* [Large](large.md)\n* [Saved](saved.md)\n* [First](first.md)\n",
  "flow.md": `# Flow\n\nBefore\n\n${flow}\n${wide}\nAfter\n`,
  "other.md": `# Other\n\n${diagram("sequenceDiagram\n  A->>B: Hello")}`,
  "faulty.md": `# Faulty\n\n${faulty}\n${diagram('pie title Pets\n  "Dogs" : 3\n  "Cats" : 1')}`,
  "far.md": `# Far\n\n${"Words that fill the page.\n\n".repeat(150)}${flow}`,
  "hostile.md": "# Hostile\n",
  "saved.md": `# Saved\n\n${flow}`,
  "first.md": "# First\n\nNothing yet\n",
  "large.md": `# Large\n\n${diagram(`flowchart TD\n${"  A --> B\n".repeat(6_000)}`)}`
}

const drawn = async (page: Page, count: number): Promise<Locator> => {
  const blocks = page.locator(".diagram.drawn")
  await expect.poll(() => blocks.count(), { timeout: 60_000 }).toBe(count)
  return blocks
}

/** Paths of what diagrams are drawn with, but for the script that waits for them. */
const paths = (urls: ReadonlyArray<string>): ReadonlyArray<string> =>
  urls.map((url) => new URL(url).pathname).filter((path) => /\/diagrams\.[0-9a-f]{16}\//.test(path))

/** What the console says of what a policy refuses. */
const refusal = /Content Security Policy/

/** The frame that diagrams were drawn in runs no script but its own, and loads nothing. */
const tryFrame = async (page: Page): Promise<void> => {
  const frame = page.frames().find((one) => one.url().endsWith("/frame.html"))!
  // not 'self' alone, which is nothing to WebKit where a frame has no origin
  await expect
    .poll(() => frame.locator("meta[http-equiv]").last().getAttribute("content"))
    .toBe(`default-src 'none'; script-src 'self' ${new URL(frame.url()).origin}; style-src 'unsafe-inline'`)
  const refused = await frame.evaluate<ReadonlyArray<string>>(`new Promise((resolve) => {
    const refused = []
    addEventListener("securitypolicyviolation", ({ blockedURI, originalPolicy }) => {
      if (originalPolicy.includes("'self' http")) refused.push(blockedURI)
      if (refused.length === 3) resolve(refused.sort())
    })
    const add = (name, fields) => document.body.append(Object.assign(document.createElement(name), fields))
    add("script", { src: "data:text/javascript,1" })
    add("script", { text: "parent.postMessage('hit', '*')" })
    add("img", { src: "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" })
  })`)
  expect(refused).toEqual(["data", "data", "inline"])
}

describe.skipIf(executable === undefined)("Diagrams", { timeout: 180_000 }, () => {
  const directory = mkdtempSync(join(tmpdir(), "octavo-diagrams-"))
  const docs = join(directory, "docs")
  let browser: Browser
  let url: string
  let stop: () => Promise<unknown>
  beforeAll(async () => {
    browser = await launchChromium(executable!)
    writeFiles(docs, files)
    const ready = Promise.withResolvers<string>()
    const fiber = Effect.runFork(
      serveFolder({ directory: docs, host: "127.0.0.1", port: 0, say: () => {} }, { ready: ready.resolve })
    )
    url = await ready.promise
    stop = () => Effect.runPromise(Fiber.interrupt(fiber))
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await stop?.()
    rmSync(directory, { recursive: true, force: true })
  })
  const visit = (path: string, look: (page: Page) => Promise<void>, options: Parameters<typeof visitLocal>[4] = {}) =>
    visitLocal(browser, url, path, look, options)

  it("are drawn with a name, and links that lead where they say", () =>
    visit("flow", async (page) => {
      const blocks = await drawn(page, 2)
      const picture = page.getByRole("img", { name: "How a lamp is lit. It is filled first" })
      expect((await picture.boundingBox())!.width).toBeGreaterThan(100)
      await page.getByText("Source of the diagram").first().click()
      await expect.poll(() => blocks.first().locator("code").textContent()).toContain("A[Fill] --> B[Light]")
      await expect
        .poll(() => page.getByRole("link", { name: "Fill: About filling" }).getAttribute("href"))
        .toBe("https://example.com/fill")
      await auditLocal(page)
      // a link of the site, in place
      await page.getByRole("link", { name: "Light" }).click()
      await page.getByRole("heading", { name: "Other" }).waitFor()
      await drawn(page, 1)
    }))

  it("are seen in the colours of the page, and of paper, at once", () =>
    visit("flow", async (page) => {
      await drawn(page, 2)
      const shown = () => page.locator(".diagram").first().locator("img:visible")
      await expect.poll(() => page.locator(".diagram").first().locator("img").count()).toBe(2)
      const light = await shown().getAttribute("src")
      await page.getByRole("button", { name: "Switch between light and dark" }).click()
      const dark = await shown().getAttribute("src")
      expect(dark).not.toBe(light)
      await auditLocal(page)
      await page.emulateMedia({ media: "print" })
      await expect.poll(() => shown().getAttribute("src")).toBe(light)
    }))

  it("scroll in their frame where they are wide, and with keys", () =>
    visit(
      "flow",
      async (page) => {
        await drawn(page, 2)
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
        const frame = page.getByRole("group", { name: "Diagram" })
        await frame.focus()
        await page.keyboard.press("ArrowRight")
        await expect.poll(() => frame.evaluate((node) => node.scrollLeft)).toBeGreaterThan(0)
        await auditLocal(page)
      },
      { viewport: { width: 390, height: 800 }, colorScheme: "dark" }
    ))

  it("are their source where no script runs, and nothing is loaded for them", () =>
    visit(
      "flow",
      async (page) => {
        await expect.poll(() => page.locator("pre").first().isVisible()).toBe(true)
        await expect.poll(() => page.locator("pre").first().textContent()).toContain("A[Fill] --> B[Light]")
      },
      { javaScriptEnabled: false }
    ))

  it("load what draws them when they come near, once, from this host, and on no other page", () =>
    visit("far", async (page) => {
      const asked: Array<string> = []
      page.on("request", (request) => asked.push(request.url()))
      await page.waitForTimeout(1_000)
      expect(paths(asked)).toEqual([])
      await page.getByText("flowchart LR").scrollIntoViewIfNeeded()
      await drawn(page, 1)
      const parts = paths(asked).map((path) => path.slice(path.lastIndexOf("/") + 1))
      expect(parts.sort()).toEqual(["core.js", "frame.html", "graphs.js", "shapes.js"])
      await page.goto(url)
      asked.length = 0
      await page.reload()
      expect(await page.locator("script[data-frame]").count()).toBe(0)
      expect(paths(asked)).toEqual([])
      // from a page whose policy has no frame
      await page.locator("main").getByRole("link", { name: "Diagrams" }).click()
      await drawn(page, 2)
    }))

  it("that are faulty show their source, and why; others are drawn", () =>
    visit("faulty", async (page) => {
      await drawn(page, 1)
      const block = page.locator(".diagram.failed")
      await expect.poll(() => block.textContent()).toContain("This diagram can't be drawn")
      await expect.poll(() => block.textContent()).toContain("Parse error on line")
      await expect.poll(() => block.locator("pre").isVisible()).toBe(true)
      await page.getByRole("img", { name: "Pets" }).waitFor()
      await auditLocal(page)
    }))

  it("run nothing, ask no other host and lead nowhere that is no page, whatever their source says", async () => {
    const asked: Array<string> = []
    const other = createServer((request, response) => {
      asked.push(request.url!)
      response.setHeader("access-control-allow-origin", "*").end("/* */")
    })
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
    const host = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
    // it hears what is asked of it
    await fetch(`${host}heard`)
    const sources = hostile(host)
    writeFiles(docs, { "hostile.md": `# Hostile\n\n${sources.map(diagram).join("\n")}` })
    await expect.poll(async () => (await fetch(`${url}hostile`)).text()).toContain(host)
    const page = await browser.newPage()
    try {
      await page.goto(`${url}hostile`)
      const done = page.locator(".diagram:is(.drawn, .failed)")
      await expect.poll(() => done.count(), { timeout: 60_000 }).toBe(sources.length)
      // with the pictures of the other theme
      await page.waitForTimeout(2_000)
      await expect.poll(() => page.locator(".diagram.drawn").count()).toBeGreaterThan(4)
      expect(await page.evaluate(() => "hit" in window)).toBe(false)
      const links = page.locator(".diagram a")
      const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""))
      expect(hrefs.filter((href) => !/^https?:/.test(href))).toEqual([])
      expect(await page.locator(".diagram :is(script, iframe, svg, style)").count()).toBe(0)
      expect(asked).toEqual(["/heard"])
    } finally {
      await page.close()
      other.closeAllConnections()
      other.close()
    }
  })

  it("are drawn in a frame that runs its own scripts alone", () =>
    visit(
      "flow",
      async (page) => {
        await drawn(page, 2)
        await tryFrame(page)
      },
      { ignored: refusal }
    ))

  it("that are too large stay their source, and the page answers", () =>
    visit("large", async (page) => {
      const block = page.locator(".diagram.failed")
      await block.waitFor({ timeout: 60_000 })
      await expect.poll(() => block.textContent()).toContain("It is too large, or takes too long.")
    }))

  it("that would hang are given up, and the page answers meanwhile", async () => {
    // as Chromium is with a window: a frame without an origin is another process
    const isolating = await launchChromium(executable!, ["--site-per-process"])
    try {
      await visitLocal(isolating, url, "", async (page) => {
        await page.route("**/charts.js", (route) =>
          route.fulfill({ contentType: "text/javascript", body: "for (;;);" })
        )
        const hanging = page.waitForRequest("**/charts.js")
        await page.goto(`${url}other`)
        await hanging
        await page.getByRole("button", { name: "Switch between light and dark" }).click()
        await expect.poll(() => page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark")
        const block = page.locator(".diagram.failed")
        await block.waitFor({ timeout: 60_000 })
        await expect.poll(() => block.textContent()).toContain("It is too large, or takes too long.")
        await expect.poll(() => block.locator("pre").isVisible()).toBe(true)
        expect(await page.locator("iframe").count()).toBe(0)
      })
    } finally {
      await isolating.close()
    }
  })

  it("are drawn anew when their file is saved, the others stay, and so does the first one of a page", async () => {
    await visit("saved", async (page) => {
      await drawn(page, 1)
      writeFiles(docs, {
        "hostile.md": "# Hostile\n",
        "saved.md": `# Saved\n\n${flow}\n${diagram("flowchart TD\n  accTitle: The new one\n  C --> D")}`
      })
      await page.getByRole("img", { name: "The new one" }).waitFor({ timeout: 30_000 })
      await expect.poll(() => page.getByRole("img", { name: "How a lamp is lit" }).count()).toBe(1)
    })
    await visit("first", async (page) => {
      await page.getByText("Nothing yet").waitFor()
      await page.waitForTimeout(500)
      writeFiles(docs, { "first.md": `# First\n\n${flow}` })
      await page.getByRole("img", { name: "How a lamp is lit" }).waitFor({ timeout: 30_000 })
    })
  })

  it("are in static sites, with what draws them, which is nowhere else", async () => {
    const build = async (name: string, given: Readonly<Record<string, string>>): Promise<string> => {
      writeFiles(join(directory, name), given)
      const out = join(directory, `${name}-out`)
      await Effect.runPromise(
        buildFolder(join(directory, name), {
          out,
          place: { base: "/docs/", origin: undefined },
          report: () => Effect.void
        })
      )
      return out
    }
    const withParts = (out: string): ReadonlyArray<string> =>
      readdirSync(join(out, "_octavo")).filter((name) => /^diagrams\.[0-9a-f]{16}$/.test(name))
    const plain = await build("plain", { "README.md": "# Plain\n\nNo diagram\n" })
    expect(withParts(plain)).toEqual([])
    const out = await build("static", { "README.md": `# Static\n\n${flow}` })
    const [parts] = withParts(out)
    expect(readdirSync(join(out, "_octavo", parts!))).toContain("frame.html")
    const server = await serveFiles(out, "/docs/")
    try {
      await visitLocal(
        browser,
        server.url,
        "",
        async (page) => {
          await drawn(page, 1)
          await page.getByRole("img", { name: "How a lamp is lit" }).waitFor()
          // no host of files sends a policy
          await tryFrame(page)
        },
        { ignored: refusal }
      )
    } finally {
      await server.close()
    }
  })
})
