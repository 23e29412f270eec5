/** A site as static files through the API: the zip has what `octavo build --site` writes, and nothing that is not for everybody. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative, sep } from "node:path"
import { buildSite } from "@octavo/local/buildSite"
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { lookAgain } from "../src/lookAgain.ts"
import { publishSections, type SectionsSite } from "../src/sections.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const url = "https://lanterns.example/docs/"

/** Files by their paths, as text that is the same for the same bytes. */
type Files = Readonly<Record<string, string>>

const unzip = async (bytes: Uint8Array): Promise<Files> => {
  const reader = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false })
  const files: Array<[string, string]> = []
  for (const entry of await reader.getEntries()) {
    if (entry.directory) continue
    const content = await entry.getData(new Uint8ArrayWriter(), { checkSignature: true, useWebWorkers: false })
    files.push([entry.filename, Buffer.from(content).toString("latin1")])
  }
  await reader.close()
  expect(new Set(files.map(([path]) => path)).size).toBe(files.length)
  return Object.fromEntries(files)
}

const readFolder = (folder: string): Files =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && one.name !== ".octavo-build.json")
      .map(({ name, parentPath }) => {
        const file = join(parentPath, name)
        return [relative(folder, file).split(sep).join("/"), readFileSync(file, "latin1")]
      })
  )

/** A file that is read in parts, and packs badly. */
const lamp = Buffer.from(Uint32Array.from({ length: 200_000 }, (_, i) => Math.imul(i, 2_654_435_761)).buffer)

const insertion = (title: string, markdown: string) => ({
  changes: [{ operation: "insert_page", title, document: { markdown: `# ${title}\n\n${markdown}\n` } }]
})

