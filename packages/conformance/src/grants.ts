import { describe, expect, layer } from "@effect/vitest"
import { Collections } from "@octavo/core/content/collections/Collections"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import type { Page } from "@octavo/core/kernel/shared/pagination"
import { Role } from "@octavo/core/kernel/shared/roles"
import { Grants } from "@octavo/core/people/grants/Grants"
import { MemberStore } from "@octavo/core/people/members/MemberStore"
import { Members } from "@octavo/core/people/members/Members"
import { Access } from "@octavo/core/people/permissions/Access"
import { Teams } from "@octavo/core/people/teams/Teams"
import { Effect } from "effect"
import { checkOrigins } from "./grant-origins.ts"
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

const space = (id: string) => ({ kind: "space", id }) as const
const collection = (id: string) => ({ kind: "collection", id }) as const

/** An organization with a space inside a collection inside another. */
const nested = Effect.gen(function* () {
  const collections = yield* Collections
  const spaces = yield* Spaces
  const organization = yield* newOrganization()
  const outer = yield* collections.create(organization.id, { title: "Outer" }).pipe(as(organization.admin))
  const inner = yield* collections
    .create(organization.id, { title: "Inner", parent: outer.id })
    .pipe(as(organization.admin))
  const inside = yield* spaces.create(organization.id, { parent: inner.id }).pipe(as(organization.admin))
  return { ...organization, outer: outer.id, inner: inner.id, space: inside.id }
})

/** A team with these members. */
const newTeam = (organizationId: string, members: ReadonlyArray<string>, title = "Team") =>
  Effect.gen(function* () {
    const teams = yield* Teams
    return (yield* teams.create(organizationId, { title, members }).pipe(asOperator)).id
  })

const everything = <A, E, R>(list: (page: string | undefined) => Effect.Effect<Page<A>, E, R>) =>
  Effect.gen(function* () {
    const items: Array<A> = []
    let page = yield* list(undefined)
    for (;;) {
      items.push(...page.items)
      if (page.next === undefined) return { items, count: page.count }
      page = yield* list(page.next.page)
    }
  })

