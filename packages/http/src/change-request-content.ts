import {
  ChangeRequestContent,
  ChangeRequestContentUpdate
} from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequest } from "@octavo/core/content/change-requests/ChangeRequest"
import { SemanticChanges } from "@octavo/core/content/space-content/SemanticChanges"
import { Effect } from "effect"
import { ContentCache } from "./contentCache.ts"
import { contentReads } from "./contentReads.ts"
import { groupHandlers } from "./groupHandlers.ts"
import { reply } from "./reply.ts"

const compatible = reply(ChangeRequest)
const changes = reply(SemanticChanges)
const full = reply(ChangeRequestContentUpdate)

export const changeRequestContentHandlers = groupHandlers(
  "change-request-content",
  Effect.fn(function* (handlers) {
    const reads = contentReads(yield* ContentCache)
    const contents = yield* ChangeRequestContent
    return handlers.handleAll({
      updateChangeRequestContent: ({ params, payload, query }) =>
        Effect.map(contents.edit(params.spaceId, params.changeRequestId, payload), (update) =>
          query.compat === false ? full(update) : compatible(update.changeRequest)
        ),
      getRevisionOfChangeRequestById: reads.content,
      listPagesInChangeRequest: reads.pages,
      listFilesInChangeRequestById: reads.files,
      getFileInChangeRequestById: reads.file,
      getPageInChangeRequestById: reads.page,
      listChangeRequestPageMetaLinks: reads.metaLinks,
      getPageInChangeRequestByPath: reads.path,
      getReusableContentInChangeRequestById: reads.reusable,
      getChangeRequestChanges: ({ params, query }) =>
        Effect.map(contents.changes(params.spaceId, params.changeRequestId, query), (it) => changes(it))
    })
  })
)