onBothStores("A site as static files through the API", (store) => {
  let world: World
  let site: SectionsSite
  const root = mkdtempSync(join(tmpdir(), "octavo-export-"))
  const id = () => site.path.split("/").at(-1)!

  beforeAll(async () => {
    world = await startWorld(store)
    site = await publishSections(world)
    const space = `/v1/spaces/${site.ids.spaces["Guides"]}`
    const file = { name: "lamp.bin", contentType: "application/octet-stream", base64: lamp.toString("base64") }
    await made(`${space}/content`, { changes: [{ operation: "insert_files", files: [file] }] })
    const [{ id: fileId }] = (await world.api.get(`${space}/content/files`)).body.items
    await made(`${space}/content`, insertion("Lamp", `[The lamp](/files/${fileId})`))
    const { id: request } = await made(`${space}/change-requests`, { subject: "Unfinished" })
    await made(`${space}/change-requests/${request}/content`, insertion("Unseen", "Notyetmerged."))
  })
  afterAll(async () => {
    await world?.stop()
    rmSync(root, { recursive: true, force: true })
  })

  const made = async (path: string, body: unknown) => {
    const answer = await world.api.post(path, body)
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  const ended = async (location: string) => {
    const again = lookAgain()
    for (const last = Date.now() + 60_000; ; await again()) {
      const { body } = await world.api.get(location)
      if (body.status === "completed" || body.status === "failed") return body
      if (Date.now() > last) throw new Error(`the export did not end: ${JSON.stringify(body)}`)
    }
  }
  const exported = async (body: object) => {
    const started = await world.api.post(`${site.path}/exports`, body)
    expect(started.status, started.text).toBe(201)
    return ended(`${site.path}/exports/${started.body.id}`)
  }
  const download = async (address: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(address, { headers })
    return {
      status: response.status,
      headers: response.headers,
      bytes: new Uint8Array(await response.arrayBuffer())
    }
  }

  it("has the files that octavo build writes, and is the same each time", async () => {
    const done = await exported({ url })
    expect(done).toMatchObject({ object: "site-export", status: "completed", url, base: "/docs/" })
    const zip = await download(done.downloadURL)
    expect(zip.status).toBe(200)
    expect(zip.headers.get("content-type")).toBe("application/zip")
    expect(zip.headers.get("content-disposition")).toMatch(/^attachment; filename="[\w-]+\.zip"$/)
    expect(Number(zip.headers.get("content-length"))).toBe(zip.bytes.length)
    expect(zip.bytes.length).toBe(done.size)
    const files = await unzip(zip.bytes)
    expect(Object.keys(files).length).toBe(done.files)

    const out = join(root, `built-${store}`)
    const place = { base: "/docs/", origin: "https://lanterns.example" }
    const built = await Effect.runPromise(buildSite(world.config, id(), { out, place, report: () => Effect.void }))
    expect({ files: done.files, pages: done.pages }).toEqual({ files: built.files, pages: built.pages })
    expect(files).toEqual(readFolder(out))
    expect(Object.values(files)).toContain(lamp.toString("latin1"))
    // what is not merged, and a part of the site that is a draft
    for (const text of Object.values(files)) expect(/Notyetmerged|Unfinished/.test(text)).toBe(false)

    const again = await exported({ url })
    expect(Buffer.compare((await download(again.downloadURL)).bytes, zip.bytes)).toBe(0)
    // one zip of a site is kept
    expect((await download(done.downloadURL)).status).toBe(404)
    const { body } = await world.api.get(`${site.path}/exports`)
    expect(body.items.map((one: { id: string }) => one.id)).toEqual([again.id])
  })

  it("is sent in parts, and not again to who has it", async () => {
    const { downloadURL, size } = await exported({})
    const { bytes, headers } = await download(downloadURL)
    const part = await download(downloadURL, { range: "bytes=10-19" })
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 10-19/${size}`])
    expect([...part.bytes]).toEqual([...bytes.subarray(10, 20)])
    expect((await download(downloadURL, { "if-none-match": headers.get("etag")! })).status).toBe(304)
    const head = await fetch(downloadURL, { method: "HEAD" })
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(size)])
  })

  it("names no host where nobody says which one it will be on", async () => {
    const { downloadURL, ...done } = await exported({ base: "manual" })
    expect(done).toMatchObject({ base: "/manual/" })
    expect(done).not.toHaveProperty("url")
    const files = await unzip((await download(downloadURL)).bytes)
    expect(files["install/index.html"]).toContain('href="/manual/')
    expect(Object.keys(files)).not.toContain("sitemap.xml")
    for (const [path, text] of Object.entries(files)) {
      expect(text.includes("octavo.invalid") || text.includes(new URL(world.origin).host), path).toBe(false)
    }
  })

  it("is at an address that ends when the site is closed", async () => {
    const { downloadURL } = await exported({})
    expect((await download(downloadURL)).status).toBe(200)
    await world.api.patch(site.path, { visibility: "share-link" })
    expect((await download(downloadURL)).status).toBe(404)
    const refused = await world.api.post(`${site.path}/exports`, {})
    expect([refused.status, refused.body.error.message]).toEqual([412, expect.stringMatching(/asks who reads it/)])
    await world.api.patch(site.path, { visibility: "public" })
    expect((await download(downloadURL)).status).toBe(200)
    await world.api.post(`${site.path}/unpublish`)
    expect((await download(downloadURL)).status).toBe(404)
    expect((await world.api.post(`${site.path}/exports`, {})).status).toBe(412)
    await world.api.post(`${site.path}/publish`)
  })

  it("is for who may publish the site", async () => {
    const done = await exported({})
    const location = `${site.path}/exports/${done.id}`
    const editor = await world.member("edit")
    const outsider = await world.stranger()
    for (const [client, status] of [
      [world.api.as(editor.token), 403],
      [world.api.as(outsider.token), 404]
    ] as const) {
      expect((await client.post(`${site.path}/exports`, {})).status).toBe(status)
      expect((await client.get(location)).status).toBe(status)
      expect((await client.get(`${site.path}/exports`)).status).toBe(status)
    }
    expect((await world.api.delete(location)).status).toBe(205)
    expect((await world.api.delete(location)).status).toBe(204)
    expect((await download(done.downloadURL)).status).toBe(404)
  })
})
