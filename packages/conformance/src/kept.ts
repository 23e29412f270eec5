import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { Collections } from "@octavo/core/content/collections/Collections"
import { Comments } from "@octavo/core/content/comments/Comments"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { accessPart, Epoch } from "@octavo/core/kernel/shared/Epoch"
import { Transaction } from "@octavo/core/kernel/shared/Transaction"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Members } from "@octavo/core/people/members/Members"
import { Teams } from "@octavo/core/people/teams/Teams"
import { Authentication } from "@octavo/core/people/users/Authentication"
import { UserStore } from "@octavo/core/people/users/UserStore"
import { Users } from "@octavo/core/people/users/Users"
import { Effect } from "effect"
import { as, asOperator, newMember, newOrganization, type Services, type StoreUnderTest, services } from "./harness.ts"

const markdown = { body: { markdown: "Said" } }

/** Two spaces with a page each, a member, and what the member has. */
const newScene = Effect.fnUntraced(function* () {
  const spaces = yield* Spaces
  const contents = yield* ChangeRequestContent
  const users = yield* Users
  const { admin, id: organization } = yield* newOrganization()
  const insert = { changes: [{ operation: "insert_page" as const, document: { markdown: "# Page" } }] }
  const [space, other] = yield* Effect.forEach(["One", "Other"], (title) =>
    Effect.tap(spaces.create(organization, { title }), ({ id }) => contents.editSpace(id, insert))
  ).pipe(as(admin))
  const member = yield* newMember(organization, "edit")
  const team = yield* (yield* Teams).create(organization, { title: "Team" }).pipe(as(admin))
  const collection = yield* (yield* Collections).create(organization, { title: "Shelf" }).pipe(as(admin))
  const { id: tokenId, token } = yield* users.createToken(member, { label: "kept" }).pipe(as(member))
  const [page] = yield* Effect.flatMap(SpaceContent, (content) => content.open(space!.id)).pipe(
    Effect.flatMap((open) => open.pages({})),
    as(admin)
  )
  return {
    admin,
    collection: collection.id,
    member,
    organization,
    other: other!.id,
    page: page!.id,
    space: space!.id,
    team: team.id,
    token,
    tokenId
  }
})

type Scene = Effect.Success<ReturnType<typeof newScene>>
type Write = (scene: Scene) => Effect.Effect<unknown, unknown, Services>

const update = (document: string) => (page: string) => ({
  changes: [{ operation: "update_page" as const, page, document: { markdown: document } }]
})

/** What each write throws away of what is kept: `space` is the one that it is about. */
const table: ReadonlyArray<readonly [what: string, throwsAway: "nothing" | "the space" | "everything", Write]> = [
  [
    "an edit of a page",
    "the space",
    ({ admin, page, space }) =>
      Effect.flatMap(ChangeRequestContent, (it) => it.editSpace(space, update("New")(page))).pipe(as(admin))
  ],
  [
    "a comment, which the space counts",
    "the space",
    ({ admin, space }) => Effect.flatMap(Comments, (it) => it.post({ spaceId: space }, markdown)).pipe(as(admin))
  ],
  [
    "another title of the space",
    "the space",
    ({ admin, space }) => Effect.flatMap(Spaces, (it) => it.update(space, { title: "Two" })).pipe(as(admin))
  ],
  [
    "a change request",
    "the space",
    ({ admin, space }) => Effect.flatMap(ChangeRequests, (it) => it.create(space, { subject: "Draft" })).pipe(as(admin))
  ],
  [
    "an edit of a draft",
    "the space",
    ({ admin, page, space }) =>
      Effect.gen(function* () {
        const { id } = yield* (yield* ChangeRequests).create(space, { subject: "Draft" })
        yield* (yield* ChangeRequestContent).edit(space, id, update("Newer")(page))
      }).pipe(as(admin))
  ],
  [
    "the end of the space",
    "the space",
    ({ admin, space }) => Effect.flatMap(SpaceLifecycle, (it) => it.remove(space)).pipe(as(admin))
  ],
  [
    "a space in a collection",
    "the space",
    ({ admin, collection, space }) =>
      Effect.flatMap(SpaceLifecycle, (it) => it.move(space, { parent: collection })).pipe(as(admin))
  ],
  [
    "another role of a member",
    "everything",
    ({ member, organization }) => Effect.flatMap(Members, (it) => it.put(organization, member, "read")).pipe(asOperator)
  ],
  [
    "the end of a membership",
    "everything",
    ({ admin, member, organization }) =>
      Effect.flatMap(Members, (it) => it.remove(organization, member)).pipe(as(admin))
  ],
  [
    "a member of a team",
    "everything",
    ({ admin, member, organization, team }) =>
      Effect.flatMap(Teams, (it) => it.putMember(organization, team, member, undefined)).pipe(as(admin))
  ],
  [
    "a grant",
    "everything",
    ({ admin, member, space }) =>
      Effect.flatMap(Grants, (it) => it.grant({ kind: "space", id: space }, { role: "read", users: [member] })).pipe(
        as(admin)
      )
  ],
  [
    "a collection's level",
    "everything",
    ({ admin, collection }) =>
      Effect.flatMap(Collections, (it) => it.update(collection, { defaultLevel: "read" })).pipe(as(admin))
  ],
  [
    "a token that is taken back",
    "everything",
    ({ member, tokenId }) => Effect.flatMap(Users, (it) => it.revokeToken(member, tokenId)).pipe(as(member))
  ],
  [
    "a site that shows the space",
    "everything",
    ({ admin, organization, space }) =>
      Effect.flatMap(Sites, (it) => it.create(organization, { title: "Site", spaces: [space] })).pipe(as(admin))
  ],
  [
    "a token that is used",
    "nothing",
    ({ tokenId }) => Effect.flatMap(UserStore, (it) => it.touchToken(tokenId, "2026-01-01T00:00:00.000Z"))
  ],
  [
    "a write that is taken back",
    "nothing",
    ({ admin, space }) =>
      Effect.gen(function* () {
        const { run } = yield* Transaction
        const renamed = Effect.flatMap(Spaces, (it) => it.update(space, { title: "Never" }))
        yield* Effect.exit(run(Effect.andThen(renamed, Effect.fail("no"))))
      }).pipe(as(admin))
  ]
]

