/** Published pages as answers: the same ones early and late, never stale; large navigations; what machines read. */
import { join } from "node:path"
import { commitFiles, type GitServer, startGitServer } from "@octavo/git-cli/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { rawRequest, unpacked } from "../src/client.ts"
import { importOk, main } from "../src/imports.ts"
import { publishKitchenSink, type ReadingSite } from "../src/reading.ts"
import { onBothStores, sqlite } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

/** An answer as it comes: nothing unpacked, no redirect followed. */
const raw = async (url: string, headers: Record<string, string> = {}) => {
  const { origin, pathname, search } = new URL(url)
  const answer = await rawRequest(origin, pathname + search, { headers })
  const { date: _, "x-request-id": __, ...rest } = answer.headers
  return { status: answer.status, headers: rest, body: answer.body }
}

/** A tree of 10 x 5 x 5 pages. @param steps pages of one more part, side by side */
const manyPages = (steps = 0): Record<string, string> => {
  const files: Record<string, string> = { "README.md": "# Start\n\nHello\n" }
  const summary = ["# Table of contents", "", "* [Start](README.md)"]
  const add = (path: string, title: string, depth: number): void => {
    files[path] = `# ${title}\n\nText of ${title}.\n`
    summary.push(`${"  ".repeat(depth)}* [${title}](${path})`)
  }
  for (let part = 1; part <= 10; part++) {
    add(`part-${part}/README.md`, `Part ${part}`, 0)
    for (let chapter = 1; chapter <= 5; chapter++) {
      add(`part-${part}/chapter-${chapter}/README.md`, `Chapter ${part}.${chapter}`, 1)
      for (let page = 1; page <= 5; page++)
        add(`part-${part}/chapter-${chapter}/page-${page}.md`, `Page ${part}.${chapter}.${page}`, 2)
    }
  }
  if (steps > 0) add("steps/README.md", "Steps", 0)
  for (let step = 1; step <= steps; step++) add(`steps/step-${step}.md`, `Step ${step}`, 1)
  return { ...files, "SUMMARY.md": `${summary.join("\n")}\n` }
}

const repositoriesOf = (world: World): string => join(world.database.directory, "repositories")

