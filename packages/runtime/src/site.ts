/** Published sites over HTTP: whatever no other route takes. */
import { errorResponse, matches, sendFile } from "@octavo/http"
import { type SiteAnswer, SitePages } from "@octavo/site"
import { Effect } from "effect"
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
      return HttpServerResponse.redirect(answer.location, { status: 307 })
    case "file":
      return sendFile(request, answer, "public, max-age=31536000, immutable")
  }
}

/** GET of any path: a published site's page or file; the server's root leads to the API's reference. */
export const siteRoutes = HttpRouter.add(
  "GET",
  "/*",
  Effect.gen(function* () {
    const pages = yield* SitePages
    const request = yield* HttpServerRequest.HttpServerRequest
    const path = request.url.split("?")[0]!
    const answer = yield* pages.answer({ host: request.headers["host"] ?? "", path })
    if (answer !== undefined) return respond(request, answer)
    return path === "/" ? HttpServerResponse.redirect("/docs") : errorResponse(404, "There is nothing at this address")
  }).pipe(Effect.catchTag("StorageError", (error) => Effect.succeed(errorResponse(503, error.message))))
)