/** What is kept in memory, and until when. */
export const keptSuite = (under: StoreUnderTest) =>
  describe(`what is kept of ${under.name}`, () => {
    layer(services(under))((it) => {
      const numbers = ({ other, space }: Scene) =>
        Effect.gen(function* () {
          const epoch = yield* Epoch
          return yield* epoch.reading(
            Effect.withFiber(({ context }) =>
              Effect.succeed([space, other, accessPart].map((part) => epoch.of(part, context)))
            )
          )
        })

      it.effect.each(table)("%s throws away %s", ([, throwsAway, write]) =>
        Effect.gen(function* () {
          const scene = yield* newScene()
          const before = yield* numbers(scene)
          expect(yield* numbers(scene)).toEqual(before)
          yield* write(scene)
          const after = yield* numbers(scene)
          const changed = after.map((number, i) => number !== before[i])
          // a store in memory knows of everything alone
          if (under.forgetful === true) return expect(changed).toEqual([true, true, true])
          const all = throwsAway === "everything"
          expect(changed).toEqual([throwsAway !== "nothing", all, all])
        })
      )

      it.effect("whoever was let in is not, from the next request on", () =>
        Effect.gen(function* () {
          const { admin, member, organization, space, token } = yield* newScene()
          const epoch = yield* Epoch
          const { authenticate } = yield* Authentication
          const spaces = yield* Spaces
          const content = yield* SpaceContent
          const read = epoch.reading(
            Effect.gen(function* () {
              const actor = yield* authenticate(token)
              expect(actor).toMatchObject({ userId: member })
              const { title } = yield* spaces.get(space).pipe(as(member))
              const { revision } = yield* content.open(space).pipe(as(member))
              return [title, revision.id]
            })
          )
          const [, revision] = yield* read
          expect(yield* read).toEqual(["One", revision])
          yield* spaces.update(space, { title: "Two" }).pipe(as(admin))
          expect(yield* read).toEqual(["Two", revision])
          yield* (yield* Members).remove(organization, member).pipe(as(admin))
          expect(yield* Effect.flip(read)).toMatchObject({ _tag: "NotFound" })
        })
      )

      it.effect("what a transaction has read is not kept when it is taken back", () =>
        Effect.gen(function* () {
          const { admin, member, organization, space } = yield* newScene()
          const { run } = yield* Transaction
          const members = yield* Members
          const spaces = yield* Spaces
          const read = Effect.exit(spaces.get(space).pipe(as(member)))
          const meanwhile = Effect.andThen(members.remove(organization, member).pipe(as(admin)), read)
          const seen = yield* Effect.flip(run(Effect.flatMap(meanwhile, Effect.fail)))
          expect(seen).toMatchObject({ _tag: "Failure" })
          expect(yield* read).toMatchObject({ _tag: "Success", value: { title: "One" } })
        })
      )
    })
  })
