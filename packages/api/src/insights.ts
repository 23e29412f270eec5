import { TrackInput } from "@octavo/core/delivery/insights/Event"
import { InsightsQuery, InsightsResult } from "@octavo/core/delivery/insights/query"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, Id } from "./shared.ts"

const params = { organizationId: Id, siteId: Id }
const events = "/orgs/:organizationId/sites/:siteId/insights/events"

/** What visitors do on sites. */
export const InsightsGroup = HttpApiGroup.make("site-insights")
  .add(
    HttpApiEndpoint.post("trackEventsInSiteById", events, {
      params,
      payload: TrackInput,
      success: HttpApiSchema.NoContent,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Note what visitors of a site did",
        description: "All events, or none when one is not right. Addresses of the network and cookies are not kept."
      })
    ),
    HttpApiEndpoint.post("aggregateSiteEvents", `${events}/aggregate`, {
      params,
      payload: InsightsQuery,
      success: InsightsResult,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Count what visitors of a site did",
        description: "One list of values for each column. What events are grouped by is always among the columns."
      })
    )
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Site insights", description: "What visitors do on a site, counted." }))
