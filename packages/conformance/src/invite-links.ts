/** Stories of links that let people in. */
import { expect } from "@effect/vitest"
import { Collections } from "@octavo/core/content/collections/Collections"
import { InviteLinks } from "@octavo/core/content/invites/InviteLinks"
import { Invites } from "@octavo/core/content/invites/Invites"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Members } from "@octavo/core/people/members/Members"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Effect } from "effect"
import { as, newMember, newOrganization, newUser, refusal, type Story } from "./harness.ts"

export const inviteLinkStories = (story: Story) => {
  story("links of the three kinds let in, and raise what there is", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const links = yield* InviteLinks
      const members = yield* Members
      const spaces = yield* Spaces
      const collections = yield* Collections
      const { admin, id } = yield* newOrganization()
      const collection = yield* collections.create(id, { title: "C" }).pipe(as(admin))
      const inside = yield* spaces.create(id, { parent: collection.id }).pipe(as(admin))
      const outside = yield* spaces.create(id, {}).pipe(as(admin))
      const toSpace = yield* links.create(id, { level: "comment", space: outside.id }).pipe(as(admin))
      expect(toSpace).toMatchObject({
        object: "invite",
        level: "comment",
        redundant: true,
        space: { id: outside.id }
      })
      const toCollection = yield* links.create(id, { level: "edit", collection: collection.id }).pipe(as(admin))
      expect(toCollection).toMatchObject({ level: "edit", collection: { id: collection.id } })
      const toOrganization = yield* links.create(id, { role: "read" }).pipe(as(admin))
      expect(toOrganization).toEqual({ object: "invite", id: toOrganization.id, role: "read", redundant: true })
      const person = (yield* newUser()).id
      yield* invites.accept(id, toSpace.id).pipe(as(person))
      expect((yield* members.get(id, person).pipe(as(admin))).role).toBe(null)
      expect((yield* spaces.list(id, {}).pipe(as(person))).items.map((space) => space.id)).toEqual([outside.id])
      yield* invites.accept(id, toCollection.id).pipe(as(person))
      expect((yield* spaces.get(inside.id).pipe(as(person))).permissions).toMatchObject({
        edit: true,
        review: false
      })
      expect((yield* links.get(id, toOrganization.id).pipe(as(person))).redundant).toBe(false)
      yield* invites.accept(id, toOrganization.id).pipe(as(person))
      yield* invites.accept(id, toOrganization.id).pipe(as(person))
      expect((yield* members.get(id, person).pipe(as(admin))).role).toBe("read")
      expect((yield* links.get(id, toOrganization.id).pipe(as(person))).redundant).toBe(true)
      // the lists are of one kind each
      expect((yield* links.list(id, {}, {}).pipe(as(admin))).items.map((link) => link.id)).toEqual([toOrganization.id])
      expect((yield* links.list(id, { space: outside.id }, {}).pipe(as(admin))).items.map((link) => link.id)).toEqual([
        toSpace.id
      ])
      expect((yield* links.list(id, { collection: collection.id }, {}).pipe(as(admin))).count).toBe(1)
      expect(yield* refusal(links.list(id, { collection: "a", space: "b" }, {})).pipe(as(admin))).toBe("Invalid")
      // changed links give what they say now, by their own word
      expect(yield* refusal(links.update(id, toSpace.id, { role: "edit" })).pipe(as(admin))).toBe("Invalid")
      expect(yield* refusal(links.update(id, toOrganization.id, { level: "edit" })).pipe(as(admin))).toBe("Invalid")
      expect(yield* links.update(id, toSpace.id, { level: "review" }).pipe(as(admin))).toMatchObject({
        level: "review"
      })
      expect(yield* links.update(id, toSpace.id, {}).pipe(as(admin))).toMatchObject({ level: "review" })
      yield* invites.accept(id, toSpace.id).pipe(as(person))
      expect((yield* spaces.get(outside.id).pipe(as(person))).permissions.review).toBe(true)
      // back down: nobody is lowered
      yield* links.update(id, toSpace.id, { level: "read" }).pipe(as(admin))
      yield* invites.accept(id, toSpace.id).pipe(as(person))
      expect((yield* spaces.get(outside.id).pipe(as(person))).permissions.review).toBe(true)
    })
  )

  story("a link never lowers: members with more keep it, admins stay (threat: role escalation)", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const links = yield* InviteLinks
      const members = yield* Members
      const spaces = yield* Spaces
      const { admin, id } = yield* newOrganization()
      const space = yield* spaces.create(id, {}).pipe(as(admin))
      const creator = yield* newMember(id, "create")
      const low = yield* links.create(id, { role: null }).pipe(as(admin))
      const onSpace = yield* links.create(id, { level: "read", space: space.id }).pipe(as(admin))
      for (const person of [admin, creator]) {
        yield* invites.accept(id, low.id).pipe(as(person))
        yield* invites.accept(id, onSpace.id).pipe(as(person))
        expect((yield* spaces.get(space.id).pipe(as(person))).permissions.review).toBe(true)
      }
      expect((yield* members.get(id, admin).pipe(as(admin))).role).toBe("admin")
      expect((yield* members.get(id, creator).pipe(as(admin))).role).toBe("create")
    })
  )

  story("guessed, revoked, foreign and turned-off links are absent alike (threats: invite abuse, enumeration)", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const links = yield* InviteLinks
      const members = yield* Members
      const organizations = yield* Organizations
      const spaces = yield* Spaces
      const a = yield* newOrganization()
      const b = yield* newOrganization()
      const person = (yield* newUser()).id
      const link = yield* links.create(a.id, { role: "admin" }).pipe(as(a.admin))
      expect(link.id).toMatch(/^[0-9A-Za-z]{22}$/)
      const revoked = yield* links.create(a.id, { role: "admin" }).pipe(as(a.admin))
      expect(yield* links.remove(a.id, revoked.id).pipe(as(a.admin))).toBe(true)
      expect(yield* refusal(links.remove(a.id, revoked.id)).pipe(as(a.admin))).toBe("NotFound")
      const words = (organizationId: string, inviteId: string) =>
        Effect.map(
          Effect.flip(invites.accept(organizationId, inviteId).pipe(as(person))),
          (error) => `${error._tag} ${error.message.replace(inviteId, "X")}`
        )
      const missing = yield* words(a.id, "none")
      expect(missing).toContain("NotFound")
      for (const [organizationId, inviteId] of [
        [a.id, `${link.id.slice(0, -1)}${link.id.endsWith("a") ? "b" : "a"}`],
        [a.id, revoked.id],
        [b.id, link.id],
        ["nowhere", link.id]
      ] as const) {
        expect(yield* words(organizationId, inviteId)).toBe(missing)
      }
      // turned off: the link is there, and lets nobody in
      yield* organizations.update(a.id, { inviteLinks: false }).pipe(as(a.admin))
      expect(yield* words(a.id, link.id)).toBe(missing)
      expect(yield* refusal(links.create(a.id, { role: "read" })).pipe(as(a.admin))).toBe("Forbidden")
      yield* organizations.update(a.id, { inviteLinks: true }).pipe(as(a.admin))
      // to a space that is not there, or is another organization's
      const foreign = yield* spaces.create(b.id, {}).pipe(as(b.admin))
      expect(yield* refusal(links.create(a.id, { level: "read", space: foreign.id })).pipe(as(a.admin))).toBe("Invalid")
      expect(yield* refusal(links.create(a.id, { level: "read", collection: "none" })).pipe(as(a.admin))).toBe(
        "Invalid"
      )
      expect((yield* members.list(a.id, {}, {}).pipe(as(a.admin))).count).toBe(1)
      yield* invites.accept(a.id, link.id).pipe(as(person))
      expect((yield* members.get(a.id, person).pipe(as(a.admin))).role).toBe("admin")
    })
  )

  story("100 people with one link at once all come in, once; a link revoked meanwhile lets in no more", () =>
    Effect.gen(function* () {
      const links = yield* InviteLinks
      const invites = yield* Invites
      const members = yield* Members
      const { admin, id } = yield* newOrganization()
      const link = yield* links.create(id, { role: "edit" }).pipe(as(admin))
      const people = yield* Effect.forEach(Array.from({ length: 50 }), () => newUser())
      yield* Effect.all(
        [...people, ...people].map((person) => invites.accept(id, link.id).pipe(as(person.id))),
        { concurrency: "unbounded" }
      )
      expect((yield* members.list(id, { role: "edit" }, {}).pipe(as(admin))).count).toBe(50)
      const late = yield* Effect.forEach(Array.from({ length: 20 }), () => newUser())
      yield* Effect.all(
        [
          ...late.map((person) => Effect.exit(invites.accept(id, link.id).pipe(as(person.id)))),
          Effect.exit(links.remove(id, link.id).pipe(as(admin)))
        ],
        { concurrency: "unbounded" }
      )
      const after = yield* members.list(id, {}, {}).pipe(as(admin))
      const straggler = (yield* newUser()).id
      expect(yield* refusal(invites.accept(id, link.id)).pipe(as(straggler))).toBe("NotFound")
      expect((yield* members.list(id, {}, {}).pipe(as(admin))).count).toBe(after.count)
    })
  )
}