/** Grants on spaces and collections, and everybody who has access. */
export const grantsSuite = (under: StoreUnderTest) =>
  describe(`grants on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("a grant is listed, changed and taken back", () =>
        Effect.gen(function* () {
          const grants = yield* Grants
          const spaces = yield* Spaces
          for (const kind of ["space", "collection"] as const) {
            const made = yield* nested
            const object = kind === "space" ? space(made.space) : collection(made.outer)
            const guest = yield* newMember(made.id, null)
            const member = yield* newMember(made.id, "read")
            const team = yield* newTeam(made.id, [member])
            const sees = refusal(spaces.get(made.space)).pipe(as(guest))
            expect(yield* sees).toBe("NotFound")
            yield* grants.grant(object, { role: "edit", users: [guest, guest] }).pipe(as(made.admin))
            yield* grants.grant(object, { role: "review", teams: [team] }).pipe(as(made.admin))
            expect((yield* spaces.get(made.space).pipe(as(guest))).permissions).toMatchObject({
              edit: true,
              review: false
            })
            expect((yield* spaces.get(made.space).pipe(as(member))).permissions).toMatchObject({
              review: true,
              admin: false
            })
            const users = yield* grants.users(object, {}).pipe(as(member))
            expect(users).toMatchObject({ count: 1, items: [{ permission: "edit", user: { id: guest } }] })
            const listed = yield* grants.teams(object, {}).pipe(as(member))
            expect(listed).toMatchObject({
              count: 1,
              items: [{ permission: "review", team: { id: team, members: 1, spaces: 1 } }]
            })
            expect(listed.items[0]!.team.permissions).toEqual({ admin: false, view: true })
            yield* grants.update(object, { kind: "user", id: guest }, "comment").pipe(as(made.admin))
            yield* grants.update(object, { kind: "user", id: guest }, undefined).pipe(as(made.admin))
            yield* grants.update(object, { kind: "team", id: team }, "comment").pipe(as(made.admin))
            expect((yield* grants.users(object, {}).pipe(as(made.admin))).items[0]!.permission).toBe("comment")
            expect((yield* grants.teams(object, {}).pipe(as(made.admin))).items[0]!.permission).toBe("comment")
            expect(yield* grants.revoke(object, { kind: "user", id: guest }).pipe(as(made.admin))).toBe(true)
            expect(yield* grants.revoke(object, { kind: "user", id: guest }).pipe(as(made.admin))).toBe(false)
            expect(yield* sees).toBe("NotFound")
            // a role of null takes it back too, and once more does nothing
            yield* grants.grant(object, { role: null, teams: [team], users: [guest] }).pipe(as(made.admin))
            expect((yield* grants.teams(object, {}).pipe(as(made.admin))).count).toBe(0)
            expect(yield* refusal(grants.update(object, { kind: "team", id: team }, "read")).pipe(as(made.admin))).toBe(
              "NotFound"
            )
            expect(
              yield* refusal(grants.update(object, { kind: "user", id: "nobody" }, null)).pipe(as(made.admin))
            ).toBe("NotFound")
          }
        })
      )

      it.effect("it takes admin on the content: one table", () =>
        Effect.gen(function* () {
          const grants = yield* Grants
          const made = yield* nested
          const other = yield* newOrganization()
          const subject = yield* newMember(made.id, "read")
          const spaceAdmin = yield* newMember(made.id, null)
          yield* grants.grant(space(made.space), { role: "admin", users: [spaceAdmin] }).pipe(as(made.admin))
          const callers: Array<readonly [string, string, string]> = [
            // caller, granting, listing
            [made.admin, "nothing refused it", "nothing refused it"],
            [spaceAdmin, "nothing refused it", "nothing refused it"],
            [yield* newMember(made.id, null), "NotFound", "NotFound"],
            [other.admin, "NotFound", "NotFound"],
            [(yield* newUser()).id, "NotFound", "NotFound"]
          ]
          for (const role of ["read", "comment", "edit", "review", "create"] as const) {
            callers.push([yield* newMember(made.id, role), "Forbidden", "nothing refused it"])
          }
          const reader = yield* newMember(made.id, null)
          yield* grants.grant(space(made.space), { role: "read", users: [reader] }).pipe(as(made.admin))
          callers.push([reader, "Forbidden", "Forbidden"])
          for (const [caller, granting, listing] of callers) {
            for (const attempt of [
              refusal(grants.grant(space(made.space), { role: "read", users: [subject] })),
              refusal(grants.update(space(made.space), { kind: "user", id: subject }, "comment")),
              refusal(grants.revoke(space(made.space), { kind: "user", id: subject }))
            ]) {
              expect(yield* attempt.pipe(as(caller)), `${caller} grants`).toBe(granting)
            }
            for (const attempt of [
              refusal(grants.users(space(made.space), {})),
              refusal(grants.teams(space(made.space), {})),
              refusal(grants.aggregate(space(made.space), {}, {}))
            ]) {
              expect(yield* attempt.pipe(as(caller)), `${caller} lists`).toBe(listing)
            }
          }
        })
      )

      it.effect(
        "ids of another organization are refused, and nothing is stored (threats: foreign ids in paths, foreign ids in bodies, one of two ids checked)",
        () =>
          Effect.gen(function* () {
            const grants = yield* Grants
            const a = yield* nested
            const b = yield* nested
            const mine = yield* newMember(a.id, null)
            const theirs = yield* newMember(b.id, "read")
            const theirTeam = yield* newTeam(b.id, [theirs])
            for (const input of [
              { role: "read" as const, users: [mine, theirs] },
              { role: "read" as const, users: [mine, "nobody"] },
              { role: "read" as const, teams: [theirTeam], users: [mine] },
              { role: "read" as const, teams: ["none"], users: [mine] },
              { role: null, users: [mine, theirs] }
            ]) {
              const error = yield* Effect.flip(grants.grant(space(a.space), input).pipe(as(a.admin)))
              // the same words for what is foreign and for what is not there
              expect(error.message).toBe("No team or user of this organization has one of these ids")
            }
            expect((yield* grants.users(space(a.space), {}).pipe(as(a.admin))).count).toBe(0)
            expect((yield* grants.teams(space(a.space), {}).pipe(as(a.admin))).count).toBe(0)
            // a grant on one content is not found under another
            yield* grants.grant(space(a.space), { role: "read", users: [mine] }).pipe(as(a.admin))
            expect(yield* grants.revoke(collection(a.outer), { kind: "user", id: mine }).pipe(as(a.admin))).toBe(false)
            expect(yield* grants.revoke(space(a.space), { kind: "team", id: mine }).pipe(as(a.admin))).toBe(false)
            // and b's admin finds nothing of it
            expect(yield* refusal(grants.revoke(space(a.space), { kind: "user", id: mine })).pipe(as(b.admin))).toBe(
              "NotFound"
            )
          })
      )

      it.effect("who has access: the list agrees with the rule for everybody, whatever is granted where", () =>
        Effect.gen(function* () {
          const grants = yield* Grants
          const access = yield* Access
          const spaces = yield* Spaces
          const collections = yield* Collections
          const made = yield* nested
          const people: Array<string> = [made.admin]
          for (const role of [null, null, null, "read", "comment", "edit", "review", "create", "admin"] as const) {
            people.push(yield* newMember(made.id, role))
          }
          const teams = [
            yield* newTeam(made.id, people.slice(1, 4)),
            yield* newTeam(made.id, people.slice(3, 7)),
            yield* newTeam(made.id, people)
          ]
          const objects = [space(made.space), collection(made.inner), collection(made.outer)]
          // a fixed row of numbers, so that a failure comes again
          let seed = 17
          const next = (n: number) => {
            seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
            return Math.floor((seed / 2 ** 32) * n)
          }
          for (let round = 0; round < 25; round++) {
            const object = objects[next(3)]!
            const role = next(4) === 0 ? null : Role.literals[next(6)]!
            if (next(3) > 0)
              yield* grants.grant(object, { role, users: [people[next(people.length)]!] }).pipe(asOperator)
            else yield* grants.grant(object, { role, teams: [teams[next(3)]!] }).pipe(asOperator)
            const level = next(3) === 0 ? Role.literals[next(6)]! : null
            if (next(2) === 0) yield* spaces.update(made.space, { defaultLevel: level }).pipe(asOperator)
            else yield* collections.update([made.inner, made.outer][next(2)]!, { defaultLevel: level }).pipe(asOperator)
            for (const one of objects) {
              const expected = new Map<string, string>()
              for (const person of people) {
                const has = yield* (
                  one.kind === "space"
                    ? access.space(one.id, "space.view")
                    : access.collection(one.id, "collection.view")
                ).pipe(
                  as(person),
                  Effect.map(({ role: found }) => found),
                  Effect.catch(() => Effect.succeed(undefined))
                )
                if (has !== undefined) expected.set(person, has)
              }
              const listed = yield* everything((page) => grants.aggregate(one, {}, { limit: 3, page }).pipe(asOperator))
              expect(new Map(listed.items.map((item) => [item.user.id, item.permission]))).toEqual(expected)
              expect([listed.items.length, listed.count]).toEqual([expected.size, expected.size])
              if (round % 5 === 4) {
                yield* checkOrigins(made.id, objects.slice(objects.indexOf(one)), listed.items)
              }
              const wanted = Role.literals[next(6)]!
              const filtered = yield* grants.aggregate(one, { role: wanted }, {}).pipe(asOperator)
              expect(filtered.items.map((item) => item.permission)).toEqual(
                Array.from({ length: filtered.count }, () => wanted)
              )
              expect(filtered.count).toBe([...expected.values()].filter((has) => has === wanted).length)
            }
          }
        })
      )

      it.effect(
        "who may not see a collection is not told which one gives a role, nor by which team; people are found by name",
        () =>
          Effect.gen(function* () {
            const grants = yield* Grants
            const made = yield* nested
            const [guest, reader] = [yield* newMember(made.id, null), yield* newMember(made.id, "read")]
            const team = yield* newTeam(made.id, [reader])
            yield* grants.grant(space(made.space), { role: "admin", users: [guest] }).pipe(asOperator)
            yield* grants.grant(collection(made.outer), { role: "edit", teams: [team] }).pipe(asOperator)
            const list = (filter = {}) => grants.aggregate(space(made.space), filter, {})
            const originFor = (caller: string) =>
              Effect.map(list().pipe(as(caller)), ({ items }) => items.find(({ user }) => user.id === reader)?.origin)
            expect(yield* originFor(guest)).toEqual({ type: "collection", reason: "team" })
            const named = { type: "collection", collection: made.outer, reason: "team", team }
            expect(yield* originFor(reader)).toEqual(named)
            expect(yield* originFor(made.admin)).toEqual(named)
            const { user } = (yield* list().pipe(as(made.admin))).items.find(({ user }) => user.id === reader)!
            const found = yield* list({ search: user.email.toUpperCase() }).pipe(as(made.admin))
            expect(found.items.map((one) => one.user.id)).toEqual([reader])
          })
      )

      it.effect("a disabled member and one who left have no access (threats: derived reads, stale authority)", () =>
        Effect.gen(function* () {
          const grants = yield* Grants
          const members = yield* Members
          const spaces = yield* Spaces
          const made = yield* nested
          const guest = yield* newMember(made.id, null)
          yield* grants.grant(space(made.space), { role: "read", users: [guest] }).pipe(as(made.admin))
          const ids = Effect.map(grants.aggregate(space(made.space), {}, {}).pipe(as(made.admin)), (page) => [
            page.count,
            ...page.items.map((item) => item.user.id)
          ])
          expect(yield* ids).toEqual(expect.arrayContaining([2, guest, made.admin]))
          yield* members.remove(made.id, guest).pipe(as(made.admin))
          expect(yield* ids).toEqual([1, made.admin])
          // who comes back finds nothing of what was granted before
          yield* members.put(made.id, guest, null).pipe(asOperator)
          expect(yield* refusal(spaces.get(made.space)).pipe(as(guest))).toBe("NotFound")
          expect((yield* grants.users(space(made.space), {}).pipe(as(made.admin))).count).toBe(0)
        })
      )

      it.effect("granting to people who are being removed leaves no grant behind (threat: lost updates)", () =>
        Effect.gen(function* () {
          const grants = yield* Grants
          const members = yield* Members
          const store = yield* MemberStore
          const made = yield* nested
          for (let round = 0; round < 10; round++) {
            const guest = yield* newMember(made.id, null)
            yield* Effect.all(
              [
                Effect.exit(grants.grant(space(made.space), { role: "edit", users: [guest] }).pipe(as(made.admin))),
                Effect.exit(members.remove(made.id, guest).pipe(as(made.admin)))
              ],
              { concurrency: "unbounded" }
            )
            expect(yield* store.get(made.id, guest)).toBeUndefined()
            expect(
              (yield* grants.users(space(made.space), {}).pipe(as(made.admin))).items.map((item) => item.user.id)
            ).not.toContain(guest)
          }
        })
      )

      it.effect("100 changes of one grant at once leave the last one's role (threat: lost updates)", () =>
        Effect.gen(function* () {
          const grants = yield* Grants
          const made = yield* nested
          const guest = yield* newMember(made.id, null)
          yield* Effect.all(
            Array.from({ length: 100 }, (_, i) =>
              grants.grant(space(made.space), { role: Role.literals[i % 6]!, users: [guest] }).pipe(as(made.admin))
            ),
            { concurrency: "unbounded" }
          )
          const { count, items } = yield* grants.users(space(made.space), {}).pipe(as(made.admin))
          expect(count).toBe(1)
          expect(Role.literals).toContain(items[0]!.permission)
        })
      )

      it.effect("a deleted space answers like none", () =>
        Effect.gen(function* () {
          const grants = yield* Grants
          const made = yield* nested
          for (const id of ["none", made.outer]) {
            expect(yield* refusal(grants.users(space(id), {})).pipe(as(made.admin))).toBe("NotFound")
            expect(
              yield* refusal(grants.grant(space(id), { role: "read", users: [made.admin] })).pipe(as(made.admin))
            ).toBe("NotFound")
            expect(
              yield* refusal(grants.grant(space(id), { role: "read", users: [made.admin] })).pipe(asOperator)
            ).toBe("NotFound")
          }
        })
      )
    })
  })
