import { Api } from "@octavo/api/Api"
import { PublishedSiteContentLookup, Urls } from "@octavo/core/urls/Urls"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { deprecated, reply } from "./reply.ts"

const content = reply(PublishedSiteContentLookup)

/** The token in the answer ends after a while: who asks again needs a new one. */
const notKept = HttpServerResponse.setHeader("cache-control", "no-store")

const superseded = deprecated("/v1/urls/published")

export const urlsHandlers = HttpApiBuilder.group(
  Api,
  "urls",
  Effect.fn(function* (handlers) {
    const urls = yield* Urls
    return handlers.handleAll({
      resolvePublishedContentByUrl: ({ payload: { redirectOnError, url, visitor } }) =>
        Effect.map(urls.resolvePublished(url, { ...visitor, redirectOnError }), (it) => notKept(content(it))),
      getPublishedContentByUrl: ({ query: { redirectOnError, url, visitorAuthToken } }) =>
        Effect.map(urls.resolvePublished(url, { jwtToken: visitorAuthToken, redirectOnError }), (it) =>
          superseded(notKept(content(it)))
        )
    })
  })
)
