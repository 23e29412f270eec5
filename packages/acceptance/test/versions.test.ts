/** Versions of docs on a published site: what their readers are told, and what search engines are. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { HtmlValidate } from "html-validate"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { attribute, elementsOf, hasClass, textOf, visitPage } from "../src/browser.ts"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { onBothStores, sqlite } from "../src/stores.ts"
import { publishVersions, type VersionsSite } from "../src/versions.ts"
import { visit } from "../src/visit.ts"
import { builtWebApplication } from "../src/webApplication.ts"
import { startWorld, type World } from "../src/world.ts"

onBothStores("Versions of docs", (store) => {
  let world: World
  let site: VersionsSite
  const at = (path: string) => site.url + path

  /** What a page says of its version, where that leads, and where search engines are sent. */
  const told = async (path: string) => {
    const { document } = await visitPage(at(path))
    const [note] = elementsOf(document, (one) => hasClass(one, "version-note"))
    const link = note && elementsOf(note, ({ tagName }) => tagName === "a")[0]
    const [canonical] = elementsOf(document, (one) => attribute(one, "rel") === "canonical")
    return {
      text: note && textOf(note).trim(),
      to: link && new URL(attribute(link, "href")!, site.url).href,
      canonical: canonical && attribute(canonical, "href")
    }
  }
  const menu = async (path: string) => {
    const { document } = await visitPage(at(path))
    const [switcher] = elementsOf(document, (one) => hasClass(one, "switcher") && one.tagName === "details")
    return elementsOf(switcher!, ({ tagName }) => tagName === "li").map((one) => textOf(one).trim())
  }
  const old = "You are reading 1.0. The newest version is Docs."

  beforeAll(async () => {
    world = await startWorld(store)
    site = await publishVersions(world)
  })
  afterAll(() => world?.stop())

  it("say which is read, and lead to the same page in the newest, else to its start", async () => {
    expect(await told("1.0/install")).toEqual({ text: old, to: at("install"), canonical: at("install") })
    expect(await told("1.1/light")).toEqual({
      text: "You are reading 1.1. The newest version is Docs.",
      to: at("light"),
      canonical: at("light")
    })
    expect(await told("1.0/")).toEqual({ text: old, to: site.url, canonical: site.url })
    // it has another address by now
    expect(await told("1.0/setup")).toEqual({ text: old, to: at("begin"), canonical: at("begin") })
    // it is gone: the old page stands for itself
    expect(await told("1.0/wick")).toEqual({ text: old, to: site.url, canonical: at("1.0/wick") })
    // it came later: who misses it here finds it there
    expect(await told("1.0/light")).toMatchObject({ text: old, to: at("light") })
    expect(await told("1.0/nowhere")).toMatchObject({ text: old, to: site.url })
    expect(await told("install")).toEqual({ text: undefined, to: undefined, canonical: at("install") })
    expect((await visitPage(at("1.0/install"))).heading).toBe("Install")
    expect(await (await fetch(at("1.0/install"))).text()).toContain("Copper wire")
    expect(await (await fetch(at("install"))).text()).toContain("Silver wire")
  })

  it("stand in the menu, the newest first and named so", async () => {
    expect(await menu("1.0/install")).toEqual(["Docs newest", "1.1", "1.0"])
    expect(await menu("install")).toEqual(["Docs newest", "1.1", "1.0"])
    const rename = (title: string) => world.api.patch(`${site.path}/site-spaces/${site.versions["1.0"]}`, { title })
    expect((await rename("1.0 LTS")).body).toMatchObject({ title: "1.0 LTS", path: "1.0" })
    expect(await menu("install")).toEqual(["Docs newest", "1.1", "1.0 LTS"])
    expect((await told("1.0/install")).text).toContain("You are reading 1.0 LTS.")
    await rename("1.0")
  })

  it("are in the sitemap with the pages alone that the newest has not", async () => {
    const listed = [...(await (await fetch(at("sitemap.xml"))).text()).matchAll(/<loc>([^<]*)</g)].map(([, url]) => url)
    expect(listed).toEqual([site.url, at("install"), at("begin"), at("light"), at("1.1/wick"), at("1.0/wick")])
  })

  it("are searched by themselves", async () => {
    const found = async (path: string, query: string) => {
      const { document } = await visitPage(at(`${path}~search?q=${query}`))
      const [main] = elementsOf(document, ({ tagName }) => tagName === "main")
      // pages to go on with stand in none
      const lists = elementsOf(main!, ({ tagName }) => tagName === "section")
      const links = lists.flatMap((list) => elementsOf(list, ({ tagName }) => tagName === "a"))
      return links.map((one) => new URL(attribute(one, "href")!, site.url).href)
    }
    // what was cut is indexed a moment later
    const patience = { timeout: 60_000 }
    await expect.poll(() => found("1.0/", "copper"), patience).toEqual([at("1.0/install")])
    await expect.poll(() => found("1.1/", "copper"), patience).toEqual([at("1.1/install")])
    await expect.poll(() => found("", "silver"), patience).toEqual([at("install")])
    expect(await found("", "copper")).toEqual([])
    expect(await found("1.0/", "silver")).toEqual([])
  })

  it("are valid HTML", async () => {
    const validate = new HtmlValidate({
      extends: ["html-validate:recommended", "html-validate:document"],
      rules: { "no-inline-style": "off", "long-title": "off", "require-sri": "off" }
    })
    for (const path of ["1.0/install", "1.0/nowhere", "install"]) {
      const { results } = await validate.validateString(await (await fetch(at(path))).text())
      expect(results.flatMap(({ messages }) => messages.map((one) => `${one.ruleId}: ${one.message}`))).toEqual([])
    }
  })

  it("may be the default: what is written on is ahead of it then, and what changes is seen at once", async () => {
    const cut = await world.api.post(`${site.path}/site-spaces/${site.docs}/versions`, {
      title: "2.0",
      makeDefault: true
    })
    expect(cut.body).toMatchObject({ default: true, urls: { published: site.url } })
    expect(await told("docs/install")).toEqual({
      text: "You are reading Docs, which is not released yet. The newest version is 2.0.",
      to: at("install"),
      canonical: at("install")
    })
    expect(await told("1.0/install")).toMatchObject({ text: "You are reading 1.0. The newest version is 2.0." })
    expect(await told("install")).toMatchObject({ text: undefined, canonical: at("install") })
    expect(await menu("install")).toEqual(["Docs", "2.0 newest", "1.1", "1.0"])
    // hidden from readers, it is the newest no more
    const update = (id: string, body: object) => world.api.patch(`${site.path}/site-spaces/${id}`, body)
    await update(cut.body.id, { hidden: true })
    expect(await told("1.0/install")).toMatchObject({ text: old, to: at("docs/install") })
    await update(cut.body.id, { hidden: false })
    expect((await update(site.versions["1.0"]!, { versionOf: null })).status).toBe(200)
    expect(await told("1.0/install")).toEqual({ text: undefined, to: undefined, canonical: at("1.0/install") })
    expect((await update(site.versions["1.0"]!, { versionOf: cut.body.id })).body.versionOf).toBe(site.docs)
    expect(await told("1.0/install")).toMatchObject({ text: "You are reading 1.0. The newest version is 2.0." })
  })
})

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to read versions in")
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

