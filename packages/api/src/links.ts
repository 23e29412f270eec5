import { BrokenContext, LinkStats, LinkStatus, LinkUsage, Reference } from "@octavo/core/content/links/Reference"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, Id, ListOf, listQuery } from "./shared.ts"

const query = {
  ...listQuery,
  status: Schema.optionalKey(LinkStatus.annotate({ description: "Only links of this status." }))
}

const draft = "/spaces/:spaceId/change-requests/:changeRequestId"
const inDraft = { spaceId: Id, changeRequestId: Id }
const inDraftQuery = {
  ...query,
  brokenContext: Schema.optionalKey(
    BrokenContext.annotate({
      description: "Only broken links: those that the change request brought, or those that the space has."
    })
  )
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
  .add(
    HttpApiEndpoint.get("listChangeRequestLinks", `${draft}/links`, {
      params: inDraft,
      query: inDraftQuery,
      success: LinkList,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the links of a change request's content with their status",
        description: "`stats.broken.changeRequest` counts the broken links that the change request brought."
      })
    ),
    HttpApiEndpoint.get("listPageLinksInChangeRequest", `${draft}/content/page/:pageId/links`, {
      params: { ...inDraft, pageId: Id },
      query: inDraftQuery,
      success: LinkList,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the links of a page of a change request" })),
    HttpApiEndpoint.get("listChangeRequestPageBacklinks", `${draft}/content/page/:pageId/backlinks`, {
      params: { ...inDraft, pageId: Id },
      query: listQuery,
      success: ReferenceList,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List what links to a page of a change request" })),
    HttpApiEndpoint.get("listChangeRequestFileBacklinks", `${draft}/content/files/:fileId/backlinks`, {
      params: { ...inDraft, fileId: Id },
      query: listQuery,
      success: ReferenceList,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List what refers to a file of a change request" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Links",
      description: "What pages link to, whether it is there, and what links to them."
    })
  )
