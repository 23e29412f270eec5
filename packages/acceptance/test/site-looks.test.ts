/** How a published site looks is what was set: at once, for readers with and without script, from its own host alone. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { HtmlValidate, StaticConfigLoader } from "html-validate"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { looks } from "../src/looks.ts"
import { pixel } from "../src/sample.ts"
import { onBothStores, sqlite } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

/** A published site of two spaces: pages, and a picture. */
const publish = async (world: World) => {
  const { api } = world
  const spaces = [await world.space("Guide"), await world.space("Reference")]
  const write = async (space: string, ...changes: ReadonlyArray<object>) =>
    (await api.post(`/v1/spaces/${space}/content`, { changes })).body
  const page = (title: string, markdown: string) => ({ operation: "insert_page", title, document: { markdown } })
  const first = await write(
    spaces[0]!,
    page("Start", "# Start\n\n[Elsewhere](https://example.org/) and **here**.\n"),
    page("Next", "# Next\n\nText.\n"),
    {
      operation: "insert_files",
      files: [{ name: "logo.png", contentType: "image/png", base64: pixel.toString("base64") }]
    }
  )
  const second = await write(spaces[1]!, page("Calls", "# Calls\n"), page("Errors", "# Errors\n"))
  const file = (await api.get(`/v1/spaces/${spaces[0]}/content/files`)).body.items[0]
  const sites = `/v1/orgs/${world.organization}/sites`
  const made = (await api.post(sites, { title: "Plain name", spaces })).body
  const { body } = await api.post(`${sites}/${made.id}/publish`)
  const siteSpaces = (await api.get(`${sites}/${made.id}/site-spaces`)).body.items
  return {
    path: `${sites}/${made.id}`,
    url: body.urls.published as string,
    spaces,
    siteSpaces: siteSpaces.map(({ id }: { id: string }) => id) as ReadonlyArray<string>,
    start: first.changes[0].page.id as string,
    errors: second.changes[1].page.id as string,
    file: file as { readonly id: string; readonly downloadURL: string }
  }
}
type Site = Awaited<ReturnType<typeof publish>>

const bright = { light: "#ffd400", dark: "#ffe566" }

/** Something in every place, with links into the site. */
const dressed = (site: Site) => {
  const usual = looks()
  const [guide, reference] = site.spaces
  const web = { kind: "url", url: "https://example.org/" }
  const logo = { light: site.file.downloadURL, dark: site.file.downloadURL }
  return {
    ...usual,
    title: "Dressed",
    styling: { ...usual.styling, primaryColor: bright, theme: "bold", corners: "straight", font: "Merriweather" },
    favicon: { emoji: "🚀" },
    header: {
      preset: "default",
      logo,
      links: [
        { title: "Start here", to: { kind: "page", page: site.start }, links: [] },
        {
          title: "More",
          to: null,
          links: [
            { title: "Errors", to: { kind: "page", page: site.errors, space: reference } },
            { title: "Picture", to: { kind: "file", file: site.file.id, space: guide } },
            { title: "Example", to: web }
          ]
        },
        { title: "Sign up", style: "button-primary", to: web, links: [] },
        { title: "Insiders", to: web, links: [], condition: "visitor.claims.insider" }
      ]
    },
    footer: {
      logo,
      groups: [{ title: "Product", links: [{ title: "Reference", to: { kind: "space", space: reference } }] }],
      copyright: "© Dressed <b>"
    },
    themes: { default: "dark", toggeable: false },
    externalLinks: { target: "blank" },
    pagination: { enabled: false },
    trademark: { enabled: false },
    privacyPolicy: { url: "/privacy" },
    socialPreview: { url: "https://example.org/preview.png" },
    socialAccounts: [{ platform: "github", handle: "octavo", display: { footer: true, header: true } }],
    internationalization: { locale: "de" }
  }
}

const pageAt = async (url: string) => {
  const answer = await fetch(url)
  return { status: answer.status, html: await answer.text(), headers: answer.headers }
}

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ["html-validate:recommended", "html-validate:document"],
    rules: { "no-inline-style": "off", "long-title": "off", "require-sri": "off" } as never
  })
)

