import { NewSiteExport, SiteExport } from "@octavo/core/delivery/site-exports/SiteExport"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Conflict, PreconditionFailed } from "./errors.ts"
import { Authenticated, Checked, Common, created, Deleted, Id, ListOf, listQuery } from "./shared.ts"

const params = { organizationId: Id, siteId: Id }
const one = { ...params, siteExportId: Id }
const path = "/orgs/:organizationId/sites/:siteId/exports"

/** Sites as static files. */
export const SiteExportsGroup = HttpApiGroup.make("siteExports")
  .add(
    HttpApiEndpoint.get("listSiteExports", path, {
      params,
      query: listQuery,
      success: ListOf(SiteExport, "SiteExportList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the exports of a site, the latest first" })),
    HttpApiEndpoint.post("startSiteExport", path, {
      params,
      // null stands for a body that is absent
      payload: [NewSiteExport, Schema.Null],
      success: created(SiteExport),
      error: [...Common, Conflict, PreconditionFailed]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Export a site as static files",
        description:
          "The files that octavo build writes are made in the background, as a zip. 409 while an export of the site is " +
          "under way; 412 when the site is not published, or asks who reads it. An export that has ended is kept for " +
          "a day, with its zip until the next one of the site is there."
      })
    ),
    HttpApiEndpoint.get("getSiteExport", `${path}/:siteExportId`, {
      params: one,
      success: SiteExport,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get an export of a site",
        description: "How it goes, and once it is completed where the zip is (downloadURL)."
      })
    ),
    HttpApiEndpoint.delete("deleteSiteExport", `${path}/:siteExportId`, {
      params: one,
      success: Deleted,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete an export of a site",
        description: "One that has not ended stops; the address of a zip ends."
      })
    )
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "Site exports", description: "Sites as static files that any host sends." })
  )
