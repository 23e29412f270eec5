/** Imports over HTTP: a website that is really crawled, files that are really uploaded, a model that is really asked. */
import { createServer, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js"
import { afterAll, beforeAll, expect, it } from "vitest"
import { countRevisions } from "../src/inspect.ts"
import { lookAgain } from "../src/lookAgain.ts"
import { pixel } from "../src/sample.ts"
import { onBothStores, type Store, sqlite } from "../src/stores.ts"
import { announce, bytesOf, send } from "../src/uploads.ts"
import { pagesOfWebsite, startWebsite, type Website } from "../src/website.ts"
import { startWorld, type World } from "../src/world.ts"

/** Starts an import and follows it to its end. */
const bring = async (world: World, body: object): Promise<any> => {
  const started = await world.api.post(`/v1/org/${world.organization}/imports`, body)
  expect([started.status, started.body.status]).toEqual([201, "pending"])
  const again = lookAgain()
  for (const end = Date.now() + 60_000; ; await again()) {
    const run = await world.api.get(new URL(started.body.urls.location).pathname)
    if (!["pending", "in-progress"].includes(run.body.status)) return run.body
    if (Date.now() > end) throw new Error(`the import did not end: ${JSON.stringify(run.body)}`)
  }
}

const upload = async (world: World, name: string, type: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const { body } = await announce(world.api, world.organization, bytes, { kind: "import_file", name, type })
  expect((await send(world.api, body.url, bytes, type)).status).toBe(200)
  return body.key
}

const zipOf = async (files: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array<ArrayBuffer>> => {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  for (const [path, bytes] of Object.entries(files)) await writer.add(path, new Uint8ArrayReader(bytes))
  return writer.close()
}

const titlesOf = (pages: ReadonlyArray<any>): ReadonlyArray<string> =>
  pages.flatMap(({ pages, title }) => [title, ...titlesOf(pages ?? [])])

const textOf = async (world: World, space: string, page: string): Promise<string> =>
  (await world.api.get(`/v1/spaces/${space}/content/page/${page}?format=markdown`)).body.markdown

onBothStores("Imports", (store: Store) => {
  let world: World
  let site: Website
  beforeAll(async () => {
    world = await startWorld(store)
    site = await startWebsite()
  })
  afterAll(async () => {
    site.close()
    await world.stop()
  })

  it("read a website to its end: once each page, past loops, redirects and what is broken", async () => {
    const space = await world.space("Crawled")
    const before = await countRevisions(world, space)
    const run = await bring(world, { source: { type: "website", url: `${site.origin}/docs/` }, target: { space } })
    expect([run.status, run.reason]).toEqual(["completed", undefined])
    expect(run.pages).toHaveLength(pagesOfWebsite)
    expect(await countRevisions(world, space)).toBe(before + 1)
    const asked = site.asked.filter((path) => !path.includes("loop"))
    expect(asked).toEqual([...new Set(asked)])
    expect(site.asked.length - asked.length).toBeLessThan(10)
    expect(site.asked.filter((path) => path.includes("private"))).toEqual([])
    const { body } = await world.api.get(`/v1/spaces/${space}/content`)
    const titles = titlesOf(body.pages)
    expect(titles).toHaveLength(pagesOfWebsite)
    expect(titles).toEqual(expect.arrayContaining(["Home", "Link 23", "Guide", "Start", "New", "Slow", "Caf\u00e9"]))
    for (const out of ["Secret", "Blog", "Broken"]) expect(titles).not.toContain(out)
    const idOf = (path: string) => run.pages.find((one: any) => one.sourceURL === site.origin + path).id
    const home = await textOf(world, space, idOf("/docs/"))
    // by way of a redirect, and what was not imported
    expect(home).toContain(`[old](/pages/${idOf("/docs/new")})`)
    expect(home).toContain(`[blog](${site.origin}/blog/)`)
    expect(home).toContain(`![Picture](${site.origin}/docs/a.png)`)
    expect(await textOf(world, space, idOf("/docs/chain/23.html"))).toContain(`/pages/${idOf("/docs/chain/0.html")}#x`)
    const page = await world.api.get(`/v1/spaces/${space}/content/path/home/guide/start`)
    expect([page.status, page.body.title]).toEqual([200, "Start"])
  })

  it("take uploaded archives and pages, and give back what was in them", async () => {
    const space = await world.space("Uploaded")
    const zip = await zipOf({
      "docs/SUMMARY.md": bytesOf("* [Home](README.md)\n* [Guide](guide.md)\n"),
      "docs/README.md": bytesOf("# Home\n\n![](.gitbook/assets/a.png) [guide](guide.md)\n"),
      "docs/guide.md": bytesOf("# Guide\n"),
      "docs/.gitbook/assets/a.png": Uint8Array.from(pixel)
    })
    const files = [
      await upload(world, "docs.zip", "application/zip", zip),
      await upload(world, "more.html", "text/html", bytesOf("<h1>More</h1><p>text"))
    ]
    const run = await bring(world, { source: { type: "file", files }, target: { space } })
    expect([run.status, run.reason, run.source]).toEqual(["completed", undefined, { type: "file", files }])
    const { body } = await world.api.get(`/v1/spaces/${space}/content`)
    expect(titlesOf(body.pages)).toEqual(["Home", "Guide", "More"])
    expect(body.files).toMatchObject([{ name: "a.png", contentType: "image/png", size: pixel.length }])
    const picture = await fetch(body.files[0].downloadURL)
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(Uint8Array.from(pixel))
    const trail = await world.api.get(`/v1/org/${world.organization}/imports?space=${space}&status=completed`)
    expect(trail.body.items.map(({ id }: { id: string }) => id)).toEqual([run.id])
  })
})

/** A chat endpoint that answers as its script says, by what is in the material. */
const startModel = async () => {
  const asked: Array<string> = []
  const seen = new Set<string>()
  const says = (response: ServerResponse, content: string) =>
    response.end(JSON.stringify({ choices: [{ message: { content } }] }))
  const server: Server = createServer(async (request, response) => {
    let text = ""
    for await (const piece of request) text += piece
    const material: string = JSON.parse(text).messages[1].content
    const title = /^# (.*)$/m.exec(material)![1]!
    asked.push(title)
    const isFirst = !seen.has(title)
    seen.add(title)
    const tidy = material.replace("* * one", "* one")
    if (title === "Limited" && isFirst) return void response.writeHead(429, { "retry-after": "1" }).end()
    if (title === "Failing" && isFirst) return void response.writeHead(500).end("no")
    if (title === "Garbage" && isFirst) return void response.end("{ nonsense")
    if (title === "Cut" && isFirst) {
      response.writeHead(200, { "content-length": "10000" }).write("{")
      return void setImmediate(() => response.destroy())
    }
    if (title === "Relinked") return void says(response, tidy.replace("https://x.test/", "https://evil.test/"))
    if (title === "Invented")
      return void says(response, `${tidy}\n\nBuy our product today, it is great and cheap and new.`)
    if (title === "Recoded") return void says(response, tidy.replace("let a", "rm -rf"))
    if (title === "Refused") return void response.writeHead(401).end()
    says(response, `\`\`\`markdown\n${tidy}\n\`\`\``)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

it("A language model tidies what is imported, whatever happens to it", async () => {
  const model = await startModel()
  const world = await startWorld(sqlite, { modelUrl: model.url, modelName: "tidy" })
  try {
    const pageOf = (title: string) => `# ${title}\n\n* * one [out](https://x.test/)\n\n\`\`\`js\nlet a\n\`\`\`\n`
    const importOf = async (titles: ReadonlyArray<string>, more: object = {}) => {
      const space = await world.space("Enhanced")
      const zip = await zipOf(Object.fromEntries(titles.map((title, i) => [`${i}.md`, bytesOf(pageOf(title))])))
      const key = await upload(world, "docs.zip", "application/zip", zip)
      const run = await bring(world, { source: { type: "file", files: [key] }, target: { space }, ...more })
      expect([run.status, run.reason]).toEqual(["completed", undefined])
      const texts: Record<string, string> = {}
      for (const [i, { id }] of run.pages.entries()) texts[titles[i]!] = await textOf(world, space, id)
      return { texts, warnings: (run.warnings ?? []).map(({ message, path }: any) => `${path} ${message}`).sort() }
    }
    const passing = ["Good", "Limited", "Failing", "Garbage", "Cut"]
    const odd = ["Relinked", "Invented", "Recoded"]
    const { texts, warnings } = await importOf([...passing, ...odd])
    for (const title of passing) expect(texts[title]).toContain("\n* one [out]")
    for (const title of odd) expect(texts[title]).toContain("* * one [out](https://x.test/)")
    expect(warnings).toEqual([
      "5.md as it was found: the language model changed links or pictures",
      "6.md as it was found: the language model changed what the page says",
      "7.md as it was found: the language model changed code"
    ])
    // one that refuses is not asked for all the others
    model.asked.length = 0
    const many = ["Refused", ...Array.from({ length: 20 }, (_, i) => `Page ${i}`)]
    const refused = await importOf(many)
    expect(model.asked.length).toBeLessThan(10)
    expect(refused.warnings).toHaveLength(1)
    expect(refused.warnings[0]).toMatch(
      /^0\.md from here on as they were found: The language model tidy at 127\.0\.0\.1:\d+ answers 401/
    )
    // only when it is wanted
    model.asked.length = 0
    expect((await importOf(["Good"], { enhance: false })).texts["Good"]).toContain("* * one")
    expect(model.asked).toEqual([])
    expect((await importOf(["Good"], { enhance: true })).texts["Good"]).toContain("\n* one [out]")
  } finally {
    await world.stop()
    model.close()
  }
})
