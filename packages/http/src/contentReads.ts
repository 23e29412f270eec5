/** Reads of content, the same for the primary content, revisions and drafts. */

import type { OpenContent } from "@octavo/core/content/SpaceContent"
import type { CurrentActor } from "@octavo/core/shared/Actor"
import type { Forbidden, Invalid, NotFound, StorageError } from "@octavo/core/shared/errors"
import { Effect } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { ContentAnswers } from "./contentAnswers.ts"

type Params = { readonly spaceId: string; readonly revisionId?: string; readonly changeRequestId?: string }
type Request = { readonly params: Params; readonly request: HttpServerRequest.HttpServerRequest }

export const contentReads = (answers: ContentAnswers["Service"]) => {
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

  type PageOptions = Options & { readonly evaluated?: boolean | "deterministic-only" }
  const page = (request: Request & { readonly params: { readonly pageId: string }; readonly query: PageOptions }) =>
    answer(
      request,
      ["page", request.params.pageId, ...flags(request.query), request.query.evaluated ?? false],
      (open) => open.page(request.params.pageId, request.query)
    )

  const path = (request: Request & { readonly params: { readonly pagePath: string }; readonly query: PageOptions }) => {
    const at = request.params.pagePath.replace(/^\/+|\/+$/g, "")
    return answer(request, ["path", at, ...flags(request.query), request.query.evaluated ?? false], (open) =>
      open.pageByPath(at, request.query)
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

  return { content, pages, files, file, page, path, metaLinks, reusable }
}

const atOf = ({ changeRequestId, revisionId }: Params) =>
  changeRequestId === undefined ? revisionId : { changeRequest: changeRequestId }
