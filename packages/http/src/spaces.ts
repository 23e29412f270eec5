import { Api } from "@octavo/api/Api"
import { Space } from "@octavo/core/content/spaces/Space"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { madeOnlyOf } from "@octavo/core/kernel/shared/Epoch"
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { createdReply, deletedReply, reply } from "./reply.ts"

const one = reply(Space)

export const spacesHandlers = HttpApiBuilder.group(
  Api,
  "spaces",
  Effect.fn(function* (handlers) {
    const spaces = yield* Spaces
    const lifecycle = yield* SpaceLifecycle
    return handlers.handleAll({
      listSpacesInOrganizationById: ({ params: { organizationId }, query }) =>
        Effect.tap(spaces.list(organizationId, query), ({ items }) =>
          madeOnlyOf([organizationId, ...items.map(({ id }) => id)])
        ),
      createSpace: ({ params, payload }) =>
        Effect.map(spaces.create(params.organizationId, payload ?? {}), createdReply),
      getSpaceById: ({ params: { spaceId }, query }) =>
        Effect.map(Effect.tap(spaces.get(spaceId, query.shareKey), madeOnlyOf([spaceId])), (it) => one(it)),
      updateSpaceById: ({ params, payload }) => Effect.map(spaces.update(params.spaceId, payload), (it) => one(it)),
      deleteSpaceById: ({ params }) =>
        Effect.map(lifecycle.remove(params.spaceId), deletedReply).pipe(
          Effect.catchTag("NotFound", () => Effect.succeed(deletedReply(false)))
        ),
      restoreSpace: ({ params }) => Effect.map(lifecycle.restore(params.spaceId), (it) => one(it)),
      duplicateSpace: ({ params }) => Effect.map(lifecycle.duplicate(params.spaceId), createdReply),
      moveSpace: ({ params, payload }) => Effect.map(lifecycle.move(params.spaceId, payload), (it) => one(it)),
      transferSpace: ({ params, payload }) => Effect.map(lifecycle.transfer(params.spaceId, payload), (it) => one(it))
    })
  })
)