onBothStores("How a site looks", (store) => {
  let world: World
  let site: Site
  const put = (body: object) => world.api.request("PUT", `${site.path}/customization`, { body })
  beforeAll(async () => {
    world = await startWorld(store)
    site = await publish(world)
  })
  afterAll(() => world.stop())

  it("is plain without settings: no style sheet of its own", async () => {
    const { html } = await pageAt(site.url)
    expect(html).not.toContain("data-look")
    expect(html).not.toContain("data-theme")
    expect(html).toContain("Plain name")
  })

  it("has a picture of each page for who shares it, which changes with what is on it", async () => {
    const pictureOf = async (url: string) =>
      /<meta property="og:image" content="([^"]*)"><meta property="og:image:type" content="image\/png">/.exec(
        (await pageAt(url)).html
      )?.[1]
    const first = (await pictureOf(site.url))!
    expect(first).toMatch(new RegExp(`^${site.url}~social/\\w+/[\\w-]{22}\\.png$`))
    const answer = await fetch(first)
    expect(answer.headers.get("content-type")).toBe("image/png")
    expect(answer.headers.get("cache-control")).toContain("immutable")
    const png = Buffer.from(await answer.arrayBuffer())
    expect([png.toString("latin1", 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(["PNG", 1200, 630])
    // asked for again it is the same, and in part
    expect(Buffer.from(await (await fetch(first)).arrayBuffer()).equals(png)).toBe(true)
    const part = await fetch(first, { headers: { range: "bytes=0-7" } })
    expect([part.status, Buffer.from(await part.arrayBuffer()).equals(png.subarray(0, 8))]).toEqual([206, true])
    // one of before leads to that of now, and none is made of what is no page
    const before = await fetch(first.replace(/[^/]+$/, "AAAAAAAAAAAAAAAAAAAAAA.png"))
    expect([before.status, before.url]).toEqual([200, first])
    for (const path of ["~social/nowhere/x.png", "~social", "~social/x/y/z.png"])
      expect((await fetch(site.url + path)).status, path).toBe(404)
    // a title in letters that it can't be drawn with: the site alone, which is another picture
    const rename = (title: string) =>
      world.api.post(`/v1/spaces/${site.spaces[0]}/content`, {
        changes: [{ operation: "update_page", page: site.start, title }]
      })
    expect((await rename("தொடக்கம்")).status).toBeLessThan(300)
    const without = (await pictureOf(site.url))!
    expect(without).not.toBe(first)
    expect(Buffer.from(await (await fetch(without)).arrayBuffer()).toString("latin1", 1, 4)).toBe("PNG")
    for (const title of ["はじめに", "مقدمة", "เริ่มต้น", "शुरुआत"]) {
      expect((await rename(title)).status).toBeLessThan(300)
      const written = (await pictureOf(site.url))!
      expect([first, without]).not.toContain(written)
      expect((await fetch(written)).status).toBe(200)
    }
    expect((await rename("Start </text> 🚀")).status).toBeLessThan(300)
    const next = (await pictureOf(site.url))!
    expect(next).not.toBe(first)
    expect((await fetch(next)).status).toBe(200)
    expect((await rename("Start")).status).toBeLessThan(300)
    expect(await pictureOf(site.url)).toBe(first)
    // in the look of the site
    const { header, styling } = dressed(site)
    expect((await put({ ...looks(), title: "Plain name", header, styling })).status).toBe(200)
    const coloured = (await pictureOf(site.url))!
    expect(coloured).not.toBe(first)
    expect(Buffer.from(await (await fetch(coloured)).arrayBuffer()).equals(png)).toBe(false)
  })

  it("is on the next page that is asked for, everywhere", async () => {
    expect((await put(dressed(site))).status).toBe(200)
    const { headers, html } = await pageAt(site.url)
    expect(html).toContain("<title>Start · Dressed</title>")
    expect(html).toMatch(/^<!DOCTYPE html><html lang="de" data-theme="dark" data-default="dark" data-fixed>/)
    expect(html).toContain('<meta property="og:image" content="https://example.org/preview.png">')
    expect(html).toContain("Datenschutz")
    expect(html).toContain("© Dressed &lt;b&gt;")
    expect(html).toContain('<a href="https://github.com/octavo" rel="noopener" target="_blank">github</a>')
    expect(html).toContain('<aside class="announcement info"')
    expect(html).not.toContain("Insiders")
    expect(html).not.toContain("Veröffentlicht mit")
    expect(html).not.toContain('class="tool theme"')
    expect(html).not.toContain('class="turn"')
    // links of the text, too
    expect(html).toContain('<a href="https://example.org/" rel="noopener" target="_blank">Elsewhere</a>')

    const paths = new URL(site.url).pathname
    expect(html).toContain(`<a href="${paths}">Start here</a>`)
    expect(html).toContain(`<a href="${paths}reference/errors">Errors</a>`)
    expect(html).toContain(`<a href="${paths}reference/">Reference</a>`)

    const sheet = /<link rel="stylesheet" href="([^"]*)" data-look>/.exec(html)![1]!
    const style = await fetch(new URL(sheet, site.url))
    expect(style.headers.get("content-type")).toBe("text/css; charset=utf-8")
    expect(style.headers.get("cache-control")).toContain("immutable")
    expect(await style.text()).toContain("--accent:#ffd400;--on-accent:#000")

    const image = /<img src="([^"]*~look[^"]*)"/.exec(html)![1]!
    const logo = await fetch(new URL(image, site.url))
    expect(logo.headers.get("content-type")).toBe("image/png")
    expect(Buffer.from(await logo.arrayBuffer())).toEqual(pixel)

    // nothing of another host is loaded
    expect(headers.get("content-security-policy")).toContain("img-src 'self' data:;")
    const loaded = [...html.matchAll(/<(?:img|script|link rel="(?:stylesheet|icon)")[^>]* (?:src|href)="([^"]*)"/g)]
    for (const [, address] of loaded) expect(address).toMatch(/^(?:\/(?!\/)|data:)/)
  })

  it("has code in the theme that was named, a quiet search, and its icon beside its title", async () => {
    const icon = { light: site.file.downloadURL, dark: site.file.downloadURL }
    const usual = dressed(site)
    const codeTheme = {
      default: { light: "dracula", dark: "nothing" },
      openapi: { light: "default-light", dark: "default-dark" }
    }
    const header = { preset: "default", links: [] }
    const change = { favicon: { icon }, header, styling: { ...usual.styling, codeTheme, search: "subtle" } }
    expect((await put({ ...usual, ...change })).status).toBe(200)
    const { html } = await pageAt(site.url)
    expect(html).toMatch(/<a class="brand"[^>]*><img src="[^"]*~look\/[^"]*" alt="" class="square">/)
    const [, sheet] = /<link rel="stylesheet" href="([^"]*)" data-look/.exec(html)!
    const css = await (await fetch(new URL(sheet!, site.url))).text()
    expect(css).toContain(":root:not([data-theme=dark]) .code{")
    expect(css).toContain("--surface:#282A36")
    expect(css).not.toMatch(/data-theme=dark\] \.code|\.api/)
    expect(css).toContain(".find>:not(.icon)")
    // the site itself tells its icon
    expect((await world.api.get(site.path)).body.icon).toEqual({ icon })
    await put({ ...usual, header, favicon: { emoji: "1f680" } })
    expect((await pageAt(site.url)).html).toContain('<span aria-hidden="true">🚀</span>')
    expect((await world.api.get(site.path)).body.icon).toEqual({ emoji: "1f680" })
    await put({ ...usual, favicon: {} })
    expect((await world.api.get(site.path)).body.icon).toBeNull()
    await put(usual)
  })

  it("tells what an assistant is told to admins alone", async () => {
    const told = async (api: typeof world.api) => (await api.get(`${site.path}/customization`)).body.ai
    expect(await told(world.api)).toMatchObject({ greeting: "Hello", instructions: "Be brief." })
    const reader = (await world.member("read")).client
    expect(await told(reader)).toEqual({ mode: "none", greeting: "Hello", suggestions: ["How do I begin?"] })
    const { body } = await world.api.post("/v1/urls/published", { url: site.url })
    expect(await told(world.api.as(body.apiToken))).not.toHaveProperty("instructions")
    const published = await world.api.as(body.apiToken).get(`${site.path}/published`)
    expect(published.text).not.toContain("Be brief.")
  })

  it("is valid HTML", async () => {
    for (const url of [site.url, `${site.url}next`, `${site.url}reference/errors`, `${site.url}nowhere`]) {
      const { results } = await validator.validateString((await pageAt(url)).html, url)
      expect(results.flatMap(({ messages }) => messages.map(({ message, ruleId }) => `${ruleId}: ${message}`))).toEqual(
        []
      )
    }
  })

  it("follows its pages: a link to a page that was renamed leads there, one to a page that is gone is left out", async () => {
    const [, reference] = site.spaces
    const change = (changes: ReadonlyArray<object>) => world.api.post(`/v1/spaces/${reference}/content`, { changes })
    await change([{ operation: "update_page", page: site.errors, slug: "mistakes" }])
    expect((await pageAt(site.url)).html).toContain('reference/mistakes">Errors</a>')
    await change([{ operation: "delete_page", page: site.errors }])
    const { html } = await pageAt(site.url)
    expect(html).not.toContain(">Errors</a>")
    expect(html).toContain(">Example</a>")
  })

  it("is another for a site space with overrides, and that alone", async () => {
    const path = `${site.path}/site-spaces/${site.siteSpaces[1]}/customization`
    await world.api.patch(path, {
      title: "Second part",
      themes: { default: "light" },
      favicon: { icon: { light: "/i.png", dark: "/i.png" } }
    })
    const { html } = await pageAt(`${site.url}reference/`)
    expect(html).toContain("· Second part</title>")
    expect(html).toContain('data-theme="light"')
    expect(html).toContain('<link rel="icon" href="/i.png">')
    expect((await pageAt(site.url)).html).toContain("· Dressed</title>")
    await world.api.request("DELETE", path)
    expect((await pageAt(`${site.url}reference/`)).html).toContain("· Dressed</title>")
  })

  it("loads images of other hosts nowhere, and says no to what is no file or no image", async () => {
    const logo = (url: string) => ({
      ...looks(),
      header: { preset: "default", links: [], logo: { light: url, dark: url } }
    })
    expect((await put(logo("https://example.org/logo.png"))).status).toBe(200)
    const { html } = await pageAt(site.url)
    expect(html).not.toContain("example.org/logo.png")
    expect(html).toContain("<span>Plain name</span>")
    const forged = site.file.downloadURL.replace(/~files\/./, "~files/x")
    const refused = await put(logo(forged))
    expect(refused.status).toBe(400)
    expect(refused.body.error.message).toBe("header.logo.light names no file of this installation")
    expect((await fetch(`${site.url}~look/nothing/image`)).status).toBe(404)
  })
})

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to look at a dressed site in")

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

