/** Stories of collections: making, reading, changing and deleting them. */
import { describe, expect, layer } from "@effect/vitest"
import type { Neighbour } from "@octavo/core/content/collections/input"
import { maxNesting } from "@octavo/core/content/collections/placement"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Effect } from "effect"
import { collectionAccessStories } from "./collection-access.ts"
import { as, newMember, outcome, type StoreUnderTest, type Story, services } from "./harness.ts"
import { newTree } from "./new-tree.ts"
import { moveStories } from "./tree-moves.ts"
import { treeRaces } from "./tree-races.ts"
import { transferStories } from "./tree-transfers.ts"

const collection = (id: string): Neighbour => ({ type: "collection", collection: id })

export const collectionsSuite = (under: StoreUnderTest) =>
  describe(`collections on ${under.name}`, () => {
    layer(services(under))((it) => {
      const story: Story = it.effect
      collectionStories(story)
      collectionAccessStories(story)
      moveStories(story)
      deleteStories(story)
      transferStories(story)
      treeRaces(story)
    })
  })

const collectionStories = (story: Story) => {
  story("a new collection is complete", () =>
    Effect.gen(function* () {
      const { admin, collections, org } = yield* newTree
      const made = yield* collections.create(org, { title: "Guides" }).pipe(as(admin))
      expect(made).toEqual({
        object: "collection",
        id: made.id,
        title: "Guides",
        organization: org,
        defaultLevel: null,
        urls: {
          location: `https://octavo.test/v1/collections/${made.id}`,
          app: `https://octavo.test/app/c/${made.id}`
        },
        permissions: { view: true, admin: true, viewInviteLinks: true, create: true }
      })
      expect(yield* collections.get(made.id).pipe(as(admin))).toEqual(made)
      const nested = yield* collections.create(org, { parent: made.id }).pipe(as(admin))
      expect([nested.parent, nested.title]).toEqual([made.id, "Untitled"])
    })
  )

  story("a patch changes what it names and nothing else", () =>
    Effect.gen(function* () {
      const { admin, collections, folder } = yield* newTree
      const id = yield* folder("Old")
      const update = (input: Parameters<typeof collections.update>[1]) => collections.update(id, input).pipe(as(admin))
      const first = yield* update({ description: "About", defaultLevel: "comment" })
      expect(first).toMatchObject({ title: "Old", description: "About", defaultLevel: "comment" })
      expect(yield* update({ title: "New" })).toEqual({ ...first, title: "New" })
      expect(yield* update({ defaultLevel: "inherit" })).toMatchObject({ title: "New", defaultLevel: null })
      expect(yield* update({ description: null })).not.toHaveProperty("description")
      yield* update({ description: "x" })
      expect(yield* update({ description: "" })).not.toHaveProperty("description")
      expect((yield* update({})).title).toBe("New")
      // mass assignment (threat: mass assignment): what is no field of a patch is not stored, whoever hands it in
      const more = { title: "T", organization: "x", parent: "y", id: "z", position: "a" } as { title: string }
      expect(yield* update(more)).toMatchObject({ id, title: "T", organization: first.organization })
      expect(yield* update({})).not.toHaveProperty("parent")
    })
  )

  story("texts at their limit are kept as they are, in code points", () =>
    Effect.gen(function* () {
      const { admin, collections, org } = yield* newTree
      const title = "😀".repeat(50)
      const description = "𝔘".repeat(100)
      const { id } = yield* collections.create(org, { title }).pipe(as(admin))
      yield* collections.update(id, { description }).pipe(as(admin))
      expect(yield* collections.get(id).pipe(as(admin))).toMatchObject({ title, description })
    })
  )

  story("lists show all collections, or those at the root, and go on where they stopped", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, org } = yield* newTree
      const a = yield* folder("a")
      const b = yield* folder("b")
      const inner = yield* folder("inner", a)
      const c = yield* folder("c")
      const list = (nested: boolean, params: Parameters<typeof collections.list>[2] = {}) =>
        collections.list(org, { nested }, params).pipe(as(admin))
      const ids = (page: { readonly items: ReadonlyArray<{ readonly id: string }> }) => page.items.map(({ id }) => id)
      const roots = yield* list(false)
      expect([roots.count, ids(roots)]).toEqual([3, [a, b, c]])
      const all = yield* list(true)
      expect([all.count, new Set(ids(all))]).toEqual([4, new Set([a, b, c, inner])])
      // siblings come in their order, also where others stand between them
      yield* collections.move(c, { position: { before: collection(a) } }).pipe(as(admin))
      expect(ids(yield* list(false))).toEqual([c, a, b])
      expect(ids(yield* list(true)).filter((id) => id !== inner)).toEqual([c, a, b])
      const first = yield* list(false, { limit: 2 })
      yield* folder("late")
      const second = yield* list(false, { limit: 2, page: first.next!.page })
      expect([...ids(first), ...ids(second)].slice(0, 3)).toEqual([c, a, b])
      expect(second.items.at(-1)?.title).toBe("late")
      // a cursor belongs to its list and filter
      expect(yield* outcome(list(true, { page: first.next!.page }))).toBe("Invalid")
    })
  )

  story("spaces of a collection come in their order, without those of collections in it", () =>
    Effect.gen(function* () {
      const { admin, folder, lifecycle, space: newSpace, spaces } = yield* newTree
      const a = yield* folder("a")
      const inner = yield* folder("inner", a)
      const s = [yield* newSpace("1", a), yield* newSpace("2", a), yield* newSpace("3", a)] as const
      yield* newSpace("hidden away", inner)
      yield* lifecycle.move(s[2], { position: { before: collection(inner) } }).pipe(as(admin))
      const list = (params: Parameters<typeof spaces.listIn>[1] = {}) => spaces.listIn(a, params).pipe(as(admin))
      const all = yield* list()
      expect(all.items.map((it) => it.id)).toEqual([s[2], s[0], s[1]])
      expect([all.count, all.items[0]?.parent, all.items[0]?.visibility]).toEqual([3, a, "in-collection"])
      const first = yield* list({ limit: 2 })
      const second = yield* list({ limit: 2, page: first.next!.page })
      expect(second.items.map((it) => it.id)).toEqual([s[1]])
      yield* lifecycle.remove(s[0]).pipe(as(admin))
      expect((yield* list()).count).toBe(2)
    })
  )

  story("nests to a limit", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, space: newSpace } = yield* newTree
      let parent: string | null = null
      const chain: Array<string> = []
      for (let i = 0; i < maxNesting; i++) {
        parent = yield* folder(`level ${i}`, parent)
        chain.push(parent)
      }
      expect(yield* outcome(folder("one too many", parent))).toBe("Invalid")
      yield* newSpace("still fits", parent)
      const other = yield* folder("other")
      expect(yield* outcome(collections.move(chain[0]!, { parent: other }).pipe(as(admin)))).toBe("Invalid")
      yield* collections.move(chain[1]!, { parent: other }).pipe(as(admin))
    })
  )
}

