import {
  SiteCustomizationInput,
  SiteCustomizationOverride,
  SiteCustomizationSettings,
  SiteSpaceCustomizationSettings
} from "@octavo/core/delivery/sites/customization"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, Deleted, Id, QueryBoolean } from "./shared.ts"

const site = { organizationId: Id, siteId: Id }
const siteSpace = { ...site, siteSpaceId: Id }
const query = {
  unmasked: Schema.optionalKey(QueryBoolean).annotate({ description: "Changes nothing: no setting is masked." })
}

/** How sites look. */
export const SiteCustomizationGroup = HttpApiGroup.make("site-customization")
  .add(
    HttpApiEndpoint.get("getSiteCustomizationById", "/orgs/:organizationId/sites/:siteId/customization", {
      params: site,
      query,
      success: SiteCustomizationSettings,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get how a site looks" })),
    HttpApiEndpoint.put("updateSiteCustomizationById", "/orgs/:organizationId/sites/:siteId/customization", {
      params: site,
      payload: SiteCustomizationInput,
      success: SiteCustomizationSettings,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Replace how a site looks",
        description: "Optional members that are left out become those of a new site."
      })
    ),
    HttpApiEndpoint.get(
      "getSiteSpaceCustomizationById",
      "/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization",
      { params: siteSpace, query, success: SiteSpaceCustomizationSettings, error: Common }
    ).annotateMerge(OpenApi.annotations({ summary: "Get how a site space looks" })),
    HttpApiEndpoint.patch(
      "overrideSiteSpaceCustomizationById",
      "/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization",
      {
        params: siteSpace,
        payload: SiteCustomizationOverride,
        success: SiteSpaceCustomizationSettings,
        error: Common
      }
    ).annotateMerge(
      OpenApi.annotations({
        summary: "Set looks of a site space otherwise than the site's",
        description: "null takes an override back."
      })
    ),
    HttpApiEndpoint.delete(
      "deleteSiteSpaceCustomizationById",
      "/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization",
      { params: siteSpace, success: Deleted, error: Common }
    ).annotateMerge(OpenApi.annotations({ summary: "Make a site space look like its site again" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Site customization", description: "How a site looks." }))
