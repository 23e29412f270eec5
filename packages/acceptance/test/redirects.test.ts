/**
 * Redirects of published sites, as browsers meet them: from every address that a site has, after pages moved in Git, in
 * a change request or by hand, and against threats: open redirects, redirect loops.
 */
import { get } from "node:http"
import { join } from "node:path"
import { commitFiles, type GitServer, git as gitOf, startGitServer } from "@octavo/git-cli/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { exportOk, importOk, main } from "../src/imports.ts"
import { onBothStores, sqlite } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

interface Site {
  readonly path: string
  readonly id: string
  readonly basename: string
  readonly guide: string
  readonly api: string
  /** Ids of pages by slug, and of the site spaces. */
  readonly pages: Readonly<Record<string, string>>
  readonly places: ReadonlyArray<string>
}

const insert = (slug: string, into?: string) => ({
  operation: "insert_page",
  title: slug,
  slug,
  document: { markdown: `# ${slug}\n\nText of ${slug}.\n` },
  ...(into === undefined ? {} : { into })
})

/** A published site: `intro`, `a` with `b` below it, and at `/api` `start` and `ref`. */
const newSite = async ({ api: client, organization, space }: World): Promise<Site> => {
  const [guide, api] = [await space("Guide"), await space("Api")]
  const write = async (to: string, slug: string, into?: string): Promise<string> =>
    (await client.post(`/v1/spaces/${to}/content`, { changes: [insert(slug, into)] })).body.changes[0].page.id
  const pages: Record<string, string> = { intro: await write(guide, "intro"), a: await write(guide, "a") }
  pages["b"] = await write(guide, "b", pages["a"])
  pages["start"] = await write(api, "start")
  pages["ref"] = await write(api, "ref")
  const sites = `/v1/orgs/${organization}/sites`
  const { body } = await client.post(sites, { title: "Redirected", spaces: [guide, api] })
  await client.post(`${sites}/${body.id}/publish`)
  const { body: siteSpaces } = await client.get(`${sites}/${body.id}/site-spaces`)
  return {
    path: `${sites}/${body.id}`,
    id: body.id,
    basename: body.basename,
    guide,
    api,
    pages,
    places: siteSpaces.items.map(({ id }: { id: string }) => id)
  }
}

