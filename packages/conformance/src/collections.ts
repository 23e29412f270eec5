/** Stories of collections, and of the tree that they make with spaces. */
import { describe, expect, layer } from "@effect/vitest"
import { Collections } from "@octavo/core/collections/Collections"
import type { Neighbour } from "@octavo/core/collections/input"
import { longPosition, maxNesting } from "@octavo/core/collections/placement"
import { TreeStore } from "@octavo/core/collections/TreeStore"
import { Grants } from "@octavo/core/grants/Grants"
import { Members } from "@octavo/core/members/Members"
import type { CurrentActor } from "@octavo/core/shared/Actor"
import type { Role } from "@octavo/core/shared/roles"
import { SiteSpaces } from "@octavo/core/sites/SiteSpaces"
import { Sites } from "@octavo/core/sites/Sites"
import { SpaceLifecycle } from "@octavo/core/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/spaces/Spaces"
import { Effect } from "effect"
import {
  as,
  asOperator,
  newMember,
  newOrganization,
  newUser,
  outcome,
  type StoreUnderTest,
  type Story,
  services
} from "./harness.ts"
import { treeRaces } from "./tree-races.ts"

const space = (id: string): Neighbour => ({ type: "space", space: id })
const collection = (id: string): Neighbour => ({ type: "collection", collection: id })

/** An organization, and words for building in it as its admin. */
const world = Effect.gen(function* () {
  const { id: org, admin } = yield* newOrganization()
  const collections = yield* Collections
  const spaces = yield* Spaces
  const tree = yield* TreeStore
  return {
    org,
    admin,
    collections,
    spaces,
    lifecycle: yield* SpaceLifecycle,
    folder: (title: string, parent: string | null = null) =>
      Effect.map(collections.create(org, { title, parent }).pipe(as(admin)), (it) => it.id),
    space: (title: string, parent: string | null = null) =>
      Effect.map(spaces.create(org, { title, parent }).pipe(as(admin)), (it) => it.id),
    /** Ids of what stands there, in order. */
    order: (parent: string | null = null) =>
      Effect.map(tree.siblings(org, parent), (siblings) => siblings.flatMap(({ deleted, id }) => (deleted ? [] : [id])))
  }
})

export const collectionsSuite = (under: StoreUnderTest) =>
  describe(`collections on ${under.name}`, () => {
    layer(services(under))((it) => {
      const story: Story = it.effect
      collectionStories(story)
      accessStories(story)
      moveStories(story)
      deleteStories(story)
      transferStories(story)
      treeRaces(story)
    })
  })

