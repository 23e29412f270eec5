/** Stories of who may do what on a site. */
import { describe, expect, layer } from "@effect/vitest"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Teams } from "@octavo/core/people/teams/Teams"
import { Effect } from "effect"
import { as, asOperator, newMember, refusal, type StoreUnderTest, services } from "./harness.ts"
import { newSite } from "./visitors.ts"

const user = (id: string) => ({ kind: "user" as const, id })

export const siteGrantsSuite = (under: StoreUnderTest) =>
  describe(`grants on sites on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("let people in, by name and by team, are listed, changed and taken back", () =>
        Effect.gen(function* () {
          const { admin, org, site } = yield* newSite
          const grants = yield* Grants
          const sites = yield* Sites
          const teams = yield* Teams
          const object = { kind: "site", organizationId: org, id: site } as const
          const [guest, other] = [yield* newMember(org, null), yield* newMember(org, null)]
          const team = yield* teams.create(org, { title: "Team", members: [other] }).pipe(asOperator)
          const look = (who: string) => refusal(sites.get(org, site).pipe(as(who)))
          expect(yield* look(guest)).toBe("NotFound")

          yield* grants.grant(object, { role: "read", users: [guest], teams: [team.id] }).pipe(as(admin))
          expect((yield* sites.get(org, site).pipe(as(guest))).permissions.edit).toBe(false)
          expect((yield* sites.get(org, site).pipe(as(other))).id).toBe(site)
          expect((yield* sites.list(org, {}, {}).pipe(as(guest))).items.map(({ id }) => id)).toEqual([site])
          expect((yield* grants.users(object, {}).pipe(as(admin))).items).toMatchObject([
            { permission: "read", user: { id: guest } }
          ])
          expect((yield* grants.teams(object, {}).pipe(as(admin))).items).toMatchObject([
            { permission: "read", team: { id: team.id } }
          ])

          yield* grants.update(object, user(guest), "create").pipe(as(admin))
          expect((yield* sites.get(org, site).pipe(as(guest))).permissions.edit).toBe(true)
          expect(yield* grants.revoke(object, user(guest)).pipe(as(admin))).toBe(true)
          expect(yield* grants.revoke(object, user(guest)).pipe(as(admin))).toBe(false)
          expect(yield* look(guest)).toBe("NotFound")
          const audit = yield* Audit
          const all = (yield* audit.list(org, {}, {}).pipe(as(admin))).items
          const actions = all.filter(({ action }) => action.startsWith("permission."))
          expect(actions.map(({ action }) => action).sort()).toEqual([
            "permission.grant",
            "permission.grant",
            "permission.revoke",
            "permission.update"
          ])
        })
      )

      it.effect("everybody with access is listed once, with the role and what gives it, filtered and sorted", () =>
        Effect.gen(function* () {
          const { admin, org, site } = yield* newSite
          const grants = yield* Grants
          const teams = yield* Teams
          const object = { kind: "site", organizationId: org, id: site } as const
          const [reader, guest, hidden] = [
            yield* newMember(org, "read"),
            yield* newMember(org, null),
            yield* newMember(org, null)
          ]
          const team = yield* teams.create(org, { title: "Team", members: [guest, hidden] }).pipe(asOperator)
          yield* grants.grant(object, { role: "edit", users: [guest] }).pipe(as(admin))
          const list = (filter: Parameters<typeof grants.siteUsers>[2] = {}, params = {}) =>
            grants.siteUsers(org, site, filter, params).pipe(as(admin))
          const found = yield* list()
          expect(found.count).toBe(3)
          const organization = { type: "organization", organization: org }
          const origins = (page: typeof found) =>
            new Map(page.items.map(({ origin, permission, user }) => [user.id, [permission, origin]]))
          expect(origins(found)).toEqual(
            new Map([
              [admin, ["admin", organization]],
              [reader, ["read", organization]],
              [guest, ["edit", { type: "site", site, reason: "member" }]]
            ])
          )
          const ids = (page: typeof found) => page.items.map(({ user }) => user.id)
          expect(ids(yield* list({ role: "edit" }))).toEqual([guest])
          expect(ids(yield* list({ team: team.id }))).toEqual([guest])
          const { email } = found.items.find(({ user }) => user.id === reader)!.user
          expect(ids(yield* list({ search: email.toUpperCase() }))).toEqual([reader])
          expect(ids(yield* list({ search: "%" }))).toEqual([])
          for (const sort of ["name", "joinedAt", "lastSeenAt"] as const) {
            const up = ids(yield* list({ sort }))
            expect(ids(yield* list({ sort, order: "desc" }))).toEqual(up.toReversed())
            const first = yield* list({ sort }, { limit: 2 })
            expect([...ids(first), ...ids(yield* list({ sort }, { page: first.next!.page }))]).toEqual(up)
          }
          // the best grant counts, and the default level is for members
          yield* grants.grant(object, { role: "create", teams: [team.id] }).pipe(as(admin))
          const ofTeam = { type: "site", site, reason: "team", team: team.id }
          yield* (yield* Sites).update(org, site, { defaultLevel: "comment" }).pipe(as(admin))
          expect(origins(yield* list())).toEqual(
            new Map([
              [admin, ["admin", organization]],
              [reader, ["comment", { type: "site", site, reason: "default" }]],
              [guest, ["create", ofTeam]],
              [hidden, ["create", ofTeam]]
            ])
          )
        })
      )

      it.effect("are given by admins of the site, up to their own role, to people of the organization", () =>
        Effect.gen(function* () {
          const { admin, org, site } = yield* newSite
          const theirs = yield* newSite
          const grants = yield* Grants
          const object = { kind: "site", organizationId: org, id: site } as const
          const creator = yield* newMember(org, "create")
          const guest = yield* newMember(org, null)
          const grant = (who: string, to: string) =>
            refusal(grants.grant(object, { role: "read", users: [to] }).pipe(as(who)))
          expect(yield* grant(creator, guest)).toBe("Forbidden")
          expect(yield* grant(theirs.admin, guest)).toBe("NotFound")
          expect(yield* grant(admin, theirs.admin)).toBe("NotFound")
          const foreign = { kind: "site", organizationId: org, id: theirs.site } as const
          expect(yield* refusal(grants.grant(foreign, { role: "read", users: [guest] }).pipe(as(admin)))).toBe(
            "NotFound"
          )
          yield* grants.grant(object, { role: "comment", users: [guest] }).pipe(as(admin))
          expect(yield* refusal(grants.users(object, {}).pipe(as(guest)))).toBe("Forbidden")
        })
      )
    })
  })
