/** Reads of content, the same for the primary content, revisions and drafts. */

import type { DocumentOptions, OpenContent } from "@octavo/core/content/space-content/OpenContent"
import { readDocumentId } from "@octavo/core/content/space-content/view"
import type { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { type Forbidden, type Invalid, NotFound, type StorageError } from "@octavo/core/kernel/shared/errors"
import { Effect } from "effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { ContentCache } from "./contentCache.ts"

type Params = { readonly spaceId: string; readonly revisionId?: string; readonly changeRequestId?: string }
type Request = { readonly params: Params; readonly request: Pick<HttpServerRequest.HttpServerRequest, "headers"> }

export const contentReads = (answers: ContentCache["Service"]) => {
  /** Answers from the opened revision, or with 304; `key` names the operation and all of its arguments. */
  const answer = <A>(
    { params, request }: Request,
    key: ReadonlyArray<unknown>,
    make: (open: OpenContent) => Effect.Effect<A, NotFound | Invalid | StorageError>
  ): Effect.Effect<
    HttpServerResponse.HttpServerResponse,
    NotFound | Forbidden | Invalid | StorageError,
    CurrentActor
  > => answers.respond(params.spaceId, atOf(params), key, request.headers["if-none-match"], make)

  type Options = { readonly metadata?: boolean; readonly computed?: boolean }
  const flags = (query: Options) => [query.metadata ?? true, query.computed ?? true]

  const content = (request: Request & { readonly query: Options }) =>
    answer(request, ["content", ...flags(request.query)], (open) => open.content(request.query))

  const pages = (request: Request & { readonly query: Options }) =>
    answer(request, ["pages", ...flags(request.query)], (open) =>
      Effect.map(open.pages(request.query), (pages) => ({ pages }))
    )

  const files = (
    request: Request & { readonly query: Options & { readonly page?: string; readonly limit?: number } }
  ) =>
    answer(request, ["files", ...flags(request.query), request.query.page, request.query.limit], (open) =>
      open.files(request.query, request.query)
    )

  const file = (request: Request & { readonly params: { readonly fileId: string }; readonly query: Options }) =>
    answer(request, ["file", request.params.fileId, ...flags(request.query)], (open) =>
      open.file(request.params.fileId, request.query)
    )

  type PageQuery = Options &
    DocumentOptions & {
      readonly format?: "markdown" | "document"
      readonly "format.markdown.refs"?: "relative" | "stable"
    }
  const optionsOf = ({ "format.markdown.refs": refs, ...query }: PageQuery) => ({ ...query, refs })
  const documentFlags = (query: DocumentOptions) => [query.evaluated ?? false, query.dereferenced ?? false]
  const pageFlags = (query: PageQuery) => [
    ...flags(query),
    ...documentFlags(query),
    query.format ?? "document",
    query["format.markdown.refs"] ?? "relative"
  ]

  const page = (request: Request & { readonly params: { readonly pageId: string }; readonly query: PageQuery }) =>
    answer(request, ["page", request.params.pageId, ...pageFlags(request.query)], (open) =>
      open.page(request.params.pageId, optionsOf(request.query))
    )

  const path = (request: Request & { readonly params: { readonly pagePath: string }; readonly query: PageQuery }) => {
    const at = request.params.pagePath.replace(/^\/+|(?<!\/)\/+$/g, "")
    return answer(request, ["path", at, ...pageFlags(request.query)], (open) =>
      open.pageByPath(at, optionsOf(request.query))
    )
  }

  const pageDocument = (
    request: Request & { readonly params: { readonly pageId: string }; readonly query: DocumentOptions }
  ) =>
    answer(request, ["page-document", request.params.pageId, ...documentFlags(request.query)], (open) =>
      open.pageDocument(request.params.pageId, request.query)
    )

  const reusableDocument = (
    request: Request & { readonly params: { readonly reusableContentId: string }; readonly query: DocumentOptions }
  ) =>
    answer(request, ["reusable-document", request.params.reusableContentId, ...documentFlags(request.query)], (open) =>
      open.reusableDocument(request.params.reusableContentId, request.query)
    )

  /** The name says which page of which revision. */
  const document = (request: Request & { readonly params: { readonly documentId: string } }) => {
    const { documentId, spaceId } = request.params
    const ids = readDocumentId(documentId)
    // a name of no form is asked for like one of nothing: who may not ask learns the same of both
    const { pageId, revisionId } = ids ?? { pageId: documentId, revisionId: documentId }
    const at = { params: { spaceId, revisionId }, request: request.request }
    return answer(at, ["page-document", pageId, false, false], (open) => open.pageDocument(pageId, {})).pipe(
      Effect.mapError((error) => (error._tag === "NotFound" ? NotFound.of("document", documentId) : error))
    )
  }

  const metaLinks = (request: Request & { readonly params: { readonly pageId: string } }) =>
    answer(request, ["meta-links", request.params.pageId], (open) => open.metaLinks(request.params.pageId))

  const reusable = (
    request: Request & { readonly params: { readonly reusableContentId: string }; readonly query: Options }
  ) =>
    answer(request, ["reusable", request.params.reusableContentId, ...flags(request.query)], (open) =>
      open.reusableContent(request.params.reusableContentId, request.query)
    )

  return { content, pages, files, file, page, path, metaLinks, reusable, document, pageDocument, reusableDocument }
}

const atOf = ({ changeRequestId, revisionId }: Params) =>
  changeRequestId === undefined ? revisionId : { changeRequest: changeRequestId }