onBothStores("Published pages", (store) => {
  let world: World
  let git: GitServer
  let kitchenSink: ReadingSite
  let large: { readonly url: string; readonly space: string; readonly site: string }
  const repository = () => join(repositoriesOf(world), "large.git")
  const importLarge = (space: string) => importOk(world.api, space, { url: `${git.url}/large.git`, ref: main })

  beforeAll(async () => {
    world = await startWorld(store)
    git = await startGitServer(repositoriesOf(world))
    kitchenSink = await publishKitchenSink(world, git, repositoriesOf(world))
    await commitFiles(repository(), manyPages(), "Many pages")
    const space = await world.space("Large")
    await importLarge(space)
    const sites = `/v1/orgs/${world.organization}/sites`
    const { body } = await world.api.post(sites, { title: "Large", spaces: [space] })
    const published = await world.api.post(`${sites}/${body.id}/publish`)
    large = { url: published.body.urls.published, space, site: `${sites}/${body.id}` }
  })

  afterAll(async () => {
    await git?.close()
    await world?.stop()
  })

  it.each(["identity", "gzip", "br"])("are the same answers at first and later: %s", async (coding) => {
    const headers = { "accept-encoding": coding }
    for (const path of ["", "blocks/containers", "blocks/containers.md", "llms.txt"]) {
      const answers: Array<Awaited<ReturnType<typeof raw>>> = []
      for (let time = 0; time < 3; time++) answers.push(await raw(kitchenSink.url + path, headers))
      expect(answers[0]!.status, path).toBe(200)
      expect(answers[0]!.body.length, path).toBeGreaterThan(100)
      expect(answers[1], path).toEqual(answers[0])
      expect(answers[2], path).toEqual(answers[0])
      const known = await raw(kitchenSink.url + path, { ...headers, "if-none-match": answers[0]!.headers["etag"]! })
      expect([known.status, known.body.length], path).toEqual([304, 0])
      // who takes no coding gets the text of what is kept compressed, as often as they ask
      for (let time = 0; time < 2; time++) {
        const plain = await raw(kitchenSink.url + path, {})
        expect([plain.status, plain.headers["content-encoding"]], path).toEqual([200, undefined])
        expect(plain.body.equals(unpacked(answers[0]!)), path).toBe(true)
      }
    }
  })

  it("ask for the page that suits the reader, whoever asked before", async () => {
    const url = `${kitchenSink.url}text/text`
    for (const accept of ["text/html", "text/markdown", "text/html", "text/markdown"])
      expect((await raw(url, { accept })).headers["content-type"]).toBe(`${accept}; charset=utf-8`)
  })

  it("leave closed branches out of a large navigation, and say where the whole is", async () => {
    const { body } = await raw(`${large.url}part-3/chapter-2`)
    const html = body.toString()
    for (const title of ["Part 1", "Part 10", "Chapter 3.1", "Chapter 3.5", "Page 3.2.1"])
      expect(html, title).toContain(`<span>${title}</span>`)
    for (const title of ["Chapter 1.1", "Page 3.1.1", "Page 3.3.1"])
      expect(html, title).not.toContain(`<span>${title}</span>`)

    const href = /data-branches="([^"]*)"/.exec(html)![1]!
    const whole = await raw(new URL(href, large.url).href)
    expect(whole.status).toBe(200)
    expect(whole.headers["cache-control"]).toBe("public, max-age=31536000, immutable")
    expect(whole.body.toString().match(/<li>/g)).toHaveLength(1 + 10 + 50 + 250)
    expect(whole.body.toString()).not.toContain("aria-current")
    for (const wrong of [`${href}x`, `${href}/x`, href.replace("/en/", "/de/"), href.slice(0, -3)])
      expect((await raw(new URL(wrong, large.url).href)).status, wrong).toBe(404)
    expect((await raw(kitchenSink.url)).body.toString()).not.toContain("data-branches")
  })

  it("show what was committed at once, and nothing of a site that was taken down", async () => {
    const url = `${large.url}part-1`
    for (let time = 0; time < 3; time++) expect((await raw(url)).body.toString()).toContain("Text of Part 1.")
    await commitFiles(repository(), { "part-1/README.md": "# Part 1\n\nAnother text.\n" }, "Edit")
    await importLarge(large.space)
    expect((await raw(url)).body.toString()).toContain("Another text.")
    expect((await world.api.post(`${large.site}/unpublish`)).status).toBe(200)
    expect((await raw(url)).status).toBe(404)
    expect((await world.api.post(`${large.site}/publish`)).status).toBe(200)
    expect((await raw(url)).status).toBe(200)
  })

  it("exist as Markdown, each under the address that is listed, with links that lead on", async () => {
    const list = (await raw(`${kitchenSink.url}llms.txt`)).body.toString()
    const listed = [...list.matchAll(/\]\(([^)]*)\)/g)].map(([, href = ""]) => href)
    expect(listed).toHaveLength(kitchenSink.pages.length)
    const links = new Set<string>()
    for (const url of listed) {
      const { body, headers, status } = await raw(url)
      expect([status, headers["content-type"]], url).toEqual([200, "text/markdown; charset=utf-8"])
      expect(headers["link"], url).toMatch(/^<http[^>]*>; rel="canonical"$/)
      for (const [link] of body.toString().matchAll(new RegExp(`${kitchenSink.url}[^\\s"'<>)\\]]*`, "g")))
        if (!link.includes("(")) links.add(link.replace(/#.*/, ""))
    }
    expect(links.size).toBeGreaterThan(8)
    for (const link of links) expect((await raw(link)).status, link).toBe(200)

    const full = (await raw(`${kitchenSink.url}llms-full.txt`)).body.toString()
    for (const page of kitchenSink.pages) expect(full).toContain(`Source: ${page}\n\n# `)
    expect(full).toContain("Let the lamp burn for **two minutes**")

    const missing = await raw(`${kitchenSink.url}nowhere.md`)
    expect([missing.status, missing.headers["content-type"]]).toEqual([404, "text/markdown; charset=utf-8"])
    expect(missing.body.toString()).toContain(`${kitchenSink.url}llms.txt`)
  })

  it("are mapped for search engines", async () => {
    const map = (await raw(`${kitchenSink.url}sitemap.xml`)).body.toString()
    for (const [, url = ""] of map.matchAll(/<loc>([^<]*)<\/loc>/g)) expect((await raw(url)).status, url).toBe(200)
    const robots = (await raw(`${kitchenSink.url}robots.txt`)).body.toString()
    expect(robots).toContain(`Sitemap: ${kitchenSink.url}sitemap.xml`)
  })

  it("link to pictures of other hosts", async () => {
    const { body, headers } = await raw(`${kitchenSink.url}blocks/pictures`)
    expect(body.toString()).toContain('<a class="remote" href="https://pictures.example.com/far-away.png"')
    expect(body.toString()).not.toMatch(/<img [^>]*src="https?:/)
    expect(headers["content-security-policy"]).toContain("img-src 'self' data:;")
  })
})

