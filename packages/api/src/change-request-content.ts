import { ChangeRequestContentUpdate } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequest } from "@octavo/core/content/change-requests/ChangeRequest"
import { ContentChangesInput } from "@octavo/core/content/revisions/changes/input"
import { File, MetaLinks, Page, ReusableContent, Revision } from "@octavo/core/content/space-content/Page"
import { SemanticChanges } from "@octavo/core/content/space-content/SemanticChanges"
import { defined } from "@octavo/core/kernel/shared/defined"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { cached, changesQuery, contentOptions, FileList, Pages, pageQuery } from "./content.ts"
import { Conflict, PreconditionFailed } from "./errors.ts"
import { Authenticated, Checked, Common, Id, listQuery, QueryBoolean } from "./shared.ts"

/** `changeRequestId` is the id, or the number in the space. */
const params = { spaceId: Id, changeRequestId: Id }
const base = "/spaces/:spaceId/change-requests/:changeRequestId" as const
const summary = (text: string, description?: string) =>
  OpenApi.annotations({ summary: text, ...defined({ description }) })

export const ChangeRequestContentGroup = HttpApiGroup.make("change-request-content")
  .add(
    HttpApiEndpoint.post("updateChangeRequestContent", `${base}/content`, {
      params,
      query: {
        compat: Schema.optionalKey(
          QueryBoolean.annotate({ description: "Answers the change request alone; default true." })
        )
      },
      payload: ContentChangesInput,
      success: Schema.Union([ChangeRequest, ChangeRequestContentUpdate]),
      error: [...Common, Conflict, PreconditionFailed]
    }).annotateMerge(
      summary(
        "Write pages and files of a change request",
        "1 to 50 changes, applied in order, all or none, as one revision. 409 when the text of a page was changed otherwise since the revision that an edit was made from, with both texts. 412 when it is merged or archived."
      )
    ),
    HttpApiEndpoint.get("getRevisionOfChangeRequestById", `${base}/content`, {
      params,
      query: contentOptions,
      success: cached(Revision),
      error: Common
    }).annotateMerge(summary("Get the active revision of a change request")),
    HttpApiEndpoint.get("listPagesInChangeRequest", `${base}/content/pages`, {
      params,
      query: contentOptions,
      success: cached(Pages),
      error: Common
    }).annotateMerge(summary("Get the page tree of a change request")),
    HttpApiEndpoint.get("listFilesInChangeRequestById", `${base}/content/files`, {
      params,
      query: { ...listQuery, ...contentOptions },
      success: cached(FileList),
      error: Common
    }).annotateMerge(summary("List the files of a change request")),
    HttpApiEndpoint.get("getFileInChangeRequestById", `${base}/content/files/:fileId`, {
      params: { ...params, fileId: Id },
      query: contentOptions,
      success: cached(File),
      error: Common
    }).annotateMerge(summary("Get a file of a change request")),
    HttpApiEndpoint.get("getPageInChangeRequestById", `${base}/content/page/:pageId`, {
      params: { ...params, pageId: Id },
      query: pageQuery,
      success: cached(Page),
      error: Common
    }).annotateMerge(summary("Get a page of a change request with its text")),
    HttpApiEndpoint.get("listChangeRequestPageMetaLinks", `${base}/content/page/:pageId/meta-links`, {
      params: { ...params, pageId: Id },
      success: cached(MetaLinks),
      error: Common
    }).annotateMerge(summary("Get the canonical and alternate links of a page of a change request")),
    HttpApiEndpoint.get("getPageInChangeRequestByPath", `${base}/content/path/:pagePath`, {
      params: { ...params, pagePath: Schema.String },
      query: pageQuery,
      success: cached(Page),
      error: Common
    }).annotateMerge(summary("Get a page of a change request by its path")),
    HttpApiEndpoint.get(
      "getReusableContentInChangeRequestById",
      `${base}/content/reusable-contents/:reusableContentId`,
      {
        params: { ...params, reusableContentId: Id },
        query: contentOptions,
        success: cached(ReusableContent),
        error: Common
      }
    ).annotateMerge(summary("Get reusable content of a change request")),
    HttpApiEndpoint.get("getChangeRequestChanges", `${base}/changes`, {
      params,
      query: changesQuery,
      success: SemanticChanges,
      error: Common
    }).annotateMerge(summary("Get what a change request changes, against what it was made from"))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Change request content", description: "Pages and files of a draft." }))
