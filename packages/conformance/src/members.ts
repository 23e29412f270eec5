import { describe, expect, layer } from "@effect/vitest"
import { MemberSpaces } from "@octavo/core/content/spaces/MemberSpaces"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Members } from "@octavo/core/people/members/Members"
import { Teams } from "@octavo/core/people/teams/Teams"
import { Effect } from "effect"
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

/** What one member may look up about another. */
export const membersSuite = (under: StoreUnderTest) =>
  describe(`members on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("the spaces of a member, with what the member may do there and what the caller may", () =>
        Effect.gen(function* () {
          const memberSpaces = yield* MemberSpaces
          const spaces = yield* Spaces
          const grants = yield* Grants
          const { admin, id } = yield* newOrganization()
          const made: Array<string> = []
          for (let i = 0; i < 5; i++) made.push((yield* spaces.create(id, { title: `S${i}` }).pipe(as(admin))).id)
          const guest = yield* newMember(id, null)
          const reader = yield* newMember(id, "read")
          for (const [space, role] of [
            [made[1]!, "edit"],
            [made[3]!, "admin"]
          ] as const) {
            yield* grants.grant({ kind: "space", id: space }, { role, users: [guest] }).pipe(as(admin))
          }
          const listed = yield* memberSpaces.list(id, guest, undefined, {}).pipe(as(reader))
          expect(listed.items.map((item) => [item.space.title, item.permission])).toEqual([
            ["S3", "admin"],
            ["S1", "edit"]
          ])
          // the booleans are the caller's own
          expect(listed.items[0]!.space.permissions.admin).toBe(false)
          const own = yield* memberSpaces.list(id, guest, "asc", { limit: 1 }).pipe(as(guest))
          expect([own.count, own.items[0]!.space.title]).toEqual([2, "S1"])
          const next = yield* memberSpaces.list(id, guest, "asc", { limit: 1, page: own.next!.page }).pipe(as(guest))
          expect(next.items[0]!.space.permissions.admin).toBe(true)
          expect(
            (yield* memberSpaces.list(id, reader, "asc", {}).pipe(as(admin))).items.map((item) => item.permission)
          ).toEqual(made.map(() => "read"))
        })
      )

      it.effect("when a member was last here is told, for this organization alone, and lists are sorted by it", () =>
        Effect.gen(function* () {
          const members = yield* Members
          const spaces = yield* Spaces
          const [here, elsewhere] = [yield* newOrganization(), yield* newOrganization()]
          const ben = yield* newMember(here.id, "read")
          const cy = yield* newMember(here.id, "read")
          yield* members.put(elsewhere.id, ben, "read").pipe(asOperator)
          const space = yield* spaces.create(here.id, { title: "S" }).pipe(asOperator)
          yield* spaces.get(space.id).pipe(as(ben))
          // it is written beside the answer
          const seen = Effect.gen(function* () {
            for (let turn = 0; turn < 500; turn++) {
              const { lastSeenAt } = yield* members.get(here.id, ben).pipe(asOperator)
              if (lastSeenAt !== undefined) return lastSeenAt
              yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 5)))
            }
            return undefined
          })
          expect(yield* seen).toBeTypeOf("string")
          expect(yield* members.get(here.id, cy).pipe(asOperator)).not.toHaveProperty("lastSeenAt")
          expect(yield* members.get(elsewhere.id, ben).pipe(asOperator)).not.toHaveProperty("lastSeenAt")
          const sorted = yield* members.list(here.id, { sort: "lastSeenAt", order: "desc" }, {}).pipe(asOperator)
          expect(sorted.items[0]?.id).toBe(ben)
        })
      )

      it.effect("are told to members, and to the person alone: one table", () =>
        Effect.gen(function* () {
          const members = yield* Members
          const memberSpaces = yield* MemberSpaces
          const teams = yield* Teams
          const { admin, id } = yield* newOrganization()
          const other = yield* newOrganization()
          const guest = yield* newMember(id, null)
          const member = yield* newMember(id, "read")
          const ok = "nothing refused it"
          for (const [caller, of, expected] of [
            [admin, guest, ok],
            [member, guest, ok],
            [guest, guest, ok],
            [guest, member, "Forbidden"],
            [other.admin, member, "NotFound"],
            [(yield* newUser()).id, guest, "NotFound"],
            [admin, "nobody", "NotFound"],
            [admin, other.admin, "NotFound"]
          ] as const) {
            expect(yield* refusal(memberSpaces.list(id, of, undefined, {})).pipe(as(caller))).toBe(expected)
            expect(yield* refusal(teams.ofMember(id, of, {}, {})).pipe(as(caller))).toBe(expected)
          }
          expect(yield* refusal(members.setSso(id, member)).pipe(as(member))).toBe("Forbidden")
        })
      )
    })
  })
