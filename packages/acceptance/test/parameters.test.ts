/** What the public client may send: each parameter and field of its releases is taken, or is named here with a reason. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { clusteredIn } from "../src/conversations.ts"
import { type Document, readDocument } from "../src/document.ts"
import { furnish, type Ids } from "../src/furnished.ts"
import { type ClientRelease, clientDocument } from "../src/published.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const said = { body: { markdown: "# Well\n\nsaid" } }

/** What is ignored. */
const ignored: Readonly<Record<string, string>> = {
  "createOrganization query.withDefaultSite": "no site is made besides",
  "createOrganization query.openapiUrl": "as above",
  "createOrganization body.onboardingPreferences": "of the hosted product's first steps",
  "createChangeRequest body.agentTaskId": "Octavo has no agents' tasks",
  "updateCommentReplyInChangeRequest body.resolved": "a reply has no status (docs/contributing/wire.md#comments)",
  "updateSiteById body.styleguide": "Octavo runs no style guide checks",
  "streamAskInSite body.session": "nothing is kept of questions that another one could follow"
}

const releases: ReadonlyArray<ClientRelease> = ["0.146.0", "0.202.0"]

/** A document whose references can be followed. */
const reader = (json: any) => {
  const followed = (value: any): any =>
    value?.$ref === undefined
      ? value
      : followed(
          value.$ref
            .split("/")
            .slice(1)
            .reduce((at: any, step: string) => at[step], json)
        )
  const fieldsOf = (schema: any): ReadonlyArray<string> => {
    const { allOf = [], anyOf = [], oneOf = [], properties = {} } = followed(schema) ?? {}
    return [...Object.keys(properties), ...[...allOf, ...anyOf, ...oneOf].flatMap(fieldsOf)]
  }
  return {
    /** Names of all that a request may hold: `query.page`, `body.title`. */
    namesOf: (operation: any, shared: ReadonlyArray<any> = []): ReadonlyArray<string> => [
      ...[...shared, ...(operation.parameters ?? [])]
        .map(followed)
        .flatMap((one) => (one.in === "query" ? [`query.${one.name}`] : [])),
      ...fieldsOf(followed(operation.requestBody)?.content?.["application/json"]?.schema).map((name) => `body.${name}`)
    ]
  }
}

