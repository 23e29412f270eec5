/** Uploads: a signed URL takes the announced bytes, once, in time, from whoever has it (threats: foreign ids in bodies, stale authority, enumeration, stored scripts, body abuse). */
import { request } from "node:http"
import { BlobCollector } from "@octavo/core/content/revisions/BlobCollector"
import { Blobs } from "@octavo/core/content/revisions/Blobs"
import { Uploads } from "@octavo/core/content/uploads/Uploads"
import { contentHash } from "@octavo/core/kernel/shared/hash"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { rawRequest } from "../src/client.ts"
import { picture as drawn } from "../src/largePicture.ts"
import { pixel } from "../src/sample.ts"
import { onBothStores } from "../src/stores.ts"
import { announce, bytesOf, send } from "../src/uploads.ts"
import { startWorld, type World } from "../src/world.ts"

const png = Uint8Array.from(pixel)
const svg = bytesOf('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const picture = { kind: "organization_file", name: "logo.png", type: "image/png" }

onBothStores("Uploads", (store) => {
  let world: World

  beforeAll(async () => {
    world = await startWorld(store)
  })
  afterAll(() => world.stop())

  const stored = (bytes: Uint8Array) => world.operate(Effect.flatMap(Blobs, (blobs) => blobs.info(contentHash(bytes))))
  const ask = async (bytes: Uint8Array, announced: Parameters<typeof announce>[3] = picture) => {
    const answer = await announce(world.api, world.organization, bytes, announced)
    expect(answer).toMatchObject({ status: 201, body: { object: "storage-signed-url" } })
    return answer.body as { readonly url: string; readonly key: string }
  }

  it("take the bytes with one PUT without a token, and give a picture's address", async () => {
    const { key, url } = await ask(png)
    expect(url.startsWith(`${world.origin}/~uploads/`)).toBe(true)
    const answer = await send(world.api, url, png, "image/png")
    expect(answer).toMatchObject({
      status: 200,
      body: { object: "storage-file", key, name: "logo.png", type: "image/png", size: png.length }
    })
    const file = await rawRequest(world.origin, new URL(answer.body.downloadURL).pathname)
    expect(file.status).toBe(200)
    expect(Buffer.compare(file.body, png)).toBe(0)
    expect(answer.headers.get("access-control-allow-origin")).toBe("*")
    const preflight = await world.api.request("OPTIONS", url)
    expect([preflight.status, preflight.headers.get("access-control-allow-methods")]).toEqual([204, "PUT, OPTIONS"])
  })

  it("refuse a second use, also at the same moment", async () => {
    const { url } = await ask(png)
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(world.api, url, png, "image/png")))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect((await send(world.api, url, png, "image/png")).status).toBe(409)
  })

  it("refuse more bytes than were announced, told or not, and fewer", async () => {
    const large = new Uint8Array(300_000).fill(7)
    const { url } = await ask(png, { ...picture, kind: "import_file", name: "a.md", type: "text/markdown" })
    expect((await send(world.api, url, large, "text/markdown")).status).toBe(413)
    const untold = await rawRequest(world.origin, new URL(url).pathname, {
      method: "PUT",
      headers: { "transfer-encoding": "chunked", "content-type": "text/markdown" },
      body: large
    })
    expect(untold.status).toBe(413)
    expect((await send(world.api, url, png.slice(1), "text/markdown")).status).toBe(400)
    expect(await stored(large)).toBeUndefined()
    // nothing of that used the URL up
    expect((await send(world.api, url, png, "text/markdown")).status).toBe(200)
  })

  it("refuse another type than was announced, in the header and in the bytes", async () => {
    const { url } = await ask(svg)
    expect((await send(world.api, url, svg, "image/svg+xml")).status).toBe(415)
    expect(await send(world.api, url, svg, "image/png")).toMatchObject({
      status: 415,
      body: { error: { code: 415, message: "The file is image/svg+xml, and image/png was announced" } }
    })
    const page = bytesOf("<!doctype html><script>alert(1)</script>")
    const other = await ask(page)
    expect((await send(world.api, other.url, page, "image/png")).status).toBe(415)
  })

  it("serve a drawing so that its scripts never run", async () => {
    const { url } = await ask(svg, { ...picture, name: "logo.svg", type: "image/svg+xml" })
    const { body } = await send(world.api, url, svg, "image/svg+xml")
    const { headers } = await rawRequest(world.origin, new URL(body.downloadURL).pathname)
    expect(headers["content-security-policy"]).toMatch(/default-src 'none';.*sandbox/)
    expect(headers["x-content-type-options"]).toBe("nosniff")
  })

  it.each([
    [
      "a type that the kind does not have",
      { file: { name: "a", type: "text/html", size: 1 }, kind: "customization_font" }
    ],
    [
      "too large for the kind",
      { file: { name: "a", type: "font/woff2", size: 5_000_001 }, kind: "customization_font" }
    ],
    ["nothing", { file: { name: "a", type: "font/woff2", size: 0 }, kind: "customization_font" }],
    ["an unknown kind", { file: { name: "a", type: "font/woff2", size: 1 }, kind: "avatar" }]
  ])("are not announced for %s: 400", async (_, body) => {
    const answer = await world.api.post(`/v1/orgs/${world.organization}/storage/upload`, body)
    expect(answer.status).toBe(400)
    expect(answer.body.error.details.length).toBeGreaterThan(0)
  })

  it("know nothing of URLs that were changed, or made for something else", async () => {
    const { url } = await ask(png)
    const file = await send(world.api, url, png, "image/png")
    const [, signed] = /~files\/([^/]+)/.exec(file.body.downloadURL) ?? []
    const half = url.lastIndexOf(".")
    for (const wrong of [
      `${url}x`,
      url.slice(0, half),
      `${world.origin}/~uploads/${signed}`,
      `${world.origin}/~uploads/x`
    ]) {
      expect((await send(world.api, wrong, png, "image/png")).status, wrong).toBe(404)
    }
  })

  it("end with the right of who asked for them", async () => {
    const member = await world.member("edit")
    const { body } = await announce(member.client, world.organization, png, picture)
    await world.api.delete(`/v1/orgs/${world.organization}/members/${member.id}`)
    expect((await send(world.api, body.url, png, "image/png")).status).toBe(404)
  })

  it("of content are refused by their announced size, break off without a trace, and stand in the page as they were sent", async () => {
    const space = await world.space()
    const bytes = Uint8Array.from(drawn(1000, 1000))
    const file = { kind: "content_file", name: "shot.png", type: "image/png", space }
    const large = await announce(world.api, world.organization, bytes, { ...file, size: 100_000_001 })
    expect(large).toMatchObject({
      status: 413,
      body: { error: { code: 413, message: expect.stringContaining("a file has at most 100,000,000 here") } }
    })
    const { key, url } = await ask(bytes, file)
    // the head alone: nothing of the body is waited for
    const told = await new Promise<number | undefined>((resolve, reject) => {
      const asked = request(url, { method: "PUT", headers: { "content-length": bytes.length + 1 } })
      asked.on("response", ({ statusCode }) => resolve(statusCode)).on("error", reject)
      asked.flushHeaders()
    })
    expect(told).toBe(413)
    const half = bytes.subarray(0, bytes.length / 2)
    await new Promise<void>((resolve) => {
      const asked = request(url, {
        method: "PUT",
        headers: { "content-length": bytes.length, "content-type": "image/png" }
      })
      asked.on("error", () => undefined).on("close", () => resolve())
      asked.write(half, () => asked.destroy())
    })
    expect([await stored(half), await stored(bytes)]).toEqual([undefined, undefined])
    expect((await send(world.api, url, bytes, "image/png")).status).toBe(200)
    const changes = [{ operation: "insert_files", files: [{ name: "shot.png", storageKey: key }] }]
    const { body } = await world.api.post(`/v1/spaces/${space}/content`, { changes })
    expect(body.insertedFiles).toMatchObject([
      { name: "shot.png", contentType: "image/png", size: bytes.length, dimensions: { width: 1000, height: 1000 } }
    ])
    const shown = await rawRequest(world.origin, new URL(body.insertedFiles[0].downloadURL).pathname)
    expect(Buffer.compare(shown.body, bytes)).toBe(0)
  })

  describe("that nobody needs", () => {
    it("are forgotten, and their bytes collected", async () => {
      const bytes = bytesOf(`# Only here ${store.name}\n`)
      const { url } = await ask(bytes, { kind: "import_file", name: "a.md", type: "text/markdown" })
      const waiting = await ask(bytes, { kind: "import_file", name: "b.md", type: "text/markdown" })
      expect((await send(world.api, url, bytes, "text/markdown")).status).toBe(200)
      const later = async (hours: number) => {
        const at = Date.now
        Date.now = () => at() + hours * 3_600_000
        try {
          await world.operate(Effect.flatMap(Uploads, (uploads) => uploads.sweep))
        } finally {
          Date.now = at
        }
      }
      await later(2)
      expect((await send(world.api, waiting.url, bytes, "text/markdown")).status).toBe(404)
      await world.operate(Effect.flatMap(BlobCollector, (collector) => collector.collect("0 millis")))
      expect(await stored(bytes)).toBeDefined()
      await later(25)
      await world.operate(Effect.flatMap(BlobCollector, (collector) => collector.collect("0 millis")))
      await world.operate(Effect.flatMap(BlobCollector, (collector) => collector.collect("0 millis")))
      expect(await stored(bytes)).toBeUndefined()
    })
  })
})
