import { Space } from "@octavo/core/content/spaces/Space"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { commentsPart, madeOnlyOf } from "@octavo/core/kernel/shared/Epoch"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { createdReply, deletedReply, reply, replyList } from "./reply.ts"

const one = reply(Space)
const list = replyList(Space)

export const spacesHandlers = groupHandlers(
  "spaces",
  Effect.fn(function* (handlers) {
    const spaces = yield* Spaces
    const lifecycle = yield* SpaceLifecycle
    return handlers.handleAll({
      listSpacesInOrganizationById: ({ params: { organizationId }, query }) =>
        spaces.list(organizationId, query).pipe(
          Effect.tap(({ items }) => madeOnlyOf([organizationId, ...items.flatMap(({ id }) => [id, commentsPart(id)])])),
          Effect.map(list)
        ),
      createSpace: ({ params, payload }) =>
        Effect.map(spaces.create(params.organizationId, payload ?? {}), createdReply),
      getSpaceById: ({ params: { spaceId }, query }) =>
        Effect.map(
          Effect.tap(spaces.get(spaceId, query.shareKey), madeOnlyOf([spaceId, commentsPart(spaceId)])),
          (it) => one(it)
        ),
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
