/** Our own client against a server: as Promises and as Effects, every operation of the document, and what it says of errors. */
import { everyItem, OctavoError, octavoClient } from "@octavo/client"
import { make } from "@octavo/client/effect"
import { Effect, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readDocument } from "../src/document.ts"
import { sqlite } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

describe("Our own client", () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(sqlite)
  })
  afterAll(() => world?.stop())

  const client = () => octavoClient({ url: world.origin, token: world.admin.token })
  const refused = async (call: Promise<unknown>): Promise<OctavoError> => {
    const error = await call.then(
      () => expect.unreachable("it was not refused"),
      (error: unknown) => error
    )
    expect(error).toBeInstanceOf(OctavoError)
    return error as OctavoError
  }

  it("has every operation of the document", async () => {
    const { operations } = await readDocument(world.api)
    const known = Object.values(client()).flatMap((group) => Object.keys(group))
    expect(known.sort()).toEqual(operations.map(({ id }) => id).sort())
  })

  it("writes a space, drafts a change, merges it and reads it back", async () => {
    const octavo = client()
    const space = await octavo.spaces.createSpace({
      params: { organizationId: world.organization },
      payload: { title: "Handbook" }
    })
    expect(space).toMatchObject({ object: "space", title: "Handbook" })
    const params = { spaceId: space.id }
    const draft = await octavo.changeRequests.createChangeRequest({ params, payload: { subject: "First words" } })
    await octavo.changeRequestContent.updateChangeRequestContent({
      params: { ...params, changeRequestId: draft.id },
      payload: {
        changes: [{ operation: "insert_page", title: "Welcome", document: { markdown: "# Welcome\n\nHello.\n" } }]
      }
    })
    await octavo.changeRequests.mergeChangeRequest({ params: { ...params, changeRequestId: draft.id } })
    const { pages } = await octavo.spaceContent.listPages({ params })
    expect(pages.map(({ title }) => title)).toEqual(["Welcome"])
    // the empty path is that of the home page
    const home = await octavo.spaceContent.getPageByPath({ params: { ...params, pagePath: "" } })
    expect(home.title).toBe("Welcome")
    const unnamed = await octavo.spaces.createSpace({ params: { organizationId: world.organization } })
    expect(unnamed.object).toBe("space")
    expect(await octavo.spaces.deleteSpaceById({ params })).toBeUndefined()
    expect((await refused(octavo.spaces.getSpaceById({ params }))).status).toBe(404)
  })

  it("reads a list to its end", async () => {
    for (let i = 0; i < 5; i++) await world.space(`Shelf ${i}`)
    const octavo = client()
    const params = { organizationId: world.organization }
    const titles: Array<string> = []
    for await (const space of everyItem((page) =>
      octavo.spaces.listSpacesInOrganizationById({ params, query: { limit: 2, ...(page && { page }) } })
    ))
      titles.push(space.title ?? "")
    expect(titles.filter((title) => title.startsWith("Shelf")).sort()).toEqual(
      Array.from({ length: 5 }, (_, i) => `Shelf ${i}`)
    )
  })

  it("tells what an edit collides with, and what becomes of one that does not", async () => {
    const { spaceContent } = client()
    const params = { spaceId: await world.space("Together") }
    const write = (payload: Parameters<typeof spaceContent.updateSpaceContent>[0]["payload"]) =>
      spaceContent.updateSpaceContent({ params, payload })
    const markdown = "One two three\n"
    const made = await write({ changes: [{ operation: "insert_page", title: "A", document: { markdown } }] })
    const page = made.changes.flatMap((one) => (one.object === "created_page" ? [one.page.id] : []))[0]!
    const edit = (markdown: string) =>
      write({ changes: [{ operation: "update_page", page, revision: made.revision, document: { markdown } }] })
    expect((await edit("1 two three\n")).changes[0]).not.toHaveProperty("merged")
    expect((await edit("One two 3\n")).changes[0]).toMatchObject({ object: "updated_page", merged: true })
    const error = await refused(edit("eins two three\n"))
    expect([error.status, error.conflicts]).toEqual([
      409,
      [{ path: "changes.0.document", base: "One two three", mine: "eins two 3", theirs: "1 two 3" }]
    ])
  })

  it("says what is wrong, and where", async () => {
    const params = { organizationId: world.organization }
    const long = await refused(client().spaces.createSpace({ params, payload: { title: "x".repeat(1000) } }))
    expect([long.status, long.details.map(({ path }) => path)]).toEqual([400, ["body.title"]])
    const nowhereElse = await refused(client().spaces.deleteSpaceById({ params: { spaceId: "" } }))
    expect([nowhereElse.status, nowhereElse.message]).toEqual([undefined, expect.stringContaining("params.spaceId")])
    const payload = { title: "Docs", visibility: "public", hostname: "localhost.localhost.localhost" } as const
    const wrong = await refused(client().sites.createSite({ params, payload }))
    expect([wrong.status, wrong.details.map(({ path }) => path)]).toEqual([400, ["hostname"]])
    const nobody = octavoClient({ url: world.origin })
    expect((await refused(nobody.spaces.listSpacesInOrganizationById({ params }))).status).toBe(401)
    const nowhere = octavoClient({ url: "http://127.0.0.1:9", retries: 0 })
    const unreachable = await refused(nowhere.users.getAuthenticatedUser())
    expect([unreachable.status, unreachable.message]).toEqual([undefined, expect.stringMatching(/./)])
  })

  it("tries a read again, and sends a change once", async () => {
    const asked: Array<string> = []
    const fetch: typeof globalThis.fetch = async (url, init) => {
      asked.push(init?.method ?? "GET")
      if (asked.length < 2) return new Response("busy", { status: 503, headers: { "retry-after": "0" } })
      return globalThis.fetch(url, init)
    }
    const octavo = octavoClient({ url: world.origin, token: world.admin.token, fetch })
    expect((await octavo.users.getAuthenticatedUser()).id).toBe(world.admin.id)
    expect(asked).toEqual(["GET", "GET"])
    asked.length = 0
    const params = { organizationId: world.organization }
    const error = await refused(octavo.spaces.createSpace({ params, payload: { title: "Once" } }))
    expect([error.status, asked]).toEqual([503, ["POST"]])
  })

  it("is the same as Effects, with the errors of each operation in their types", async () => {
    const program = Effect.gen(function* () {
      const octavo = yield* make({ url: world.origin, token: Redacted.make(world.admin.token) })
      const user = yield* octavo.users.getAuthenticatedUser({})
      const missing = yield* octavo.spaces
        .getSpaceById({ params: { spaceId: "nothing" }, query: {} })
        .pipe(Effect.catchTag("NotFound", ({ message }) => Effect.succeed(message)))
      return [user.id, missing]
    })
    expect(await Effect.runPromise(program.pipe(Effect.provide(FetchHttpClient.layer)))).toEqual([
      world.admin.id,
      'No space "nothing" was found'
    ])
  })
})
