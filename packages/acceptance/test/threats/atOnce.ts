/** Concurrent merges, lost updates, tree races, clock jumps, purge against restore. */
import { SpacePurge } from "@octavo/core/content/spaces/SpacePurge"
import { Effect } from "effect"
import { describe, expect, it, vi } from "vitest"
import { page } from "../../src/furnished.ts"
import type { Threats } from "./given.ts"

const settled = async (isDone: () => Promise<boolean>) => {
  for (let i = 0; i < 200; i++) {
    if (await isDone()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error("it did not come to an end")
}

export const atOnce = (given: Threats): void => {
  it("49: of 100 merges at once of one change request there is one merge revision", async () => {
    const { newSpace, world } = given()
    const book = await newSpace()
    const at = `/v1/spaces/${book}`
    const { body: request } = await world.api.post(`${at}/change-requests`, {})
    await world.api.post(`${at}/change-requests/${request.id}/content`, page("# Merged"))
    const before = (await world.api.get(`${at}/revisions`)).body.count
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => world.api.post(`${at}/change-requests/${request.id}/merge`))
    )
    const done = answers.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThanOrEqual(1)
    expect(new Set(done.map(({ body }) => body.revision)).size).toBe(1)
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const after = (await world.api.get(`${at}/revisions`)).body
    expect(after.count).toBe(before + 1)
    expect(after.items[0]).toMatchObject({ id: done[0]!.body.revision, type: "merge" })
    expect((await world.api.get(`${at}/content/pages`)).body.pages).toHaveLength(1)
    expect((await world.api.get(`${at}/change-requests/${request.id}`)).body).toMatchObject({
      status: "merged",
      revisionMerged: done[0]!.body.revision
    })
  })

  describe("50: no update is lost", () => {
    /** The trail of one object tells a serial order: each change begins where the one before ended. */
    const expectSerial = async (target: string, action: string, field: string, last: unknown, changes: number) => {
      const { org, world } = given()
      const { body } = await world.api.get(`${org()}/audit-events?target=${target}&action=${action}&limit=1000`)
      expect(body.count).toBe(changes)
      const steps = []
      for (const { urls } of body.items) steps.push((await world.api.get(urls.location)).body.payload[field])
      const byBefore = new Map(steps.map((step) => [step.before, step.after]))
      expect(byBefore.size, "two changes began at the same state").toBe(changes)
      const afters = new Set(steps.map(({ after }) => after))
      const [first, ...others] = steps.map(({ before }) => before).filter((before) => !afters.has(before))
      expect(others).toEqual([])
      let at: unknown = first
      for (let i = 0; i < changes; i++) at = byBefore.get(at)
      expect(at).toBe(last)
    }

    it("of 100 writers of a space, a collection, a team, a site, an organization", async () => {
      const { newCollection, newSpace, org, ours, world } = given()
      const shelf = await newCollection()
      const book = await newSpace()
      const team = (await world.api.request("PUT", `${org()}/teams`, { body: { title: "Before" } })).body.id
      const site = (await world.api.post(`${org()}/sites`, { title: "Before" })).body.id
      for (const [path, target, action] of [
        [`/v1/spaces/${book}`, book, "space.update"],
        [`/v1/collections/${shelf}`, shelf, "collection.update"],
        [`${org()}/teams/${team}`, team, "team.update"],
        [`${org()}/sites/${site}`, site, "site.update"],
        [org(), ours["organizationId"]!, "organization.update"]
      ] as const) {
        const known = (await world.api.get(`${org()}/audit-events?target=${target}&action=${action}&limit=0`)).body
          .count
        const { title } = (await world.api.get(path)).body
        const answers = await Promise.all(
          Array.from({ length: 100 }, (_, i) => world.api.patch(path, { title: `Written ${i}` }))
        )
        expect(new Set(answers.map(({ status }) => status)), path).toEqual(new Set([200]))
        const last = (await world.api.get(path)).body.title
        if (known === 0) await expectSerial(target, action, "title", last, 100)
        await world.api.patch(path, { title })
      }
    })

    it("of 100 people put in a team and 100 grants at once, and of numbers of change requests", async () => {
      const { newSpace, org, world } = given()
      const people = await Promise.all(Array.from({ length: 20 }, () => world.member("read")))
      const team = (await world.api.request("PUT", `${org()}/teams`, { body: { title: "Many" } })).body.id
      const book = await newSpace()
      await Promise.all(
        people.flatMap(({ id }) => [
          world.api.request("PUT", `${org()}/teams/${team}/members/${id}`, { body: {} }),
          world.api.request("PUT", `${org()}/teams/${team}/members`, { body: { add: [id] } }),
          world.api.post(`/v1/spaces/${book}/permissions`, { role: "edit", users: [id] }),
          world.api.post(`/v1/spaces/${book}/permissions`, { role: "edit", users: [id] })
        ])
      )
      expect((await world.api.get(`${org()}/teams/${team}`)).body.members).toBe(20)
      expect((await world.api.get(`/v1/spaces/${book}/permissions/users`)).body.count).toBe(20)
      const made = await Promise.all(
        Array.from({ length: 100 }, () => world.api.post(`/v1/spaces/${book}/change-requests`, {}))
      )
      expect(made.map(({ body }) => body.number).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 100 }, (_, i) => i + 1)
      )
      expect((await world.api.get(`/v1/spaces/${book}`)).body).toMatchObject({
        changeRequests: 100,
        changeRequestsDraft: 100
      })
    })

    it("of 100 writers of one space's content", async () => {
      const { newSpace, world } = given()
      const book = await newSpace()
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, i) => world.api.post(`/v1/spaces/${book}/content`, page(`# Page ${i}`)))
      )
      const done = answers.filter(({ status }) => status === 200)
      for (const { status } of answers) expect([200, 409]).toContain(status)
      expect((await world.api.get(`/v1/spaces/${book}/content/pages`)).body.pages).toHaveLength(done.length)
      // the first one and one for each
      expect((await world.api.get(`/v1/spaces/${book}/revisions`)).body.count).toBe(done.length + 1)
    })
  })

  it("51: a hundred moves, deletes, restores and transfers at once leave no cycle, no orphan and one order", async () => {
    const { world } = given()
    const { admin, id: home } = await world.neighbour("Tree")
    const { client } = admin
    const at = `/v1/orgs/${home}`
    const shelves: Array<string> = []
    const books: Array<string> = []
    for (let i = 0; i < 8; i++) {
      const parent = i < 3 ? {} : { parent: shelves[i % 3]! }
      shelves.push((await client.post(`${at}/collections`, { title: `Shelf ${i}`, ...parent })).body.id)
      books.push((await client.post(`${at}/spaces`, { title: `Book ${i}`, parent: shelves[i]! })).body.id)
    }
    const one = <A>(all: ReadonlyArray<A>, i: number): A => all[i % all.length]!
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => {
        const shelf = one(shelves, i)
        const book = one(books, i * 5)
        const parent = one([null, ...shelves], i * 3)
        const beside = i % 2 === 0 ? { after: { type: "space", space: one(books, i * 7) } } : {}
        switch (i % 6) {
          case 0:
            return client.post(`/v1/collections/${shelf}/move`, { parent: one(shelves, i + 1) })
          case 1:
            return client.post(`/v1/spaces/${book}/move`, { parent, position: beside })
          case 2:
            return client.delete(`/v1/spaces/${book}`)
          case 3:
            return client.post(`/v1/spaces/${book}/restore`)
          case 4:
            return i % 24 === 4
              ? client.delete(`/v1/collections/${shelf}`)
              : client.post(`/v1/spaces/${book}/duplicate`)
          default:
            return client.post(`/v1/collections/${shelf}/move`, { parent })
        }
      })
    )
    for (const { status, text } of answers) expect([200, 201, 204, 205, 400, 404, 409], text).toContain(status)
    expect(answers.filter(({ status }) => status < 300).length).toBeGreaterThan(10)
    await Promise.all(books.map((book) => client.post(`/v1/spaces/${book}/restore`)))
    const collections = (await client.get(`${at}/collections?limit=1000`)).body.items
    const spaces = (await client.get(`${at}/spaces?limit=1000`)).body.items
    const parents = new Map<string, string | undefined>(
      collections.map(({ id, parent }: { id: string; parent?: string }) => [id, parent])
    )
    for (const start of [...parents.keys()]) {
      const seen = new Set<string>()
      for (let id: string | undefined = start; id !== undefined; id = parents.get(id)) {
        expect(seen.has(id), "a cycle").toBe(false)
        expect(parents.has(id), "an orphan").toBe(true)
        seen.add(id)
      }
    }
    // every book is there, and stands in a collection's list exactly where it says that it does
    expect(spaces.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(books))
    const standing = new Map<string, string>()
    for (const shelf of parents.keys()) {
      const { items } = (await client.get(`/v1/collections/${shelf}/spaces?limit=1000`)).body
      for (const { id } of items) {
        expect(standing.has(id)).toBe(false)
        standing.set(id, shelf)
      }
    }
    for (const { id, parent } of spaces) expect(standing.get(id)).toBe(parent)
  })

  /** The server's clock, which lives in this process, set to a time and standing there. */
  const setClock = (ms: number) => vi.spyOn(Date, "now").mockReturnValue(ms)
  const week = 7 * 24 * 60 * 60 * 1000
  const sweep = () => given().world.operate(Effect.flatMap(SpacePurge, (purge) => purge.sweep))
  it("58: at the end of the seventh day restore and purge meet: one wins, and nothing is half gone", async () => {
    const { newSpace, org, world } = given()
    const books: Array<string> = []
    for (let i = 0; i < 12; i++) {
      const book = await newSpace(`Seventh ${i}`)
      await world.api.post(`/v1/spaces/${book}/content`, page("# Kept"))
      books.push(book)
    }
    const noon = Date.now()
    setClock(noon - week)
    for (const book of books) expect((await world.api.delete(`/v1/spaces/${book}`)).status).toBe(205)
    // to the millisecond: for the last time it may come back, for the first time it may go
    setClock(noon)
    expect(await sweep()).toBe(books.length)
    // the worker looks for jobs of other processes twice a second: restoring begins before it does, and goes on after
    const answers = await Promise.all(
      books.map(async (book, i) => {
        await new Promise((resolve) => setTimeout(resolve, i * 60))
        return world.api.post(`/v1/spaces/${book}/restore`)
      })
    )
    // a moment later the worker has taken what was not brought back
    const trail = async (action: string) =>
      (await world.api.get(`${org()}/audit-events?action=${action}&limit=1000`)).body.items.map(
        ({ target }: { target: { id: string } }) => target.id
      )
    vi.restoreAllMocks()
    await settled(async () => {
      await sweep()
      const purged = await trail("space.purge")
      return books.every((book, i) => answers[i]!.status === 200 || purged.includes(book))
    })
    const purged = await trail("space.purge")
    for (const [i, book] of books.entries()) {
      const at = `/v1/spaces/${book}`
      const { status } = answers[i]!
      expect([200, 404]).toContain(status)
      expect(purged.includes(book)).toBe(status === 404)
      expect((await world.api.get(at)).status).toBe(status)
      expect((await world.api.get(`${at}/content/pages`)).body.pages?.length).toBe(status === 200 ? 1 : undefined)
      if (status === 404) {
        expect((await world.api.post(`${at}/restore`)).status).toBe(404)
        expect((await world.api.delete(at)).status).toBe(204)
      }
    }
  })

  it("56: a clock that jumps eight days ahead removes nothing early, nor does one that jumps back", async () => {
    const { newSpace, world } = given()
    const book = await newSpace()
    await world.api.delete(`/v1/spaces/${book}`)
    const today = Date.now()
    setClock(today + 8 * 24 * 60 * 60 * 1000)
    expect(await sweep()).toBe(0)
    setClock(today - 2 * 24 * 60 * 60 * 1000)
    expect(await sweep()).toBe(0)
    vi.restoreAllMocks()
    expect(await sweep()).toBe(0)
    expect((await world.api.post(`/v1/spaces/${book}/restore`)).status).toBe(200)
    // after its time there is no way back
    setClock(today - week - 1000)
    await world.api.delete(`/v1/spaces/${book}`)
    vi.restoreAllMocks()
    expect((await world.api.post(`/v1/spaces/${book}/restore`)).status).toBe(404)
  })
}