const collectionStories = (story: Story) => {
  story("a new collection is complete", () =>
    Effect.gen(function* () {
      const { admin, collections, org } = yield* world
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
      const { admin, collections, folder } = yield* world
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
      // mass assignment (threat 10): what is no field of a patch is not stored, whoever hands it in
      const more = { title: "T", organization: "x", parent: "y", id: "z", position: "a" } as { title: string }
      expect(yield* update(more)).toMatchObject({ id, title: "T", organization: first.organization })
      expect(yield* update({})).not.toHaveProperty("parent")
    })
  )

  story("texts at their limit are kept as they are, in code points", () =>
    Effect.gen(function* () {
      const { admin, collections, org } = yield* world
      const title = "😀".repeat(50)
      const description = "𝔘".repeat(100)
      const { id } = yield* collections.create(org, { title }).pipe(as(admin))
      yield* collections.update(id, { description }).pipe(as(admin))
      expect(yield* collections.get(id).pipe(as(admin))).toMatchObject({ title, description })
    })
  )

  story("lists show all collections, or those at the root, and go on where they stopped", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, org } = yield* world
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
      const { admin, folder, lifecycle, space: newSpace, spaces } = yield* world
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
      const { admin, collections, folder, space: newSpace } = yield* world
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

const accessStories = (story: Story) => {
  story("what it takes: read to see, create to make and move, admin for the rest", () =>
    Effect.gen(function* () {
      const { collections, folder, lifecycle, org, space: newSpace, spaces } = yield* world
      const other = yield* newOrganization()
      const expected: Readonly<Record<string, ReadonlyArray<string>>> = {
        // get, list its spaces, create in it, move, patch, transfer, delete
        guest: ["NotFound", "NotFound", "Invalid", "NotFound", "NotFound", "NotFound", "NotFound"],
        read: ["done", "done", "Forbidden", "Forbidden", "Forbidden", "Forbidden", "Forbidden"],
        comment: ["done", "done", "Forbidden", "Forbidden", "Forbidden", "Forbidden", "Forbidden"],
        edit: ["done", "done", "Forbidden", "Forbidden", "Forbidden", "Forbidden", "Forbidden"],
        review: ["done", "done", "Forbidden", "Forbidden", "Forbidden", "Forbidden", "Forbidden"],
        create: ["done", "done", "done", "done", "Forbidden", "Forbidden", "Forbidden"],
        // the target is nothing to them: as if it were not there
        admin: ["done", "done", "done", "done", "done", "NotFound", "done"]
      }
      for (const [role, outcomes] of Object.entries(expected)) {
        const id = yield* folder("c")
        const around = yield* folder("around")
        const member = yield* newMember(org, role === "guest" ? null : (role as Role))
        const attempts = [
          collections.get(id),
          spaces.listIn(id, {}),
          spaces.create(org, { parent: id }),
          collections.move(id, { parent: around }),
          collections.update(id, { title: "x" }),
          collections.transfer(id, { organization: other.id }),
          collections.remove(id)
        ] satisfies ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }, CurrentActor>>
        const found: Array<string> = []
        for (const attempt of attempts) {
          found.push(yield* outcome<unknown, { readonly _tag: string }, CurrentActor>(attempt).pipe(as(member)))
        }
        expect([role, ...found]).toEqual([role, ...outcomes])
        const home = yield* newSpace("s")
        const own: Array<string> = []
        for (const attempt of [
          lifecycle.duplicate(home),
          lifecycle.move(home, { parent: around }),
          lifecycle.transfer(home, { organization: other.id }),
          lifecycle.remove(home)
        ] satisfies ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }, CurrentActor>>) {
          own.push(yield* outcome<unknown, { readonly _tag: string }, CurrentActor>(attempt).pipe(as(member)))
        }
        expect([role, ...own]).toEqual([
          role,
          ...(role === "guest"
            ? ["NotFound", "NotFound", "NotFound", "NotFound"]
            : role === "admin"
              ? ["done", "done", "NotFound", "done"]
              : role === "create"
                ? ["done", "done", "Forbidden", "Forbidden"]
                : ["Forbidden", "Forbidden", "Forbidden", "Forbidden"])
        ])
      }
    })
  )

  story("another organization's collection looks like none (threats 1 and 11)", () =>
    Effect.gen(function* () {
      const { collections, folder, org } = yield* world
      const other = yield* newOrganization()
      const id = yield* folder("secret")
      const spaces = yield* Spaces
      const lifecycle = yield* SpaceLifecycle
      const attempts = (it: string) => [
        collections.get(it),
        collections.update(it, { title: "x" }),
        collections.remove(it),
        spaces.listIn(it, {}),
        collections.move(it, {}),
        collections.transfer(it, { organization: other.id })
      ]
      const error = (attempt: ReturnType<typeof attempts>[number]) =>
        Effect.flip(
          attempt as Effect.Effect<unknown, { readonly _tag: string; readonly message: string }, CurrentActor>
        )
      const hidden = yield* Effect.forEach(attempts(id), error).pipe(as(other.admin))
      const missing = yield* Effect.forEach(attempts("none"), error).pipe(as(other.admin))
      expect(hidden.map(({ _tag, message }) => [_tag, message.replace(id, "none")])).toEqual(
        missing.map(({ _tag, message }) => [_tag, message])
      )
      expect(new Set(missing.map(({ _tag }) => _tag))).toEqual(new Set(["NotFound"]))
      expect(yield* outcome(collections.list(org, { nested: true }, {}).pipe(as(other.admin)))).toBe("NotFound")
      expect(yield* outcome(collections.create(org, {}).pipe(as(other.admin)))).toBe("NotFound")

      // as an id in a body (threat 2)
      const theirs = yield* spaces.create(other.id, {}).pipe(as(other.admin))
      const mine = (yield* collections.create(other.id, {}).pipe(as(other.admin))).id
      const inBody = (it: string) => [
        outcome(collections.create(other.id, { parent: it })),
        outcome(spaces.create(other.id, { parent: it })),
        outcome(lifecycle.move(theirs.id, { parent: it })),
        outcome(collections.move(mine, { parent: it })),
        outcome(collections.move(mine, { position: { after: collection(it) } })),
        outcome(lifecycle.transfer(theirs.id, { organization: other.id, parent: it })),
        outcome(lifecycle.transfer(theirs.id, { organization: org, parent: it })),
        outcome(lifecycle.transfer(theirs.id, { organization: org })),
        outcome(collections.transfer(mine, { organization: org }))
      ]
      const expected = ["Invalid", "Invalid", "NotFound", "NotFound", "Invalid", ...Array(4).fill("NotFound")]
      expect(yield* Effect.all(inBody(id)).pipe(as(other.admin))).toEqual(expected)
      expect(yield* Effect.all(inBody("none")).pipe(as(other.admin))).toEqual(expected)
      expect((yield* collections.list(other.id, { nested: true }, {}).pipe(as(other.admin))).count).toBe(1)
    })
  )

  story("a guest sees what is granted and all below it, in lists and counts too (threat 4)", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, org, space: newSpace, spaces } = yield* world
      const grants = yield* Grants
      const outer = yield* folder("outer")
      const granted = yield* folder("granted", outer)
      const inner = yield* folder("inner", granted)
      yield* folder("beside")
      const deep = yield* newSpace("deep", inner)
      const above = yield* newSpace("above", outer)
      yield* newSpace("root")
      const guest = yield* newMember(org, null)
      expect(yield* collections.list(org, { nested: true }, {}).pipe(as(guest))).toEqual({ count: 0, items: [] })
      yield* grants.grant({ kind: "collection", id: granted }, { role: "comment", users: [guest] }).pipe(as(admin))

      const all = yield* collections.list(org, { nested: true }, {}).pipe(as(guest))
      expect([all.count, new Set(all.items.map(({ id }) => id))]).toEqual([2, new Set([granted, inner])])
      expect((yield* collections.list(org, { nested: false }, {}).pipe(as(guest))).count).toBe(0)
      expect(all.items[0]?.permissions).toEqual({ view: true, admin: false, viewInviteLinks: false, create: false })
      const seen = yield* spaces.list(org, {}).pipe(as(guest))
      expect([seen.count, seen.items.map(({ id }) => id)]).toEqual([1, [deep]])
      expect(seen.items[0]?.permissions).toMatchObject({ comment: true, edit: false })
      expect((yield* spaces.listIn(inner, {}).pipe(as(guest))).items.map(({ id }) => id)).toEqual([deep])
      for (const hidden of [collections.get(outer), spaces.listIn(outer, {}), spaces.get(above)]) {
        expect(yield* outcome<unknown, { readonly _tag: string }, CurrentActor>(hidden).pipe(as(guest))).toBe(
          "NotFound"
        )
      }
      // moved out of it, it is gone on the next request (threat 5)
      const lifecycle = yield* SpaceLifecycle
      yield* lifecycle.move(deep, { parent: outer }).pipe(as(admin))
      expect((yield* spaces.list(org, {}).pipe(as(guest))).count).toBe(0)
      expect(yield* outcome(spaces.get(deep).pipe(as(guest)))).toBe("NotFound")
    })
  )

  story("the nearest level decides, down the collections", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, org, space: newSpace, spaces } = yield* world
      const grants = yield* Grants
      const outer = yield* folder("outer")
      const inner = yield* folder("inner", outer)
      const id = yield* newSpace("s", inner)
      const member = yield* newMember(org, "create")
      const can = Effect.gen(function* () {
        const folderSeen = yield* collections.get(inner)
        const spaceSeen = yield* spaces.get(id)
        return [folderSeen.permissions.create, spaceSeen.permissions.edit, spaceSeen.permissions.admin]
      }).pipe(as(member))
      expect(yield* can).toEqual([true, true, false])
      yield* collections.update(outer, { defaultLevel: "read" }).pipe(as(admin))
      expect(yield* can).toEqual([false, false, false])
      yield* collections.update(inner, { defaultLevel: "edit" }).pipe(as(admin))
      expect(yield* can).toEqual([false, true, false])
      yield* grants.grant({ kind: "collection", id: inner }, { role: "admin", users: [member] }).pipe(as(admin))
      expect(yield* can).toEqual([true, true, true])
      yield* spaces.update(id, { defaultLevel: "read" }).pipe(as(admin))
      expect(yield* can).toEqual([true, false, false])
      // the list tells the same
      const listed = yield* spaces.listIn(inner, {}).pipe(as(member))
      expect(listed.items[0]?.permissions).toMatchObject({ edit: false, admin: false })
    })
  )

  story("the role in the collection decides on what is made there, not the one in the organization", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, org, spaces } = yield* world
      const grants = yield* Grants
      const open = yield* folder("open")
      const closed = yield* folder("closed")
      yield* collections.update(closed, { defaultLevel: "read" }).pipe(as(admin))
      const creator = yield* newMember(org, "create")
      const guest = yield* newMember(org, null)
      yield* grants.grant({ kind: "collection", id: open }, { role: "create", users: [guest] }).pipe(as(admin))
      expect(yield* outcome(spaces.create(org, { parent: closed }).pipe(as(creator)))).toBe("Forbidden")
      expect(yield* outcome(collections.create(org, { parent: closed }).pipe(as(creator)))).toBe("Forbidden")
      expect((yield* spaces.create(org, { parent: open }).pipe(as(guest))).permissions.edit).toBe(true)
      expect((yield* collections.create(org, { parent: open }).pipe(as(guest))).permissions.create).toBe(true)
      expect(yield* outcome(spaces.create(org, {}).pipe(as(guest)))).toBe("Forbidden")
      expect(yield* outcome(spaces.create(org, { parent: closed }).pipe(as(guest)))).toBe("Invalid")
    })
  )

  story("nobody raises the own role by moving something to where they have one (threat 6)", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, lifecycle, org, space: newSpace, spaces } = yield* world
      const grants = yield* Grants
      const mine = yield* folder("mine")
      const prize = yield* newSpace("prize")
      const prizes = yield* folder("prizes")
      const creator = yield* newMember(org, "create")
      yield* grants.grant({ kind: "collection", id: mine }, { role: "admin", users: [creator] }).pipe(as(admin))
      expect(yield* outcome(lifecycle.move(prize, { parent: mine }).pipe(as(creator)))).toBe("Forbidden")
      expect(yield* outcome(collections.move(prizes, { parent: mine }).pipe(as(creator)))).toBe("Forbidden")
      expect((yield* spaces.get(prize).pipe(as(creator))).parent).toBeUndefined()
      expect((yield* collections.get(prizes).pipe(as(creator))).parent).toBeUndefined()
      // who is admin of it already may
      yield* lifecycle.move(prize, { parent: mine }).pipe(as(admin))
      expect((yield* spaces.get(prize).pipe(as(creator))).permissions.admin).toBe(true)
      // a default level above the own role cannot be set by who may not grant it
      const reader = yield* newMember(org, "read")
      for (const member of [creator, reader]) {
        expect(yield* outcome(collections.update(prizes, { defaultLevel: "admin" }).pipe(as(member)))).toBe("Forbidden")
      }
    })
  )

  story("a removed member is absent on the next request (threat 5)", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, org } = yield* world
      const members = yield* Members
      const id = yield* folder("c")
      const member = yield* newMember(org, "create")
      yield* collections.get(id).pipe(as(member))
      yield* members.remove(org, member).pipe(as(admin))
      for (const attempt of [collections.get(id), collections.move(id, {}), collections.create(org, { parent: id })]) {
        expect(yield* outcome<unknown, { readonly _tag: string }, CurrentActor>(attempt).pipe(as(member))).toBe(
          "NotFound"
        )
      }
    })
  )
}

