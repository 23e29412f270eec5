import { Site, SiteType } from "@octavo/core/delivery/site-records/Site"
import { NewSiteInput, SiteUpdate } from "@octavo/core/delivery/sites/input"
import { PublishedContentSite } from "@octavo/core/delivery/sites/PublishedSites"
import { Text } from "@octavo/core/kernel/shared/text"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Conflict, PreconditionFailed } from "./errors.ts"
import { Authenticated, Checked, Common, created, Deleted, Id, ListOf, listQuery, QueryBoolean } from "./shared.ts"

const params = { organizationId: Id, siteId: Id }
const shareKey = { shareKey: Schema.optionalKey(Schema.String) }

/** Docs sites and their publishing. */
export const SitesGroup = HttpApiGroup.make("sites")
  .add(
    HttpApiEndpoint.get("listSites", "/orgs/:organizationId/sites", {
      params: { organizationId: Id },
      query: {
        ...listQuery,
        space: Schema.optionalKey(Schema.String),
        title: Schema.optionalKey(Text(0, 512)),
        published: Schema.optionalKey(QueryBoolean),
        type: Schema.optionalKey(Schema.Array(SiteType))
      },
      success: ListOf(Site, "SiteList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the sites of an organization" })),
    HttpApiEndpoint.post("createSite", "/orgs/:organizationId/sites", {
      params: { organizationId: Id },
      // null stands for a body that is absent
      payload: [NewSiteInput, Schema.Null],
      success: created(Site),
      error: [...Common, Conflict]
    }).annotateMerge(OpenApi.annotations({ summary: "Create a site" })),
    HttpApiEndpoint.get("getSiteById", "/orgs/:organizationId/sites/:siteId", {
      params,
      success: Site,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get a site" })),
    HttpApiEndpoint.patch("updateSiteById", "/orgs/:organizationId/sites/:siteId", {
      params,
      payload: SiteUpdate,
      success: Site,
      error: [...Common, Conflict]
    }).annotateMerge(OpenApi.annotations({ summary: "Change a site" })),
    HttpApiEndpoint.delete("deleteSiteById", "/orgs/:organizationId/sites/:siteId", {
      params,
      success: Deleted,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Delete a site" })),
    HttpApiEndpoint.post("publishSite", "/orgs/:organizationId/sites/:siteId/publish", {
      params,
      success: Site,
      error: [...Common, PreconditionFailed]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Publish a site",
        description: "412 when the site has no space to show. Publishing a published site changes nothing."
      })
    ),
    HttpApiEndpoint.post("unpublishSite", "/orgs/:organizationId/sites/:siteId/unpublish", {
      params,
      success: Site,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Take a site down" })),
    HttpApiEndpoint.post("applyTemplateToSite", "/orgs/:organizationId/sites/:siteId/template", {
      params,
      success: HttpApiSchema.Empty(200),
      error: [...Common, Conflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Fill an empty site",
        description:
          "With sections for documentation, an API and a changelog, each with a new space of a template. 409 when " +
          "anything is on the site. It is not published by this, and looks that were set stay."
      })
    ),
    HttpApiEndpoint.get("getPublishedContentSite", "/orgs/:organizationId/sites/:siteId/published", {
      params,
      query: shareKey,
      success: PublishedContentSite,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get a site as its visitors see it" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "Sites", description: "What visitors read: created, published, unpublished." })
  )
