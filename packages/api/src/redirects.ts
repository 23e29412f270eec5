import { NewRedirectInput, RedirectBatch, RedirectUpdate } from "@octavo/core/delivery/redirects/input"
import { FoundRedirect, RedirectResults, redirectOrders, SiteRedirect } from "@octavo/core/delivery/redirects/Redirect"
import { OneOf, Text } from "@octavo/core/kernel/shared/text"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Conflict } from "./errors.ts"
import { Authenticated, Checked, Common, created, Deleted, Id, ListOf, listQuery, QueryBoolean } from "./shared.ts"

const params = { organizationId: Id, siteId: Id }
const one = { ...params, siteRedirectId: Id }
const base = "/orgs/:organizationId/sites/:siteId"

/** Redirects of docs sites. */
export const RedirectsGroup = HttpApiGroup.make("site-redirects")
  .add(
    HttpApiEndpoint.get("listSiteRedirects", `${base}/redirects`, {
      params,
      query: {
        ...listQuery,
        search: Schema.optionalKey(Text(0, 512)).annotate({ description: "Text in the source." }),
        draft: Schema.optionalKey(QueryBoolean).annotate({
          description: "true: those that are not followed yet, and no others."
        }),
        orderBy: Schema.optionalKey(OneOf("RedirectOrder", redirectOrders))
      },
      success: ListOf(SiteRedirect, "SiteRedirectList"),
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the redirects of a site",
        description: "Among them, as `automatic`, those of pages that moved."
      })
    ),
    HttpApiEndpoint.post("createSiteRedirect", `${base}/redirects`, {
      params,
      payload: NewRedirectInput,
      success: created(SiteRedirect),
      error: [...Common, Conflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a redirect",
        description:
          "A page at the source goes before it. With `captureWildcard` it leads what is below the source along."
      })
    ),
    HttpApiEndpoint.put("bulkUpsertSiteRedirects", `${base}/redirects`, {
      params,
      payload: RedirectBatch,
      success: RedirectResults,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Write, publish and delete redirects by their sources",
        description: "In order; what cannot be done is said in the result of its entry and stops no other."
      })
    ),
    HttpApiEndpoint.patch("updateSiteRedirectById", `${base}/redirects/:siteRedirectId`, {
      params: one,
      payload: RedirectUpdate,
      success: SiteRedirect,
      error: [...Common, Conflict]
    }).annotateMerge(OpenApi.annotations({ summary: "Change a redirect" })),
    HttpApiEndpoint.delete("deleteSiteRedirectById", `${base}/redirects/:siteRedirectId`, {
      params: one,
      success: Deleted,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Delete a redirect" })),
    HttpApiEndpoint.get("getSiteRedirectBySource", `${base}/redirect`, {
      params,
      query: { shareKey: Schema.optionalKey(Schema.String), source: Text(0, 2048) },
      success: FoundRedirect,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Find where a path of a site leads",
        description: "404 when visitors are led nowhere from it, and when a page is there."
      })
    )
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Site redirects", description: "Old addresses that lead to new ones." }))
