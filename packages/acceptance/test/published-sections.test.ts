/** Published sites with sections: where their pages are, what leads to them, and how that is used in a browser. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { HtmlValidate } from "html-validate"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { attribute, elementsOf, hasClass, textOf, visitPage, visitSite } from "../src/browser.ts"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { publishSections, type SectionsSite } from "../src/sections.ts"
import { onBothStores, sqlite } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

/** Links in an element, by their text. */
const linksIn = async (url: string, name: string): Promise<Record<string, string>> => {
  const { document } = await visitPage(url)
  const found = elementsOf(document, (one) => hasClass(one, name) && !hasClass(one, "actions")).flatMap((one) =>
    elementsOf(one, ({ tagName }) => tagName === "a").map((a): [string, string] => [
      textOf(a).trim(),
      new URL(attribute(a, "href")!, url).href
    ])
  )
  return Object.fromEntries(found)
}

const alternatesOf = async (url: string) => {
  const { document } = await visitPage(url)
  return elementsOf(document, (one) => one.tagName === "link" && attribute(one, "hreflang") !== undefined).map(
    (one) => [attribute(one, "hreflang"), attribute(one, "href")]
  )
}

onBothStores("Published sections", (store) => {
  let world: World
  let site: SectionsSite
  const at = (path: string) => site.url + path
  const patch = async (path: string, body: unknown) => {
    const answer = await world.api.patch(`${site.path}/${path}`, body)
    expect(answer.status, answer.text).toBe(200)
  }

  beforeAll(async () => {
    world = await startWorld(store)
    site = await publishSections(world)
  })
  afterAll(() => world?.stop())

  it("show each space at its place, and nothing in two", async () => {
    const headings: ReadonlyArray<readonly [string, number, string]> = [
      ["", 200, "Start"],
      ["install", 200, "Install"],
      ["deutsch/install", 200, "Installieren"],
      ["api/", 200, "API"],
      ["api/teams", 200, "Teams"],
      ["api/v1/users", 200, "Users"],
      ["api/v2-de/users", 200, "Benutzer"],
      ["news/", 200, "Released"],
      ["terms/", 200, "Terms"],
      ["api/v1/teams", 404, "Page not found"],
      ["guides/install", 404, "Page not found"],
      ["api/version-2/users", 404, "Page not found"],
      ["draft/", 404, "Page not found"],
      ["More/", 404, "Page not found"]
    ]
    for (const [path, status, heading] of headings) {
      const page = await visitPage(at(path))
      expect([path, page.status, page.heading]).toEqual([path, status, heading])
    }
    const visit = await visitSite(site.url, (document) =>
      elementsOf(document, (one) => attribute(one, "rel") === "canonical").map((one) => attribute(one, "href")!)
    )
    expect([...visit.pages.values()].filter(({ status }) => status !== 200).map(({ url }) => url)).toEqual([])
    const canonical = [...visit.pages.values()].flatMap(({ found }) => found)
    const listed = [...(await (await fetch(at("sitemap.xml"))).text()).matchAll(/<loc>([^<]*)</g)].map(
      ([, url]) => url!
    )
    expect(new Set(listed).size).toBe(listed.length)
    expect(new Set(canonical)).toEqual(new Set(listed))
    expect(listed).toHaveLength(15)
    const list = await (await fetch(at("llms.txt"))).text()
    expect(list.match(/^## .*$/gm)).toEqual(
      ["Guides: Guides", "Guides: Deutsch", "API: Version 2", "API: v1", "API: v2 de", "News", "Terms", "Privacy"].map(
        (title) => `## ${title}`
      )
    )
    for (const [, href] of list.matchAll(/\]\(([^)]*)\)/g)) expect((await fetch(href!)).status, href).toBe(200)
  })

  it("lead from one space to another where the site shows it", async () => {
    const { spaces } = site.ids
    const app = (space: string, path: string) => `https://app.gitbook.com/s/${spaces[space]}/${path}`
    const links: ReadonlyArray<readonly [href: string, to: string, inMarkdown?: string]> = [
      [app("Version 1", "users#list"), at("api/v1/users#list")],
      [app("Version 2", ""), at("api/")],
      // the first page of a space has its root as its address
      [app("News", "first"), at("news/"), at("news/first")],
      [app("Privacy", "privacy"), at("privacy/"), at("privacy/privacy")],
      [app("Draft", "draft"), app("Draft", "draft")],
      ["https://app.gitbook.com/s/nothing/draft", "https://app.gitbook.com/s/nothing/draft"]
    ]
    const text = links.map(([href], i) => `[link ${i}](${href})`).join("\n\n")
    const pages = (await world.api.get(`/v1/spaces/${spaces["Terms"]}/content/pages`)).body.pages
    const update = (markdown: string) =>
      world.api.post(`/v1/spaces/${spaces["Terms"]}/content`, {
        changes: [{ operation: "update_page", page: pages[0].id, document: { markdown } }]
      })
    expect((await update(`# Terms\n\n${text}\n`)).status).toBe(200)
    const { document } = await visitPage(at("terms/"))
    const written = elementsOf(document, ({ tagName }) => tagName === "a")
      .filter((a) => textOf(a).startsWith("link "))
      .map((a) => new URL(attribute(a, "href")!, site.url).href)
    expect(written).toEqual(links.map(([, to]) => to))
    const markdown = await (await fetch(at("terms/terms.md"))).text()
    for (const [, to, inMarkdown = to] of links) expect(markdown).toContain(`](${inMarkdown})`)
    expect((await fetch(at("news/first"))).url).toBe(at("news/"))
    await update("# Terms\n\nFair.\n")
  })

  it("have tabs and menus", async () => {
    expect(await linksIn(at("api/users"), "sections")).toEqual({
      Guides: site.url,
      API: at("api/"),
      "NewsWhat changed, and when": at("news/"),
      Terms: at("terms/"),
      Privacy: at("privacy/")
    })
    const { document } = await visitPage(at("terms/"))
    const nav = elementsOf(document, (one) => hasClass(one, "sections"))[0]!
    const current = elementsOf(nav, (one) => attribute(one, "aria-current") !== undefined)
    expect(current.map((one) => [one.tagName, textOf(one)])).toEqual([
      ["summary", "More"],
      ["a", "Terms"]
    ])
  })

  it("lead to the same page in other versions and languages, and to their start where there is none", async () => {
    expect(await linksIn(at("api/users"), "switcher")).toEqual({
      "Version 2": at("api/users"),
      v1: at("api/v1/users"),
      English: at("api/users"),
      Deutsch: at("api/v2-de/users")
    })
    expect(await linksIn(at("api/teams"), "switcher")).toMatchObject({ v1: at("api/v1/"), Deutsch: at("api/v2-de/") })
    // an old version has no translation: the one there is
    expect(await linksIn(at("api/v1/users"), "switcher")).toMatchObject({ Deutsch: at("api/v2-de/users") })
    expect(await linksIn(at("deutsch/install"), "switcher")).toEqual({
      English: at("install"),
      Deutsch: at("deutsch/install")
    })
    expect(await linksIn(at("secret"), "switcher")).toMatchObject({ Deutsch: at("deutsch/") })
    expect(await linksIn(at("news/"), "switcher")).toEqual({})
    for (const url of Object.values(await linksIn(at("nowhere"), "switcher"))) {
      expect((await visitPage(url)).status, url).toBe(200)
    }
    expect(await (await fetch(at("deutsch/"))).text()).toContain('<html lang="de"')
  })

  it("tell search engines of the same page in other languages", async () => {
    for (const path of ["install", "deutsch/install"]) {
      expect(await alternatesOf(at(path))).toEqual([
        ["en", at("install")],
        ["de", at("deutsch/install")],
        ["x-default", at("install")]
      ])
    }
    expect(await alternatesOf(at(""))).toEqual([
      ["en", site.url],
      ["de", at("deutsch/")],
      ["x-default", site.url]
    ])
    expect(await alternatesOf(at("secret"))).toEqual([])
    expect(await alternatesOf(at("news/"))).toEqual([])
  })

  it("are searched in every section, in the version before the reader", async () => {
    const found = async (path: string, query: string) => {
      const { document } = await visitPage(at(`${path}~search?q=${query}`))
      const main = elementsOf(document, ({ tagName }) => tagName === "main")[0]!
      const links = elementsOf(main, ({ tagName }) => tagName === "a").map((one) => attribute(one, "href")!)
      const titles = elementsOf(main, ({ tagName }) => tagName === "h2").map(textOf)
      return { links: links.map((href) => new URL(href, site.url).href), titles }
    }
    expect((await found("", "kept")).links).toEqual([at("privacy/")])
    const old = await found("api/v1/", "list")
    expect(old.links).toContain(at("api/v1/users"))
    expect(old.links).not.toContain(at("api/users"))
    expect(old.titles).toEqual(expect.arrayContaining(["API: v1", "News"]))
    // of what is as good, the part that is read comes first
    expect((await found("api/", "list")).titles).toEqual(["API: Version 2", "News"])
    expect((await found("news/", "list")).titles).toEqual(["News", "API: Version 2"])
  })

  it("change at once with what is around them", async () => {
    const { sections, siteSpaces, spaces } = site.ids
    const users = () => linksIn(at("api/users"), "switcher")
    await users()
    // another page comes to a space beside
    const written = await world.api.post(`/v1/spaces/${spaces["Version 1"]}/content`, {
      changes: [{ operation: "insert_page", slug: "teams", title: "Teams", document: { markdown: "# Teams\n" } }]
    })
    expect(written.status).toBeLessThan(300)
    expect(await linksIn(at("api/teams"), "switcher")).toMatchObject({ v1: at("api/v1/teams") })
    // its language, its title on the site, its place
    await world.api.patch(`/v1/spaces/${spaces["Version 2, deutsch"]}`, { language: "fr" })
    expect(await users()).toHaveProperty("Français", at("api/v2-de/users"))
    await world.api.patch(`/v1/spaces/${spaces["Version 2, deutsch"]}`, { language: "de" })
    await patch(`site-spaces/${siteSpaces["Version 1"]}`, { path: "old" })
    expect(await users()).toHaveProperty("v1", at("api/old/users"))
    await patch(`site-spaces/${siteSpaces["Version 1"]}`, { hidden: true })
    expect(await users()).not.toHaveProperty("v1")
    expect((await visitPage(at("api/old/users"))).status).toBe(200)
    await patch(`site-spaces/${siteSpaces["Version 1"]}`, { hidden: false, path: "v1" })
    await patch(`sections/${sections["News"]}`, { title: "Changelog", draft: true })
    expect(Object.keys(await linksIn(at("api/users"), "sections"))).toEqual(["Guides", "API", "Terms", "Privacy"])
    expect((await visitPage(at("news/"))).status).toBe(404)
    await patch(`sections/${sections["News"]}`, { title: "News", draft: false })
    const sorted = await world.api.patch(`${site.path}/structure/sort`, {
      item: { type: "site-section", id: sections["API"] },
      position: { before: { type: "site-section", id: sections["Guides"] } }
    })
    expect(sorted.status).toBe(200)
    expect(Object.keys(await linksIn(at(""), "sections")).slice(0, 2)).toEqual(["API", "Guides"])
    // the default section takes the root
    expect((await world.api.patch(site.path, { defaultSiteSection: sections["API"] })).status).toBe(200)
    expect((await visitPage(site.url)).heading).toBe("API")
    expect((await visitPage(at("guides/install"))).heading).toBe("Install")
    expect((await world.api.patch(site.path, { defaultSiteSection: sections["Guides"] })).status).toBe(200)
  })

  it("are valid HTML", async () => {
    const validate = new HtmlValidate({
      extends: ["html-validate:recommended", "html-validate:document"],
      rules: { "no-inline-style": "off", "long-title": "off", "require-sri": "off" }
    })
    for (const path of ["", "api/users", "news/", "nowhere"]) {
      const { results } = await validate.validateString(await (await fetch(at(path))).text())
      expect(results.flatMap(({ messages }) => messages.map(({ message, ruleId }) => `${ruleId}: ${message}`))).toEqual(
        []
      )
    }
  })
})

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to switch sections in")
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