onBothStores("Redirects of published sites", (store) => {
  let world: World
  let git: GitServer
  const repository = (name: string) => join(world.database.directory, "repositories", `${name}.git`)

  beforeAll(async () => {
    world = await startWorld(store, { siteHost: "docs.test" })
    git = await startGitServer(join(world.database.directory, "repositories"), { push: true })
  })
  afterAll(async () => {
    await git?.close()
    await world?.stop()
  })

  /** Status and `Location` of a request target, sent as it is. */
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    new Promise<readonly [number, string | undefined]>((resolve, reject) => {
      const { hostname, port } = new URL(world.origin)
      get({ hostname, port, path, headers, agent: false }, (response) => {
        response.resume()
        resolve([response.statusCode!, response.headers.location])
      }).once("error", reject)
    })
  const redirect = async (site: Site, source: string, destination: object, more: object = {}) => {
    const answer = await world.api.post(`${site.path}/redirects`, { source, destination, ...more })
    expect(answer.status, answer.text).toBe(201)
    return answer.body
  }
  const external = (url: string) => ({ kind: "external", url })
  const edit = async (space: string, ...changes: ReadonlyArray<object>) => {
    const answer = await world.api.post(`/v1/spaces/${space}/content`, { changes })
    expect(answer.status, answer.text).toBe(200)
  }

  it("lead on from every address that the site has, and stay at it", async () => {
    const site = await newSite(world)
    const [first, second] = site.places
    await redirect(site, "/old", { kind: "site-page", siteSpaceId: first, pageId: site.pages["b"] })
    await redirect(site, "/api/old", { kind: "site-page", siteSpaceId: second, pageId: site.pages["ref"] })
    await redirect(site, "/home", { kind: "site-space", siteSpaceId: first })
    await redirect(site, "/reference", { kind: "site-space", siteSpaceId: second })
    for (const base of [`/sites/${site.id}/`, `/sites/${site.basename}/`]) {
      expect(await ask(`${base}old`)).toEqual([307, `${base}a/b`])
      expect(await ask(`${base}old/`)).toEqual([307, `${base}a/b`])
      expect(await ask(`${base}old?from=here`)).toEqual([307, `${base}a/b`])
      expect(await ask(`${base}api/old`)).toEqual([307, `${base}api/ref`])
      expect(await ask(`${base}home`)).toEqual([307, base])
      expect(await ask(`${base}reference`)).toEqual([307, `${base}api/`])
      for (const path of ["a/b", "api/ref", "", "api/"]) expect((await ask(base + path))[0], path).toBe(200)
      expect(await ask(`${base}older`)).toEqual([404, undefined])
    }
    const host = { host: `${site.basename}.docs.test` }
    expect(await ask("/old", host)).toEqual([307, "/a/b"])
    expect(await ask("/reference", host)).toEqual([307, "/api/"])
  })

  it("are permanent when that is said, and never kept", async () => {
    const site = await newSite(world)
    const base = `/sites/${site.id}/`
    const { id } = await redirect(site, "/gone", external("https://example.com/new?a=b#c"), { permanent: true })
    expect(await ask(`${base}gone`)).toEqual([308, "https://example.com/new?a=b#c"])
    const { headers } = await fetch(`${world.origin}${base}gone`, { redirect: "manual" })
    expect(headers.get("cache-control")).toBe("no-cache")
    await world.api.patch(`${site.path}/redirects/${id}`, { permanent: false, destination: external("http://b.test") })
    expect(await ask(`${base}gone`)).toEqual([307, "http://b.test/"])
    await world.api.patch(`${site.path}/redirects/${id}`, { draft: true })
    expect((await ask(`${base}gone`))[0]).toBe(404)
    await world.api.patch(`${site.path}/redirects/${id}`, { draft: false })
    expect((await world.api.delete(`${site.path}/redirects/${id}`)).status).toBe(205)
    expect((await ask(`${base}gone`))[0]).toBe(404)
  })

  it("follow pages that move by hand and in change requests, with what is below them and their Markdown", async () => {
    const site = await newSite(world)
    const base = `/sites/${site.id}/`
    const { body: draft } = await world.api.post(`/v1/spaces/${site.guide}/change-requests`, {})
    const change = `/v1/spaces/${site.guide}/change-requests/${draft.id}`
    const changes = [{ operation: "update_page", page: site.pages["a"], slug: "alpha" }]
    expect((await world.api.post(`${change}/content`, { changes })).status).toBe(200)
    expect((await ask(`${base}a/b`))[0]).toBe(200)
    expect((await world.api.post(`${change}/merge`, {})).status).toBe(200)
    expect(await ask(`${base}a`)).toEqual([307, `${base}alpha`])
    expect(await ask(`${base}a/b`)).toEqual([307, `${base}alpha/b`])
    expect(await ask(`${base}a/b.md`)).toEqual([307, `${base}alpha/b.md`])
    expect(await ask(`${base}a/b`, { accept: "text/markdown" })).toEqual([307, `${base}alpha/b`])
    expect((await ask(`${base}a/nothing`))[0]).toBe(404)
    expect((await ask(`${base}a/nothing.md`))[0]).toBe(404)
    await edit(site.api, { operation: "update_page", page: site.pages["ref"], slug: "reference" })
    expect(await ask(`${base}api/ref`)).toEqual([307, `${base}api/reference`])
    const { body } = await world.api.get(`${site.path}/redirects`)
    expect(body.items.map(({ automatic, source }: any) => [source, automatic])).toEqual([
      ["/a", true],
      ["/api/ref", true]
    ])
    expect((await world.api.delete(`${site.path}/redirects/${body.items[0].id}`)).status).toBe(205)
    expect((await ask(`${base}a/b`))[0]).toBe(404)
  })

  it("come with a repository: those of its settings, and those of files that moved", async () => {
    const space = await world.space("Book")
    const settings = (...lines: ReadonlyArray<string>) => `redirects:\n${lines.map((line) => `  ${line}\n`).join("")}`
    const summary = (path: string) => `# Table of contents\n\n* [Start](README.md)\n* [Setup](${path})\n`
    const book = {
      "README.md": "# Start\n",
      "guide/setup.md": "# Setup\n\nHow to set it up, in many words.\n",
      "SUMMARY.md": summary("guide/setup.md"),
      ".gitbook.yaml": settings(
        "help/old.html: ./guide/setup.md",
        "without: guide/setup",
        "folder/: README.md",
        "gone: nothing.md",
        "guide/setup: README.md"
      )
    }
    await commitFiles(repository("book"), book, "Book")
    const source = { url: `${git.url}/book.git`, ref: main }
    const { counts } = await importOk(world.api, space, source)
    expect(JSON.stringify(counts)).toContain('redirect \\"gone\\" leads to no file')
    // the site comes after the import
    const sites = `/v1/orgs/${world.organization}/sites`
    const { body: site } = await world.api.post(sites, { title: "Book", spaces: [await world.space("Front"), space] })
    await world.api.post(`${sites}/${site.id}/publish`)
    const base = `/sites/${site.id}/book/`
    const { body: tree } = await world.api.get(`/v1/spaces/${space}/content/pages`)
    const [, setup] = tree.pages
    const at = `${base}${setup.path}`
    expect((await ask(at))[0]).toBe(200)
    expect(await ask(`${base}help/old.html`)).toEqual([307, at])
    expect(await ask(`${base}without`)).toEqual([307, at])
    expect(await ask(`${base}folder`)).toEqual([307, base])
    expect((await ask(`${base}gone`))[0]).toBe(404)
    const lookup = await world.api.get(`${sites}/${site.id}/redirect?source=/book/help/old.html`)
    expect(lookup.body).toMatchObject({
      redirect: { object: "site-redirect", source: "/book/help/old.html", automatic: true },
      target: expect.stringMatching(new RegExp(`/book/${setup.path}$`))
    })

    // only the settings change
    await commitFiles(repository("book"), { ".gitbook.yaml": settings("moved: guide/setup.md") }, "Settings")
    await importOk(world.api, space, source)
    expect(await ask(`${base}moved`)).toEqual([307, at])
    expect((await ask(`${base}without`))[0]).toBe(404)

    // the file moves
    const { "guide/setup.md": text } = book
    await commitFiles(
      repository("book"),
      { "guide/setup.md": null, "start/install.md": text, "SUMMARY.md": summary("start/install.md") },
      "Move"
    )
    const moved = await importOk(world.api, space, source)
    const { body: after } = await world.api.get(`/v1/spaces/${space}/content/pages`)
    expect(after.pages[1].id).toBe(setup.id)
    expect(after.pages[1].path).not.toBe(setup.path)
    expect(await ask(at)).toEqual([307, `${base}${after.pages[1].path}`])
    // the repository calls the page by the file that it was, and is told so: it leads to where the page is
    expect(JSON.stringify(moved.counts)).toContain('redirect \\"moved\\" leads to no file')
    expect(await ask(`${base}moved`)).toEqual([307, `${base}${after.pages[1].path}`])

    // it moves here too; then something else comes in, of which the tree is another one
    await edit(space, { operation: "update_page", page: setup.id, slug: "installation" })
    await commitFiles(
      repository("book"),
      { "more.md": "# More\n", ".gitbook.yaml": settings("moved: guide/setup") },
      "More"
    )
    await importOk(world.api, space, source)
    expect(await ask(`${base}moved`)).toEqual([307, `${base}installation`])

    // what it does not ask for any more is no redirect
    await commitFiles(repository("book"), { ".gitbook.yaml": settings("other: README.md") }, "Others")
    await importOk(world.api, space, source)
    expect((await ask(`${base}moved`))[0]).toBe(404)
    expect(await ask(`${base}other`)).toEqual([307, base])
  })

  it("of a repository lead to a page that moved here, too: after its export, and for whoever imports that", async () => {
    const space = await world.space("Moved")
    const files = {
      "README.md": "# Start\n",
      "guide/README.md": "# Guide\n",
      "guide/setup.md": "# Setup\n\nHow to set it up, in many words.\n",
      "SUMMARY.md":
        "# Table of contents\n\n* [Start](README.md)\n* [Guide](guide/README.md)\n  * [Setup](guide/setup.md)\n",
      ".gitbook.yaml":
        "# ours\nredirects:\n  old: guide/setup   # was below\n  gone: nothing.md\n  older: './guide/#top'\n"
    }
    await commitFiles(repository("moved"), files, "Book")
    const source = { url: `${git.url}/moved.git`, ref: main }
    await importOk(world.api, space, source)
    const { body: tree } = await world.api.get(`/v1/spaces/${space}/content/pages`)
    const guide = tree.pages[1]
    const setup = guide.pages[0]
    const leadsOf = async (of: string) => {
      const sites = `/v1/orgs/${world.organization}/sites`
      const { body: site } = await world.api.post(sites, { title: "Moved", spaces: [of] })
      await world.api.post(`${sites}/${site.id}/publish`)
      const at = (source: string) =>
        ask(`/sites/${site.id}/${source}`).then(([, to]) => to?.slice(`/sites/${site.id}/`.length))
      return [await at("old"), await at("older")]
    }
    expect(await leadsOf(space)).toEqual(["guide/setup", "guide"])
    // its file goes into another folder, and the folder of the guide is another one
    await edit(
      space,
      { operation: "update_page", page: setup.id, into: tree.pages[0].id },
      { operation: "update_page", page: guide.id, slug: "handbook" }
    )
    const leads = await leadsOf(space)
    expect(leads).toEqual([expect.stringMatching(/\/setup$/), "handbook"])
    for (const name of ["moved", "copy"]) {
      // an export to where the space came from, and one to where nothing of it is
      if (name === "copy") await commitFiles(repository(name), { LICENSE: "Free" }, "License")
      const target = { url: `${git.url}/${name}.git`, ref: main }
      await exportOk(world.api, space, target)
      expect(await gitOf(repository(name), "show", "main:.gitbook.yaml")).toBe(
        "# ours\nredirects:\n  old: setup.md   # was below\n  gone: nothing.md\n  older: ./handbook.md#top"
      )
      const again = await importOk(world.api, space, target)
      expect(again.counts).toMatchObject({ created: 0, updated: 0, deleted: 0 })
      expect(await leadsOf(space)).toEqual(leads)
      const other = await world.space(`Again ${name}`)
      await importOk(world.api, other, target)
      expect(await leadsOf(other)).toEqual(leads)
    }
  })

  it("lead to the host that somebody wrote, whatever a visitor sends (threat: open redirects)", async () => {
    const site = await newSite(world)
    const base = `/sites/${site.id}/`
    await redirect(site, "/go", external("https://example.com/base"), { captureWildcard: true })
    await redirect(site, "/in", { kind: "site-space", siteSpaceId: site.places[0] }, { captureWildcard: true })
    await edit(site.guide, { operation: "update_page", page: site.pages["a"], slug: "alpha" })
    const hostile = [
      "//evil.test",
      "/%2F%2Fevil.test",
      "/%5C%5Cevil.test",
      "/@evil.test",
      "/.evil.test",
      "/..%2f..%2fevil.test",
      "/%2e%2e/%2e%2e/evil.test",
      "/https:%2F%2Fevil.test",
      "/https://evil.test",
      "/javascript:alert(1)",
      "/%0d%0aset-cookie:%20a=b",
      "?url=https://evil.test",
      "?//evil.test",
      "/x;@evil.test"
    ]
    for (const from of ["go", "in", "a"]) {
      for (const rest of hostile) {
        for (const headers of [{}, { "x-forwarded-host": "evil.test", "x-forwarded-proto": "gopher" }]) {
          const [status, location] = await ask(`${base}${from}${rest}`, headers)
          expect([307, 400, 404], `${from}${rest}`).toContain(status)
          if (location === undefined) continue
          const { host, pathname, protocol } = new URL(location, `${world.origin}${base}${from}`)
          const home = from === "go" ? ["https:", "example.com"] : ["http:", new URL(world.origin).host]
          expect([protocol, host], `${from}${rest} ${location}`).toEqual(home)
          if (from === "go") expect(pathname.startsWith("/base"), location).toBe(true)
        }
      }
    }
    // by another host there is another site, or none
    expect((await ask(`${base}go`, { host: "evil.test" }))[0]).toBe(404)
  })

  it("end: in circles, by dots, and under a page (threat: redirect loops)", async () => {
    const site = await newSite(world)
    const base = `/sites/${site.id}/`
    const own = `${world.origin}${base}`
    await redirect(site, "/x", external(`${own}y`))
    const circle = await world.api.post(`${site.path}/redirects`, { source: "/y", destination: external(`${own}x`) })
    expect([circle.status, circle.body.error.message]).toEqual([400, expect.stringContaining("leads back")])
    expect((await ask(`${base}x`))[0]).toBe(404)
    await redirect(site, "/y", { kind: "site-page", siteSpaceId: site.places[0], pageId: site.pages["b"] })
    // one answer to the end of the chain
    expect(await ask(`${base}x`)).toEqual([307, `${base}a/b`])
    await redirect(site, "/%2e%2e/up", external("https://example.com/"))
    await redirect(site, "/%2e%2e", external("https://example.com/"))
    for (const path of ["../up", "%2e%2e/up", "%2e%2e", "x/../x"]) {
      expect((await ask(base + path))[0], path).toBe(404)
      const lookup = await world.api.get(`${site.path}/redirect?source=${encodeURIComponent(`/${path}`)}`)
      expect(lookup.status, path).toBe(404)
    }
    // a page goes before the redirect from its address
    await redirect(site, "/a", external("https://example.com/"))
    expect(await ask(`${base}a`)).toEqual([200, undefined])
    expect((await world.api.get(`${site.path}/redirect?source=/a`)).status).toBe(404)
    await edit(site.guide, { operation: "delete_page", page: site.pages["a"] })
    expect(await ask(`${base}a`)).toEqual([307, "https://example.com/"])
  })

  it("are those of one site, and tell nobody of what is hidden (threats: foreign ids in bodies, one of two ids checked, derived reads)", async () => {
    const [site, other] = [await newSite(world), await newSite(world)]
    const { id } = await redirect(site, "/old", external("https://example.com/"))
    const foreign = `${other.path}/redirects/${id}`
    expect((await world.api.patch(foreign, { permanent: true })).status).toBe(404)
    expect((await world.api.delete(foreign)).status).toBe(204)
    expect((await ask(`/sites/${other.id}/old`))[0]).toBe(404)
    const { admin } = await world.neighbour()
    for (const path of [`${site.path}/redirects`, `${site.path}/redirect?source=/old`]) {
      const hidden = await admin.client.get(path)
      const missing = await admin.client.get(path.replace(site.id, "nothing"))
      expect([hidden.status, missing.status]).toEqual([404, 404])
    }
    // with the site, they are gone
    await world.api.post(`${site.path}/unpublish`)
    expect((await ask(`/sites/${site.id}/old`))[0]).toBe(404)
    expect((await world.api.delete(site.path)).status).toBe(205)
    expect((await world.api.get(`${site.path}/redirects`)).status).toBe(404)
  })
})

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to follow redirects in")

