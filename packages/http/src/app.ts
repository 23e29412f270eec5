/** The HTTP application: the contract's groups, what surrounds them, and the routes beside them. */
import { Api } from "@octavo/api/Api"
import { currentId } from "@octavo/core/kernel/shared/currentIds"
import { Effect, Layer } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { apiHeaders, optionsResponse } from "./apiHeaders.ts"
import { authRoutes } from "./auth.ts"
import { authenticationLayer } from "./authentication.ts"
import { avatarRoutes } from "./avatars.ts"
import { errorPages } from "./errorPages.ts"
import { filesRoutes } from "./files.ts"
import { handlers } from "./handlers.ts"
import { openApiRoutes } from "./openapi.ts"
import { pdfRoutes } from "./pdf.ts"
import { boundedBodies, checkedLayer, errorResponse, unexpected } from "./requests.ts"
import { responseCache } from "./responseCache.ts"
import { apiTargetOf, sessionApi } from "./sessionApi.ts"
import { siteExportRoutes } from "./site-exports.ts"
import { uploadRoutes } from "./uploads.ts"
import { writeLook } from "./writeLook.ts"

/** `/v1` and `/openapi.json`. */
const apiRoutes = HttpApiBuilder.layer(Api, { openapiPath: "/openapi.json" }).pipe(
  Layer.provide(handlers),
  Layer.provide([authenticationLayer, checkedLayer])
)

/** Methods by path, for 405: a path of the contract with a method that it does not have. */
const methods = (() => {
  const byPath = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>()
  for (const group of Object.values(Api.groups)) {
    for (const endpoint of Object.values(group.endpoints as Record<string, { path: string; method: string }>)) {
      const known = byPath.get(endpoint.path) ?? {
        pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, "[^/]+")}/?$`),
        methods: new Set<string>()
      }
      known.methods.add(endpoint.method)
      byPath.set(endpoint.path, known)
    }
  }
  return [...byPath.values()]
})()

/** What no route takes: 405 with `Allow` on a known path, else 404, in the contract's shape. */
const notTaken = Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
  const path = request.url.split("?")[0]!
  const known = new Set(methods.filter(({ pattern }) => pattern.test(path)).flatMap((one) => [...one.methods]))
  const allowed = [...known, ...(known.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ")
  if (known.size > 0 && request.method === "OPTIONS") return optionsResponse(allowed)
  return known.size > 0
    ? errorResponse(405, `${request.method} is not possible here; use ${[...known].join(", ")}`, { allow: allowed })
    : errorResponse(404, `There is no operation ${request.method} ${path.slice(0, 200)}`)
})

// not for HEAD: the router answers that with the GET of the same path; `/v1` itself is read by an operation
const fallback = HttpRouter.addAll(
  (["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"] as const).map((method) =>
    HttpRouter.route(method, method === "GET" ? "/v1/:part/*" : "/v1/*", notTaken)
  )
)

/** Every route of the application. Needs the services of core. */
export const routes = Layer.mergeAll(
  apiRoutes,
  filesRoutes,
  avatarRoutes,
  openApiRoutes,
  uploadRoutes,
  pdfRoutes,
  siteExportRoutes,
  authRoutes,
  fallback,
  // the first is the outermost
  errorPages,
  sessionApi,
  responseCache,
  boundedBodies,
  writeLook,
  apiHeaders,
  unexpected
)

const pagePath =
  /^(\/v1\/spaces\/[^/?]+\/(?:content|revisions\/[^/?]+|change-requests\/[^/?]+\/content)\/path)\/([^?]*)/
const plain = /^(?!.*\/path\/)\/(?!\/)[^?;#%]*(?:\?|$)/
const authority = /^(?:https?:\/\/[^/?#]*)?\/*/i
const strayPercent = /%(?![\dA-F]{2})/gi
const escapedBytes = /(?:%[89A-F][\dA-F])+/gi

/** Escaped bytes that are no UTF-8 become the replacement character, which no name holds. */
const asUtf8 = (escaped: string): string => {
  try {
    decodeURIComponent(escaped)
    return escaped
  } catch {
    return encodeURIComponent(Buffer.from(escaped.replaceAll("%", ""), "hex").toString("utf8"))
  }
}

/**
 * The one form of a request's target that is looked at, by limits and by the router alike: from one slash on, with a path
 * that can be decoded and in which a semicolon is a character like others. Page paths may come with raw slashes, as the
 * public client sends them: one path segment is made of them. An empty one means the home page. Ids from before they
 * began with a letter are those of today. What the application's scripts ask of the API has the API's form.
 */
export const normalizeUrl = (url: string): string => {
  const asked = canonical(url)
  const target = apiTargetOf(asked)
  return target === undefined ? withIds(asked) : asked.slice(0, -target.length) + withIds(canonical(target))
}

const canonical = (url: string): string => {
  if (plain.test(url)) return url
  const target = url.replace(authority, "/")
  const end = target.indexOf("?")
  const path = end < 0 ? target : target.slice(0, end)
  return (
    path
      .replaceAll(";", "%3B")
      .replaceAll("#", "%23")
      .replace(strayPercent, "%25")
      .replace(escapedBytes, asUtf8)
      .replace(pagePath, (_, before, rest) => `${before}/${rest.replaceAll("/", "%2F") || "%2F"}`) +
    (end < 0 ? "" : target.slice(end))
  )
}

/** What may be an id from before, in a path or as a value in a query. */
const earlierId = /[/=][0-9_-][\w-]{21}(?![\w-])/
/** Paths of pages are people's words, and so are the names of API descriptions. */
const idsOfPath = /(?<!\/openapi\/)(?<=\/)[0-9_-][\w-]{21}(?=[/?]|$)/g
const idsOfQuery =
  /(?<=[?&](?:actor|authors|changeRequest|cluster|collection|contributor|conversationsIssuesCluster|creator|only|owner|page|requestedReviewer|site|siteSpace|space|target|targetPage|team)=)[0-9_-][\w-]{21}(?=&|$)/g

/** Ids in paths of the application, where names of organizations may stand beside them: those made of time alone. */
const idsOfApp = /(?<=\/)0[0-9A-Z][0-9A-Za-z]{20}(?=\/|$)/g
const organizationOfApp = /(?<=[?&]organization=)0[0-9A-Z][0-9A-Za-z]{20}(?=&|$)/g

/** What is signed, and what others give to have it back, stays as it is: it may have the form of an id, and is none. */
const withIds = (url: string): string => {
  if (!earlierId.test(url)) return url
  const query = url.indexOf("?")
  if (!url.startsWith("/v1/")) {
    const path = query < 0 ? url : url.slice(0, query)
    return path.includes("/app/")
      ? path.replace(idsOfApp, currentId) + url.slice(path.length).replace(organizationOfApp, currentId)
      : url
  }
  const names = url.search(/\/path\/|\?|$/)
  return (
    url.slice(0, names).replace(idsOfPath, currentId) +
    url.slice(names, query < 0 ? url.length : query) +
    (query < 0 ? "" : url.slice(query).replace(idsOfQuery, currentId))
  )
}
