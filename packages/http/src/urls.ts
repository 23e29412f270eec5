import { cacheTags } from "@octavo/core/delivery/renderers/cacheTags"
import { ContentAtUrl, ContentUrls } from "@octavo/core/delivery/urls/ContentUrls"
import { Embed, Embeds } from "@octavo/core/delivery/urls/Embeds"
import { PublishedSiteContentLookup, Urls } from "@octavo/core/delivery/urls/Urls"
import type { TooManyRequests } from "@octavo/core/kernel/shared/errors"
import { Effect, Exit, Layer } from "effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { cacheTagHeader } from "./apiHeaders.ts"
import { answerTooManyRequests, constantTimeNotFound } from "./constantTimeNotFound.ts"
import { groupHandlers } from "./groupHandlers.ts"
import { deprecated, notKept, reply } from "./reply.ts"

const content = reply(PublishedSiteContentLookup)
const atUrl = reply(ContentAtUrl)
const embed = reply(Embed)

const hiding = <E, R>(answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E | TooManyRequests, R>) =>
  answerTooManyRequests(constantTimeNotFound(answer, Exit.isFailure))

const tagged = (url: string, site: string) =>
  HttpServerResponse.setHeader(cacheTagHeader, [cacheTags.url(new URL(url).hostname), cacheTags.site(site)].join(","))

const superseded = deprecated("/v1/urls/published")

const urlHandlers = groupHandlers(
  "urls",
  Effect.fn(function* (handlers) {
    const urls = yield* Urls
    const contents = yield* ContentUrls
    const embeds = yield* Embeds
    return handlers.handleAll({
      resolvePublishedContentByUrl: ({ payload: { redirectOnError, url, visitor } }) =>
        Effect.map(urls.resolvePublished(url, { ...visitor, redirectOnError }), (it) =>
          tagged(url, it.site)(notKept(content(it)))
        ).pipe(hiding),
      getPublishedContentByUrl: ({ query: { redirectOnError, url, visitorAuthToken } }) =>
        Effect.map(urls.resolvePublished(url, { jwtToken: visitorAuthToken, redirectOnError }), (it) =>
          superseded(tagged(url, it.site)(notKept(content(it))))
        ).pipe(hiding),
      getContentByUrl: ({ query }) => Effect.map(contents.resolve(query.url), (it) => atUrl(it)).pipe(hiding),
      getEmbedByUrl: ({ query }) => Effect.map(embeds.get(query.url), (it) => embed(it))
    })
  })
)

const spaceEmbedHandlers = groupHandlers(
  "space-embeds",
  Effect.fn(function* (handlers) {
    const embeds = yield* Embeds
    return handlers.handleAll({
      getEmbedByUrlInSpace: ({ params, query }) =>
        Effect.map(embeds.inSpace(params.spaceId, query.url), (it) => embed(it))
    })
  })
)

export const urlsHandlers = Layer.mergeAll(urlHandlers, spaceEmbedHandlers)
