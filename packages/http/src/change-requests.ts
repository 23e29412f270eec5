import { MergeChecks, MergeResult, UpdateResult } from "@octavo/api/change-requests"
import { ChangeRequest } from "@octavo/core/content/change-requests/ChangeRequest"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { DraftConflicts } from "@octavo/core/content/change-requests/conflicts"
import { ChangeRequestChecks } from "@octavo/core/content/checks/ContentCheck"
import { ContentChecks } from "@octavo/core/content/checks/ContentChecks"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { createdReply, reply, replyList } from "./reply.ts"

const one = reply(ChangeRequest)
const list = replyList(ChangeRequest)
const merged = reply(MergeResult)
const updated = reply(UpdateResult)
const checks = reply(MergeChecks)
const conflicts = reply(DraftConflicts)
const harms = reply(ChangeRequestChecks)

export const changeRequestsHandlers = groupHandlers(
  "change-requests",
  Effect.fn(function* (handlers) {
    const changeRequests = yield* ChangeRequests
    const contentChecks = yield* ContentChecks
    return handlers.handleAll({
      listChangeRequestsForSpace: ({ params, query: { limit, page, ...listing } }) =>
        Effect.map(changeRequests.list(params.spaceId, listing, { page, limit }), list),
      createChangeRequest: ({ params, payload }) =>
        Effect.map(changeRequests.create(params.spaceId, payload ?? {}), createdReply),
      getChangeRequestById: ({ params }) =>
        Effect.map(changeRequests.get(params.spaceId, params.changeRequestId), (it) => one(it)),
      updateChangeRequestById: ({ params, payload }) =>
        Effect.map(changeRequests.update(params.spaceId, params.changeRequestId, payload), (it) => one(it)),
      mergeChangeRequest: ({ params }) =>
        Effect.map(changeRequests.merge(params.spaceId, params.changeRequestId), (it) => merged(it)),
      updateChangeRequest: ({ params, payload }) =>
        Effect.map(changeRequests.pull(params.spaceId, params.changeRequestId, payload ?? {}), (it) => updated(it)),
      listChangeRequestConflicts: ({ params, query }) =>
        Effect.map(changeRequests.conflicts(params.spaceId, params.changeRequestId, query.format), (it) =>
          conflicts(it)
        ),
      getChangeRequestMergeChecks: ({ params }) =>
        Effect.map(changeRequests.checks(params.spaceId, params.changeRequestId), (it) => checks(it)),
      listChangeRequestChecks: ({ params }) =>
        Effect.map(contentChecks.ofChangeRequest(params.spaceId, params.changeRequestId), (it) => harms(it)),
      revertChangeRequest: ({ params }) =>
        Effect.map(changeRequests.revert(params.spaceId, params.changeRequestId), createdReply),
      listChangeRequestsForOrganization: ({ params, query: { limit, page, ...listing } }) =>
        Effect.map(changeRequests.listInOrganization(params.organizationId, listing, { page, limit }), list)
    })
  })
)
