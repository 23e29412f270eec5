/**
 * Ids of what a caller may not see are in no answer to that caller: not as the place of something that may be seen, not as
 * what it belongs to, what leads to it, or where it came from.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Client, makeClient } from "../src/client.ts"
import { type Document, readDocument } from "../src/document.ts"
import { bodies, type Ids, page } from "../src/furnished.ts"
import { smallestBody, urlOf } from "../src/requests.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

/** Something that has an address of its own, which tells whether a caller may see it. */
interface Thing {
  readonly name: string
  readonly id: string
  readonly path: string
}

/** Writes after which the rest of the walk would find nothing. */
const notAsked = new Set(["transferSpace", "transferCollection", "unpublishSite", "mergeChangeRequest"])

onBothStores("Ids of what is hidden", (store) => {
  let world: World
  let document: Document
  const things = new Map<string, Thing>()
  const scenes: Array<Ids> = []
  const org = () => `/v1/orgs/${world.organization}`

  /** Makes something below a path, where it can be read by its id. */
  const made = async (name: string, path: string, body: object, at = path): Promise<string> => {
    const answer = await world.api.post(path, body)
    expect(answer.status, `${name} ${answer.text}`).toBeLessThan(300)
    things.set(name, { name, id: answer.body.id, path: `${at}/${answer.body.id}` })
    return answer.body.id
  }

  const collection = (name: string, parent?: string) =>
    made(name, `${org()}/collections`, { title: name, parent }, "/v1/collections")

  /** A space with a page, a file, a draft and a comment. */
  const space = async (name: string, parent: string, markdown = "Words"): Promise<Ids> => {
    const spaceId = await made(name, `${org()}/spaces`, { title: name, parent }, "/v1/spaces")
    const at = `/v1/spaces/${spaceId}`
    const changes = [
      { operation: "insert_page", title: name, slug: "first", document: { markdown } },
      { operation: "insert_files", files: [{ name: `${name}.txt`, contentType: "text/plain", base64: "YQ==" }] }
    ]
    const { body: written } = await world.api.post(`${at}/content`, { changes })
    const pageId = written.changes[0].page.id
    const fileId = (await world.api.get(`${at}/content/files`)).body.items[0].id
    const changeRequestId = await made(`draft of ${name}`, `${at}/change-requests`, { subject: name })
    await world.api.patch(`${at}/change-requests/${changeRequestId}`, { status: "open" })
    await world.api.post(`${at}/change-requests/${changeRequestId}/content`, page("# More"))
    const commentId = await made(`comment on ${name}`, `${at}/comments`, { body: { markdown: "Well" } })
    for (const [kind, id, path] of [
      ["page", pageId, "content/page"],
      ["file", fileId, "content/files"],
      ["revision", written.revision, "revisions"]
    ] as const) {
      things.set(`${kind} of ${name}`, { name: `${kind} of ${name}`, id, path: `${at}/${path}/${id}` })
    }
    return { spaceId, changeRequestId, commentId, pageId, fileId, pagePath: "first", revisionId: written.revision }
  }

  /** A published site whose third space is being prepared. */
  const site = async (name: string, ...spaces: ReadonlyArray<Ids>): Promise<Ids> => {
    const siteId = await made(name, `${org()}/sites`, { title: name, visibility: "public" })
    const at = `${org()}/sites/${siteId}`
    const sections: Array<string> = []
    for (const [i, { spaceId }] of spaces.entries()) {
      const { body } = await world.api.post(`${at}/sections`, { spaceId, title: `Part ${i}`, draft: i > 1 })
      sections.push(body.id)
    }
    const group = await world.api.post(`${at}/section-groups`, { title: "Group", sections: [sections[0]] })
    expect([group.status, (await world.api.post(`${at}/publish`)).status]).toEqual([201, 200])
    const siteSpaceId = (await world.api.get(`${at}/site-spaces`)).body.items[0].id
    return { siteId, siteSectionId: sections[0]!, siteSectionGroupId: group.body.id, siteSpaceId }
  }

  beforeAll(async () => {
    world = await startWorld(store)
    document = await readDocument(world.api)
    const outer = await collection("outer")
    const inner = await collection("inner", outer)
    const elsewhere = await collection("elsewhere")
    const link = (path: string) => `[there](${world.origin}${path})`
    const far = await space("far", elsewhere, link("/sites/open/first"))
    const granted = await space("granted", inner, link("/sites/shut/first"))
    const beside = await space("beside", inner, link(`/app/s/${granted["spaceId"]}/first`))
    const open = await site("open", granted, far, beside)
    const shut = await site("shut", beside, granted)
    const team = await world.api.request("PUT", `${org()}/teams`, { body: { title: "Team" } })
    for (const [content, site, collectionId] of [
      [granted, open, inner],
      [beside, shut, outer],
      [far, open, elsewhere]
    ] as const) {
      scenes.push({ organizationId: world.organization, teamId: team.body.id, collectionId, ...content, ...site })
    }
  })
  afterAll(() => world.stop())

  /** What the caller may not read, or is told does not exist. */
  const hiddenFrom = async (client: Client): Promise<ReadonlyArray<Thing>> => {
    const hidden: Array<Thing> = []
    for (const thing of things.values()) {
      const { status } = await client.get(thing.path)
      expect([200, 403, 404], `${thing.name} ${status}`).toContain(status)
      if (status !== 200) hidden.push(thing)
    }
    return hidden
  }

  /** What the answers of operations tell of what is hidden from the caller. */
  const told = async (client: Client, methods: ReadonlyArray<string>) => {
    const hidden = await hiddenFrom(client)
    const found = new Set<string>()
    const asked = new Set<string>()
    let answered = 0
    for (const operation of document.operations) {
      if (!methods.includes(operation.method) || notAsked.has(operation.id)) continue
      for (const ids of scenes) {
        const body = bodies[operation.id]?.(ids) ?? smallestBody(document, operation)
        const path = urlOf(document, operation, ids, operation.method === "GET" ? { limit: "1000" } : {})
        const request = JSON.stringify([operation.method, path, body])
        if (asked.has(request)) continue
        asked.add(request)
        const { status, text } = await client.request(operation.method, path, body === undefined ? {} : { body })
        if (status < 300) answered++
        // what the caller said is no news
        for (const { id, name } of hidden) {
          if (text.includes(id) && !request.includes(id)) found.add(`${operation.id}: ${name}`)
        }
      }
    }
    return { answered, hidden: hidden.map(({ name }) => name), found: [...found] }
  }

  describe.each([
    ["may read a space", "granted", "read", ["inner", "beside", "page of beside"]],
    ["is admin of a space", "granted", "admin", ["inner", "beside", "page of beside"]],
    ["may read a collection", "inner", "read", ["outer", "far", "page of far"]],
    ["is admin of a collection", "inner", "admin", ["outer", "far", "page of far"]],
    ["is admin of a site", "open", "admin", ["inner", "shut", "beside"]]
  ] as const)("to a guest who %s", (_, name, role, hides) => {
    it("are in no answer to a read or a write", async () => {
      const guest = await world.member(null)
      const { path } = things.get(name)!
      expect((await world.api.post(`${path}/permissions`, { role, users: [guest.id] })).status).toBeLessThan(300)
      const reads = await told(guest.client, ["GET"])
      expect(reads.hidden).toEqual(expect.arrayContaining([...hides]))
      expect(reads.answered).toBeGreaterThan(20)
      expect(reads.found).toEqual([])
      expect((await told(guest.client, ["PATCH", "POST", "PUT"])).found).toEqual([])
    })
  })

  it("are in no answer to the reader of a site", async () => {
    const { path } = things.get("open")!
    const { urls } = (await world.api.get(path)).body
    const { apiToken } = (await world.api.post("/v1/urls/published", { url: urls.published })).body
    const reader = await told(makeClient(world.origin, apiToken), ["GET"])
    expect(reader.hidden).toEqual(expect.arrayContaining(["inner", "elsewhere", "beside", "shut", "draft of granted"]))
    expect(reader.answered).toBeGreaterThan(20)
    expect(reader.found).toEqual([])
  })
})
