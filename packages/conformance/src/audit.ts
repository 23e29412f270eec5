import { describe, expect, layer } from "@effect/vitest"
import { InviteLinks } from "@octavo/core/content/invites/InviteLinks"
import { Invites } from "@octavo/core/content/invites/Invites"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { RequestAddress } from "@octavo/core/kernel/shared/RequestAddress"
import { Transaction } from "@octavo/core/kernel/shared/Transaction"
import { Audit } from "@octavo/core/people/audit/Audit"
import { AuditStore } from "@octavo/core/people/audit/AuditStore"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Members } from "@octavo/core/people/members/Members"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Teams } from "@octavo/core/people/teams/Teams"
import { Users } from "@octavo/core/people/users/Users"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  as,
  asOperator,
  newMember,
  newOrganization,
  newUser,
  refusal,
  type StoreUnderTest,
  services
} from "./harness.ts"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The audit trail. */
export const auditSuite = (under: StoreUnderTest) =>
  describe(`audit on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("what is done is recorded: by whom, to what, when", () =>
        Effect.gen(function* () {
          const audit = yield* Audit
          const { admin, id } = yield* newOrganization()
          const members = yield* Members
          const teams = yield* Teams
          const grants = yield* Grants
          const links = yield* InviteLinks
          const invites = yield* Invites
          const organizations = yield* Organizations
          const users = yield* Users
          const spaces = yield* Spaces
          const sites = yield* Sites
          const member = yield* newMember(id, "read")
          const person = (yield* newUser()).id
          yield* Effect.gen(function* () {
            yield* organizations.update(id, { title: "Renamed", emailDomains: ["octavo.test"] })
            yield* organizations.update(id, { title: "Renamed" })
            yield* members.setRole(id, member, "edit")
            yield* members.setRole(id, member, "edit")
            yield* members.setSso(id, member)
            const team = yield* teams.create(id, { title: "T", members: [member] })
            yield* teams.update(id, team.id, { title: "U" })
            yield* teams.removeMember(id, team.id, member)
            const space = yield* spaces.create(id, { title: "Guide" })
            yield* spaces.update(space.id, { title: "Manual" })
            const object = { kind: "space", id: space.id } as const
            yield* grants.grant(object, { role: "edit", users: [member], teams: [team.id] })
            yield* grants.update(object, { kind: "user", id: member }, "review")
            yield* grants.revoke(object, { kind: "user", id: member })
            yield* teams.remove(id, team.id)
            const link = yield* links.create(id, { role: "comment" })
            yield* links.update(id, link.id, { role: "read" })
            yield* invites.accept(id, link.id).pipe(as(person))
            yield* links.remove(id, link.id)
            yield* invites.send(id, { emails: [`audit-${id}@mail.test`], role: null })
            const token = yield* users.createToken(admin, { label: "secret label" })
            yield* users.revokeToken(admin, token.id)
            const site = yield* sites.create(id, { title: "Site", spaces: [space.id] })
            yield* sites.update(id, site.id, { visibility: "unlisted" })
            yield* sites.publish(id, site.id)
            yield* sites.publish(id, site.id)
            yield* sites.unpublish(id, site.id)
            yield* sites.remove(id, site.id)
            yield* members.remove(id, member)
          }).pipe(as(admin))
          const listed = yield* audit.list(id, {}, { limit: 100 }).pipe(as(admin))
          expect(listed.items.map((event) => event.action).reverse()).toEqual([
            "organization.create",
            "member.add",
            "organization.update",
            "member.update",
            "member.sso",
            "team.create",
            "team.members",
            "team.update",
            "team.members",
            "space.create",
            "space.update",
            "permission.grant",
            "permission.grant",
            "permission.update",
            "permission.revoke",
            "team.delete",
            "invite-link.create",
            "invite-link.update",
            "invite.accept",
            "invite-link.delete",
            "invite.send",
            "token.create",
            "token.revoke",
            "site.create",
            "site.update",
            "site.publish",
            "site.unpublish",
            "site.delete",
            "member.remove"
          ])
          const byAction = (action: string) =>
            Effect.gen(function* () {
              const found = yield* audit.list(id, { action }, {}).pipe(as(admin))
              return yield* audit.get(id, found.items[0]!.id).pipe(as(admin))
            })
          expect(yield* byAction("member.update")).toMatchObject({
            object: "audit-event",
            actor: { type: "user", id: admin },
            source: "api",
            target: { type: "user", id: member },
            schemaVersion: 1,
            payload: { role: { before: "read", after: "edit" } }
          })
          expect((yield* byAction("member.add")).actor).toEqual({ type: "system", id: "operator", label: "Operator" })
          expect((yield* byAction("invite.accept")).actor.label).toMatch(/^Person/)
          expect(yield* byAction("organization.update")).toMatchObject({
            payload: {
              title: { before: "Acme", after: "Renamed" },
              emailDomains: { before: [], after: ["octavo.test"] }
            }
          })
          for (const event of listed.items) expect(event.id).toMatch(uuid)
        })
      )

      it.effect("no secret is recorded (threat: secrets read back)", () =>
        Effect.gen(function* () {
          const audit = yield* Audit
          const users = yield* Users
          const links = yield* InviteLinks
          const { admin, id } = yield* newOrganization()
          const { token } = yield* users.createToken(admin, { label: "my label" }).pipe(as(admin))
          const link = yield* links.create(id, { role: "admin" }).pipe(as(admin))
          const listed = yield* audit.list(id, {}, {}).pipe(as(admin))
          const details = yield* Effect.forEach(listed.items, (event) => audit.get(id, event.id).pipe(as(admin)))
          const all = JSON.stringify(details)
          for (const secret of [token, token.slice(4, 20), link.id, "my label"]) expect(all).not.toContain(secret)
        })
      )

      it.effect("an event is there when its change is, and only then", () =>
        Effect.gen(function* () {
          const audit = yield* Audit
          const teams = yield* Teams
          const members = yield* Members
          const transaction = yield* Transaction
          const { admin, id } = yield* newOrganization()
          const count = Effect.map(audit.list(id, {}, {}).pipe(as(admin)), (page) => page.count)
          expect(yield* count).toBe(1)
          // refused: nothing is recorded
          yield* Effect.exit(teams.create(id, { title: "T", members: ["nobody"] }).pipe(as(admin)))
          yield* Effect.exit(members.setRole(id, admin, "read").pipe(as(admin)))
          yield* Effect.exit(members.remove(id, "nobody").pipe(as(admin)))
          expect(yield* count).toBe(1)
          // rolled back: neither team nor event
          yield* Effect.exit(
            transaction.run(Effect.andThen(teams.create(id, { title: "T" }), Effect.fail("no"))).pipe(as(admin))
          )
          expect(yield* count).toBe(1)
          expect((yield* teams.list(id, {}, {}).pipe(as(admin))).count).toBe(0)
        })
      )

      it.effect("admins read it, others do not: one table", () =>
        Effect.gen(function* () {
          const audit = yield* Audit
          const { admin, id } = yield* newOrganization()
          const other = yield* newOrganization()
          const [event] = (yield* audit.list(id, {}, {}).pipe(as(admin))).items
          const ok = "nothing refused it"
          const callers: Array<readonly [string, string]> = [
            [admin, ok],
            [other.admin, "NotFound"],
            [(yield* newUser()).id, "NotFound"]
          ]
          for (const role of [null, "read", "comment", "edit", "review", "create"] as const) {
            callers.push([yield* newMember(id, role), "Forbidden"])
          }
          for (const [caller, expected] of callers) {
            expect(yield* refusal(audit.list(id, {}, {})).pipe(as(caller))).toBe(expected)
            expect(yield* refusal(audit.get(id, event!.id)).pipe(as(caller))).toBe(expected)
            expect(yield* refusal(audit.actions(id)).pipe(as(caller))).toBe(expected)
          }
          // another organization's event is absent under one's own (threat: one of two ids checked)
          expect(yield* refusal(audit.get(other.id, event!.id)).pipe(as(other.admin))).toBe("NotFound")
          expect((yield* audit.list(other.id, { target: id }, {}).pipe(as(other.admin))).count).toBe(0)
        })
      )

      it.effect("lists are newest first, 20 at a time, and filter", () =>
        Effect.gen(function* () {
          const audit = yield* Audit
          const teams = yield* Teams
          const { admin, id } = yield* newOrganization()
          const second = yield* newMember(id, "admin")
          const made: Array<string> = []
          for (let i = 0; i < 30; i++) {
            yield* TestClock.adjust("1 minute")
            made.push((yield* teams.create(id, { title: `T${i}` }).pipe(as(i % 2 === 0 ? admin : second))).id)
          }
          const first = yield* audit.list(id, {}, {}).pipe(as(admin))
          expect([first.items.length, first.count]).toEqual([20, 32])
          expect(first.items.slice(0, 2).map((event) => event.target.label)).toEqual(["T29", "T28"])
          // later events do not move the page that follows
          yield* teams.create(id, { title: "Late" }).pipe(as(admin))
          const rest = yield* audit.list(id, {}, { page: first.next!.page }).pipe(as(admin))
          expect(rest.items.map((event) => event.target.label).slice(0, 2)).toEqual(["T9", "T8"])
          expect(rest.next).toBeUndefined()
          const { occurredAt } = first.items[4]!
          const labels = (filter: Parameters<typeof audit.list>[1]) =>
            Effect.map(audit.list(id, filter, {}).pipe(as(admin)), (page) =>
              page.items.map((event) => event.target.label)
            )
          expect(yield* labels({ from: occurredAt, to: first.items[1]!.occurredAt })).toEqual([
            "T28",
            "T27",
            "T26",
            "T25"
          ])
          expect(yield* labels({ target: made[3]! })).toEqual(["T3"])
          expect((yield* labels({ actor: second })).every((label) => Number(label?.slice(1)) % 2 === 1)).toBe(true)
          expect(yield* labels({ action: "team.delete" })).toEqual([])
          expect(yield* refusal(audit.list(id, { from: "yesterday" }, {})).pipe(as(admin))).toBe("Invalid")
          expect(
            yield* refusal(audit.list(id, { action: "team.create" }, { page: first.next!.page })).pipe(as(admin))
          ).toBe("Invalid")
        })
      )

      it.effect("events keep the names of then, and where the request came from", () =>
        Effect.gen(function* () {
          const audit = yield* Audit
          const users = yield* Users
          const teams = yield* Teams
          const { admin, id } = yield* newOrganization()
          yield* users.update(admin, { displayName: "Before" }).pipe(as(admin))
          yield* teams.create(id, { title: "T" }).pipe(as(admin), Effect.provideService(RequestAddress, "192.0.2.7"))
          yield* users.update(admin, { displayName: "After" }).pipe(as(admin))
          const [event] = (yield* audit.list(id, { action: "team.create" }, {}).pipe(as(admin))).items
          expect(event!.actor.label).toBe("Before")
          expect((yield* audit.get(id, event!.id).pipe(as(admin))).ip).toBe("192.0.2.7")
          expect(event).not.toHaveProperty("payload")
        })
      )

      it.effect("100 changes at once are 100 events", () =>
        Effect.gen(function* () {
          const audit = yield* Audit
          const teams = yield* Teams
          const store = yield* AuditStore
          const { id } = yield* newOrganization()
          yield* Effect.all(
            Array.from({ length: 100 }, (_, i) => teams.create(id, { title: `T${i}` })),
            { concurrency: "unbounded" }
          ).pipe(asOperator)
          const listed = yield* audit.list(id, { action: "team.create" }, { limit: 1000 }).pipe(asOperator)
          expect(new Set(listed.items.map((event) => event.id)).size).toBe(100)
          // the port has no way to change or remove one
          expect(Object.keys(store).sort()).toEqual(["get", "insert", "list", "organizationsOf"])
        })
      )
    })
  })
