/** Published sites over HTTP: whatever no other route takes. */
import { errorResponse, matches, sendFile } from "@octavo/http"
import { type SiteAnswer, SitePages, splitTarget } from "@octavo/site"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"

const respond = (request: HttpServerRequest.HttpServerRequest, answer: SiteAnswer) => {
  switch (answer.kind) {
    case "text":
      return matches(request.headers["if-none-match"], answer.etag)
        ? HttpServerResponse.empty({ status: 304, headers: { ...answer.headers, etag: answer.etag } })
        : HttpServerResponse.uint8Array(answer.body, {
            status: answer.status,
            contentType: answer.headers["content-type"]!,
            headers: { ...answer.headers, etag: answer.etag }
          })
    case "redirect":
      return HttpServerResponse.redirect(answer.location, {
        status: answer.permanent === true ? 308 : 307,
        // what is permanent can be changed after all: whoever comes again asks again
        headers: { "cache-control": "no-cache" }
      })
    case "file":
      return sendFile(request, answer, "public, max-age=31536000, immutable")
  }
}

const answer = (pages: SitePages["Service"]) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const [path, query] = splitTarget(request.url)
    const { accept, host } = request.headers
    const found = yield* pages.answer({ host: host ?? "", path, query, accept })
    if (found !== undefined) return respond(request, found)
    return path === "/" ? HttpServerResponse.redirect("/docs") : errorResponse(404, "There is nothing at this address")
  }).pipe(Effect.catchTag("StorageError", (error) => Effect.succeed(errorResponse(503, error.message))))

/** GET of any path: a published site's page or file; the server's root leads to the API's reference. */
export const siteRoutes = Layer.unwrap(Effect.map(SitePages, (pages) => HttpRouter.add("GET", "/*", answer(pages))))
