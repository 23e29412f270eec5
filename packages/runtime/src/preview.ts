/** Previews of change requests over HTTP: pages, their files, and the two forms of a session. */

import { Instance, type InstanceConfig } from "@octavo/core/shared/Instance"
import { isOwn, resolveRequest } from "@octavo/core/sites/resolveUrl"
import { sessionSeconds } from "@octavo/core/users/Authentication"
import { parseCookies } from "@octavo/core/visitors/credentials"
import { errorResponse, sendFile } from "@octavo/http"
import { type PreviewAnswer, Previews, SitePages, splitTarget } from "@octavo/site"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { respond, siteAnswer } from "./site.ts"

const cookieName = "octavo-session"

/** The value of the session's cookie; the first counts. */
const sessionOf = (cookies = ""): string | undefined => parseCookies(cookies).find(([name]) => name === cookieName)?.[1]

/** Whether a form was sent by a page of this installation (threat 47). */
const isOwnForm = (instance: InstanceConfig, origin: string | undefined): boolean =>
  origin !== undefined &&
  URL.canParse(origin) &&
  new URL(origin).protocol === new URL(instance.publicUrl).protocol &&
  isOwn(instance, new URL(origin))

/** Whether the request is for a host of a site, where every path is the site's. */
const isSiteHost = (instance: InstanceConfig, host: string, path: string): boolean => {
  const at = resolveRequest(instance, host, path)
  return typeof at === "object" && at.siteBasePath === "/"
}

const send = (
  request: HttpServerRequest.HttpServerRequest,
  { basePath, headers }: Previews["Service"],
  instance: InstanceConfig,
  answer: PreviewAnswer
): HttpServerResponse.HttpServerResponse => {
  switch (answer.kind) {
    case "page":
      return HttpServerResponse.text(answer.html, {
        status: answer.status,
        contentType: headers["content-type"]!,
        headers: answer.status === 401 ? { ...headers, "www-authenticate": 'Bearer realm="Octavo"' } : headers
      })
    case "went": {
      const values = [
        `${cookieName}=${answer.session}`,
        `Path=${basePath}`,
        `Max-Age=${answer.session === "" ? 0 : sessionSeconds}`,
        "HttpOnly",
        "SameSite=Lax",
        ...(instance.publicUrl.startsWith("https:") ? ["Secure"] : [])
      ]
      return HttpServerResponse.redirect(answer.location, {
        status: 303,
        headers: { "set-cookie": values.join("; "), "cache-control": "no-store" }
      })
    }
    case "asset":
      return respond(request, answer.answer)
    case "file":
      return sendFile(request, answer.file, "private, no-store")
  }
}

/** GET below the application's path, and the forms to sign in and out. Hosts of sites have no application. */
export const previewRoutes = Layer.unwrap(
  Effect.gen(function* () {
    const previews = yield* Previews
    const pages = yield* SitePages
    const instance = yield* Instance

    const shown = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const [path, query] = splitTarget(request.url)
      const { cookie, host = "" } = request.headers
      const found = isSiteHost(instance, host, path)
        ? undefined
        : yield* previews.answer({ path, query, session: sessionOf(cookie) })
      return found === undefined ? yield* siteAnswer(pages) : send(request, previews, instance, found)
    }).pipe(Effect.catchTag("StorageError", (error) => Effect.succeed(errorResponse(503, error.message))))

    const submitted = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const { host = "", origin } = request.headers
      const [path] = splitTarget(request.url)
      if (isSiteHost(instance, host, path)) return errorResponse(404, "There is nothing at this address")
      if (!isOwnForm(instance, origin)) {
        return errorResponse(
          403,
          `This form is only taken from ${new URL(instance.publicUrl).origin}: open the page there`
        )
      }
      const form = new URLSearchParams(yield* Effect.orElseSucceed(request.text, () => ""))
      const found = yield* previews.submit(path, form)
      return found === undefined
        ? errorResponse(404, "There is nothing at this address")
        : send(request, previews, instance, found)
    }).pipe(Effect.catchTag("StorageError", (error) => Effect.succeed(errorResponse(503, error.message))))

    return Layer.merge(
      HttpRouter.add("GET", `${asRoute(previews.basePath)}/*`, shown),
      HttpRouter.add("POST", `${asRoute(previews.basePath)}/~/*`, submitted)
    )
  })
)

const asRoute = (path: string): `/${string}` => `/${path.slice(1)}`
