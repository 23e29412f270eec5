/** An organization of 10,000 spaces with mixed grants, and who asks for a list of them. */
import { Collections } from "@octavo/core/content/collections/Collections"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { Role } from "@octavo/core/kernel/shared/roles"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Members } from "@octavo/core/people/members/Members"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Teams } from "@octavo/core/people/teams/Teams"
import { Users } from "@octavo/core/people/users/Users"
import { octavoLayer } from "@octavo/runtime/layer"
import { Effect, ManagedRuntime } from "effect"

export interface Lists {
  readonly yardstick: () => Promise<void>
  readonly asked: Readonly<Record<string, () => Promise<void>>>
  readonly close: () => Promise<void>
}

/** Outer collections, inner ones in each, spaces in each of those: 10,000 spaces. */
const outers = 20
const inners = 10
const perCollection = 50
const others = 100

/** Fills a store: 10,000 spaces two collections deep, grants of many people and teams on them, and three callers. */
export const makeLists = async (database: string, dataDirectory: string): Promise<Lists> => {
  const runtime = ManagedRuntime.make(octavoLayer({ database, dataDirectory, worker: false }))
  const { admin, guest, organization, reader, wide } = await runtime.runPromise(
    Effect.provideService(fill, CurrentActor, operator)
  )
  const page = (userId: string, sees: number) => () =>
    runtime.runPromise(
      Effect.gen(function* () {
        const spaces = yield* Spaces
        const { count } = yield* spaces.list(organization, {})
        if (count !== sees) throw new Error(`${count} spaces instead of ${sees}`)
      }).pipe(Effect.provideService(CurrentActor, { kind: "user", userId, tokenId: null, scopes: null }))
    )
  const all = outers * inners * perCollection
  return {
    yardstick: page(admin, all),
    asked: {
      "guest who sees 3": page(guest, 3),
      "guest who sees a tenth": page(wide, all / 10),
      "reader who sees all": page(reader, all)
    },
    close: () => runtime.dispose()
  }
}

const fill = Effect.gen(function* () {
  const users = yield* Users
  const members = yield* Members
  const organizations = yield* Organizations
  const collections = yield* Collections
  const spaces = yield* Spaces
  const teams = yield* Teams
  const grants = yield* Grants
  const person = (name: string) =>
    Effect.map(users.ensure({ email: `${name}@bench.test`, displayName: name }), ({ id }) => id)
  const admin = yield* person("admin")
  const { id: organization } = yield* organizations.create({ title: "Bench" }, admin)
  const member = (name: string, role: Role | null) =>
    Effect.tap(person(name), (id) => members.put(organization, id, role))

  const spaceIds: Array<string> = []
  const innerIds: Array<string> = []
  const outerIds: Array<string> = []
  for (let o = 0; o < outers; o++) {
    const outer = yield* collections.create(organization, { title: `Outer ${o}` })
    outerIds.push(outer.id)
    for (let i = 0; i < inners; i++) {
      const inner = yield* collections.create(organization, { title: `Inner ${i}`, parent: outer.id })
      innerIds.push(inner.id)
      for (let s = 0; s < perCollection; s++) {
        const space = yield* spaces.create(organization, { title: `Space ${spaceIds.length}`, parent: inner.id })
        spaceIds.push(space.id)
      }
    }
  }

  const at = <A>(all: ReadonlyArray<A>, i: number): A => all[i % all.length]!
  const space = (id: string) => ({ kind: "space", id }) as const
  const collection = (id: string) => ({ kind: "collection", id }) as const
  // grants that have nothing to do with who is measured
  for (let i = 0; i < others; i++) {
    const id = yield* member(`other-${i}`, i % 2 === 0 ? null : "read")
    const role = at(Role.literals, i)
    yield* grants.grant(collection(at(innerIds, i * 7)), { role, users: [id] })
    for (let g = 0; g < 10; g++) yield* grants.grant(space(at(spaceIds, i * 97 + g * 13)), { role, users: [id] })
  }

  const guest = yield* member("guest", null)
  const wide = yield* member("wide", null)
  const reader = yield* member("reader", "read")
  const one = yield* teams.create(organization, { title: "One", members: [guest] })
  yield* grants.grant(space(spaceIds[17]!), { role: "read", users: [guest] })
  yield* grants.grant(space(spaceIds[5_017]!), { role: "edit", users: [guest] })
  yield* grants.grant(space(spaceIds[9_917]!), { role: "comment", teams: [one.id] })
  const tenth = yield* teams.create(organization, { title: "Tenth", members: [wide] })
  yield* grants.grant(collection(outerIds[3]!), { role: "read", users: [wide] })
  yield* grants.grant(collection(outerIds[13]!), { role: "review", teams: [tenth.id] })
  return { admin, guest, organization, reader, wide }
})
