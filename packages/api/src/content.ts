import { SpaceContentUpdate } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ContentChangesInput } from "@octavo/core/content/revisions/changes/input"
import { ComputeInput } from "@octavo/core/content/revisions/computed/ComputedContent"
import { HistoryRevision, PageBlame, PageHistoryRevision } from "@octavo/core/content/space-content/History"
import { File, JSONDocument, MetaLinks, Page, ReusableContent, Revision } from "@octavo/core/content/space-content/Page"
import { SemanticChanges } from "@octavo/core/content/space-content/SemanticChanges"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Conflict, PreconditionFailed } from "./errors.ts"
import { Authenticated, Checked, Common, Id, ListOf, listQuery } from "./shared.ts"

/** Query of every read of content. */
export const contentOptions = {
  metadata: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Git metadata is left out when false; default true." })
  ),
  computed: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Computed content is left out when false; default true." })
  )
}

/** Query of reads of documents. */
const documentQuery = {
  evaluated: Schema.optionalKey(
    Schema.Union([Schema.Boolean, Schema.Literal("deterministic-only")]).annotate({
      description: "Replaces expressions by their values; default false."
    })
  ),
  dereferenced: Schema.optionalKey(
    Schema.Union([Schema.Boolean, Schema.Literal("reusable-contents")]).annotate({
      description: "Puts reusable content into a document in place of its reference; default false."
    })
  )
}

export const pageQuery = {
  ...contentOptions,
  format: Schema.optionalKey(
    Schema.Literals(["markdown", "document"]).annotate({
      description: "The body as a structured document, which is the default, or as Markdown."
    })
  ),
  "format.markdown.refs": Schema.optionalKey(
    Schema.Literals(["relative", "stable"]).annotate({
      description: "Links of Markdown as they are written, which is the default, or by the ids of what they lead to."
    })
  ),
  ...documentQuery,
  cachedMetadata: Schema.optionalKey(Schema.Boolean)
}

/** Query of comparisons. */
export const changesQuery = {
  limit: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1000 })).annotate({
      description: "How many changes to return, 0 to 1000; 10 when omitted."
    })
  ),
  skip: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })).annotate({
      description: "Extension. How many changes to leave out before those; `more` says how many come after them."
    })
  )
}

const sinceQuery = {
  since: Schema.optionalKey(
    Id.annotate({
      description: "Extension. Another revision of the space that it is compared with; the one before it when omitted."
    })
  )
}

const shareKey = { shareKey: Schema.optionalKey(Schema.String) }

/** 304 when the caller has it already. */
export const cached = <S extends Schema.Top>(schema: S) => [schema, HttpApiSchema.Empty(304)] as const

const space = { spaceId: Id }
const atRevision = { ...space, revisionId: Id }
export const Pages = Schema.Struct({ pages: Schema.Array(Page) }).annotate({ identifier: "Pages" })
/** What a source makes of pages, files and reusable contents. */
const ComputedPages = Schema.Struct({
  pages: Schema.Array(Page),
  files: Schema.Array(File),
  reusableContents: Schema.Array(ReusableContent)
}).annotate({ identifier: "ComputedPages" })
export const FileList = ListOf(File, "FileList")
const summary = (text: string) => OpenApi.annotations({ summary: text })

