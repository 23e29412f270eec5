import { LinkStats, LinkStatus, LinkUsage, Reference } from "@octavo/core/links/Reference"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authenticated, Checked, Common, Id, ListOf, listQuery } from "./shared.ts"

const query = {
  ...listQuery,
  status: Schema.optionalKey(LinkStatus.annotate({ description: "Only links of this status." }))
}

export const LinkList = Schema.Struct({ ...ListOf(LinkUsage, "").fields, stats: LinkStats }).annotate({
  identifier: "ContentReferenceUsageList"
})
export const ReferenceList = ListOf(Reference, "ContentLocationList")

/** Links within the content, and what leads to a page or file. */
export const LinksGroup = HttpApiGroup.make("links")
  .add(
    HttpApiEndpoint.get("listSpaceLinks", "/spaces/:spaceId/links", {
      params: { spaceId: Id },
      query,
      success: LinkList,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the links of a space with their status",
        description: "Links to other sites are not among them."
      })
    ),
    HttpApiEndpoint.get("listPageLinksInSpace", "/spaces/:spaceId/content/page/:pageId/links", {
      params: { spaceId: Id, pageId: Id },
      query,
      success: LinkList,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the links of a page with their status" })),
    HttpApiEndpoint.get("listSpacePageBacklinks", "/spaces/:spaceId/content/page/:pageId/backlinks", {
      params: { spaceId: Id, pageId: Id },
      query: listQuery,
      success: ReferenceList,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List what links to a page" })),
    HttpApiEndpoint.get("listSpaceFileBacklinks", "/spaces/:spaceId/content/files/:fileId/backlinks", {
      params: { spaceId: Id, fileId: Id },
      query: listQuery,
      success: ReferenceList,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List what refers to a file" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Links" }))
