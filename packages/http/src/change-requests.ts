import { Api } from "@octavo/api/Api"
import { MergeResult, UpdateResult } from "@octavo/api/change-requests"
import { ChangeRequest } from "@octavo/core/content/change-requests/ChangeRequest"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { createdReply, reply } from "./reply.ts"

const one = reply(ChangeRequest)
const merged = reply(MergeResult)
const updated = reply(UpdateResult)

export const changeRequestsHandlers = HttpApiBuilder.group(
  Api,
  "change-requests",
  Effect.fn(function* (handlers) {
    const changeRequests = yield* ChangeRequests
    return handlers.handleAll({
      listChangeRequestsForSpace: ({ params, query: { limit, page, ...listing } }) =>
        changeRequests.list(params.spaceId, listing, { page, limit }),
      createChangeRequest: ({ params, payload }) =>
        Effect.map(changeRequests.create(params.spaceId, payload ?? {}), createdReply),
      getChangeRequestById: ({ params }) =>
        Effect.map(changeRequests.get(params.spaceId, params.changeRequestId), (it) => one(it)),
      updateChangeRequestById: ({ params, payload }) =>
        Effect.map(changeRequests.update(params.spaceId, params.changeRequestId, payload), (it) => one(it)),
      mergeChangeRequest: ({ params }) =>
        Effect.map(changeRequests.merge(params.spaceId, params.changeRequestId), (it) => merged(it)),
      updateChangeRequest: ({ params }) =>
        Effect.map(changeRequests.pull(params.spaceId, params.changeRequestId), (it) => updated(it)),
      listChangeRequestsForOrganization: ({ params, query: { limit, page, ...listing } }) =>
        changeRequests.listInOrganization(params.organizationId, listing, { page, limit })
    })
  })
)
