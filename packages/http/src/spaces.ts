import { Api } from "@octavo/api/Api"
import { Space } from "@octavo/core/spaces/Space"
import { Spaces } from "@octavo/core/spaces/Spaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { createdReply, reply } from "./reply.ts"

const one = reply(Space)

export const spacesHandlers = HttpApiBuilder.group(
  Api,
  "spaces",
  Effect.fn(function* (handlers) {
    const spaces = yield* Spaces
    return handlers.handleAll({
      listSpacesInOrganizationById: ({ params, query }) => spaces.list(params.organizationId, query),
      createSpace: ({ params, payload }) =>
        Effect.map(spaces.create(params.organizationId, payload ?? {}), createdReply),
      getSpaceById: ({ params }) => Effect.map(spaces.get(params.spaceId), (it) => one(it)),
      updateSpaceById: ({ params, payload }) => Effect.map(spaces.update(params.spaceId, payload), (it) => one(it))
    })
  })
)
