/** Pictures of other hosts on a server that fetches them: what readers see, and what those hosts see of it. */
import { join } from "node:path"
import { RemotePictureStore } from "@octavo/core/content/remote-pictures/RemotePictureStore"
import { RemotePictures } from "@octavo/core/content/remote-pictures/RemotePictures"
import { commitFiles, type GitServer, startGitServer } from "@octavo/git-cli/testing"
import { readPdf } from "@octavo/pdf/testing"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { importOk, main } from "../src/imports.ts"
import { lookAgain } from "../src/lookAgain.ts"
import { type PictureHost, startPictureHost } from "../src/pictureHost.ts"
import { onBothStores, sqlite } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const pagesOf = (far: string, slow: string, moody: string): Readonly<Record<string, string>> => ({
  "README.md": `---
cover: ${far}/cover.png
---

# Start

![A](${far}/a.png) ![Moved](${far}/moved.png) ![Unnamed](${far}/unnamed)

<picture><source srcset="${far}/dark.png" media="(prefers-color-scheme: dark)"><img src="${far}/a.png" alt="Pair"></picture>

![Drawing](${far}/drawing.svg) ![Seen](${far}/seen) <img src="${far}/counted" width="1" height="1">
`,
  "bad.md": `# Bad

![Gone](${far}/gone.png) ![Lying](${far}/lying.png) ![Loop](${far}/loop.png) ![Huge](${far}/huge.png)

![Slow](${slow}/slow.png)
`,
  // drawn by another thread
  "long.md": `# Long\n\n![Long](${far}/a.png)\n\n${"Words that nobody reads.\n\n".repeat(2_000)}<img src="${far}/counted" width="1">\n`,
  "later.md": `# Later\n\n![Later](${moody}/later.png)\n`,
  "news.md": `# News

{% updates format="full" %}
{% update date="2026-01-02" %}
## First

![In a feed](${far}/a.png)
{% endupdate %}
{% endupdates %}
`,
  "SUMMARY.md":
    "# Summary\n\n* [Start](README.md)\n* [Bad](bad.md)\n* [Later](later.md)\n* [Long](long.md)\n* [News](news.md)\n"
})

/** Waits until something is so. */
const until = async (what: string, is: () => Promise<boolean>): Promise<void> => {
  const again = lookAgain()
  for (const end = Date.now() + 60_000; !(await is()); await again()) {
    if (Date.now() > end) throw new Error(`It did not come to this: ${what}`)
  }
}

const statesOf = (world: World, space: string) =>
  world.operate(
    Effect.map(
      Effect.flatMap(RemotePictureStore, (store) => store.list(space)),
      (all) => Object.fromEntries(all.map(({ state, url }) => [new URL(url).pathname, state]))
    )
  )