describe.skipIf(executable === undefined)("In Chromium, published sections", () => {
  let world: World
  let site: SectionsSite
  let browser: Browser
  const wide = { width: 1280, height: 800 }
  const phone = { width: 390, height: 844 }

  beforeAll(async () => {
    world = await startWorld(sqlite)
    site = await publishSections(world)
    browser = await launchChromium(executable!)
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  const open = async (path: string, options: Parameters<Browser["newContext"]>[0]): Promise<Page> => {
    const page = await (await browser.newContext(options ?? {})).newPage()
    page.on("console", (message) => expect([message.type(), message.text()]).not.toContain("error"))
    await page.goto(site.url + path)
    return page
  }

  it("menus open without script, one at a time", async () => {
    const page = await open("api/users", { viewport: wide, javaScriptEnabled: false })
    const terms = page.getByRole("link", { name: "Terms" })
    expect(await terms.isVisible()).toBe(false)
    await page.locator(".sections summary").click()
    await terms.click()
    await page.waitForURL(`${site.url}terms/`)
    await expect.poll(() => page.locator("h1").textContent()).toBe("Terms")
    await page.context().close()
  })

  it("a keyboard reaches tabs, menus and switches; Escape closes them", async () => {
    const page = await open("api/users", { viewport: wide })
    const menu = page.locator(".sections summary")
    await menu.focus()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    await expect.poll(() => page.locator(":focus").textContent()).toContain("News")
    await page.keyboard.press("Escape")
    expect(await page.getByRole("link", { name: "Terms" }).isVisible()).toBe(false)
    await expect
      .poll(() => page.evaluate("document.activeElement === document.querySelector('.sections summary')"))
      .toBe(true)
    await page.getByLabel("Versions: Version 2").press("Enter")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.waitForURL(`${site.url}api/v1/users`)
    await page.context().close()
  })

  it("another language comes without a reload, and the page says which it is", async () => {
    const page = await open("install", { viewport: wide })
    await page.evaluate("globalThis.stayed = true")
    await page.getByLabel("Language: English").click()
    await page.getByRole("link", { name: "Deutsch" }).click()
    await page.waitForURL(`${site.url}deutsch/install`)
    await page.getByRole("heading", { level: 1, name: "Installieren" }).waitFor()
    await expect.poll(() => page.evaluate("[globalThis.stayed, document.documentElement.lang]")).toEqual([true, "de"])
    const alternates = await page.evaluate(
      "[...document.querySelectorAll('link[hreflang]')].map((one) => one.hreflang)"
    )
    expect(alternates).toEqual(["en", "de", "x-default"])
    await page.context().close()
  })

  for (const [name, viewport, colorScheme] of [
    ["wide", wide, "light"],
    ["wide and dark", wide, "dark"],
    ["on a phone", phone, "light"],
    ["on a phone in the dark", phone, "dark"]
  ] as const) {
    it(`have no axe violations and fit, ${name}, with menus open too`, async () => {
      const page = await open("api/users", { viewport, colorScheme })
      const check = async () => {
        await page.evaluate(axeSource)
        const found = await page.evaluate<ReadonlyArray<string>>(
          `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
            violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html.slice(0, 200)).join(" | ")))`
        )
        expect(found).toEqual([])
        await expect
          .poll(() => page.evaluate<number>("document.documentElement.scrollWidth - innerWidth"))
          .toBeLessThanOrEqual(0)
      }
      await check()
      for (const opener of [
        ".sections summary",
        ".bar .switcher:not(.languages) summary",
        ".languages summary",
        ".actions summary"
      ]) {
        await page.locator(opener).click()
        const box = await page.locator("details[open] > ul").boundingBox()
        expect(box!.x, opener).toBeGreaterThanOrEqual(0)
        expect(box!.x + box!.width, opener).toBeLessThanOrEqual(viewport.width)
        await check()
        await page.locator(opener).click()
      }
      await page.context().close()
    })
  }
})
