import { ImportRuns } from "@octavo/core/content/imports/ImportRuns"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { createdAtReply } from "./reply.ts"

export const importsHandlers = groupHandlers(
  "imports",
  Effect.fn(function* (handlers) {
    const imports = yield* ImportRuns
    return handlers.handleAll({
      listImportRuns: ({ params, query: { limit, page, ...filter } }) =>
        imports.list(params.organizationId, filter, { page, limit }),
      startImportRun: ({ params, payload }) =>
        Effect.map(imports.start(params.organizationId, payload), (run) => createdAtReply(run.urls.location, run)),
      getImportRun: ({ params }) => imports.get(params.organizationId, params.importRunId),
      cancelImportRun: ({ params }) => imports.cancel(params.organizationId, params.importRunId)
    })
  })
)