onBothStores("Pictures of other hosts", (store) => {
  let world: World
  let git: GitServer
  let host: PictureHost
  let slow: PictureHost
  let moody: PictureHost
  let space: string
  let url: string
  const page = async (path: string) => {
    const answer = await fetch(url + path)
    return { answer, html: await answer.text() }
  }
  const picturesIn = (html: string) =>
    Array.from(html.matchAll(/<img (?:class="on-[a-z]+" )?src="([^"]*)" alt="([^"]*)"/g), ([, src, alt]) => ({
      src: src!,
      alt: alt!
    }))

  beforeAll(async () => {
    ;[world, host, slow, moody] = await Promise.all([
      startWorld(store, { remoteImages: "fetch" }),
      startPictureHost(),
      startPictureHost(),
      startPictureHost()
    ])
    const repositories = join(world.database.directory, "repositories")
    git = await startGitServer(repositories)
    await commitFiles(join(repositories, "docs.git"), pagesOf(host.url, slow.url, moody.url), "Docs")
    space = await world.space("Docs")
    const sites = `/v1/orgs/${world.organization}/sites`
    const { body } = await world.api.post(sites, { title: "Docs", spaces: [space] })
    url = (await world.api.post(`${sites}/${body.id}/publish`)).body.urls.published
    await importOk(world.api, space, { url: `${git.url}/docs.git`, ref: main })
    await until("all that is there was fetched", async () => {
      const states = await statesOf(world, space)
      const open = Object.entries(states).filter(([, state]) => state === "waiting")
      return Object.keys(states).length > 0 && open.every(([path]) => path === "/slow.png" || path === "/later.png")
    })
    await world.shown()
  })
  afterAll(async () => {
    await git.close()
    await world.stop()
    await Promise.all([host, slow, moody].map((one) => one.close()))
  })

  it("are shown from the site itself, in their size, while a host does not answer", async () => {
    const { answer, html } = await page("")
    expect(answer.headers.get("content-security-policy")).toContain("img-src 'self' data:;")
    const found = picturesIn(html)
    expect(found.map(({ alt }) => alt)).toEqual(["", "A", "Moved", "Unnamed", "Pair", "Pair", "Drawing"])
    expect(html).toMatch(/alt="A" width="64" height="32"/)
    expect(html).not.toContain(host.url)
    expect(picturesIn((await page("long")).html)).toEqual([{ ...found[1]!, alt: "Long" }])
    for (const { src } of found) {
      expect(src).toMatch(/\/~pictures\/[\w-]{43}\/[\w-]{16}\/picture\.(?:png|svg)$/)
      const file = await fetch(new URL(src, url))
      expect(file.status).toBe(200)
      expect(file.headers.get("cache-control")).toContain("immutable")
      expect(file.headers.get("x-content-type-options")).toBe("nosniff")
    }
    const drawn = await fetch(new URL(found.at(-1)!.src, url))
    expect(drawn.headers.get("content-type")).toBe("image/svg+xml")
    expect(drawn.headers.get("content-security-policy")).toMatch(/default-src 'none';.*sandbox/)
  })

  it("are links where they cannot be had, and nothing where they count readers", async () => {
    const { html } = await page("bad")
    expect(picturesIn(html)).toEqual([])
    for (const name of ["gone", "lying", "loop", "huge"]) expect(html).toContain(`href="${host.url}/${name}.png"`)
    expect(html).toContain(`href="${slow.url}/slow.png"`)
    const start = (await page("")).html
    expect(start).not.toMatch(/Seen|counted/)
    expect(await statesOf(world, space)).toMatchObject({
      "/gone.png": "failed",
      "/lying.png": "failed",
      "/loop.png": "failed",
      "/huge.png": "failed",
      "/later.png": "waiting",
      "/seen": "tracker"
    })
  })

  it("are asked for once, one after the other, and by no reader", async () => {
    const before = host.asked.length
    for (const path of ["", "bad", "later", "news"]) await page(path)
    expect(host.asked.length).toBe(before)
    for (const path of ["/a.png", "/moved.png", "/there/b.png", "/gone.png"]) {
      expect(host.asked.filter((one) => one === path)).toHaveLength(1)
    }
    expect(host.asked).not.toContain("/counted")
    expect(host.mostAtOnce()).toBe(1)
  })

  it("are in feeds and in PDFs", async () => {
    const feed = await (await fetch(`${url}news/rss.xml`)).text()
    expect(feed).toMatch(/&lt;img src=&quot;https?:[^ ]*\/~pictures\/[^ ]*&quot; alt=&quot;In a feed&quot;/)
    expect(feed).not.toContain(host.url)
    const { body } = await world.api.get(`/v1/spaces/${space}/pdf`)
    const pdf = await readPdf(new Uint8Array(await (await fetch(body.url)).arrayBuffer()))
    expect(pdf.sheets.reduce((sum, { images }) => sum + images, 0)).toBeGreaterThanOrEqual(6)
    expect(pdf.text).not.toContain("Seen")
  })

  it("stay in texts as they are written", async () => {
    const { body } = await world.api.get(`/v1/spaces/${space}/content`)
    const start = body.pages[0].id
    const { body: text } = await world.api.get(`/v1/spaces/${space}/content/page/${start}?format=markdown`)
    expect(text.markdown).toContain(`![A](${host.url}/a.png)`)
  })

  it("come when a page is written, and when a host is back; addresses that name others lead nowhere", async () => {
    const written = await world.api.post(`/v1/spaces/${space}/content`, {
      changes: [
        {
          operation: "insert_page",
          title: "New",
          slug: "new",
          document: { markdown: `![New](${host.url}/dark.png) ![Other](${host.url}/dark.png?other)\n` }
        }
      ]
    })
    expect(written.status).toBe(200)
    await until("the picture is shown", async () => picturesIn((await page("new")).html).length === 2)
    expect(host.asked.filter((path) => path === "/dark.png")).toHaveLength(2)

    moody.mend()
    // the server would come back in an hour, as it was told; an import does not wait
    await world.operate(
      Effect.flatMap(RemotePictureStore, (pictures) =>
        pictures.renew(space, new Date(Date.now() + 1).toISOString(), new Date().toISOString())
      )
    )
    await world.operate(Effect.flatMap(RemotePictures, (pictures) => pictures.take(space)))
    await until("the late one is shown", async () => picturesIn((await page("later")).html).length === 1)

    const { src } = picturesIn((await page("new")).html)[0]!
    expect((await fetch(new URL(src.replace(/[\w-]{16}\/picture/, "0123456789abcdef/picture"), url))).status).toBe(404)
    const other = await world.space("Other")
    const sites = `/v1/orgs/${world.organization}/sites`
    const { body } = await world.api.post(sites, { title: "Other", spaces: [other] })
    const others: string = (await world.api.post(`${sites}/${body.id}/publish`)).body.urls.published
    const path = src.slice(src.indexOf("~pictures"))
    expect((await fetch(url + path)).status).toBe(200)
    expect((await fetch(others + path)).status).toBe(404)
  })
})

describe("Pictures of a private network", () => {
  it("are not asked for (threat: fetches towards private networks)", async () => {
    const world = await startWorld(sqlite, { remoteImages: "fetch", allowPrivateNetworks: false })
    const host = await startPictureHost()
    try {
      const space = await world.space("Docs")
      const written = await world.api.post(`/v1/spaces/${space}/content`, {
        changes: [
          {
            operation: "insert_page",
            title: "Start",
            document: { markdown: `![](${host.url}/a.png) ![](http://localhost/a.png) ![](http://[::1]/b.png)\n` }
          }
        ]
      })
      expect(written.status).toBe(200)
      await until("all are refused", async () => {
        const states = Object.values(await statesOf(world, space))
        return states.length > 0 && states.every((state) => state === "failed")
      })
      expect(host.asked).toEqual([])
      // no names and addresses of an author are in the log
      expect(world.logs.join("\n")).not.toContain(host.url)
    } finally {
      await world.stop()
      await host.close()
    }
  })
})
