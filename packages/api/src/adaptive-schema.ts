import {
  AdaptiveSchema,
  AdaptiveSchemaInput,
  TemplateCondition
} from "@octavo/core/delivery/adaptive-schema/AdaptiveSchema"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, Id } from "./shared.ts"

const params = { organizationId: Id, siteId: Id }

export const TemplateConditions = Schema.Struct({ items: Schema.Array(TemplateCondition) }).annotate({
  identifier: "SiteAdaptiveTemplateConditions"
})

/** What sites expect to know of their visitors. */
export const AdaptiveSchemaGroup = HttpApiGroup.make("site-adaptive-schema")
  .add(
    HttpApiEndpoint.get("getSiteAdaptiveSchema", "/orgs/:organizationId/sites/:siteId/adaptive-schema", {
      params,
      success: AdaptiveSchema,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({ summary: "Get the adaptive schema of a site", description: "404 when the site has none." })
    ),
    HttpApiEndpoint.put("updateSiteAdaptiveSchema", "/orgs/:organizationId/sites/:siteId/adaptive-schema", {
      params,
      payload: AdaptiveSchemaInput,
      success: AdaptiveSchema,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Set the adaptive schema of a site",
        description: "Replaces the one that is there. Conditions then see the claims that it describes, and no others."
      })
    ),
    HttpApiEndpoint.get(
      "listSiteAdaptiveTemplateConditions",
      "/orgs/:organizationId/sites/:siteId/adaptive-schema/template-conditions",
      { params, success: TemplateConditions, error: Common }
    ).annotateMerge(OpenApi.annotations({ summary: "List conditions that the adaptive schema suggests" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "Adaptive schema", description: "What a site expects to know of its visitors." })
  )