const deleteStories = (story: Story) => {
  story("what stands in a deleted collection takes its place, in order", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, order, org, space: newSpace, spaces } = yield* newTree
      const before = yield* newSpace("before")
      const a = yield* folder("a")
      const after = yield* folder("after")
      const inside = [yield* newSpace("1", a), yield* folder("2", a), yield* newSpace("3", a)] as const
      const deep = yield* newSpace("deep", inside[1])
      expect(yield* collections.remove(a).pipe(as(admin))).toBe(true)
      expect(yield* order()).toEqual([before, ...inside, after])
      expect(yield* order(inside[1])).toEqual([deep])
      const first = yield* spaces.get(inside[0]).pipe(as(admin))
      expect([first.parent, first.visibility]).toEqual([undefined, "private"])
      expect((yield* spaces.get(deep).pipe(as(admin))).parent).toBe(inside[1])
      expect(yield* outcome(collections.get(a).pipe(as(admin)))).toBe("NotFound")
      expect(yield* outcome(collections.remove(a).pipe(as(admin)))).toBe("NotFound")
      expect((yield* collections.list(org, { nested: true }, {}).pipe(as(admin))).count).toBe(2)
      // a nested one gives to the one around it
      yield* collections.remove(inside[1]).pipe(as(admin))
      expect(yield* order()).toEqual([before, inside[0], deep, inside[2], after])
    })
  )

  story("a grant goes with the collection; a space deleted from it comes back at the root", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, lifecycle, order, org, space: newSpace, spaces } = yield* newTree
      const grants = yield* Grants
      const outer = yield* folder("outer")
      const a = yield* folder("a", outer)
      const kept = yield* newSpace("kept", a)
      const gone = yield* newSpace("gone", a)
      const guest = yield* newMember(org, null)
      yield* grants.grant({ kind: "collection", id: a }, { role: "read", users: [guest] }).pipe(as(admin))
      yield* lifecycle.remove(gone).pipe(as(admin))
      yield* collections.remove(a).pipe(as(admin))
      expect(yield* outcome(spaces.get(kept).pipe(as(guest)))).toBe("NotFound")
      expect(yield* order(outer)).toEqual([kept])
      const back = yield* lifecycle.restore(gone).pipe(as(admin))
      expect([back.parent, back.visibility, back.deletedAt]).toEqual([undefined, "private", undefined])
      expect(yield* order()).toEqual([outer, gone])
    })
  )

  story("deleting again and again at once deletes once", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, order, space: newSpace } = yield* newTree
      const a = yield* folder("a")
      const s = yield* newSpace("s", a)
      const outcomes = yield* Effect.all(
        Array.from({ length: 20 }, () => outcome(collections.remove(a).pipe(as(admin)))),
        { concurrency: "unbounded" }
      )
      expect(outcomes.filter((it) => it === "done")).toHaveLength(1)
      expect(new Set(outcomes)).toEqual(new Set(["done", "NotFound"]))
      expect(yield* order()).toEqual([s])
    })
  )
}