onBothStores("Parameters", (store) => {
  let world: World
  let document: Document
  let ids: Ids
  const at = (path: string) => path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? `no-${name}`)

  beforeAll(async () => {
    world = await startWorld(store)
    document = await readDocument(world.api)
    const person = await world.member("comment")
    ids = await furnish(world.api, world.organization, person.id, "Own")
  })
  afterAll(() => world.stop())

  it.each(releases)("of the client's release %s are all taken", (release) => {
    const theirs = clientDocument(release)
    const [read, own] = [reader(theirs), reader(document.json)]
    const plain = (path: string) => path.replace(/\{\w+\}/g, "{}").replace(/\/$/, "")
    const missing: Array<string> = []
    let seen = 0
    for (const [path, item] of Object.entries(theirs.paths)) {
      for (const { definition, id, ...ours } of document.operations) {
        const operation = item[ours.method.toLowerCase()]
        if (operation === undefined || plain(ours.path) !== plain(`/v1${path}`)) continue
        const known = own.namesOf(definition)
        for (const name of read.namesOf(operation, item["parameters"])) {
          seen++
          if (!known.includes(name) && !(`${id} ${name}` in ignored)) missing.push(`${id} ${name}`)
        }
      }
    }
    expect(seen).toBeGreaterThan(300)
    expect(missing).toEqual([])
  })

  describe("format", () => {
    it("counts on every operation that has it", async () => {
      const space = `/v1/spaces/${ids["spaceId"]}`
      const draft = `${space}/change-requests/${ids["changeRequestId"]}`
      const inSpace = (await world.api.post(`${space}/comments`, said)).body.id
      const inDraft = (await world.api.post(`${draft}/comments`, said)).body.id
      const reviewer = (await world.member("review")).client
      const review = await reviewer.post(`${draft}/reviews`, { status: "approved", comment: { markdown: "Fine" } })
      const replies: Ids = {
        [inSpace]: (await world.api.post(`${space}/comments/${inSpace}/replies`, said)).body.id,
        [inDraft]: (await world.api.post(`${draft}/comments/${inDraft}/replies`, said)).body.id
      }
      // answers of a language model come as a stream: `answers.test.ts` has their forms
      const formatted = document.operations.filter(
        ({ definition, id }) =>
          id !== "streamAskInSite" &&
          definition["parameters"].some(({ in: where, name }: any) => where === "query" && name === "format")
      )
      expect(formatted.length).toBeGreaterThan(14)
      // a place that has both sides
      const both = "<<<<<<< x\n**a**\n=======\nb\n>>>>>>> y\n"
      const marked = await world.api.post(`${draft}/content`, {
        changes: [{ operation: "insert_page", title: "Both", document: { markdown: both } }]
      })
      expect(marked.status, marked.text).toBe(200)
      for (const { id, method, path } of formatted) {
        const commentId = path.includes("change-requests") ? inDraft : inSpace
        const own: Ids = { ...ids, commentId, commentReplyId: replies[commentId]!, reviewId: review.body.id }
        const url = path.replace(/\{(\w+)\}/g, (_, name) => own[name]!)
        for (const [format, other] of [
          ["document", "markdown"],
          ["markdown", "document"]
        ] as const) {
          const answer = await world.api.request(
            method,
            `${url}?format=${format}`,
            method === "GET" ? {} : { body: said }
          )
          expect(answer.status, `${id}: ${answer.text}`).toBe(200)
          const bodies = (answer.body.items ?? [answer.body]).map(
            // lines of conflicts are text, and documents besides
            (one: any) =>
              "canSettle" in one
                ? { [one.documents === undefined ? "markdown" : "document"]: one.documents?.mine ?? one.mine }
                : (one.body ?? one.comment?.body ?? one.comment ?? one)
          )
          expect(bodies.length, id).toBeGreaterThan(0)
          for (const body of bodies) {
            expect(body, `${id} format=${format}`).toHaveProperty(format)
            expect(body, `${id} format=${format}`).not.toHaveProperty(other)
          }
        }
      }
    })
  })

  describe("links of change requests", () => {
    it("are kept, changed by their ids, and taken away", async () => {
      const draft = at("/v1/spaces/{spaceId}/change-requests/{changeRequestId}")
      const link = (url: string, more: object = {}) => ({ ref: { kind: "url", url }, ...more })
      const set = async (links: ReadonlyArray<object>) => {
        const answer = await world.api.patch(draft, { links })
        expect(answer.status, answer.text).toBe(200)
        expect((await world.api.get(draft)).body.links).toEqual(answer.body.links)
        return answer.body.links
      }
      const [first, second] = await set([link("https://t.test/1", { title: "One" }), link("https://t.test/2")])
      expect(first).toEqual({ id: expect.any(String), ...link("https://t.test/1", { title: "One" }) })
      const changed = await set([{ ...second, title: "Two" }, link("https://t.test/3"), first])
      expect(changed.map(({ id }: { id: string }) => id)).toEqual([second.id, expect.any(String), first.id])
      expect(changed[0].title).toBe("Two")
      for (const links of [[{ ...first, id: "other" }], [first, first]]) {
        const refused = await world.api.patch(draft, { links })
        expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining("links[")])
      }
      expect(await set([])).toBeUndefined()
    })
  })

  it("status of clusters: none is pending or being analysed", async () => {
    await clusteredIn(world)
    const clusters = at("/v1/orgs/{organizationId}/conversations-clusters")
    expect((await world.api.get(clusters)).body.count).toBeGreaterThan(0)
    for (const status of ["pending", "analysing"]) {
      expect((await world.api.get(`${clusters}?status=${status}`)).body).toEqual({ count: 0, items: [] })
    }
    expect((await world.api.get(`${clusters}?status=done`)).status).toBe(400)
  })
})
