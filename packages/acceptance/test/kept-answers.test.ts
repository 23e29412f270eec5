/** An answer that is sent again, in front of the router, is the answer that the router gives: of every read. */
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeClient, shapeOf } from "../src/client.ts"
import { type Document, readDocument } from "../src/document.ts"
import { furnish, type Ids } from "../src/furnished.ts"
import { keptWrites, linkPages } from "../src/keptWrites.ts"
import { urlOf } from "../src/requests.ts"
import { onBothStores } from "../src/stores.ts"
import { listen, type Person, startWorld, type World } from "../src/world.ts"

const noCache = { "cache-control": "no-cache" }

/** Who and what there is in an organization. */
const ofPeople = /^\/v1\/(?:user|orgs\/[^/]+(?:\/(?:members|teams|spaces)\b.*)?|spaces\/[^/]+(?:\/permissions.*)?)$/

/** The same request as one with a query, an empty one where there is none: the router answers it. */
const ofRouter = (path: string): string => (path.includes("?") ? `${path}&` : `${path}?`)

/** What the signed parts of addresses say. */
const signedIn = (text: string): ReadonlyArray<unknown> =>
  [...text.matchAll(/\/~[a-z]+\/([\w-]+)\.[\w-]{22}\//g)].map(([, signed]) =>
    JSON.parse(Buffer.from(signed!, "base64url").toString())
  )

const expires = (signed: unknown): boolean => /"(?:until|exp)":\d/.test(JSON.stringify(signed))

onBothStores("Kept answers", (store) => {
  let world: World
  let document: Document
  let ids: Ids
  let person: Person
  beforeAll(async () => {
    world = await startWorld(store)
    document = await readDocument(world.api)
    person = await world.member("comment")
    ids = await furnish(world.api, world.organization, person.id, "Own")
    // longer than what is sent as it is
    await world.api.post(`/v1/spaces/${ids["spaceId"]}/content`, {
      changes: [
        { operation: "insert_page", title: "Long", slug: "long", document: { markdown: "many words ".repeat(500) } }
      ]
    })
  })
  afterAll(() => world.stop())

  it.each(["identity", "br", "gzip"])("are those of the router, of every operation that reads (%s)", async (coding) => {
    const headers = { "accept-encoding": coding }
    const ask = async (path: string, more: Record<string, string> = {}) =>
      JSON.stringify(shapeOf(await world.api.get(path, { headers: { ...headers, ...more } })))
    const different: Array<string> = []
    let read = 0
    for (const operation of document.operations.filter(({ method }) => method === "GET")) {
      const path = urlOf(document, operation, ids)
      let seen: ReadonlyArray<string> = []
      // what is done in the background may change an answer between two looks, and does not each time
      for (let time = 0; time < 5 && new Set(seen).size !== 1; time++) {
        // the first two are not answered by what is kept
        seen = [
          await ask(ofRouter(path), noCache),
          await ask(path, noCache),
          await ask(path),
          await ask(path),
          await ask(path, { "if-none-match": '"no"' })
        ]
      }
      if (new Set(seen).size > 1) different.push(`${operation.id}: ${[...new Set(seen)].join(" and then ")}`)
      read++
    }
    expect(different).toEqual([])
    expect(read).toBeGreaterThan(80)
  })

  it("say to who has them that they hold, as the router does, of every operation that has a tag", async () => {
    const different: Array<string> = []
    let tagged = 0
    for (const operation of document.operations.filter(({ method }) => method === "GET")) {
      const path = urlOf(document, operation, ids)
      const etag = (await world.api.get(path)).headers.get("etag")
      if (etag === null) continue
      const ask = async (tag: string, more: Record<string, string> = {}) =>
        world.api.get(path, { headers: { "if-none-match": tag, ...more } })
      const [made, direct, kept, weak, any, other] = [
        await world.api.get(ofRouter(path), { headers: { "if-none-match": etag, ...noCache } }),
        await ask(etag, noCache),
        await ask(etag),
        await ask(`"x", W/${etag}`),
        await ask("*"),
        await ask('"x"')
      ]
      const shapes = [made, direct, kept, weak, any].map((answer) => JSON.stringify(shapeOf(answer)))
      if (made.status !== 304 || other.status !== 200 || new Set(shapes).size > 1) {
        different.push(`${operation.id}: ${other.status} and ${[...new Set(shapes)].join(" and then ")}`)
      }
      tagged++
    }
    expect(different).toEqual([])
    expect(tagged).toBeGreaterThan(15)
  })

  it("say of the change request that content came from what is so now", async () => {
    const { api, organization } = world
    const { id } = (await api.post(`/v1/orgs/${organization}/spaces`, { title: "Merged" })).body
    const space = `/v1/spaces/${id}`
    const draft = `${space}/change-requests/${(await api.post(`${space}/change-requests`, { subject: "First" })).body.id}`
    const changes = [{ operation: "insert_page", title: "New", document: { markdown: "New" } }]
    expect((await api.post(`${draft}/content`, { changes })).status).toBe(200)
    expect((await api.post(`${draft}/merge`)).status).toBe(200)
    const said = async () => {
      const first = await api.get(`${space}/content`)
      const again = await api.get(`${space}/content`)
      expect(again.text).toBe(first.text)
      const { comments, subject } = first.body.mergedFrom
      return [comments, subject]
    }
    expect(await said()).toEqual([0, "First"])
    expect((await api.post(`${draft}/comments`, { body: { markdown: "Well" } })).status).toBe(200)
    expect(await said()).toEqual([1, "First"])
    expect((await api.patch(draft, { subject: "Second" })).status).toBe(200)
    expect(await said()).toEqual([1, "Second"])
  })

  it("are not what an edit is made of: two servers edit one after the other what the other made of it", async () => {
    const other = await listen(world.config)
    try {
      await Effect.runPromise(other.server.ready)
      const space = await world.space("In turns")
      const edit = async (origin: string, ...changes: ReadonlyArray<object>) => {
        const answer = await makeClient(origin, world.admin.token).post(`/v1/spaces/${space}/content`, { changes })
        expect(answer.status, answer.text).toBe(200)
        return answer.body
      }
      const insert = (title: string) => ({ operation: "insert_page", title, document: { markdown: title } })
      const page = async (title: string) =>
        (await world.api.get(`/v1/spaces/${space}/content/pages`)).body.pages.find((one: any) => one.title === title)
      const write = (id: string, markdown: string) => ({ operation: "update_page", page: id, document: { markdown } })
      const servers = [world.origin, other.origin]
      for (let turn = 0; turn < 4; turn++) {
        const [here, there] = turn % 2 === 0 ? servers : servers.toReversed()
        await edit(here!, insert(`Here ${turn}`))
        const { id } = await page(`Here ${turn}`)
        // a page that the other server made, what changes nothing here and something there, and what is gone
        await edit(there!, insert(`There ${turn}`), { operation: "update_page", page: id, title: "Another" })
        await edit(here!, write((await page(`There ${turn}`)).id, "Both"))
        await edit(there!, { operation: "update_page", page: id, title: "A third" })
        await edit(here!, { operation: "update_page", page: id, title: "Another" })
        expect((await page("Another")).id).toBe(id)
        await edit(there!, { operation: "delete_page", page: id })
        const gone = await makeClient(here!, world.admin.token).post(`/v1/spaces/${space}/content`, {
          changes: [write(id, "Nothing")]
        })
        expect([gone.status, await page("Another")]).toEqual([400, undefined])
      }
    } finally {
      await other.close()
    }
  })

  it("hold no address that expires: a server on which nothing is written would hand it out for ever", async () => {
    const kept: Array<string> = []
    const unkept: Array<string> = []
    for (const operation of document.operations.filter(({ method }) => method === "GET")) {
      const { headers, status, text } = await world.api.get(urlOf(document, operation, ids))
      if (status !== 200 || !signedIn(text).some(expires)) continue
      const isUnkept = headers.get("cache-control")?.includes("no-store") === true
      ;(isUnkept ? unkept : kept).push(operation.id)
    }
    expect(kept).toEqual([])
    expect(unkept).toEqual(expect.arrayContaining(["getSpacePDF", "listOpenAPISpecVersions"]))
  })

  // last: it changes what there is
  it("are those of the router after each write, of every operation that reads", async () => {
    const { api } = world
    const { pages, reads: ofPages } = await linkPages(world)
    const urls = document.operations.filter(({ method }) => method === "GET").map((one) => urlOf(document, one, ids))
    // Postgres keeps what ends with its parts alone, and of that the other store has all
    const reads = [...(store.name === "Postgres" ? urls.filter((url) => ofPeople.test(url)) : urls), ...ofPages]
    const stale: Array<string> = []
    let kept = 0
    const compare = async (what: string, path: string) => {
      let seen: ReadonlyArray<string> = []
      for (let time = 0; time < 5 && new Set(seen).size !== 1; time++) {
        // in this order: what is kept, and then what is so
        const first = await api.get(path)
        seen = [first, await api.get(ofRouter(path), { headers: noCache })].map((answer) =>
          JSON.stringify(shapeOf(answer))
        )
        if (time === 0 && first.status === 200) kept++
      }
      if (new Set(seen).size > 1) stale.push(`${what}: ${path}: ${seen.join(" and not ")}`)
    }
    const look = async (what: string, paths: ReadonlyArray<string>) => {
      const left = [...paths]
      const some = async () => {
        for (let path = left.pop(); path !== undefined; path = left.pop()) await compare(what, path)
      }
      await Promise.all([some(), some(), some(), some()])
    }
    await look("before", reads)
    for (const { isOfPages = false, what, write } of keptWrites) {
      await write({ api, ids, pages, person })
      // an edit of a space is looked for where its pages are read, which nothing else is made of
      await look(what, isOfPages ? ofPages : reads)
      expect(stale, what).toEqual([])
    }
    expect(kept).toBeGreaterThan(30 * keptWrites.length)
  })
})
