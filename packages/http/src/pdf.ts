/** PDFs: their addresses in the API, and the addresses themselves. */
import type { PdfError } from "@octavo/core/delivery/pdf/PdfRenderer"
import { type PdfExpired, Pdfs, PdfUrl } from "@octavo/core/delivery/pdf/Pdfs"
import type { NotFound, StorageError } from "@octavo/core/kernel/shared/errors"
import { Effect, Layer } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { groupHandlers } from "./groupHandlers.ts"
import { notKept, reply } from "./reply.ts"
import { errorResponse, storageFailed } from "./requests.ts"

const address = reply(PdfUrl)

export const pdfHandlers = groupHandlers(
  "pdf",
  Effect.fn(function* (handlers) {
    const pdfs = yield* Pdfs
    return handlers.handleAll({
      getSpacePDF: ({ params, query }) => Effect.map(pdfs.url(params.spaceId, query), (it) => notKept(address(it))),
      getChangeRequestPDF: ({ params, query }) =>
        Effect.map(pdfs.url(params.spaceId, query, params.changeRequestId), (it) => notKept(address(it)))
    })
  })
)

/** RFC 6266: the name in ASCII for old clients, and as it is. */
const disposition = (name: string): string =>
  `inline; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`
  )}`

/** Who has the address may read: it is kept by nobody else, and told to nobody that a link leads to. */
const headers = (name: string): Record<string, string> => ({
  "content-disposition": disposition(name),
  "cache-control": "private, no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'self'",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex"
})

export const pdfRoutes = Layer.unwrap(
  Effect.map(Pdfs, (pdfs) => HttpRouter.add("GET", "/~pdf/:signed/:name", send(pdfs)))
)

const send = (pdfs: Pdfs["Service"]) =>
  Effect.gen(function* () {
    const { signed } = yield* HttpRouter.params
    const { bytes, name } = yield* pdfs.open(signed ?? "")
    const { method } = yield* HttpServerRequest.HttpServerRequest
    // nothing is printed for who only asks what it would be
    return method === "HEAD"
      ? HttpServerResponse.empty({ status: 200, headers: { ...headers(name), "content-type": "application/pdf" } })
      : HttpServerResponse.stream(bytes, { contentType: "application/pdf", headers: headers(name) })
  }).pipe(
    Effect.catchTags({
      NotFound: (error: NotFound) => Effect.succeed(errorResponse(404, error.message)),
      PdfExpired: (error: PdfExpired) => Effect.succeed(errorResponse(410, error.message)),
      PdfError: (error: PdfError) => Effect.succeed(errorResponse(503, error.message, { "retry-after": "60" })),
      StorageError: (error: StorageError) => Effect.succeed(storageFailed(error))
    })
  )