export const ContentGroup = HttpApiGroup.make("space-content")
  .add(
    HttpApiEndpoint.get("getCurrentRevision", "/spaces/:spaceId/content", {
      params: space,
      query: { ...contentOptions, ...shareKey },
      success: cached(Revision),
      error: Common
    }).annotateMerge(summary("Get the active revision of a space")),
    HttpApiEndpoint.get("listPages", "/spaces/:spaceId/content/pages", {
      params: space,
      query: { ...contentOptions, ...shareKey },
      success: cached(Pages),
      error: Common
    }).annotateMerge(summary("Get the page tree of a space")),
    HttpApiEndpoint.get("listFiles", "/spaces/:spaceId/content/files", {
      params: space,
      query: { ...listQuery, ...contentOptions },
      success: cached(FileList),
      error: Common
    }).annotateMerge(summary("List the files of a space")),
    HttpApiEndpoint.get("getFileById", "/spaces/:spaceId/content/files/:fileId", {
      params: { ...space, fileId: Id },
      query: contentOptions,
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
    HttpApiEndpoint.get("getDocumentById", "/spaces/:spaceId/documents/:documentId", {
      params: { ...space, documentId: Id },
      query: { schema: Schema.optionalKey(Schema.Literals(["current", "next"])) },
      success: cached(JSONDocument),
      error: Common
    }).annotateMerge(summary("Get the document that a page names")),
    HttpApiEndpoint.get("getReusableContentById", "/spaces/:spaceId/content/reusable-contents/:reusableContentId", {
      params: { ...space, reusableContentId: Id },
      query: contentOptions,
      success: cached(ReusableContent),
      error: Common
    }).annotateMerge(summary("Get reusable content")),
    HttpApiEndpoint.get("getRevisionById", "/spaces/:spaceId/revisions/:revisionId", {
      params: atRevision,
      query: { ...contentOptions, ...shareKey },
      success: cached(Revision),
      error: Common
    }).annotateMerge(summary("Get a revision")),
    HttpApiEndpoint.get("listPagesInRevisionById", "/spaces/:spaceId/revisions/:revisionId/pages", {
      params: atRevision,
      query: contentOptions,
      success: cached(Pages),
      error: Common
    }).annotateMerge(summary("Get the page tree of a revision")),
    HttpApiEndpoint.get("listFilesInRevisionById", "/spaces/:spaceId/revisions/:revisionId/files", {
      params: atRevision,
      query: { ...listQuery, ...contentOptions },
      success: cached(FileList),
      error: Common
    }).annotateMerge(summary("List the files of a revision")),
    HttpApiEndpoint.get("getFileInRevisionById", "/spaces/:spaceId/revisions/:revisionId/files/:fileId", {
      params: { ...atRevision, fileId: Id },
      query: contentOptions,
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
      "getPageDocumentInRevisionById",
      "/spaces/:spaceId/revisions/:revisionId/page/:pageId/document",
      {
        params: { ...atRevision, pageId: Id },
        query: documentQuery,
        success: cached(JSONDocument),
        error: Common
      }
    ).annotateMerge(summary("Get the body of a page of a revision as a document")),
    HttpApiEndpoint.get("listRevisionPageMetaLinks", "/spaces/:spaceId/revisions/:revisionId/page/:pageId/meta-links", {
      params: { ...atRevision, pageId: Id },
      success: cached(MetaLinks),
      error: Common
    }).annotateMerge(summary("Get the canonical and alternate links of a page of a revision")),
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
        query: contentOptions,
        success: cached(ReusableContent),
        error: Common
      }
    ).annotateMerge(summary("Get reusable content of a revision")),
    HttpApiEndpoint.get(
      "getReusableContentDocumentInRevisionById",
      "/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/document",
      {
        params: { ...atRevision, reusableContentId: Id },
        query: documentQuery,
        success: cached(JSONDocument),
        error: Common
      }
    ).annotateMerge(summary("Get reusable content of a revision as a document")),
    HttpApiEndpoint.get("getRevisionSemanticChanges", "/spaces/:spaceId/revisions/:revisionId/changes", {
      params: atRevision,
      query: { ...contentOptions, ...changesQuery, ...sinceQuery },
      success: SemanticChanges,
      error: Common
    }).annotateMerge(summary("Get what a revision changed")),
    HttpApiEndpoint.post("getComputedRevision", "/spaces/:spaceId/content/computed/revision", {
      params: space,
      payload: ComputeInput,
      success: ComputedPages,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Compute the pages of a source",
        description: "Writes nothing. 400 for a source of an unknown type, 404 for a dependency that is not there."
      })
    ),
    HttpApiEndpoint.post("getComputedDocument", "/spaces/:spaceId/content/computed/document", {
      params: space,
      query: { schema: Schema.optionalKey(Schema.Literals(["current", "next"])) },
      payload: ComputeInput,
      success: JSONDocument,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Compute one document of a source",
        description: "`computed` and `computedSeed` of a computed page say which. Fails as getComputedRevision does."
      })
    ),
    HttpApiEndpoint.post("updateSpaceContent", "/spaces/:spaceId/content", {
      params: space,
      payload: ContentChangesInput,
      success: SpaceContentUpdate,
      error: [...Common, Conflict, PreconditionFailed]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Write pages and files of a space that is edited live (extension)",
        description: "The body and the 409 are those of updateChangeRequestContent. 412 when the space is locked."
      })
    ),
    HttpApiEndpoint.get("listSpaceRevisions", "/spaces/:spaceId/revisions", {
      params: space,
      query: listQuery,
      success: ListOf(HistoryRevision, "HistoryRevisionList"),
      error: Common
    }).annotateMerge(summary("List the revisions of a space, newest first (extension)")),
    HttpApiEndpoint.post("restoreSpaceRevision", "/spaces/:spaceId/revisions/:revisionId/restore", {
      params: atRevision,
      success: HistoryRevision,
      error: [...Common, Conflict, PreconditionFailed]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Restore the content of an earlier revision (extension)",
        description: "It becomes the active revision as a new one of type rollback; nothing is lost."
      })
    ),
    HttpApiEndpoint.get("listSpacePageHistory", "/spaces/:spaceId/content/page/:pageId/history", {
      params: { ...space, pageId: Id },
      query: listQuery,
      success: ListOf(PageHistoryRevision, "PageHistoryRevisionList"),
      error: Common
    }).annotateMerge(summary("List the revisions that changed a page, newest first (extension)")),
    HttpApiEndpoint.get("getPageBlame", "/spaces/:spaceId/content/page/:pageId/blame", {
      params: { ...space, pageId: Id },
      success: PageBlame,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get which revision each block of a page came with (extension)",
        description:
          "By the outermost blocks of the live page. At most 100 versions, 5,000 blocks and 8 million characters are looked at."
      })
    )
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Space content",
      description: "Pages, files and reusable content of a space, now and in every revision."
    })
  )