describe.skipIf(executable === undefined)("In Chromium, versions of docs", () => {
  let world: World
  let site: VersionsSite
  let browser: Browser
  const wide = { width: 1280, height: 800 }
  const phone = { width: 390, height: 844 }

  beforeAll(async () => {
    world = await startWorld(sqlite, { webApplication: await builtWebApplication() })
    site = await publishVersions(world)
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
  const canonical = "document.querySelector('link[rel=canonical]').href"

  it("lead to the newest and back by note and menu, and the head follows", async () => {
    const page = await open("1.0/setup", { viewport: wide })
    const note = page.getByRole("note", { name: "Versions" })
    await expect.poll(() => note.textContent()).toBe("You are reading 1.0. The newest version is Docs.")
    await note.getByRole("link", { name: "Docs" }).click()
    await page.waitForURL(`${site.url}begin`)
    await page.getByRole("heading", { level: 1, name: "Setup" }).waitFor()
    await note.waitFor({ state: "detached" })
    expect(await page.evaluate(canonical)).toBe(`${site.url}begin`)
    await page.goto(`${site.url}install`)
    await page.getByLabel("Versions: Docs").click()
    await page.getByRole("link", { name: "1.1" }).click()
    await page.waitForURL(`${site.url}1.1/install`)
    await note.waitFor()
    expect(await page.evaluate(canonical)).toBe(`${site.url}install`)
    await page.context().close()
  })

  const inApplication = (look: Parameters<typeof visit>[1], more: Partial<Parameters<typeof visit>[0]> = {}) =>
    visit({ world, browser, path: `/app/o/${world.organization}`, ...more }, look)

  it("are listed on the site's screen of the application, where they are cut, renamed and taken off by keyboard", async () => {
    await inApplication(
      async ({ audit, check, page }) => {
        await check("Acme")
        await page.getByRole("link", { name: /^Lanterns/ }).click()
        await check("Lanterns")
        const rows = page.getByRole("list", { name: "Docs" }).getByRole("listitem")
        const told = async () => (await rows.allInnerTexts()).map((text) => text.split(/\s*\n\s*/).join(" "))
        expect(await told()).toEqual(["Docs Newest /", "1.1 Older /1.1/", "1.0 Older /1.0/"])
        const cut = async (name: string, more: () => Promise<unknown>) => {
          await page.getByRole("button", { name: "Cut a version of Docs" }).press("Enter")
          const dialog = page.getByRole("dialog", { name: "Cut a version of Docs" })
          await dialog.getByRole("textbox", { name: "Name" }).waitFor()
          await page.keyboard.type(name)
          await more()
          return dialog
        }
        const first = await cut("1.1", audit)
        // what is refused is said, and what was typed stays
        await page.keyboard.press("Enter")
        await first.getByRole("alert").waitFor()
        await expect.poll(() => first.getByRole("alert").textContent()).toContain("1.1")
        const name = first.getByRole("textbox", { name: "Name" })
        await expect.poll(() => name.inputValue()).toBe("1.1")
        await name.fill("Köln 1.2")
        await expect.poll(() => first.getByRole("textbox", { name: "Path" }).inputValue()).toBe("koln-1.2")
        await first.getByText("“Köln 1.2” is read at /koln-1.2/").waitFor()
        await page.keyboard.press("Enter")
        await first.waitFor({ state: "detached" })
        await page.getByRole("status").getByText("Version “Köln 1.2” of “Docs” was cut").waitFor()
        expect(await told()).toEqual([
          "Docs Newest /",
          "Köln 1.2 Older /koln-1.2/",
          "1.1 Older /1.1/",
          "1.0 Older /1.0/"
        ])
        expect((await fetch(`${site.url}koln-1.2/install`)).status).toBe(200)
        await page.getByRole("treeitem", { name: "Docs Köln 1.2" }).waitFor()
        const second = await cut("3", () =>
          page.getByRole("radio", { name: /^The new version/ }).check({ force: true })
        )
        await second.getByText("“3” is read at /, and “Docs” at /docs/, marked as not released yet").waitFor()
        await second.getByRole("button", { name: "Cut the version" }).press("Enter")
        await second.waitFor({ state: "detached" })
        expect((await told()).slice(0, 2)).toEqual(["Docs Not released yet /docs/", "3 Newest /"])
        expect(await (await fetch(`${site.url}docs/install`)).text()).toContain("not released yet")
        const act = async (of: string, item: string) => {
          await page
            .getByRole("main")
            .getByRole("button", { name: `Actions for ${of}`, exact: true })
            .press("Enter")
          await page.getByRole("menuitem", { name: item }).press("Enter")
        }
        await act("Köln 1.2", "Rename")
        const rename = page.getByRole("dialog", { name: "Rename Köln 1.2" })
        await rename.getByRole("textbox", { name: "Name" }).fill("1.2")
        await audit()
        await page.keyboard.press("Enter")
        await rename.waitFor({ state: "detached" })
        expect((await told())[2]).toBe("1.2 Older /koln-1.2/")
        for (const gone of ["1.2", "3"]) {
          await act(gone, "Take off the site")
          const remove = page.getByRole("dialog", { name: `Take ${gone} off the site` })
          await audit()
          await remove.getByRole("button", { name: "Take off the site" }).press("Enter")
          await remove.waitFor({ state: "detached" })
        }
        // what stood next is at the root then, and leaves it
        expect((await told()).slice(0, 2)).toEqual(["Docs Not released yet /docs/", "1.1 Newest /"])
        await act("Docs", "Let readers come to it first")
        const put = page.getByRole("dialog", { name: "Let readers come to Docs first" })
        await put.getByText("“Docs” is read at /, and “1.1” at /1.1/.").waitFor()
        await audit()
        await put.getByRole("button", { name: "Change" }).press("Enter")
        await put.waitFor({ state: "detached" })
        expect(await told()).toEqual(["Docs Newest /", "1.1 Older /1.1/", "1.0 Older /1.0/"])
        expect((await fetch(`${site.url}koln-1.2/install`)).status).toBe(404)
      },
      { ignored: /409/ }
    )
  })

  const settings = () => `/app${site.path.replace("/v1/orgs", "/o")}/settings`

  it("and their site is set up by keyboard: its title, whether it is published", async () => {
    await inApplication(async ({ audit, check, page }) => {
      const told = (text: string) => page.getByRole("status").getByText(text, { exact: true }).waitFor()
      // the site is found by its title, wherever one is
      await check("Acme")
      await page.keyboard.press("Control+K")
      const search = page.getByRole("dialog", { name: "Search" })
      await search.getByRole("combobox", { name: "Search" }).fill("lant")
      // what the server finds comes a moment later, and stands above
      await search.getByRole("group", { name: "Pages" }).waitFor()
      await search
        .getByRole("group", { name: "Sites" })
        .getByRole("option", { name: /^Lanterns/ })
        .waitFor()
      await audit()
      const chosen = async () => (await search.getByRole("option", { selected: true }).textContent()) ?? ""
      for (let n = 0; n < 20 && !(await chosen()).startsWith("Lanterns"); n++) await page.keyboard.press("ArrowDown")
      await page.keyboard.press("Enter")
      await check("Lanterns")
      const parts = page.getByRole("navigation", { name: "Site" })
      await parts.getByRole("link", { name: "Settings" }).press("Enter")
      await check("Settings")
      await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1")

      const title = page.getByRole("textbox", { name: "Title of the site" })
      await expect.poll(() => page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true)
      await title.fill("Lamps")
      await title.press("Enter")
      await told("The site is called “Lamps”")
      await parts.getByText("Lamps").waitFor()

      await page.getByRole("button", { name: "Take the site down" }).press("Enter")
      const down = page.getByRole("dialog", { name: "Take Lamps down" })
      await down.getByText(new URL(site.url).host).waitFor()
      await audit()
      await down.getByRole("button", { name: "Take the site down" }).press("Enter")
      await down.waitFor({ state: "detached" })
      await told("“Lamps” is no longer published")
      expect((await fetch(site.url)).status).toBe(404)
      await check("Settings")
      await page.getByRole("button", { name: "Publish the site" }).press("Enter")
      await told("The site “Lamps” is published")
      await page.getByRole("link", { name: new URL(site.url).host }).waitFor()
      expect((await fetch(site.url)).status).toBe(200)
      await world.api.patch(site.path, { title: "Lanterns" })
    })
  })

  it("and the settings of their site are for its admins, and fit 390 pixels in the dark", async () => {
    const look = { viewport: phone, colorScheme: "dark", path: settings() } as const
    await inApplication(async ({ check, page }) => {
      await check("Settings")
      await expect.poll(() => page.getByRole("textbox", { name: "Title of the site" }).isEnabled()).toBe(true)
    }, look)
    await inApplication(
      async ({ check, page }) => {
        await check("Settings")
        await page.getByText("Admins of the site set it up").waitFor()
        expect(await page.getByRole("textbox", { name: "Title of the site" }).count()).toBe(0)
        // what readers do is for whoever may read
        const parts = page.getByRole("navigation", { name: "Site" }).getByRole("link")
        await expect.poll(() => parts.allTextContents()).toEqual(["Content", "Insights"])
      },
      { ...look, as: await world.member("read") }
    )
  })

  it("are shown by the application to members who may not cut them, at 390 pixels in the dark", async () => {
    await inApplication(
      async ({ check, page }) => {
        await check("Lanterns")
        await page
          .getByRole("listitem")
          .filter({ hasText: "1.0" })
          .getByRole("link", { name: "1.0", exact: true })
          .waitFor()
        expect(await page.getByRole("button", { name: /^(?:Cut a version|Actions for 1)/ }).count()).toBe(0)
        expect((await page.getByRole("link", { name: "Open the site" }).getAttribute("href"))!).toBe(site.url)
      },
      {
        as: await world.member("read"),
        viewport: phone,
        colorScheme: "dark",
        path: `/app${site.path.replace("/v1/orgs", "/o")}`
      }
    )
  })

  for (const [name, viewport, colorScheme] of [
    ["wide", wide, "light"],
    ["wide and dark", wide, "dark"],
    ["on a phone", phone, "light"],
    ["on a phone in the dark", phone, "dark"]
  ] as const) {
    it(`have no axe violations and fit, ${name}, with the menu open too`, async () => {
      const page = await open("1.0/install", { viewport, colorScheme })
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
      await expect.poll(() => page.getByRole("note", { name: "Versions" }).isVisible()).toBe(true)
      await check()
      await page.getByLabel("Versions: 1.0").click()
      await check()
      await page.context().close()
    })
  }
})