describe.skipIf(executable === undefined)("In Chromium, a dressed site", () => {
  it("has menus without script, keeps its theme, asks no other host, and can be read by everybody", async () => {
    const world = await startWorld(sqlite)
    const browser = await launchChromium(executable!)
    try {
      const site = await publish(world)
      const path = `${site.path}/customization`
      await world.api.request("PUT", path, { body: dressed(site) })
      for (const javaScriptEnabled of [true, false]) {
        const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 1440, height: 900 } })
        const page = await context.newPage()
        const asked: Array<string> = []
        const errors: Array<string> = []
        page.on("request", (request) => void asked.push(request.url()))
        page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
        await page.goto(site.url)
        expect(asked.filter((url) => !url.startsWith("data:") && new URL(url).host !== new URL(site.url).host)).toEqual(
          []
        )
        expect(errors).toEqual([])
        const menu = page.locator(".links details")
        expect(await menu.locator("ul").isVisible()).toBe(false)
        await menu.locator("summary").click()
        await expect.poll(() => menu.locator("ul").isVisible()).toBe(true)
        await menu.getByText("Errors").click()
        await page.waitForURL("**/reference/errors")
        await expect.poll(() => page.locator("h1").textContent()).toContain("Errors")
        const paper = () => page.evaluate("getComputedStyle(document.body).backgroundColor")
        if (javaScriptEnabled) {
          expect(await paper()).toBe("rgb(20, 21, 25)")
          for (const url of [site.url, `${site.url}next`]) {
            await page.goto(url)
            await page.evaluate(axe)
            expect(
              await page.evaluate(
                'axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations.map((v) => v.id + " " + v.nodes.map((n) => n.html + n.failureSummary).join(" ")))'
              )
            ).toEqual([])
          }
          // on a phone the links of the header are in the menu
          await page.setViewportSize({ width: 390, height: 844 })
          expect(await page.locator(".bar .links").isVisible()).toBe(false)
          await page.locator(".tool.menu").click()
          await expect.poll(() => page.locator(".menu-links").getByText("Example").isVisible()).toBe(true)
        }
        await context.close()
      }

      // a dark default that readers may change, and the change stays
      await world.api.request("PUT", path, { body: { ...dressed(site), themes: { default: "dark", toggeable: true } } })
      const page = await browser.newPage({ colorScheme: "light" })
      await page.goto(site.url)
      const theme = () => page.evaluate("document.documentElement.dataset.theme")
      expect(await theme()).toBe("dark")
      await page.locator(".tool.theme").click()
      expect(await theme()).toBe("light")
      await page.goto(`${site.url}next`)
      expect(await theme()).toBe("light")
      await page.locator(".tool.theme").click()
      expect(await theme()).toBe("dark")
    } finally {
      await browser.close()
      await world.stop()
    }
  })
})
