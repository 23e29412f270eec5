import { Insights } from "@octavo/core/delivery/insights/Insights"
import { InsightsResult } from "@octavo/core/delivery/insights/query"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { reply } from "./reply.ts"

const result = reply(InsightsResult)

export const insightsHandlers = groupHandlers(
  "site-insights",
  Effect.fn(function* (handlers) {
    const insights = yield* Insights
    return handlers.handleAll({
      trackEventsInSiteById: ({ params, payload }) => insights.track(params.organizationId, params.siteId, payload),
      aggregateSiteEvents: ({ params, payload }) =>
        Effect.map(insights.aggregate(params.organizationId, params.siteId, payload), (it) => result(it))
    })
  })
)
