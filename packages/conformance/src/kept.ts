import { describe, expect, layer } from "@effect/vitest"
import { Webhooks } from "@octavo/core/connections/webhooks/Webhooks"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { Collections } from "@octavo/core/content/collections/Collections"
import { Comments } from "@octavo/core/content/comments/Comments"
import { Glossaries } from "@octavo/core/content/glossary/Glossaries"
import { OpenApiJobs } from "@octavo/core/content/openapi/OpenApiJobs"
import { OpenApiSpecs } from "@octavo/core/content/openapi/OpenApiSpecs"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { defaultCustomization } from "@octavo/core/delivery/sites/customization"
import { SiteCustomizations } from "@octavo/core/delivery/sites/SiteCustomizations"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { PublishingAuths } from "@octavo/core/delivery/visitors/PublishingAuths"
import { ShareLinks } from "@octavo/core/delivery/visitors/ShareLinks"
import {
  accessPart,
  allSpacesPart,
  commentsPart,
  Epoch,
  glossaryPart,
  seenPart,
  treePart,
  webhooksPart
} from "@octavo/core/kernel/shared/Epoch"
import { Transaction } from "@octavo/core/kernel/shared/Transaction"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Members } from "@octavo/core/people/members/Members"
import { AccessStore } from "@octavo/core/people/permissions/AccessStore"
import { Sessions } from "@octavo/core/people/sign-in/Sessions"
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
  const site = yield* (yield* Sites).create(organization, { title: "Kept", spaces: [space!.id] }).pipe(as(admin))
  const shown = yield* (yield* SiteSpaces).list(organization, site.id, {}, {}).pipe(as(admin))
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
    site: site.id,
    siteSpace: shown.items[0]!.id,
    space: space!.id,
    team: team.id,
    spaces: allSpacesPart,
    comments: commentsPart(space!.id),
    tree: treePart(organization),
    glossary: glossaryPart(organization),
    seen: seenPart(organization),
    webhooks: webhooksPart,
    token,
    tokenId
  }
})

type Scene = Effect.Success<ReturnType<typeof newScene>>
type Write = (scene: Scene) => Effect.Effect<unknown, unknown, Services>

const { title: _, ...looks } = defaultCustomization({ title: "" })

const update = (document: string) => (page: string) => ({
  changes: [{ operation: "update_page" as const, page, document: { markdown: document } }]
})

/** Parts of the store in a scene. */
const parts = [
  "space",
  "comments",
  "other",
  "site",
  "organization",
  "tree",
  "spaces",
  "member",
  "webhooks",
  "glossary",
  "seen"
] as const
type Changed = ReadonlyArray<(typeof parts)[number]> | "everything"

