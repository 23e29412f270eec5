import { describe, expect, layer } from "@effect/vitest"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Members } from "@octavo/core/people/members/Members"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { NewTeam } from "@octavo/core/people/teams/Team"
import { Teams } from "@octavo/core/people/teams/Teams"
import { Effect, Schema } from "effect"
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

/** Teams and who is in them. */
export const teamsSuite = (under: StoreUnderTest) =>
  describe(`teams on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("a team is made, renamed and deleted with what was granted to it", () =>
        Effect.gen(function* () {
          const teams = yield* Teams
          const grants = yield* Grants
          const spaces = yield* Spaces
          const { admin, id } = yield* newOrganization()
          const guest = yield* newMember(id, null)
          const team = yield* teams.create(id, { title: "Docs", members: [guest, guest] }).pipe(as(admin))
          expect(team).toMatchObject({
            object: "team",
            title: "Docs",
            members: 1,
            spaces: 0,
            permissions: { admin: true, view: true }
          })
          expect(yield* teams.get(id, team.id).pipe(as(admin))).toEqual(team)
          const space = yield* spaces.create(id, {}).pipe(as(admin))
          yield* grants.grant({ kind: "space", id: space.id }, { role: "edit", teams: [team.id] }).pipe(as(admin))
          expect((yield* spaces.get(space.id).pipe(as(guest))).permissions.edit).toBe(true)
          expect(yield* teams.update(id, team.id, { title: "Writers" }).pipe(as(admin))).toMatchObject({
            title: "Writers",
            spaces: 1
          })
          expect(yield* teams.remove(id, team.id).pipe(as(admin))).toBe(true)
          expect(yield* teams.remove(id, team.id).pipe(as(admin))).toBe(false)
          expect(yield* refusal(spaces.get(space.id)).pipe(as(guest))).toBe("NotFound")
          expect((yield* grants.teams({ kind: "space", id: space.id }, {}).pipe(as(admin))).count).toBe(0)
          expect(yield* refusal(teams.get(id, team.id)).pipe(as(admin))).toBe("NotFound")
        })
      )

      it.effect("titles have 1 to 64 characters, counted as people count them", () =>
        Effect.sync(() => {
          const fits = (title: string) => Schema.decodeUnknownResult(NewTeam)({ title })._tag
          expect([fits(""), fits("x"), fits("x".repeat(64)), fits("x".repeat(65))]).toEqual([
            "Failure",
            "Success",
            "Success",
            "Failure"
          ])
          expect([fits("😀".repeat(64)), fits("😀".repeat(65))]).toEqual(["Success", "Failure"])
        })
      )

      it.effect("a title of 64 characters is kept whole", () =>
        Effect.gen(function* () {
          const teams = yield* Teams
          const { admin, id } = yield* newOrganization()
          const title = "😀".repeat(64)
          const team = yield* teams.create(id, { title }).pipe(as(admin))
          expect((yield* teams.get(id, team.id).pipe(as(admin))).title).toBe(title)
        })
      )

      it.effect("who may do what: one table", () =>
        Effect.gen(function* () {
          const teams = yield* Teams
          const { admin, id } = yield* newOrganization()
          const other = yield* newOrganization()
          const owner = yield* newMember(id, "read")
          const guestOwner = yield* newMember(id, null)
          const inside = yield* newMember(id, "comment")
          const guest = yield* newMember(id, null)
          const one = yield* teams.create(id, { title: "One", members: [inside] }).pipe(as(admin))
          yield* teams
            .updateMembers(id, one.id, { memberships: { [owner]: { role: "owner" }, [guestOwner]: { role: "owner" } } })
            .pipe(as(admin))
          const ok = "nothing refused it"
          const table: ReadonlyArray<readonly [string, string, string, string, string, string]> = [
            // caller, list, get, manage, create, delete
            [other.admin, "NotFound", "NotFound", "NotFound", "NotFound", "NotFound"],
            [(yield* newUser()).id, "NotFound", "NotFound", "NotFound", "NotFound", "NotFound"],
            [guest, "Forbidden", "Forbidden", "Forbidden", "Forbidden", "Forbidden"],
            [guestOwner, "Forbidden", ok, ok, "Forbidden", "Forbidden"],
            [inside, ok, ok, "Forbidden", "Forbidden", "Forbidden"],
            [yield* newMember(id, "create"), ok, ok, "Forbidden", "Forbidden", "Forbidden"],
            [owner, ok, ok, ok, "Forbidden", "Forbidden"],
            [admin, ok, ok, ok, ok, ok]
          ]
          for (const [caller, list, get, manage, create, remove] of table) {
            const attempts = [
              [list, refusal(teams.list(id, {}, {}))],
              [get, refusal(teams.get(id, one.id))],
              [get, refusal(teams.members(id, one.id, {}))],
              [manage, refusal(teams.update(id, one.id, { title: "One" }))],
              [manage, refusal(teams.updateMembers(id, one.id, { add: [inside] }))],
              [manage, refusal(teams.putMember(id, one.id, inside, undefined))],
              [manage, refusal(teams.removeMember(id, one.id, "nobody"))],
              [create, refusal(teams.create(id, { title: "New" }))],
              [remove, refusal(teams.remove(id, "none"))]
            ] as const
            for (const [expected, attempt] of attempts) expect(yield* attempt.pipe(as(caller)), caller).toBe(expected)
          }
          const organizations = yield* Organizations
          for (const [caller, owns] of [
            [owner, true],
            [guestOwner, true],
            [admin, true],
            [inside, false],
            [guest, false]
          ] as const) {
            expect((yield* organizations.get(id).pipe(as(caller))).permissions.ownTeam).toBe(owns)
            expect((yield* organizations.list({}).pipe(as(caller))).items[0]!.permissions.ownTeam).toBe(owns)
          }
          const shown = yield* teams.list(id, { title: "one" }, {}).pipe(as(owner))
          expect(shown.items[0]!.permissions.admin).toBe(true)
          expect((yield* teams.list(id, { title: "one" }, {}).pipe(as(inside))).items[0]!.permissions.admin).toBe(false)
        })
      )

      it.effect("lists filter by title and by who can manage, and go on where they stopped", () =>
        Effect.gen(function* () {
          const teams = yield* Teams
          const { admin, id } = yield* newOrganization()
          const owner = yield* newMember(id, "read")
          for (const title of ["Alpha", "Beta", "ALPHABET", "100%", "a_b", "ÉCOLE"]) {
            yield* teams.create(id, { title }).pipe(as(admin))
          }
          const beta = (yield* teams.list(id, { title: "Beta" }, {}).pipe(as(admin))).items[0]!
          yield* teams.putMember(id, beta.id, owner, "owner").pipe(as(admin))
          const titles = (filter: Parameters<typeof teams.list>[1]) =>
            Effect.map(teams.list(id, filter, {}).pipe(as(owner)), (page) => [
              page.count,
              ...page.items.map((team) => team.title)
            ])
          expect(yield* titles({ title: "alpha" })).toEqual([2, "Alpha", "ALPHABET"])
          expect(yield* titles({ title: "%" })).toEqual([1, "100%"])
          expect(yield* titles({ title: "_" })).toEqual([1, "a_b"])
          expect(yield* titles({ title: "école" })).toEqual([1, "ÉCOLE"])
          expect(yield* titles({ title: "' OR 1=1 --" })).toEqual([0])
          expect(yield* titles({ owner })).toEqual([1, "Beta"])
          expect((yield* titles({ owner: admin }))[0]).toBe(6)
          expect(yield* titles({ owner: "nobody" })).toEqual([0])
          const first = yield* teams.list(id, {}, { limit: 4 }).pipe(as(owner))
          const second = yield* teams.list(id, {}, { limit: 4, page: first.next!.page }).pipe(as(owner))
          expect([...first.items, ...second.items].map((team) => team.title)).toEqual([
            "Alpha",
            "Beta",
            "ALPHABET",
            "100%",
            "a_b",
            "ÉCOLE"
          ])
          expect(
            (yield* Effect.flip(teams.list(id, { title: "a" }, { page: first.next!.page }).pipe(as(owner))))._tag
          ).toBe("Invalid")
        })
      )

      it.effect("members are added, given roles and removed together; removal wins", () =>
        Effect.gen(function* () {
          const teams = yield* Teams
          const members = yield* Members
          const { admin, id } = yield* newOrganization()
          const people: Array<string> = []
          for (let i = 0; i < 4; i++) people.push(yield* newMember(id, "read"))
          const [a, b, c, d] = people as [string, string, string, string]
          const team = yield* teams.create(id, { title: "T", members: [d] }).pipe(as(admin))
          yield* teams
            .updateMembers(id, team.id, { add: [a, b, c], memberships: { [b]: { role: "owner" } }, remove: [c, d] })
            .pipe(as(admin))
          const listed = yield* teams.members(id, team.id, {}).pipe(as(a))
          expect(listed.items.map((item) => [item.organization.id, item.team.role])).toEqual(
            [
              [a, "member"],
              [b, "owner"]
            ].sort((x, y) => (x[0]! < y[0]! ? -1 : 1))
          )
          expect(listed.items[0]!.permissions.view).toBe(true)
          // adding an owner again does not make them a member
          yield* teams.putMember(id, team.id, b, undefined).pipe(as(admin))
          expect((yield* teams.ofMember(id, b, {}, {}).pipe(as(a))).items).toMatchObject([
            { team: { id: team.id }, member: { role: "owner" } }
          ])
          expect(yield* teams.removeMember(id, team.id, b).pipe(as(admin))).toBe(true)
          expect(yield* teams.removeMember(id, team.id, b).pipe(as(admin))).toBe(false)
          expect((yield* members.get(id, a).pipe(as(admin))).teams).toBe(1)
          expect((yield* teams.ofMember(id, a, { title: "x" }, {}).pipe(as(admin))).count).toBe(0)
          expect(yield* refusal(teams.ofMember(id, "nobody", {}, {})).pipe(as(admin))).toBe("NotFound")
          // who leaves the organization leaves its teams
          yield* members.remove(id, a).pipe(as(admin))
          expect((yield* teams.get(id, team.id).pipe(as(admin))).members).toBe(0)
        })
      )

      it.effect(
        "people of another organization are not taken in, alone or among others (threats: foreign ids in paths, foreign ids in bodies, one of two ids checked)",
        () =>
          Effect.gen(function* () {
            const teams = yield* Teams
            const a = yield* newOrganization()
            const b = yield* newOrganization()
            const mine = yield* newMember(a.id, "read")
            const theirs = yield* newMember(b.id, "read")
            const team = yield* teams.create(a.id, { title: "T" }).pipe(as(a.admin))
            const foreign = yield* teams.create(b.id, { title: "F" }).pipe(as(b.admin))
            for (const attempt of [
              teams.create(a.id, { title: "Half", members: [mine, theirs] }),
              teams.updateMembers(a.id, team.id, { add: [mine, theirs] }),
              teams.updateMembers(a.id, team.id, { add: [mine], memberships: { [theirs]: { role: "owner" } } }),
              teams.updateMembers(a.id, team.id, { add: [mine, "nobody"] })
            ]) {
              expect(yield* refusal(attempt).pipe(as(a.admin))).toBe("Invalid")
            }
            expect(yield* refusal(teams.putMember(a.id, team.id, theirs, "owner")).pipe(as(a.admin))).toBe("NotFound")
            expect((yield* teams.list(a.id, {}, {}).pipe(as(a.admin))).items).toMatchObject([
              { title: "T", members: 0 }
            ])
            // a team of b under a
            for (const attempt of [
              refusal(teams.get(a.id, foreign.id)),
              refusal(teams.update(a.id, foreign.id, { title: "Mine" })),
              refusal(teams.members(a.id, foreign.id, {})),
              refusal(teams.putMember(a.id, foreign.id, mine, "owner")),
              refusal(teams.updateMembers(a.id, foreign.id, { add: [mine] }))
            ]) {
              expect(yield* attempt.pipe(as(a.admin))).toBe("NotFound")
            }
            expect(yield* teams.remove(a.id, foreign.id).pipe(as(a.admin))).toBe(false)
            expect((yield* teams.get(b.id, foreign.id).pipe(as(b.admin))).title).toBe("F")
          })
      )

      it.effect("100 writers of one team at once: everybody who was put in is in, once (threat: lost updates)", () =>
        Effect.gen(function* () {
          const teams = yield* Teams
          const { admin, id } = yield* newOrganization()
          const people: Array<string> = []
          for (let i = 0; i < 20; i++) people.push(yield* newMember(id, "read"))
          const team = yield* teams.create(id, { title: "T" }).pipe(as(admin))
          yield* Effect.all(
            Array.from({ length: 100 }, (_, i) => {
              const person = people[i % 20]!
              return i % 3 === 0
                ? teams.putMember(id, team.id, person, i % 2 === 0 ? "owner" : "member")
                : teams.updateMembers(id, team.id, { add: [person, people[(i * 7) % 20]!] })
            }),
            { concurrency: "unbounded" }
          ).pipe(as(admin))
          expect((yield* teams.get(id, team.id).pipe(as(admin))).members).toBe(20)
          // half go, half stay, whatever the order
          yield* Effect.all(
            people.map((person, i) =>
              i % 2 === 0
                ? Effect.asVoid(teams.removeMember(id, team.id, person))
                : teams.putMember(id, team.id, person, "member")
            ),
            { concurrency: "unbounded" }
          ).pipe(as(admin))
          const left = yield* teams.members(id, team.id, {}).pipe(as(admin))
          expect(left.items.map((item) => item.organization.id).sort()).toEqual(
            people.filter((_, i) => i % 2 === 1).sort()
          )
        })
      )

      it.effect("50 teams with members made at once are all there", () =>
        Effect.gen(function* () {
          const teams = yield* Teams
          const { admin, id } = yield* newOrganization()
          const members = [yield* newMember(id, "read"), yield* newMember(id, null)]
          yield* Effect.all(
            Array.from({ length: 50 }, (_, i) => teams.create(id, { title: `T${i}`, members })),
            { concurrency: "unbounded" }
          ).pipe(as(admin))
          const listed = yield* teams.list(id, {}, { limit: 100 }).pipe(as(admin))
          expect([listed.count, ...new Set(listed.items.map((team) => team.members))]).toEqual([50, 2])
        })
      )

      it.effect(
        "somebody who is removed while being added is in no team afterwards (threats: stale authority, lost updates)",
        () =>
          Effect.gen(function* () {
            const teams = yield* Teams
            const members = yield* Members
            const { admin, id } = yield* newOrganization()
            const team = yield* teams.create(id, { title: "T" }).pipe(as(admin))
            for (let round = 0; round < 10; round++) {
              const person = yield* newMember(id, "read")
              yield* Effect.all(
                [
                  Effect.exit(teams.putMember(id, team.id, person, "owner").pipe(as(admin))),
                  Effect.exit(members.remove(id, person).pipe(as(admin)))
                ],
                { concurrency: "unbounded" }
              )
              yield* members.put(id, person, null).pipe(asOperator)
              expect((yield* members.get(id, person).pipe(as(admin))).teams).toBe(0)
            }
          })
      )

      it.effect("fields that nobody may set are ignored (threat: mass assignment)", () =>
        Effect.gen(function* () {
          const teams = yield* Teams
          const a = yield* newOrganization()
          const b = yield* newOrganization()
          const body = Schema.decodeUnknownSync(NewTeam)({
            title: "T",
            id: "mine",
            organization: b.id,
            permissions: { admin: true },
            spaces: 9
          })
          const team = yield* teams.create(a.id, body).pipe(as(a.admin))
          expect(team.id).not.toBe("mine")
          expect(team.spaces).toBe(0)
          expect((yield* teams.list(b.id, {}, {}).pipe(as(b.admin))).count).toBe(0)
        })
      )
    })
  })
