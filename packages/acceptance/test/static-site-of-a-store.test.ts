/** A published site of a store as static files: each page is what the server shows, with its sections, versions and languages. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buildSite } from "@octavo/local/buildSite"
import { Effect, Exit } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { attribute, elementsOf, textOf, visitPage } from "../src/browser.ts"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { type FileServer, serveFiles } from "../src/fileServer.ts"
import { visitLocal } from "../src/localPages.ts"
import { publishSections, type SectionsSite } from "../src/sections.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const base = "/lanterns/"
const executable = findChromium()

/** What stands on a page, and where its links lead, below the root of the site. */
const contentOf = async (url: string, root: string) => {
  const { document } = await visitPage(url)
  const links = elementsOf(document, ({ tagName }) => tagName === "a").flatMap((one) => {
    const href = new URL(attribute(one, "href")!, url).href
    return href.startsWith(root) ? [href.slice(root.length).replace(/\/(?=[?#]|$)/, "")] : []
  })
  // what the head says to search engines has addresses
  return { text: textOf(elementsOf(document, ({ tagName }) => tagName === "body")[0]!), links }
}

onBothStores("A published site of a store as static files", (store) => {
  let world: World
  let site: SectionsSite
  let host: FileServer
  const root = mkdtempSync(join(tmpdir(), "octavo-static-"))
  const out = join(root, "out")

  const build = (name: string, folder = out) =>
    Effect.runPromiseExit(
      buildSite(world.config, name, {
        out: folder,
        place: { base, origin: "https://lanterns.example" },
        report: () => Effect.void
      })
    )
  const id = () => site.path.split("/").at(-1)!

  beforeAll(async () => {
    world = await startWorld(store)
    site = await publishSections(world)
    const redirect = await world.api.post(`${site.path}/redirects`, {
      source: "/old/users",
      destination: { kind: "external", url: "https://else.example/users" },
      captureWildcard: true,
      permanent: true
    })
    expect(redirect.status, redirect.text).toBe(201)
    const term = { type: "insert", translations: { en: "users", de: "Benutzerschaft" } }
    const glossary = `/v1/orgs/${world.organization}/translations-glossary`
    const named = await world.api.request("PUT", glossary, { body: { operations: [term] } })
    expect(named.status, named.text).toBe(204)
    const exit = await build(id())
    expect(Exit.isSuccess(exit), String(exit)).toBe(true)
    host = await serveFiles(out, base)
  })
  afterAll(async () => {
    await host?.close()
    await world?.stop()
    rmSync(root, { recursive: true, force: true })
  })

  it("shows each page as the server does, with the same links", async () => {
    const pages = ["", "install", "deutsch/install", "api", "api/teams", "api/v1/users", "api/v2-de/users", "news"]
    for (const path of pages) {
      const served = await contentOf(site.url + path, site.url)
      const written = await contentOf(host.url + (path === "" ? "" : `${path}/`), host.url)
      // readers rate pages on a server alone
      expect(written.links, path).toEqual(served.links)
      expect(served.text.startsWith(written.text.slice(0, 200)), path).toBe(true)
    }
  })

  it("leads on as the site does, also what is below", () => {
    const redirects = readFileSync(join(out, "_redirects"), "utf8")
    expect(redirects).toContain("/lanterns/old/users https://else.example/users 301\n")
    expect(redirects).toContain("/lanterns/old/users/* https://else.example/users/:splat 301\n")
  })

  it("says where it will be, and nothing of where it is from", () => {
    const page = readFileSync(join(out, "install/index.html"), "utf8")
    expect(page).toContain('<link rel="canonical" href="https://lanterns.example/lanterns/install/">')
    expect(page).toContain('hreflang="de" href="https://lanterns.example/lanterns/deutsch/install/"')
    expect(page).not.toContain(new URL(site.url).host)
    expect(readFileSync(join(out, "sitemap.xml"), "utf8")).not.toContain(new URL(site.url).host)
  })

  it.skipIf(executable === undefined)("searches what the reader has before them, in every section", async () => {
    const browser = await launchChromium(executable!)
    try {
      await visitLocal(browser, host.url, "~search/?q=list", async (page) => {
        const found = page.getByRole("main")
        await found.getByRole("heading", { level: 2, name: /^API/ }).waitFor()
        await expect
          .poll(() => found.getByRole("heading", { level: 2 }).allTextContents())
          .toEqual(expect.arrayContaining(["News"]))
        // the other version is searched from its own pages
        await expect.poll(() => found.getByRole("link", { name: /Users/ }).count()).toBe(1)
      })
      // by a name that the glossary has, as on the server; the files do not say which
      const served = await visitPage(`${site.url}~search?q=Benutzerschaft`)
      expect(textOf(served.document)).toContain("Users")
      await visitLocal(browser, host.url, "~search/?q=Benutzerschaft", async (page) => {
        await page.getByRole("main").getByRole("link", { name: /Users/ }).waitFor()
      })
      expect(readFileSync(join(out, "api/~search/synonyms.json"), "utf8")).toMatch(/users/)
      expect(readFileSync(join(out, "api/~search/synonyms.json"), "utf8")).not.toMatch(/benutzerschaft/i)
    } finally {
      await browser.close()
    }
  })

  it("is refused for a site that asks who reads it, and for none", async () => {
    const { body } = await world.api.post(site.path.replace(/\/[^/]*$/, ""), { title: "Members only" })
    for (const name of [body.id, "no-such-site"]) {
      const exit = await build(name, join(root, name))
      expect(Exit.isFailure(exit), name).toBe(true)
      expect(String(exit)).toContain("No site is published there for everybody")
    }
  })
})