/** What each write throws away of what is kept: `space` is the one that it is about, `site` shows it. */
const table: ReadonlyArray<readonly [what: string, throwsAway: Changed, Write]> = [
  [
    "an edit of a page",
    ["space"],
    ({ admin, page, space }) =>
      Effect.flatMap(ChangeRequestContent, (it) => it.editSpace(space, update("New")(page))).pipe(as(admin))
  ],
  [
    "a comment, which the space counts",
    ["comments"],
    ({ admin, space }) => Effect.flatMap(Comments, (it) => it.post({ spaceId: space }, markdown)).pipe(as(admin))
  ],
  [
    "another title of the space",
    ["space", "organization"],
    ({ admin, space }) => Effect.flatMap(Spaces, (it) => it.update(space, { title: "Two" })).pipe(as(admin))
  ],
  [
    "a change request",
    ["space"],
    ({ admin, space }) => Effect.flatMap(ChangeRequests, (it) => it.create(space, { subject: "Draft" })).pipe(as(admin))
  ],
  [
    "an edit of a draft",
    ["space"],
    ({ admin, page, space }) =>
      Effect.gen(function* () {
        const { id } = yield* (yield* ChangeRequests).create(space, { subject: "Draft" })
        yield* (yield* ChangeRequestContent).edit(space, id, update("Newer")(page))
      }).pipe(as(admin))
  ],
  [
    "the end of the space",
    ["space", "organization", "tree", "spaces"],
    ({ admin, space }) => Effect.flatMap(SpaceLifecycle, (it) => it.remove(space)).pipe(as(admin))
  ],
  [
    "a space in a collection",
    ["space", "organization", "tree"],
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
    "a new space",
    ["organization", "tree", "spaces"],
    ({ admin, organization }) =>
      Effect.flatMap(Spaces, (it) => it.create(organization, { title: "New" })).pipe(as(admin))
  ],
  [
    "how a site looks",
    ["site"],
    ({ admin, organization, site }) =>
      Effect.flatMap(SiteCustomizations, (it) => it.put(organization, site, looks)).pipe(as(admin))
  ],
  [
    "how a site looks in one of its spaces",
    ["site"],
    ({ admin, organization, site, siteSpace }) =>
      Effect.flatMap(SiteCustomizations, (it) =>
        it.override(organization, site, siteSpace, { pagination: { enabled: false } })
      ).pipe(as(admin))
  ],
  [
    "a share link",
    ["site"],
    ({ admin, organization, site }) =>
      Effect.flatMap(ShareLinks, (it) => it.create(organization, site, { name: "Press" })).pipe(as(admin))
  ],
  [
    "how visitors sign in",
    ["site"],
    ({ admin, organization, site }) =>
      Effect.flatMap(PublishingAuths, (it) => it.regenerate(organization, site)).pipe(as(admin))
  ],
  [
    "a term of the glossary",
    ["glossary"],
    ({ admin, organization }) =>
      Effect.flatMap(Glossaries, (it) =>
        it.update(organization, { operations: [{ type: "insert", translations: { en: "One", de: "Eins" } }] })
      ).pipe(as(admin))
  ],
  [
    "a specification that was read",
    ["organization"],
    ({ admin, organization }) =>
      Effect.gen(function* () {
        const source = { text: '{ "openapi": "3.1.0", "info": { "title": "Pets", "version": "1" }, "paths": {} }' }
        yield* (yield* OpenApiSpecs).create(organization, { slug: "pets", source }).pipe(as(admin))
        yield* (yield* OpenApiJobs).work
      })
  ],
  [
    "a session that begins",
    ["member"],
    ({ member, organization }) =>
      Effect.flatMap(Sessions, (it) =>
        it.start({ userId: member, organizationId: organization, providerId: null, tokenId: null })
      )
  ],
  [
    "a webhook",
    ["webhooks"],
    ({ admin, organization }) =>
      Effect.flatMap(Webhooks, (it) =>
        it.create({ organization }, { url: "https://chat.example.com", events: ["member_added"] })
      ).pipe(as(admin))
  ],
  [
    "a token that is used",
    [],
    ({ tokenId }) => Effect.flatMap(UserStore, (it) => it.touchToken(tokenId, "2026-01-01T00:00:00.000Z"))
  ],
  [
    "a member who was here",
    ["seen"],
    ({ member, organization }) =>
      Effect.flatMap(AccessStore, (it) => it.noteSeen(member, organization, "2026-01-01T00:00:00.000Z"))
  ],
  [
    "a write that is taken back",
    [],
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
      const numbers = (scene: Scene) =>
        Effect.gen(function* () {
          const epoch = yield* Epoch
          return yield* epoch.reading(
            Effect.withFiber(({ context }) =>
              Effect.succeed([...parts.map((name) => scene[name]), accessPart].map((part) => epoch.of(part, context)))
            )
          )
        })

      it.effect.each(table)("%s throws away %j", ([, throwsAway, write]) =>
        Effect.gen(function* () {
          const scene = yield* newScene()
          const before = yield* numbers(scene)
          expect(yield* numbers(scene)).toEqual(before)
          yield* write(scene)
          const after = yield* numbers(scene)
          const changed = after.map((number, i) => number !== before[i])
          // a store in memory knows of everything alone
          const all = throwsAway === "everything" || under.forgetful === true
          expect(changed).toEqual([...parts.map((name) => all || throwsAway.includes(name)), all])
        })
      )

      it.effect.each(table)(
        "a request that writes itself (%s) takes nothing of what that threw away",
        ([, throwsAway, write]) =>
          Effect.gen(function* () {
            const scene = yield* newScene()
            const epoch = yield* Epoch
            const thrown =
              throwsAway === "everything"
                ? [accessPart]
                : parts.filter((part) => throwsAway.includes(part)).map((part) => scene[part])
            const numbersOf = Effect.withFiber(({ context }) =>
              Effect.succeed(thrown.map((part) => epoch.of(part, context)))
            )
            yield* epoch.reading(
              Effect.gen(function* () {
                const before = yield* numbersOf
                expect(before).not.toContain(undefined)
                yield* write(scene)
                for (const [i, number] of (yield* numbersOf).entries()) {
                  expect(number === undefined || number > before[i]!).toBe(true)
                }
              })
            )
          })
      )

      it.effect("a request reads what it wrote itself, in a transaction and without one", () =>
        Effect.gen(function* () {
          const { admin, space, tokenId } = yield* newScene()
          const epoch = yield* Epoch
          const spaces = yield* Spaces
          const content = yield* SpaceContent
          const users = yield* UserStore
          const read = content.open(space).pipe(as(admin))
          const seen = yield* epoch.reading(
            Effect.gen(function* () {
              const before = yield* read
              yield* spaces.update(space, { title: "Two" }).pipe(as(admin))
              const after = yield* read
              return [before.space.title, after.space.title]
            })
          )
          expect(seen).toEqual(["One", "Two"])
          const known = yield* epoch.reading(
            Effect.andThen(
              users.touchToken(tokenId, "2026-01-01T00:00:00.000Z"),
              Effect.withFiber(({ context }) => Effect.succeed(epoch.of(space, context)))
            )
          )
          // a store that does not hear of its own writes knows nothing after one
          expect(known === undefined).toBe(epoch.read() === undefined)
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
