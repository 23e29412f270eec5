import { File, MetaLinks, Page, ReusableContent, Revision } from "@octavo/core/content/Page"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authenticated, Checked, Common, Id, ListOf, listQuery } from "./shared.ts"

const options = {
  metadata: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Git metadata is left out when false; default true." })
  ),
  computed: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Computed content is left out when false; default true." })
  )
}

const pageQuery = {
  ...options,
  format: Schema.optionalKey(Schema.Literal("markdown")),
  "format.markdown.refs": Schema.optionalKey(Schema.Literal("relative")),
  evaluated: Schema.optionalKey(
    Schema.Union([Schema.Boolean, Schema.Literal("deterministic-only")]).annotate({
      description: "Replaces expressions by their values; default false."
    })
  ),
  cachedMetadata: Schema.optionalKey(Schema.Boolean),
  dereferenced: Schema.optionalKey(Schema.Literal("false"))
}

const shareKey = { shareKey: Schema.optionalKey(Schema.String) }

/** 304 when the caller has it already. */
const cached = <S extends Schema.Top>(schema: S) => [schema, HttpApiSchema.Empty(304)] as const

const space = { spaceId: Id }
const atRevision = { ...space, revisionId: Id }
const Pages = Schema.Struct({ pages: Schema.Array(Page) }).annotate({ identifier: "Pages" })
const FileList = ListOf(File, "FileList")
const summary = (text: string) => OpenApi.annotations({ summary: text })

export const ContentGroup = HttpApiGroup.make("space-content")
  .add(
    HttpApiEndpoint.get("getCurrentRevision", "/spaces/:spaceId/content", {
      params: space,
      query: { ...options, ...shareKey },
      success: cached(Revision),
      error: Common
    }).annotateMerge(summary("Get the active revision of a space")),
    HttpApiEndpoint.get("listPages", "/spaces/:spaceId/content/pages", {
      params: space,
      query: { ...options, ...shareKey },
      success: cached(Pages),
      error: Common
    }).annotateMerge(summary("Get the page tree of a space")),
    HttpApiEndpoint.get("listFiles", "/spaces/:spaceId/content/files", {
      params: space,
      query: { ...listQuery, ...options },
      success: cached(FileList),
      error: Common
    }).annotateMerge(summary("List the files of a space")),
    HttpApiEndpoint.get("getFileById", "/spaces/:spaceId/content/files/:fileId", {
      params: { ...space, fileId: Id },
      query: options,
      success: cached(File),
      error: Common
    }).annotateMerge(summary("Get a file")),
    HttpApiEndpoint.get("getPageById", "/spaces/:spaceId/content/page/:pageId", {
      params: { ...space, pageId: Id },
      query: pageQuery,
      success: cached(Page),
      error: Common
    }).annotateMerge(summary("Get a page with its text")),
    HttpApiEndpoint.get("listSpacePageMetaLinks", "/spaces/:spaceId/content/page/:pageId/meta-links", {
      params: { ...space, pageId: Id },
      success: cached(MetaLinks),
      error: Common
    }).annotateMerge(summary("Get the canonical and alternate links of a page")),
    HttpApiEndpoint.get("getPageByPath", "/spaces/:spaceId/content/path/:pagePath", {
      params: { ...space, pagePath: Schema.String },
      query: pageQuery,
      success: cached(Page),
      error: Common
    }).annotateMerge(summary("Get a page by its path")),
    HttpApiEndpoint.get("getReusableContentById", "/spaces/:spaceId/content/reusable-contents/:reusableContentId", {
      params: { ...space, reusableContentId: Id },
      query: options,
      success: cached(ReusableContent),
      error: Common
    }).annotateMerge(summary("Get reusable content")),
    HttpApiEndpoint.get("getRevisionById", "/spaces/:spaceId/revisions/:revisionId", {
      params: atRevision,
      query: { ...options, ...shareKey },
      success: cached(Revision),
      error: Common
    }).annotateMerge(summary("Get a revision")),
    HttpApiEndpoint.get("listPagesInRevisionById", "/spaces/:spaceId/revisions/:revisionId/pages", {
      params: atRevision,
      query: options,
      success: cached(Pages),
      error: Common
    }).annotateMerge(summary("Get the page tree of a revision")),
    HttpApiEndpoint.get("listFilesInRevisionById", "/spaces/:spaceId/revisions/:revisionId/files", {
      params: atRevision,
      query: { ...listQuery, ...options },
      success: cached(FileList),
      error: Common
    }).annotateMerge(summary("List the files of a revision")),
    HttpApiEndpoint.get("getFileInRevisionById", "/spaces/:spaceId/revisions/:revisionId/files/:fileId", {
      params: { ...atRevision, fileId: Id },
      query: options,
      success: cached(File),
      error: Common
    }).annotateMerge(summary("Get a file of a revision")),
    HttpApiEndpoint.get("getPageInRevisionById", "/spaces/:spaceId/revisions/:revisionId/page/:pageId", {
      params: { ...atRevision, pageId: Id },
      query: pageQuery,
      success: cached(Page),
      error: Common
    }).annotateMerge(summary("Get a page of a revision with its text")),
    HttpApiEndpoint.get(
      "listRevisionPageMetaLinks",
      "/spaces/:spaceId/revisions/:revisionId/page/:pageId/meta-links",
      { params: { ...atRevision, pageId: Id }, success: cached(MetaLinks), error: Common }
    ).annotateMerge(summary("Get the canonical and alternate links of a page of a revision")),
    HttpApiEndpoint.get("getPageInRevisionByPath", "/spaces/:spaceId/revisions/:revisionId/path/:pagePath", {
      params: { ...atRevision, pagePath: Schema.String },
      query: pageQuery,
      success: cached(Page),
      error: Common
    }).annotateMerge(summary("Get a page of a revision by its path")),
    HttpApiEndpoint.get(
      "getReusableContentInRevisionById",
      "/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId",
      {
        params: { ...atRevision, reusableContentId: Id },
        query: options,
        success: cached(ReusableContent),
        error: Common
      }
    ).annotateMerge(summary("Get reusable content of a revision"))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Space content" }))
