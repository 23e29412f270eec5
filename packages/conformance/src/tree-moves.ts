/** Stories of spaces and collections that move within an organization. */
import { expect } from "@effect/vitest"
import type { Neighbour } from "@octavo/core/content/collections/input"
import { longPosition } from "@octavo/core/content/collections/placement"
import { TreeStore } from "@octavo/core/content/collections/TreeStore"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Effect } from "effect"
import { as, newMember, outcome, type Story } from "./harness.ts"
import { newTree } from "./new-tree.ts"

const space = (id: string): Neighbour => ({ type: "space", space: id })
const collection = (id: string): Neighbour => ({ type: "collection", collection: id })

export const moveStories = (story: Story) => {
  story("spaces and collections share one order", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, lifecycle, order, space: newSpace } = yield* newTree
      const a = yield* folder("a")
      const b = yield* newSpace("b")
      const c = yield* folder("c")
      const d = yield* newSpace("d")
      expect(yield* order()).toEqual([a, b, c, d])
      yield* lifecycle.move(d, { position: { before: collection(a) } }).pipe(as(admin))
      expect(yield* order()).toEqual([d, a, b, c])
      yield* collections.move(a, { position: { after: space(b) } }).pipe(as(admin))
      expect(yield* order()).toEqual([d, b, a, c])
      yield* collections.move(c, { position: { after: space(d), before: space(b) } }).pipe(as(admin))
      expect(yield* order()).toEqual([d, c, b, a])
      yield* lifecycle.move(d, {}).pipe(as(admin))
      expect(yield* order()).toEqual([c, b, a, d])
      // nothing changes
      for (const input of [{}, { parent: null }, { position: { after: collection(a) } }]) {
        expect(yield* outcome(lifecycle.move(d, input).pipe(as(admin)))).toBe("Conflict")
      }
      // no position there
      const inside = yield* newSpace("inside", a)
      for (const position of [
        { before: space(d) },
        { before: space(inside) },
        { after: collection(b) },
        { after: space("none") },
        { after: space(b), before: collection(c) }
      ]) {
        expect(yield* outcome(lifecycle.move(d, { position }).pipe(as(admin)))).toBe("Invalid")
      }
      expect(yield* order()).toEqual([c, b, a, d])
    })
  )

  story("moving in and out of collections: parent, visibility, place", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, lifecycle, order, space: newSpace, spaces } = yield* newTree
      const a = yield* folder("a")
      const s = yield* newSpace("s")
      const first = yield* newSpace("first", a)
      const moved = yield* lifecycle.move(s, { parent: a, position: { before: space(first) } }).pipe(as(admin))
      expect([moved.parent, moved.visibility]).toEqual([a, "in-collection"])
      expect(moved).toEqual(yield* spaces.get(s).pipe(as(admin)))
      expect(yield* order(a)).toEqual([s, first])
      expect(yield* outcome(lifecycle.move(s, { parent: a, position: { before: space(first) } }).pipe(as(admin)))).toBe(
        "Conflict"
      )
      // without a parent it stays in the collection
      yield* lifecycle.move(s, { position: { after: space(first) } }).pipe(as(admin))
      expect(yield* order(a)).toEqual([first, s])
      const out = yield* lifecycle.move(s, { parent: null, position: { before: collection(a) } }).pipe(as(admin))
      expect([out.parent, out.visibility]).toEqual([undefined, "private"])
      expect(yield* order()).toEqual([s, a])
      // a collection takes along what stands in it
      const b = yield* folder("b")
      expect((yield* collections.move(a, { parent: b }).pipe(as(admin))).parent).toBe(b)
      expect(yield* order(a)).toEqual([first])
      expect(yield* order()).toEqual([s, b])
    })
  )

  story("a collection stands neither in itself nor below itself", () =>
    Effect.gen(function* () {
      const { admin, collections, folder } = yield* newTree
      const a = yield* folder("a")
      const b = yield* folder("b", a)
      const c = yield* folder("c", b)
      for (const parent of [a, b, c]) {
        expect(yield* outcome(collections.move(a, { parent }).pipe(as(admin)))).toBe("Invalid")
      }
      yield* collections.move(c, { parent: a }).pipe(as(admin))
    })
  )

  story("two that move into each other at once: one of them does (threat: tree races)", () =>
    Effect.gen(function* () {
      const { admin, collections, folder } = yield* newTree
      for (let round = 0; round < 10; round++) {
        const a = yield* folder("a")
        const b = yield* folder("b")
        const outcomes = yield* Effect.all(
          [
            outcome(collections.move(a, { parent: b }).pipe(as(admin))),
            outcome(collections.move(b, { parent: a }).pipe(as(admin)))
          ],
          { concurrency: "unbounded" }
        )
        expect([...outcomes].sort()).toEqual(["Invalid", "done"])
      }
    })
  )

  story("however often something is put between the same two, positions stay short", () =>
    Effect.gen(function* () {
      const { admin, folder, lifecycle, order, org, space: newSpace } = yield* newTree
      const tree = yield* TreeStore
      const a = yield* folder("a")
      const first = yield* newSpace("first", a)
      const movers = [yield* newSpace("x", a), yield* newSpace("y", a)] as const
      const deleted = yield* newSpace("deleted", a)
      yield* lifecycle.remove(deleted).pipe(as(admin))
      // by turns, each right after the first one
      for (let i = 0; i < 500; i++) {
        yield* lifecycle.move(movers[i % 2]!, { position: { after: space(first) } }).pipe(as(admin), Effect.ignore)
      }
      const siblings = yield* tree.siblings(org, a)
      expect(Math.max(...siblings.map(({ position }) => position.length))).toBeLessThanOrEqual(longPosition)
      expect(yield* order(a)).toEqual([first, movers[1], movers[0]])
      expect(siblings.at(-1)).toMatchObject({ id: deleted, deleted: true })
    })
  )

  story("a guest cannot find out what stands beside (threat: enumeration)", () =>
    Effect.gen(function* () {
      const { admin, folder, lifecycle, org, space: newSpace } = yield* newTree
      const grants = yield* Grants
      const a = yield* folder("a")
      const own = yield* newSpace("own", a)
      const secret = yield* newSpace("secret")
      const guest = yield* newMember(org, null)
      yield* grants.grant({ kind: "collection", id: a }, { role: "create", users: [guest] }).pipe(as(admin))
      const named = (id: string) => Effect.flip(lifecycle.move(own, { position: { after: space(id) } })).pipe(as(guest))
      const [hidden, missing] = [yield* named(secret), yield* named("none")]
      expect(hidden).toEqual(missing)
      expect(hidden._tag).toBe("Invalid")
      expect(yield* outcome(lifecycle.move(own, { parent: null }).pipe(as(guest)))).toBe("Forbidden")
      // what was granted on the space alone does not let them rearrange the collection around it
      const alone = yield* newMember(org, null)
      yield* grants.grant({ kind: "space", id: own }, { role: "create", users: [alone] }).pipe(as(admin))
      expect(yield* outcome(lifecycle.move(own, {}).pipe(as(alone)))).toBe("Forbidden")
      expect(yield* outcome(lifecycle.duplicate(own).pipe(as(alone)))).toBe("Forbidden")
    })
  )
}
