/**
 * The first start of an empty store: an organization with an admin, and Octavo's own documentation as a published site.
 * Every step looks for what an earlier, interrupted start has left, so it can be killed anywhere.
 */

import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { SiteDirectory } from "@octavo/core/delivery/sites/SiteDirectory"
import { traced } from "@octavo/core/kernel/shared/traced"
import { Members } from "@octavo/core/people/members/Members"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Users } from "@octavo/core/people/users/Users"
import { importSnapshot, openLocalSource, silent } from "@octavo/runtime/imports"
import { createSignInLink, everything, findOrganization, findSpace, publishSpace } from "@octavo/runtime/setup"
import { StoreSettings } from "@octavo/storage-sql"
import { Effect } from "effect"

const organizationTitle = "Octavo"
const spaceTitle = "Octavo documentation"
const admin = { email: "admin@octavo.example", displayName: "Admin" }
const tokenLabel = "npm start"

/** Facts of the store: set when the first start begins, and when its token was shown. */
const begun = "first-start"
const shown = "first-start-shown"

export interface FirstStart {
  /** The secret of the admin's API token. */
  readonly token: string
  /** To be run once the token was shown: the next start will then just serve. */
  readonly done: Effect.Effect<void, unknown>
}

/** Does what is left to do; answers nothing when the store was in use before. */
export const firstStart = traced("firstStart")(function* (docs: string) {
  const settings = yield* StoreSettings
  const organizations = yield* Organizations
  if ((yield* settings.get(shown)) !== undefined) return undefined
  if ((yield* settings.get(begun)) === undefined) {
    if ((yield* organizations.list({ limit: 1 })).count > 0) return undefined
    yield* settings.getOrSet(begun, new Date().toISOString())
  }
  const { organization, user } = yield* ensureOrganization
  const space = yield* ensureSpace(organization.id)
  yield* Effect.scoped(
    Effect.flatMap(openLocalSource({ path: docs }), (snapshot) => importSnapshot(space.id, snapshot, silent))
  )
  yield* publishSpace(space)
  const token = yield* freshToken(user.id)
  return { token, done: settings.getOrSet(shown, new Date().toISOString()) } as FirstStart
})

/** The published sites of the installation: the address of the first one, as people open it, and how many there are. */
export const publishedSites = traced("publishedSites")(function* () {
  const { count, items } = yield* (yield* SiteDirectory).seen("")
  return { first: items[0]?.published, count }
})

/** The e-mail address of the one who has been an admin of the first organization for the longest time. */
export const firstAdmin = traced("firstAdmin")(function* () {
  const organizations = yield* Organizations
  const members = yield* Members
  const [organization] = (yield* organizations.list({ limit: 1 })).items
  if (organization === undefined) return undefined
  const filter = { role: "admin", sort: "joinedAt", order: "asc" } as const
  return (yield* members.list(organization.id, filter, { limit: 1 })).items[0]?.user.email
})

/** The address that signs somebody in; `undefined` for who comes in another way alone. */
export const signInLink = traced("signInLink")(
  function* (email: string) {
    return (yield* createSignInLink(email)).url
  },
  Effect.catchTag("Forbidden", () => Effect.succeed(undefined))
)

// ---------------------------------------------------------------------------------------------------------------------

const ensureOrganization = Effect.gen(function* () {
  const organizations = yield* Organizations
  const users = yield* Users
  const user = yield* users.ensure(admin)
  const organization = yield* findOrganization(organizationTitle).pipe(
    Effect.catchTag("NotFound", () => organizations.create({ title: organizationTitle }, user.id))
  )
  return { user, organization }
})

const ensureSpace = (organizationId: string) =>
  Effect.flatMap(Spaces, (spaces) =>
    findSpace(organizationId, spaceTitle).pipe(
      Effect.catchTag("NotFound", () => spaces.create(organizationId, { title: spaceTitle, emoji: "📖" }))
    )
  )

/** A token that an interrupted start made was never seen by anyone. */
const freshToken = Effect.fnUntraced(function* (userId: string) {
  const users = yield* Users
  const unseen = yield* everything(
    (params) => users.listTokens(userId, params),
    ({ label }) => label === tokenLabel
  )
  for (const { id } of unseen) yield* users.revokeToken(userId, id)
  return (yield* users.createToken(userId, { label: tokenLabel })).token
})
