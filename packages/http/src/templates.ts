import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { Templates } from "@octavo/core/content/templates/Templates"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"

export const templatesHandlers = groupHandlers(
  "templates",
  Effect.fn(function* (handlers) {
    const templates = yield* Templates
    const contents = yield* ChangeRequestContent
    return handlers.handleAll({
      listTemplates: ({ query }) => templates.list(query),
      applyTemplateToSpace: ({ params, payload }) => contents.applyTemplate(params.spaceId, payload)
    })
  })
)