describe.skipIf(executable === undefined)("In Chromium, a link to a page that moved", () => {
  it("opens the page, by its address and by a click", async () => {
    const world = await startWorld(sqlite)
    const browser = await launchChromium(executable!)
    try {
      const site = await newSite(world)
      const linking = {
        operation: "update_page",
        page: site.pages["intro"],
        document: { markdown: "# Intro\n\n[Go](/sites/SITE/a/b)\n".replace("SITE", site.id) }
      }
      const moving = { operation: "update_page", page: site.pages["a"], slug: "alpha" }
      await world.api.post(`/v1/spaces/${site.guide}/content`, { changes: [linking, moving] })
      const page = await browser.newPage()
      const problems: Array<string> = []
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()))
      const base = `${world.origin}/sites/${site.id}/`
      await page.goto(`${base}a/b`)
      expect([page.url(), await page.locator("h1").textContent()]).toEqual([`${base}alpha/b`, "b"])
      await page.goto(base)
      await page.getByRole("link", { name: "Go" }).click()
      await page.waitForURL(`${base}alpha/b`)
      await expect.poll(() => page.locator("h1").textContent()).toBe("b")
      // it moves back: nobody is sent in a circle
      await world.api.post(`/v1/spaces/${site.guide}/content`, { changes: [{ ...moving, slug: "a" }] })
      await page.goto(`${base}alpha/b`)
      expect(page.url()).toBe(`${base}a/b`)
      await page.goto(`${base}a/b`)
      expect(page.url()).toBe(`${base}a/b`)
      expect(problems).toEqual([])
    } finally {
      await browser.close()
      await world.stop()
    }
  })
})
