/**
 * Reading: what a visitor's browser makes of published pages. The fixture with every construct, 20 pages of Octavo's
 * documentation, and 60 pages of the corpora, 20 of each. Valid HTML needs no browser; the rest is seen in Chromium, where there is one.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { type GitServer, startGitServer } from "@octavo/git-cli/testing"
import { readWoff } from "@octavo/reader/woff"
import { HtmlValidate, StaticConfigLoader } from "html-validate"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { haveCorpora } from "../src/corpora.ts"
import { coloredPixels, emojiFontOf } from "../src/emojiDrawn.ts"
import { shared } from "../src/published.ts"
import { publishReadingSites, type ReadingSite, spread, unlikeBefore } from "../src/reading.ts"
import { sqlite } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const patience = 300_000
const perCorpus = 20

const executable = findChromium()
if (!haveCorpora()) console.warn(`SKIPPED: the corpora are not at ${shared}corpora; only the fixture is read here`)
if (executable === undefined) {
  console.warn(
    "SKIPPED: there is no Chromium here, so accessibility, requests and layout of published pages are not tested. " +
      "Install one (Debian: apt-get install chromium), or name it in OCTAVO_TEST_CHROMIUM"
  )
}

let world: World
let git: GitServer
let sites: ReadonlyArray<ReadingSite>
let sample: ReadonlyArray<string>
/**
 * Of the sample, what axe looks at, which takes long: its rules go by what elements are, by their attributes and by what
 * they are in, and scripts act on them alike, so that a page without anything new of these tells next to nothing.
 */
let unlike: ReadonlyArray<string>

beforeAll(async () => {
  world = await startWorld(sqlite)
  const root = join(world.database.directory, "repositories")
  git = await startGitServer(root)
  sites = await publishReadingSites(world, git, root)
  sample = sites.flatMap(({ name, pages }) => (name === "kitchen-sink" ? pages : spread(pages, perCorpus)))
  unlike = await unlikeBefore(sample)
}, patience)

afterAll(async () => {
  await git?.close()
  await world?.stop()
})

const site = (name: string): ReadingSite => sites.find((one) => one.name === name)!

/** Rules that are no part of the HTML standard, or that what an author wrote decides on. */
const rules = {
  // widths of columns and covers are the author's
  "no-inline-style": "off",
  // a title is as long as the author makes it
  "long-title": "off",
  // style and script are of the same host, under names that carry their hash
  "require-sri": "off",
  // text in code blocks
  "no-trailing-whitespace": "off",
  // anchors are those that the same content has elsewhere; HTML allows everything but spaces
  "valid-id": ["error", { relaxed: true }]
} as const

describe("published HTML", () => {
  it(
    "is valid",
    async () => {
      const validate = new HtmlValidate(
        new StaticConfigLoader({
          extends: ["html-validate:recommended", "html-validate:document"],
          rules: rules as never
        })
      )
      const problems: Array<string> = []
      for (const url of [...sample, `${site("kitchen-sink").url}nowhere`]) {
        const { results } = await validate.validateString(await (await fetch(url)).text(), url)
        for (const { messages } of results) {
          for (const { line, message, ruleId } of messages) problems.push(`${url}:${line} ${ruleId}: ${message}`)
        }
      }
      expect(problems).toEqual([])
      if (haveCorpora()) expect(sample.length).toBeGreaterThanOrEqual(60)
    },
    patience
  )

  it("says the size of every picture of the site, so that nothing moves while it loads", async () => {
    let pictures = 0
    for (const url of sample) {
      const body = (await (await fetch(url)).text()).split('<div class="body">')[1]!
      for (const [tag] of body.matchAll(/<img [^>]*~files\/[^>]*>/g)) {
        pictures++
        expect(tag, url).toMatch(/ width="\d+" height="\d+"/)
      }
    }
    expect(pictures).toBeGreaterThan(5)
  })
})

/** Bytes a second, and milliseconds: everything that a page loads comes after it. */
const slow = { offline: false, latency: 20, downloadThroughput: 500_000, uploadThroughput: 100_000 }

const viewport = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary: string }>
}

/** What axe finds in the page as it is shown: by all its rules, or by those that are named. */
const violations = async (page: Page, ...only: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const rules = only.length === 0 ? "" : `, runOnly: ${JSON.stringify(only)}`
  // the page's policy lets no script in but its own
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axeSource)
  const found = await page.evaluate<ReadonlyArray<Violation>>(
    `axe.run(document, { resultTypes: ["violations"]${rules} }).then(({ violations }) => violations)`
  )
  return found.map(
    ({ help, id, nodes }) => `${id} (${help}): ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`
  )
}

