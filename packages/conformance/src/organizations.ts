import { describe, expect, layer } from "@effect/vitest"
import { Members } from "@octavo/core/people/members/Members"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Effect } from "effect"
import { as, newMember, newOrganization, newUser, refusal, type StoreUnderTest, services } from "./harness.ts"

/** Organizations and their members. */
export const organizationsSuite = (under: StoreUnderTest) =>
  describe(`organizations and members on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("who creates an organization is its admin", () =>
        Effect.gen(function* () {
          const organizations = yield* Organizations
          const members = yield* Members
          const user = yield* newUser()
          const made = yield* organizations
            .create({ title: "Acme", emailDomains: ["acme.test", "acme.test"] })
            .pipe(as(user.id))
          expect(made).toMatchObject({ object: "organization", title: "Acme", emailDomains: ["acme.test"] })
          expect(made.permissions.admin).toBe(true)
          expect(yield* organizations.get(made.id).pipe(as(user.id))).toEqual(made)
          expect((yield* members.get(made.id, user.id).pipe(as(user.id))).role).toBe("admin")
        })
      )

      it.effect("others see nothing of it, by id or in lists", () =>
        Effect.gen(function* () {
          const organizations = yield* Organizations
          const members = yield* Members
          const { id } = yield* newOrganization()
          const stranger = yield* newUser()
          for (const attempt of [
            refusal(organizations.get(id)),
            refusal(organizations.update(id, { title: "Mine" })),
            refusal(members.list(id, {}, {})),
            refusal(members.setRole(id, stranger.id, "admin")),
            refusal(members.remove(id, stranger.id))
          ]) {
            expect(yield* attempt.pipe(as(stranger.id))).toBe("NotFound")
          }
          expect(yield* organizations.list({}).pipe(as(stranger.id))).toEqual({ count: 0, items: [] })
        })
      )

      it.effect("members read it, admins change it", () =>
        Effect.gen(function* () {
          const organizations = yield* Organizations
          const { admin, id } = yield* newOrganization()
          const member = yield* newMember(id, "create")
          const guest = yield* newMember(id, null)
          expect((yield* organizations.get(id).pipe(as(member))).permissions).toMatchObject({
            admin: false,
            listMembers: true
          })
          expect((yield* organizations.get(id).pipe(as(guest))).permissions).toMatchObject({
            view: true,
            listMembers: false
          })
          expect((yield* Effect.flip(organizations.update(id, { title: "No" }).pipe(as(member))))._tag).toBe(
            "Forbidden"
          )
          const changed = yield* organizations
            .update(id, {
              title: "Better",
              hostname: `better-${id.slice(-6).toLowerCase()}`,
              mergeRules: { type: "rules", rules: [{ rule: "require_at_least_one_review" }] }
            })
            .pipe(as(admin))
          expect(changed).toMatchObject({ title: "Better", mergeRules: { type: "rules" } })
        })
      )

      it.effect("a hostname belongs to one organization", () =>
        Effect.gen(function* () {
          const organizations = yield* Organizations
          const a = yield* newOrganization()
          const b = yield* newOrganization()
          yield* organizations.update(a.id, { hostname: "taken" }).pipe(as(a.admin))
          const error = yield* Effect.flip(
            organizations.update(b.id, { hostname: "taken", title: "Half" }).pipe(as(b.admin))
          )
          expect(error._tag).toBe("Conflict")
          expect((yield* organizations.get(b.id).pipe(as(b.admin))).title).toBe("Acme")
        })
      )

      it.effect("defaultContent must be a site of the organization", () =>
        Effect.gen(function* () {
          const organizations = yield* Organizations
          const { admin, id } = yield* newOrganization()
          const error = yield* Effect.flip(
            organizations.update(id, { defaultContent: { type: "site", site: "elsewhere" } }).pipe(as(admin))
          )
          expect(error._tag).toBe("Invalid")
        })
      )

      it.effect("lists of organizations go on where they stopped", () =>
        Effect.gen(function* () {
          const organizations = yield* Organizations
          const user = yield* newUser()
          for (let i = 0; i < 5; i++) yield* organizations.create({ title: `Org ${i}` }).pipe(as(user.id))
          const first = yield* organizations.list({ limit: 2 }).pipe(as(user.id))
          expect([first.count, first.items.length]).toEqual([5, 2])
          // a new one does not move the page that follows
          yield* organizations.create({ title: "Late" }).pipe(as(user.id))
          const second = yield* organizations.list({ limit: 2, page: first.next!.page }).pipe(as(user.id))
          expect(second.items.map(({ title }) => title)).toEqual(["Org 2", "Org 3"])
          const third = yield* organizations.list({ limit: 2, page: second.next!.page }).pipe(as(user.id))
          expect(third.items.map(({ title }) => title)).toEqual(["Org 4", "Late"])
          expect(third.next).toBeUndefined()
        })
      )

      it.effect("limits and pages out of bounds are refused (threat: list abuse)", () =>
        Effect.gen(function* () {
          const organizations = yield* Organizations
          const members = yield* Members
          const { admin, id } = yield* newOrganization()
          yield* newMember(id, "read")
          for (const limit of [-1, 1001, 1.5, Number.NaN]) {
            expect((yield* Effect.flip(organizations.list({ limit }).pipe(as(admin))))._tag).toBe("Invalid")
          }
          expect(yield* organizations.list({ limit: 0 }).pipe(as(admin))).toEqual({ count: 1, items: [] })
          const { next } = yield* members.list(id, {}, { limit: 1 }).pipe(as(admin))
          const other = yield* newOrganization()
          const pages = [
            "",
            "x",
            "a.b",
            `${next!.page}x`,
            next!.page.slice(1),
            // a cursor of another list, of another filter
            next!.page
          ]
          for (const page of pages) {
            expect((yield* Effect.flip(organizations.list({ page }).pipe(as(admin))))._tag, page).toBe("Invalid")
          }
          expect(
            (yield* Effect.flip(members.list(id, { role: "read" }, { page: next!.page }).pipe(as(admin))))._tag
          ).toBe("Invalid")
          expect(
            (yield* Effect.flip(members.list(other.id, {}, { page: next!.page }).pipe(as(other.admin))))._tag
          ).toBe("Invalid")
        })
      )

      it.effect("member lists filter, search literally and sort", () =>
        Effect.gen(function* () {
          const members = yield* Members
          const { admin, id } = yield* newOrganization()
          const reader = yield* newMember(id, "read")
          const guest = yield* newMember(id, null)
          const list = (filter: Parameters<typeof members.list>[1]) =>
            Effect.map(members.list(id, filter, {}).pipe(as(admin)), (page) => page.items.map((item) => item.id))
          expect(yield* list({ role: "read" })).toEqual([reader])
          expect(yield* list({ role: "guest" })).toEqual([guest])
          expect(yield* list({ search: "GUEST" })).toEqual([guest])
          expect(yield* list({ search: "%" })).toEqual([])
          expect(yield* list({ search: "_" })).toEqual([])
          expect(yield* list({ search: "' OR 1=1 --" })).toEqual([])
          const names = yield* list({ sort: "name", order: "asc" })
          expect(names).toEqual([admin, guest, reader])
          expect(yield* list({ sort: "name", order: "desc" })).toEqual([...names].reverse())
        })
      )

      it.effect("the last admin stays, whatever is tried and however often at once", () =>
        Effect.gen(function* () {
          const members = yield* Members
          const { admin, id } = yield* newOrganization()
          expect((yield* Effect.flip(members.setRole(id, admin, "read").pipe(as(admin))))._tag).toBe("Forbidden")
          expect((yield* Effect.flip(members.setRole(id, admin, null).pipe(as(admin))))._tag).toBe("Forbidden")
          expect((yield* Effect.flip(members.remove(id, admin).pipe(as(admin))))._tag).toBe("Forbidden")
          const other = yield* newMember(id, "admin")
          // both step down at once: one must stay
          yield* Effect.all(
            [
              Effect.exit(members.setRole(id, admin, "read").pipe(as(admin))),
              Effect.exit(members.remove(id, other).pipe(as(other)))
            ],
            { concurrency: "unbounded" }
          )
          const admins = yield* members.list(id, { role: "admin" }, {}).pipe(
            as(admin),
            Effect.orElseSucceed(() => ({ count: 0 }))
          )
          expect(admins.count).toBe(1)
        })
      )

      it.effect("who is removed is gone on the very next request", () =>
        Effect.gen(function* () {
          const organizations = yield* Organizations
          const members = yield* Members
          const { admin, id } = yield* newOrganization()
          const member = yield* newMember(id, "edit")
          yield* organizations.get(id).pipe(as(member))
          expect(yield* members.remove(id, member).pipe(as(admin))).toBe(true)
          expect((yield* Effect.flip(organizations.get(id).pipe(as(member))))._tag).toBe("NotFound")
          expect(yield* members.remove(id, member).pipe(as(admin))).toBe(false)
        })
      )

      it.effect("members may leave; only admins remove others or change roles", () =>
        Effect.gen(function* () {
          const members = yield* Members
          const { admin, id } = yield* newOrganization()
          const a = yield* newMember(id, "create")
          const b = yield* newMember(id, "read")
          expect((yield* Effect.flip(members.remove(id, b).pipe(as(a))))._tag).toBe("Forbidden")
          expect((yield* Effect.flip(members.setRole(id, a, "admin").pipe(as(a))))._tag).toBe("Forbidden")
          expect((yield* members.setRole(id, a, "review").pipe(as(admin))).role).toBe("review")
          expect(yield* members.remove(id, b).pipe(as(b))).toBe(true)
          expect((yield* Effect.flip(members.put(id, b, "read").pipe(as(admin))))._tag).toBe("Forbidden")
        })
      )
    })
  })