const moveStories = (story: Story) => {
  story("spaces and collections share one order", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, lifecycle, order, space: newSpace } = yield* world
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
      const { admin, collections, folder, lifecycle, order, space: newSpace, spaces } = yield* world
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
      const { admin, collections, folder } = yield* world
      const a = yield* folder("a")
      const b = yield* folder("b", a)
      const c = yield* folder("c", b)
      for (const parent of [a, b, c]) {
        expect(yield* outcome(collections.move(a, { parent }).pipe(as(admin)))).toBe("Invalid")
      }
      yield* collections.move(c, { parent: a }).pipe(as(admin))
    })
  )

  story("two that move into each other at once: one of them does (threat 51)", () =>
    Effect.gen(function* () {
      const { admin, collections, folder } = yield* world
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
      const { admin, folder, lifecycle, order, org, space: newSpace } = yield* world
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

  story("a guest cannot find out what stands beside (threat 11)", () =>
    Effect.gen(function* () {
      const { admin, folder, lifecycle, org, space: newSpace } = yield* world
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

const deleteStories = (story: Story) => {
  story("what stands in a deleted collection takes its place, in order", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, order, org, space: newSpace, spaces } = yield* world
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
      const { admin, collections, folder, lifecycle, order, org, space: newSpace, spaces } = yield* world
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
      const { admin, collections, folder, order, space: newSpace } = yield* world
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

const transferStories = (story: Story) => {
  /** A person who is admin of the first organization and has a role in another one. */
  const between = (role: Role | null) =>
    Effect.gen(function* () {
      const from = yield* world
      const to = yield* newOrganization("Target")
      const members = yield* Members
      yield* members.put(to.id, from.admin, role).pipe(asOperator)
      return { ...from, to }
    })

  story("a collection goes with all below it, and leaves behind who may do what", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, lifecycle, order, org, space: newSpace, spaces, to } = yield* between("admin")
      const grants = yield* Grants
      const tree = yield* TreeStore
      const outer = yield* folder("outer")
      const a = yield* folder("a", outer)
      const inner = yield* folder("inner", a)
      const [s, deep] = [yield* newSpace("s", a), yield* newSpace("deep", inner)]
      const deleted = yield* newSpace("deleted", inner)
      yield* lifecycle.remove(deleted).pipe(as(admin))
      const guest = yield* newMember(org, null)
      for (const object of [
        { kind: "collection", id: a },
        { kind: "space", id: deep }
      ] as const) {
        yield* grants.grant(object, { role: "admin", users: [guest] }).pipe(as(admin))
      }
      yield* collections.update(inner, { defaultLevel: "admin" }).pipe(as(admin))
      yield* spaces
        .update(deep, {
          defaultLevel: "edit",
          mergeRules: { type: "rules", rules: [{ rule: "allow_bypass", users: [admin] }] }
        })
        .pipe(as(admin))
      yield* collections.create(to.id, { title: "there already" }).pipe(as(to.admin))

      const moved = yield* collections.transfer(a, { organization: to.id }).pipe(as(admin))
      expect([moved.organization, moved.parent, moved.permissions.admin, moved.permissions.create]).toEqual([
        to.id,
        undefined,
        true,
        true
      ])
      expect((yield* tree.siblings(to.id, null)).map(({ id }) => id).at(-1)).toBe(a)
      expect((yield* tree.siblings(to.id, a)).map(({ id }) => id)).toEqual([inner, s])
      expect(yield* collections.get(inner).pipe(as(to.admin))).toMatchObject({
        parent: a,
        organization: to.id,
        defaultLevel: null
      })
      expect(yield* spaces.get(deep).pipe(as(to.admin))).toMatchObject({
        organization: to.id,
        parent: inner,
        defaultLevel: null,
        mergeRules: { type: "inherit" }
      })
      // grants of the old organization are gone, also for who joins the new one
      const members = yield* Members
      yield* members.put(to.id, guest, null).pipe(asOperator)
      expect(yield* outcome(collections.get(a).pipe(as(guest)))).toBe("NotFound")
      expect((yield* spaces.list(to.id, {}).pipe(as(guest))).count).toBe(0)
      // the old organization keeps what was deleted, and nothing else
      expect(yield* order()).toEqual([outer])
      expect((yield* spaces.list(org, {}).pipe(as(admin))).count).toBe(0)
      expect(yield* lifecycle.restore(deleted).pipe(as(admin))).toMatchObject({ organization: org })
      expect(yield* order()).toEqual([outer, deleted])
    })
  )

  story("what is in the way is said, and nothing changes", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, lifecycle, org, space: newSpace, to } = yield* between("create")
      const sites = yield* Sites
      const siteSpaces = yield* SiteSpaces
      const grants = yield* Grants
      const members = yield* Members
      const a = yield* folder("a")
      const s = yield* newSpace("s", a)
      const transfer = collections.transfer(a, { organization: to.id })
      const refused = Effect.flip(transfer)
      expect(yield* outcome(collections.transfer(a, { organization: org }).pipe(as(admin)))).toBe("Conflict")
      expect(yield* refused.pipe(as(admin))).toMatchObject({ _tag: "PreconditionFailed", message: /admin/ })
      expect(yield* outcome(lifecycle.transfer(s, { organization: to.id }).pipe(as(admin)))).toBe("PreconditionFailed")
      yield* members.put(to.id, admin, "admin").pipe(asOperator)

      const site = yield* sites.create(org, { title: "Site", spaces: [s] }).pipe(as(admin))
      expect(yield* refused.pipe(as(admin))).toMatchObject({ _tag: "PreconditionFailed", message: /part of a site/ })
      expect(yield* Effect.flip(lifecycle.transfer(s, { organization: to.id })).pipe(as(admin))).toMatchObject({
        message: /part of a site/
      })
      const { items: structure } = yield* siteSpaces.list(org, site.id, {}, {}).pipe(as(admin))
      yield* siteSpaces.remove(org, site.id, structure[0]!.id).pipe(as(admin))

      // admin of the collection, and of one space below not
      const member = yield* newMember(org, "read")
      yield* members.put(to.id, member, "admin").pipe(asOperator)
      yield* grants.grant({ kind: "collection", id: a }, { role: "admin", users: [member] }).pipe(as(admin))
      yield* grants.grant({ kind: "space", id: s }, { role: "edit", users: [member] }).pipe(as(admin))
      expect(yield* refused.pipe(as(member))).toMatchObject({ _tag: "PreconditionFailed", message: /everything/ })
      expect((yield* collections.get(a).pipe(as(admin))).organization).toBe(org)
      yield* transfer.pipe(as(admin))
    })
  )

  story("a space goes to another organization, or into another collection", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, lifecycle, org, space: newSpace, to } = yield* between("read")
      const grants = yield* Grants
      const a = yield* folder("a")
      const s = yield* newSpace("s")
      const transfer = (input: Parameters<typeof lifecycle.transfer>[1]) => lifecycle.transfer(s, input).pipe(as(admin))
      for (const input of [{ organization: org }, { organization: org, parent: null }]) {
        expect(yield* outcome(transfer(input))).toBe("Conflict")
      }
      expect(yield* transfer({ organization: org, parent: a })).toMatchObject({ parent: a, organization: org })
      expect(yield* outcome(transfer({ organization: org }))).toBe("Conflict")
      expect((yield* transfer({ organization: org, parent: null })).parent).toBeUndefined()
      const there = (yield* collections.create(to.id, {}).pipe(as(to.admin))).id
      // a collection of the organization that it leaves is none of the one that it comes to
      expect(yield* outcome(transfer({ organization: to.id, parent: a }))).toBe("NotFound")
      for (const role of ["read", "create"] as const) {
        yield* grants.grant({ kind: "collection", id: there }, { role, users: [admin] }).pipe(as(to.admin))
        expect(yield* outcome(transfer({ organization: to.id, parent: there }))).toBe("PreconditionFailed")
      }
      // admin of the collection that it comes to, not of the organization
      yield* grants.grant({ kind: "collection", id: there }, { role: "admin", users: [admin] }).pipe(as(to.admin))
      expect(yield* outcome(transfer({ organization: to.id }))).toBe("PreconditionFailed")
      const moved = yield* transfer({ organization: to.id, parent: there })
      expect(moved).toMatchObject({ organization: to.id, parent: there, visibility: "in-collection" })
      // given away, it is not theirs to give any more
      yield* grants.grant({ kind: "collection", id: there }, { role: "create", users: [admin] }).pipe(as(to.admin))
      expect(yield* outcome(transfer({ organization: org }))).toBe("Forbidden")
      const stranger = yield* newUser()
      expect(yield* outcome(lifecycle.transfer(s, { organization: org }).pipe(as(stranger.id)))).toBe("NotFound")
    })
  )
}
