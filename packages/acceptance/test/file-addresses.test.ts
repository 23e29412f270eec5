/** Signed addresses of files: good without a token, and no longer than what they were given out for. */
import { downloadUrl } from "@octavo/core/content/revisions/downloads"
import { SpaceStore } from "@octavo/core/content/spaces/SpaceStore"
import { SigningKey, signValue, verifyValue } from "@octavo/core/kernel/shared/signature"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Client, makeClient } from "../src/client.ts"
import { type Document, readDocument } from "../src/document.ts"
import { furnish, type Ids } from "../src/furnished.ts"
import { urlOf } from "../src/requests.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

onBothStores("Addresses of files", (store) => {
  let world: World
  let document: Document
  let serial = 0

  beforeAll(async () => {
    world = await startWorld(store)
    document = await readDocument(world.api)
  })
  afterAll(() => world.stop())

  const org = () => `/v1/orgs/${world.organization}`
  const statusOf = async (url: string) => (await makeClient(world.origin).get(url)).status

  const newSpace = async () => {
    const id = await world.space(`Files ${serial++}`)
    const files = [{ name: "a.txt", contentType: "text/plain", base64: "SGk=" }]
    const changes = [{ operation: "insert_files", files }]
    expect((await world.api.post(`/v1/spaces/${id}/content`, { changes })).status).toBe(200)
    return id
  }

  const addressOf = async (space: string, client: Client = world.api) =>
    (await client.get(`/v1/spaces/${space}/content/files`)).body.items[0].downloadURL as string

  /** All addresses of files in what reads of an organization answer. */
  const addressesIn = async (ids: Ids) => {
    const found = new Map<string, string>()
    for (const operation of document.operations.filter(({ method }) => method === "GET")) {
      const { text } = await world.api.get(urlOf(document, operation, ids))
      for (const [url] of text.matchAll(/http[^"\\)\s]*\/~files\/[^"\\)\s]*/g)) found.set(url, operation.id)
    }
    return found
  }

  it("end with their space, come back with it, and end for good when it is purged", async () => {
    const person = await world.member("comment")
    const ids = await furnish(world.api, world.organization, person.id, `Own${serial++}`)
    const space = `/v1/spaces/${ids["spaceId"]}`
    const files = [{ name: "b.txt", contentType: "text/plain", base64: "SGk=" }]
    const draft = `${space}/change-requests/${ids["changeRequestId"]}`
    await world.api.post(`${draft}/content`, { changes: [{ operation: "insert_files", files }] })
    const before = await addressesIn(ids)
    const fonts = new Map([...before].filter(([, operation]) => /Font/.test(operation)))
    const own = [...before.keys()].filter((url) => !fonts.has(url))
    expect([own.length, fonts.size]).toEqual([2, 1])
    const statuses = async (urls: Iterable<string>) => [...new Set(await Promise.all([...urls].map(statusOf)))]
    expect(await statuses(before.keys())).toEqual([200])
    expect((await world.api.delete(space)).status).toBe(205)
    expect([await statuses(own), await statuses(fonts.keys())]).toEqual([[404], [200]])
    expect((await world.api.post(`${space}/restore`)).status).toBe(200)
    expect(await statuses(own)).toEqual([200])
    await world.api.delete(space)
    await world.operate(Effect.flatMap(SpaceStore, (spaces) => spaces.purge(ids["spaceId"]!)))
    expect(await statuses(own)).toEqual([404])
  })

  it("are asked for again: what keeps answers for others keeps no file", async () => {
    const url = await addressOf(await newSpace())
    const { headers } = await world.api.get(url, { token: undefined })
    expect(headers.get("cache-control")).toMatch(/^private, max-age=\d{1,4}$/)
    const again = { token: undefined, headers: { "if-none-match": headers.get("etag")! } }
    expect((await world.api.get(url, again)).status).toBe(304)
  })

  it("that readers of a site were given end when the site is not for them any more; those of members do not", async () => {
    const space = await newSpace()
    const other = await newSpace()
    const site = await world.api.post(`${org()}/sites`, { title: `Site ${serial++}`, spaces: [other, space] })
    const at = `${org()}/sites/${site.body.id}`
    await world.api.post(`${at}/publish`)
    await world.api.patch(at, { visibility: "public" })
    const stranger = await world.stranger()
    const readerOf = async (url: string) => {
      const { body } = await stranger.client.post("/v1/urls/published", { url })
      expect(body, JSON.stringify(body)).toMatchObject({ apiToken: expect.any(String) })
      return makeClient(world.origin, body.apiToken)
    }
    const { urls } = (await world.api.get(at)).body
    const theirs = await addressOf(space, await readerOf(urls.published))
    const ours = await addressOf(space)
    expect(theirs).not.toBe(ours)
    const both = async () => [await statusOf(theirs), await statusOf(ours)]
    expect(await both()).toEqual([200, 200])
    for (const visibility of ["visitor-auth", "share-link"]) {
      expect((await world.api.patch(at, { visibility })).status).toBe(200)
      expect([visibility, ...(await both())]).toEqual([visibility, 404, 200])
    }
    // with the key of a link, until that is taken back
    const link = (await world.api.post(`${at}/share-links`, { name: "Friends" })).body
    const shared = await addressOf(space, await readerOf(link.urls.published))
    expect([await statusOf(shared), await statusOf(theirs)]).toEqual([200, 404])
    expect((await world.api.delete(`${at}/share-links/${link.id}`)).status).toBe(205)
    expect(await statusOf(shared)).toBe(404)
    await world.api.patch(at, { visibility: "public" })
    expect(await both()).toEqual([200, 200])
    const siteSpaces = (await world.api.get(`${at}/site-spaces`)).body.items
    const place = `${at}/site-spaces/${siteSpaces.find((one: any) => one.space.id === space).id}`
    for (const [draft, status] of [
      [true, 404],
      [false, 200]
    ] as const) {
      expect((await world.api.patch(place, { draft })).status).toBe(200)
      expect([draft, ...(await both())]).toEqual([draft, status, 200])
    }
    await world.api.post(`${at}/unpublish`)
    expect(await both()).toEqual([404, 200])
    await world.api.post(`${at}/publish`)
    expect(await both()).toEqual([200, 200])
    expect((await world.api.delete(place)).status).toBe(205)
    expect(await both()).toEqual([404, 200])
  })

  it("from before they hung on anything lead to their bytes; nobody else can make one, or one of another owner", async () => {
    const url = await addressOf(await newSpace())
    const [, signed = "", name] = /~files\/([^/]+)\/(.*)$/.exec(url)!
    const key = await world.operate(SigningKey as never as Effect.Effect<Uint8Array>)
    const [blob, contentType, owner] = verifyValue(key, "file", signed) as [string, string, unknown]
    expect(owner).toEqual({ space: expect.any(String) })
    const earlier = `${world.origin}/~files/${signValue(key, "file", [blob, contentType])}/${name}`
    expect(await statusOf(earlier)).toBe(200)
    const instance = { publicUrl: world.origin } as never
    const file = { blob, contentType, name: "a.txt" }
    for (const [owner, status] of [
      [{ organization: world.organization }, 200],
      [{ organization: "nothing" }, 404],
      [{ space: "nothing" }, 404]
    ] as const) {
      expect(await statusOf(downloadUrl({ instance, key, owner }, file)), JSON.stringify(owner)).toBe(status)
    }
    expect(
      await statusOf(downloadUrl({ instance, key: key.map((byte) => byte ^ 1), owner: { space: "x" } }, file))
    ).toBe(404)
  })
})