describe("Published pages of an installation that allows remote images", () => {
  it("load them", async () => {
    const world = await startWorld(sqlite, { remoteImages: true })
    const git = await startGitServer(repositoriesOf(world))
    try {
      const { url } = await publishKitchenSink(world, git, repositoriesOf(world))
      const { body, headers } = await raw(`${url}blocks/pictures`)
      expect(body.toString()).toMatch(/<img src="https:\/\/pictures\.example\.com\/far-away\.png" alt="A picture/)
      expect(headers["content-security-policy"]).toContain("img-src 'self' data: http: https:;")
    } finally {
      await git.close()
      await world.stop()
    }
  })
})

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to open a large navigation in")

describe.skipIf(executable === undefined)("In Chromium, a large navigation", () => {
  it("opens branches and ranges of long levels in place with script, and on their own pages without", async () => {
    const world = await startWorld(sqlite)
    const git = await startGitServer(repositoriesOf(world))
    const browser = await launchChromium(executable!)
    try {
      await commitFiles(join(repositoriesOf(world), "large.git"), manyPages(600), "Many pages")
      const space = await world.space("Large")
      await importOk(world.api, space, { url: `${git.url}/large.git`, ref: main })
      const sites = `/v1/orgs/${world.organization}/sites`
      const { body } = await world.api.post(sites, { title: "Large", spaces: [space] })
      const url: string = (await world.api.post(`${sites}/${body.id}/publish`)).body.urls.published

      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await page.goto(url)
      await page.getByLabel("Pages under Part 4").click()
      await page.getByLabel("Pages under Chapter 4.2").click()
      await page.getByRole("link", { name: "Page 4.2.3" }).click()
      await page.waitForURL(`${url}part-4/chapter-2/page-3`)
      // what the reader opened stays open on the next page
      await page.getByLabel("Pages under Part 7").click()
      await page.getByRole("link", { name: "Part 1", exact: true }).click()
      await page.waitForURL(`${url}part-1`)
      await page.getByRole("link", { name: "Chapter 7.1" }).waitFor()
      await page.getByRole("link", { name: "Page 4.2.3" }).waitFor()

      // of 600 pages side by side a page has a sixth
      await page.getByRole("link", { name: "Steps", exact: true }).click()
      await page.getByRole("link", { name: "Step 501 – Step 600" }).click()
      await page.waitForURL(`${url}steps/step-501`)
      const tree = page.getByRole("navigation", { name: "Site navigation" })
      await expect.poll(() => tree.getByRole("link", { name: /^Step \d+$/ }).count()).toBe(100)
      await page.getByLabel("Pages under Step 301 – Step 400").click()
      await tree.getByRole("link", { name: "Step 333", exact: true }).click()
      await page.waitForURL(`${url}steps/step-333`)
      // what the reader had opened is the way to the page now, and the first of its range is no range
      await expect.poll(() => tree.getByRole("link", { name: "Step 400", exact: true }).isVisible()).toBe(true)
      await expect.poll(() => tree.getByRole("link", { name: /^Step \d+$/ }).count()).toBe(100)

      const plain = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 1440, height: 900 } })
      await plain.goto(url)
      expect(await plain.getByLabel("Pages under Part 4").isVisible()).toBe(false)
      await plain.getByRole("link", { name: "Part 4" }).click()
      await expect.poll(() => plain.getByRole("link", { name: "Chapter 4.2" }).isVisible()).toBe(true)
      await plain.getByRole("link", { name: "Steps", exact: true }).click()
      await plain.getByRole("link", { name: "Step 301 – Step 400" }).click()
      await plain.getByRole("link", { name: "Step 333", exact: true }).click()
      await plain.getByRole("heading", { name: "Step 333" }).waitFor()
    } finally {
      await browser.close()
      await git.close()
      await world.stop()
    }
  })
})
