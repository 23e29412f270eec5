import { TemplateConditions } from "@octavo/api/adaptive-schema"
import { AdaptiveSchema } from "@octavo/core/delivery/adaptive-schema/AdaptiveSchema"
import { AdaptiveSchemas } from "@octavo/core/delivery/adaptive-schema/AdaptiveSchemas"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { reply } from "./reply.ts"

const schema = reply(AdaptiveSchema)
const templates = reply(TemplateConditions)

export const adaptiveSchemaHandlers = groupHandlers(
  "site-adaptive-schema",
  Effect.fn(function* (handlers) {
    const schemas = yield* AdaptiveSchemas
    return handlers.handleAll({
      getSiteAdaptiveSchema: ({ params }) =>
        Effect.map(schemas.get(params.organizationId, params.siteId), (it) => schema(it)),
      updateSiteAdaptiveSchema: ({ params, payload }) =>
        Effect.map(schemas.put(params.organizationId, params.siteId, payload), (it) => schema(it)),
      listSiteAdaptiveTemplateConditions: ({ params }) =>
        Effect.map(schemas.templates(params.organizationId, params.siteId), (items) => templates({ items }))
    })
  })
)
