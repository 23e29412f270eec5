/** Stories of spaces and collections that move to another organization. */
import { expect } from "@effect/vitest"
import { TreeStore } from "@octavo/core/content/collections/TreeStore"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import type { Role } from "@octavo/core/kernel/shared/roles"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Members } from "@octavo/core/people/members/Members"
import { Effect } from "effect"
import { as, asOperator, newMember, newOrganization, newUser, outcome, type Story } from "./harness.ts"
import { newTree } from "./new-tree.ts"

export const transferStories = (story: Story) => {
  /** A person who is admin of the first organization and has a role in another one. */
  const between = (role: Role | null) =>
    Effect.gen(function* () {
      const from = yield* newTree
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