describe.skipIf(executable === undefined)("in Chromium, published pages", () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchChromium(executable!)
  }, patience)

  afterAll(() => browser?.close())

  /** Opens pages one after the other; answers what was wrong with any. */
  const open = async (
    options: Parameters<Browser["newContext"]>[0],
    urls: ReadonlyArray<string>,
    look: (page: Page, url: string) => Promise<ReadonlyArray<string>>,
    line?: typeof slow
  ): Promise<ReadonlyArray<string>> => {
    const context: BrowserContext = await browser.newContext(options ?? {})
    const problems: Array<string> = []
    const page = await context.newPage()
    if (line !== undefined) {
      const session = await context.newCDPSession(page)
      await session.send("Network.enable")
      await session.send("Network.setCacheDisabled", { cacheDisabled: true })
      await session.send("Network.emulateNetworkConditions", line)
    }
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(`${page.url()}: console: ${message.text()}`)
    })
    page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`))
    page.on("request", (request) => {
      const url = request.url()
      if (!url.startsWith(`${world.origin}/`) && !url.startsWith("data:"))
        problems.push(`${page.url()} asks for ${url}`)
    })
    for (const url of urls) {
      const answer = await page.goto(url, { waitUntil: "load" })
      if (answer?.status() !== 200) problems.push(`${url}: ${answer?.status()}`)
      for (const problem of await look(page, url)) problems.push(`${url}: ${problem}`)
    }
    await context.close()
    return problems
  }

  const overflow = async (page: Page): Promise<ReadonlyArray<string>> => {
    const more = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth")
    return more > 0 ? [`${more} pixels wider than the window`] : []
  }

  it("would show their faults", async () => {
    const page = await browser.newPage()
    await page.setContent('<html><body><img src="data:,x"><p style="color:#bbb">pale</p></body></html>')
    const found = (await violations(page)).map((one) => one.split(" ")[0])
    expect(found).toEqual(expect.arrayContaining(["color-contrast", "html-has-lang", "image-alt"]))
    await page.close()
  })

  it(
    "have no axe violations, by day and in the dark, no console errors and no requests elsewhere",
    async () => {
      // colors change at once
      if (haveCorpora()) expect(unlike.length).toBeGreaterThanOrEqual(30)
      const problems = await open({ viewport, reducedMotion: "reduce" }, unlike, async (page) => {
        await page.emulateMedia({ colorScheme: "light" })
        const found = await violations(page)
        await page.emulateMedia({ colorScheme: "dark" })
        const dark = await violations(page, "color-contrast")
        return [...found, ...dark.map((one) => `in the dark: ${one}`)]
      })
      expect(problems).toEqual([])
    },
    patience
  )

  it(
    "fit a phone without sideways scrolling, and without script are whole",
    async () => {
      const problems = await open({ viewport: phone, javaScriptEnabled: false }, sample, async (page) => {
        const wide = await overflow(page)
        const words = ((await page.locator("main").textContent()) ?? "").trim()
        return words === "" ? [...wide, "nothing to read"] : wide
      })
      expect(problems).toEqual([])
      const small = await open({ viewport: phone }, sites[0]!.pages, async (page) => [
        ...(await overflow(page)),
        ...(await violations(page))
      ])
      expect(small).toEqual([])
    },
    patience
  )

  it(
    "begin every line of a title beside its icon, none under it",
    async () => {
      const lines = await open({ viewport: phone }, [site("kitchen-sink").url], (page) =>
        page.evaluate<ReadonlyArray<string>>(`(() => {
          const title = document.querySelector("h1")
          title.lastChild.data = " A title of so many words that it cannot stand in one line"
          const text = document.createRange()
          text.selectNodeContents(title.lastChild)
          const lines = [...text.getClientRects()].filter(({ width }) => width > 0)
          const icon = title.querySelector(".icon").getBoundingClientRect()
          const wrong = lines.filter(({ left }) => left !== lines[0].left || left < icon.right)
          if (lines.length < 2) return ["one line only"]
          return [...wrong.map(({ left }) => "a line begins at " + left), ...(icon.top < lines[0].bottom ? [] : ["the icon stands lower"])]
        })()`)
      )
      expect(lines).toEqual([])
    },
    patience
  )

  it(
    "do not move while they load on a slow line, and while they are scrolled",
    async () => {
      const kinds = site("kitchen-sink").pages
      const pages = [...kinds, ...spread(site("octavo").pages, 6), ...spread(sites.at(-1)!.pages, 4)]
      const look = async (page: Page) => {
        const [shift, by, diagrams] = await page.evaluate<[number, string, number]>(`new Promise((resolve) => {
          let sum = 0
          let by = ""
          const observer = new PerformanceObserver((list) => {
            for (const { sources, value } of list.getEntries()) {
              sum += value
              by += sources.map(({ node }) => node?.outerHTML?.slice(0, 200)).join(" ")
            }
          })
          observer.observe({ type: "layout-shift", buffered: true })
          let top = 0
          const step = () => {
            scrollTo(0, (top += innerHeight))
            if (top < document.body.scrollHeight) setTimeout(step, 30)
            else setTimeout(() => resolve([sum, by, document.querySelectorAll(".diagram").length]), 200)
          }
          step()
        })`)
        // a diagram is as high as its lines say, about
        return shift > (diagrams > 0 ? 0.1 : 0) ? [`layout shift ${shift} of ${by}`] : []
      }
      expect(await open({ viewport }, pages, look, slow)).toEqual([])
      expect(await open({ viewport: phone }, kinds, look, slow)).toEqual([])
    },
    patience
  )

  it.each([
    ["wide", viewport],
    ["on a phone", phone]
  ] as const)(
    "are as high before their scripts come as they are then, %s",
    async (_, size) => {
      const heights = async (isBlocked: boolean) => {
        const page = await browser.newPage({ viewport: size })
        if (isBlocked) await page.route(/\/_octavo\/(?:site|api)\.[^/]*\.js$/, (route) => route.abort())
        // a font that comes late is for the next page (font-display: optional)
        await page.route(/\.woff2$/, (route) => route.abort())
        const found: Array<ReadonlyArray<string>> = []
        for (const url of site("kitchen-sink").pages) {
          await page.goto(url, { waitUntil: "load" })
          // a diagram is as high as its lines say, about
          const blocks = await page.evaluate<ReadonlyArray<string>>(`Array.from(
            document.querySelectorAll(".body > :not(.diagram, :has(.diagram))"),
            (one, at) => location.pathname + " " + at + " " + one.className + " " + one.getBoundingClientRect().height)`)
          found.push(blocks)
        }
        await page.close()
        return found.flat()
      }
      expect(await heights(true)).toEqual(await heights(false))
    },
    patience
  )

  describe("for who has", () => {
    let context: BrowserContext
    let page: Page
    const to = (path: string) => site("kitchen-sink").url + path

    const start = async (options: Parameters<Browser["newContext"]>[0], path: string) => {
      context = await browser.newContext(options ?? {})
      page = await context.newPage()
      await page.goto(to(path), { waitUntil: "load" })
    }

    it("a keyboard: skip link, visible focus, menu that Escape closes, tabs by arrows", async () => {
      await start({ viewport: phone }, "blocks/containers")
      await page.keyboard.press("Tab")
      await expect.poll(() => page.locator(":focus").getAttribute("class")).toBe("skip")
      await expect.poll(() => page.locator(":focus").isVisible()).toBe(true)
      await page.keyboard.press("Enter")
      await page.waitForURL(/#Page-content$/)

      await page.locator("button.menu").focus()
      const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
      expect(outline).toBe("solid")
      await page.keyboard.press("Enter")
      await page.locator(".sidebar").waitFor({ state: "visible" })
      await page.keyboard.press("Escape")
      await page.locator(".sidebar").waitFor({ state: "hidden" })

      const tabs = page.getByRole("tablist").first().getByRole("tab")
      await tabs.first().focus()
      await page.keyboard.press("ArrowRight")
      await expect.poll(() => tabs.nth(1).getAttribute("aria-selected")).toBe("true")
      await expect.poll(() => page.getByRole("tabpanel").first().textContent()).toContain("lit")
      await context.close()
    })

    it("script: page changes without a reload, back and forth, and anchors in tabs and expandables open them", async () => {
      await start({ viewport }, "blocks/code")
      await page.evaluate("globalThis.stayed = true")
      await page.locator(".sidebar").getByRole("link", { name: "Tables and cards" }).click()
      await page.waitForURL(to("blocks/tables"))
      await page.getByRole("heading", { level: 1, name: "Tables and cards" }).waitFor()
      await expect.poll(() => page.title()).toBe("Tables and cards · kitchen-sink")
      await expect.poll(() => page.locator(".sidebar [aria-current=page]").textContent()).toContain("Tables and cards")
      await expect.poll(() => page.locator("h1:focus").textContent()).toContain("Tables and cards")
      await page.goBack()
      await page.getByRole("heading", { level: 1, name: "Code" }).waitFor()
      expect(await page.evaluate("globalThis.stayed === true")).toBe(true)

      await page.locator(".sidebar").getByRole("link", { name: "Containers" }).click()
      await page.getByRole("heading", { level: 1, name: "Containers" }).waitFor()
      await page.getByRole("link", { name: "inside of a tab", exact: true }).click()
      await page.getByRole("heading", { name: "Inside of a tab" }).waitFor({ state: "visible" })
      await page.getByRole("link", { name: "of an expandable" }).click()
      await page.getByText("nine hours").waitFor({ state: "visible" })
      expect(await page.evaluate("globalThis.stayed === true")).toBe(true)
      await context.close()
    })

    it("no font of emoji: those of the page come from its site", async () => {
      await start({ viewport }, "blocks/pictures")
      expect(await emojiFontOf(page)).toContain("U+1F4A1")
      // one that was cut too late is shown from the next page on
      await page.reload()
      await emojiFontOf(page)
      expect(await coloredPixels(page, "💡")).toBeGreaterThan(100)
      expect(await coloredPixels(page, "🎉")).toBe(0)
      // and in the form that browsers without COLRv1 ask for
      const named = (await page.locator("script[data-emoji]").getAttribute("data-emoji")) ?? ""
      const answers = [named, named.replace(".woff", ".svg.woff")].map((address) => fetch(new URL(address, page.url())))
      for (const [i, answer] of (await Promise.all(answers)).entries()) {
        expect(answer.status).toBe(200)
        expect(answer.headers.get("content-type")).toBe("font/woff")
        expect(answer.headers.get("cache-control")).toContain("immutable")
        const { tables } = readWoff(Buffer.from(await answer.arrayBuffer()), () => true)
        expect(tables.map(({ tag }) => tag)).toContain(["COLR", "SVG "][i])
      }
      await context.close()
    })

    it("no script: tabs and expandables open all the same", async () => {
      await start({ viewport, javaScriptEnabled: false }, "blocks/containers")
      await expect.poll(() => page.getByText("A hint in a tab.").isVisible()).toBe(true)
      await page.locator(".tabs > label").nth(2).click()
      await expect.poll(() => page.getByRole("heading", { name: "Inside of a tab" }).isVisible()).toBe(true)
      await page.locator("summary", { hasText: "How long" }).click()
      await expect.poll(() => page.getByText("nine hours").isVisible()).toBe(true)
      await context.close()
    })

    it("a clipboard: the copy buttons take the code, and the page, as they are", async () => {
      await start({ permissions: ["clipboard-read", "clipboard-write"] }, "blocks/code")
      const block = page.locator(".code.numbered").first()
      await block.hover()
      await block.getByRole("button").click()
      const copied = await page.evaluate<string>("navigator.clipboard.readText()")
      expect(copied.split("\n").slice(0, 3)).toEqual(["from dataclasses import dataclass", "", "@dataclass"])
      // the page as a whole, as its Markdown has it
      await page.getByText("Page actions").click()
      await page.getByRole("button", { name: "Copy page" }).click()
      // the button of the code says so too, for a while
      await page.locator("details.actions").getByRole("button", { name: "Copied" }).waitFor()
      const whole = await page.evaluate<string>("navigator.clipboard.readText()")
      expect(whole).toBe(await (await fetch(to("blocks/code.md"))).text())
      // and its address, where the browser itself shares nothing
      await page.goto(to("blocks/code?key=secret#Tabs"))
      await page.evaluate("Object.defineProperty(navigator, 'share', { value: undefined, configurable: true })")
      await page.getByText("Page actions").click()
      await page.getByRole("button", { name: "Share" }).click()
      await page.locator("details.actions").getByRole("button", { name: "Copied" }).waitFor()
      await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(to("blocks/code"))
      await page.evaluate(
        "Object.defineProperty(navigator, 'share', { value: (what) => { window.shared = what; return Promise.reject() } })"
      )
      await page.getByRole("button", { name: "Share" }).click()
      expect(await page.evaluate("window.shared")).toEqual({ title: await page.title(), url: to("blocks/code") })
      await context.close()
    })
  })
})
