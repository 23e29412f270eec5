/** What of a request is ignored is named in the answer: `{"titel": ...}` makes an untitled space, and says why. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { readDocument } from "../src/document.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const header = "octavo-ignored-fields"

onBothStores("Fields that are ignored", (store) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(store)
  })
  afterAll(() => world.stop())

  const org = () => `/v1/orgs/${world.organization}`

  it("are named where they stood, and the rest is done", async () => {
    const made = await world.api.post(`${org()}/spaces?dry=1`, { titel: "Handbook", emoji: "1f600" })
    expect([made.status, made.body.title, made.body.emoji]).toEqual([201, "Untitled", "1f600"])
    expect(made.headers.get(header)).toBe("query.dry, body.titel")
    const right = await world.api.post(`${org()}/spaces`, { title: "Handbook" })
    expect([right.status, right.headers.get(header)]).toEqual([201, null])
    const changes = [
      { operation: "insert_page", title: "One", slugg: "one", document: { markdown: "one" } },
      {
        operation: "insert_page",
        title: "Two",
        slugg: { markdown: "two" },
        document: { markdown: "two", text: "two" }
      }
    ]
    const written = await world.api.post(`/v1/spaces/${made.body.id}/content`, { changes })
    expect(written.status, written.text).toBe(200)
    expect(written.headers.get(header)).toBe("body.changes.0.slugg, body.changes.1.document.text")
  })

  it("are named of reads, also of those that are kept", async () => {
    for (const _ of [1, 2]) {
      const { headers, status } = await world.api.get(`${org()}/spaces?limt=1&limit=1`)
      expect([status, headers.get(header)]).toEqual([200, "query.limt"])
    }
    expect((await world.api.get(`${org()}/spaces?limit=1`)).headers.get(header)).toBeNull()
  })

  it("are named when the request is refused, where they may be the reason", async () => {
    const { headers, status } = await world.api.request("PUT", `${org()}/teams`, { body: { titel: "Crew" } })
    expect([status, headers.get(header)]).toEqual([400, "body.titel"])
  })

  it("are named of bodies that an operation does not take", async () => {
    const site = (await world.api.post(`${org()}/sites`, { spaces: [await world.space()] })).body.id
    const { headers, status } = await world.api.post(`${org()}/sites/${site}/publish`, { visibility: "public" })
    expect([status, headers.get(header)]).toEqual([200, "body.visibility"])
  })

  it("make no header that could not be sent, or is long", async () => {
    const named = async (body: object) => {
      const answer = await world.api.post(`${org()}/spaces`, body)
      expect(answer.status).toBe(201)
      return answer.headers.get(header)!
    }
    expect(await named({ "a\r\nset-cookie: b=c": 1, 'ü, "x"': 1, "": 1 })).toBe(
      "body.a%0D%0Aset-cookie%3A%20b%3Dc, body.%C3%BC%2C%20%22x%22, body."
    )
    const many = await named(Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`ü${i}`.repeat(100), i])))
    expect(many.split(", ").length).toBe(11)
    expect(many).toMatch(/, \.\.\.$/)
    expect(many.length).toBeLessThan(1_200)
  })

  it("are told to pages of other origins, and in the OpenAPI document", async () => {
    const { headers } = await world.api.get("/v1/user")
    expect(headers.get("access-control-expose-headers")).toContain(header)
    const document = await readDocument(world.api)
    for (const { definition, id } of document.operations) {
      for (const [status, { headers }] of Object.entries<any>(definition["responses"])) {
        if (/^2|^400$/.test(status)) expect(Object.keys(headers), `${id} ${status}`).toContain("Octavo-Ignored-Fields")
      }
    }
  })
})
