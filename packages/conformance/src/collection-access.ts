/** Stories of who may do what with collections, and of what is in them. */
import { expect } from "@effect/vitest"
import type { Neighbour } from "@octavo/core/content/collections/input"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import type { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import type { Role } from "@octavo/core/kernel/shared/roles"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Members } from "@octavo/core/people/members/Members"
import { Effect } from "effect"
import { as, newMember, newOrganization, outcome, type Story } from "./harness.ts"
import { newTree } from "./new-tree.ts"

const collection = (id: string): Neighbour => ({ type: "collection", collection: id })

export const collectionAccessStories = (story: Story) => {
  story("what it takes: read to see, create to make and move, admin for the rest", () =>
    Effect.gen(function* () {
      const { collections, folder, lifecycle, org, space: newSpace, spaces } = yield* newTree
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

  story("another organization's collection looks like none (threats: foreign ids in paths, enumeration)", () =>
    Effect.gen(function* () {
      const { collections, folder, org } = yield* newTree
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

      // as an id in a body (threat: foreign ids in bodies)
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

  story("a guest sees what is granted and all below it, in lists and counts too (threat: derived reads)", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, org, space: newSpace, spaces } = yield* newTree
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
      // moved out of it, it is gone on the next request (threat: stale authority)
      const lifecycle = yield* SpaceLifecycle
      yield* lifecycle.move(deep, { parent: outer }).pipe(as(admin))
      expect((yield* spaces.list(org, {}).pipe(as(guest))).count).toBe(0)
      expect(yield* outcome(spaces.get(deep).pipe(as(guest)))).toBe("NotFound")
    })
  )

  story("the nearest level decides, down the collections", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, org, space: newSpace, spaces } = yield* newTree
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
      const { admin, collections, folder, org, spaces } = yield* newTree
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

  story("nobody raises the own role by moving something to where they have one (threat: role escalation)", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, lifecycle, org, space: newSpace, spaces } = yield* newTree
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

  story("a removed member is absent on the next request (threat: stale authority)", () =>
    Effect.gen(function* () {
      const { admin, collections, folder, org } = yield* newTree
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
