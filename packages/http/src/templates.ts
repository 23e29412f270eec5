import { Api } from "@octavo/api/Api"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { Templates } from "@octavo/core/content/templates/Templates"
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

export const templatesHandlers = HttpApiBuilder.group(
  Api,
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
