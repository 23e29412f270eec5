import { accessPart, madeOnlyOf, seenPart } from "@octavo/core/kernel/shared/Epoch"
import type { Forbidden, NotFound, StorageError } from "@octavo/core/kernel/shared/errors"
import type { GrantObject, Subject } from "@octavo/core/people/grants/Grant"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Effect, Layer } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { deletedReply } from "./reply.ts"

const space = (id: string) => ({ kind: "space", id }) as const
const collection = (id: string) => ({ kind: "collection", id }) as const
const site = ({
  organizationId,
  siteId
}: {
  readonly organizationId: string
  readonly siteId: string
}): GrantObject => ({
  kind: "site",
  organizationId,
  id: siteId
})
const user = (id: string): Subject => ({ kind: "user", id })
const team = (id: string): Subject => ({ kind: "team", id })

/** The contract of deletes: what is not there answers 204. */
const revoked = <R>(effect: Effect.Effect<boolean, Forbidden | NotFound | StorageError, R>) =>
  Effect.map(effect, deletedReply).pipe(Effect.catchTag("NotFound", () => Effect.succeed(deletedReply(false))))

const spaceHandlers = groupHandlers(
  "space-permissions",
  Effect.fn(function* (handlers) {
    const grants = yield* Grants
    return handlers.handleAll({
      inviteToSpace: ({ params, payload }) => grants.grant(space(params.spaceId), payload),
      listUserPermissionsInSpace: ({ params, query }) =>
        Effect.tap(grants.users(space(params.spaceId), query), madeOnlyOf([accessPart, params.spaceId])),
      updateUserPermissionInSpace: ({ params, payload }) =>
        grants.update(space(params.spaceId), user(params.userId), payload.role),
      removeUserFromSpace: ({ params }) => revoked(grants.revoke(space(params.spaceId), user(params.userId))),
      listTeamPermissionsInSpace: ({ params, query }) => grants.teams(space(params.spaceId), query),
      updateTeamPermissionInSpace: ({ params, payload }) =>
        grants.update(space(params.spaceId), team(params.teamId), payload.role),
      removeTeamFromSpace: ({ params }) => revoked(grants.revoke(space(params.spaceId), team(params.teamId))),
      listPermissionsAggregateInSpace: ({ params, query: { role, search, ...page } }) =>
        Effect.tap(
          grants.aggregate(space(params.spaceId), { role, search }, page),
          madeOnlyOf([accessPart, params.spaceId])
        )
    })
  })
)

const collectionHandlers = groupHandlers(
  "collection-permissions",
  Effect.fn(function* (handlers) {
    const grants = yield* Grants
    return handlers.handleAll({
      inviteToCollection: ({ params, payload }) => grants.grant(collection(params.collectionId), payload),
      listUserPermissionsInCollection: ({ params, query }) =>
        Effect.tap(grants.users(collection(params.collectionId), query), madeOnlyOf([accessPart])),
      updateUserPermissionInCollection: ({ params, payload }) =>
        grants.update(collection(params.collectionId), user(params.userId), payload.role),
      removeUserFromCollection: ({ params }) =>
        revoked(grants.revoke(collection(params.collectionId), user(params.userId))),
      listTeamPermissionsInCollection: ({ params, query }) => grants.teams(collection(params.collectionId), query),
      updateTeamPermissionInCollection: ({ params, payload }) =>
        grants.update(collection(params.collectionId), team(params.teamId), payload.role),
      removeTeamFromCollection: ({ params }) =>
        revoked(grants.revoke(collection(params.collectionId), team(params.teamId))),
      listPermissionsAggregateInCollection: ({ params, query: { role, search, ...page } }) =>
        Effect.tap(grants.aggregate(collection(params.collectionId), { role, search }, page), madeOnlyOf([accessPart]))
    })
  })
)

const siteHandlers = groupHandlers(
  "site-permissions",
  Effect.fn(function* (handlers) {
    const grants = yield* Grants
    return handlers.handleAll({
      inviteToSite: ({ params, payload }) => grants.grant(site(params), payload),
      listUserPermissionsInSite: ({ params, query }) =>
        Effect.tap(grants.users(site(params), query), madeOnlyOf([accessPart])),
      updateUserPermissionInSite: ({ params, payload }) =>
        grants.update(site(params), user(params.userId), payload.role),
      removeUserFromSite: ({ params }) => revoked(grants.revoke(site(params), user(params.userId))),
      listTeamPermissionsInSite: ({ params, query }) => grants.teams(site(params), query),
      updateTeamPermissionInSite: ({ params, payload }) =>
        grants.update(site(params), team(params.teamId), payload.role),
      removeTeamFromSite: ({ params }) => revoked(grants.revoke(site(params), team(params.teamId))),
      listPermissionsAggregateInSite: ({ params, query: { limit, page, ...filter } }) =>
        grants
          .siteUsers(params.organizationId, params.siteId, filter, { limit, page })
          .pipe(Effect.tap(madeOnlyOf([accessPart, seenPart(params.organizationId)])))
    })
  })
)

export const grantsHandlers = Layer.mergeAll(spaceHandlers, collectionHandlers, siteHandlers)
