import { ContentAtUrl } from "@octavo/core/delivery/urls/ContentUrls"
import { Embed } from "@octavo/core/delivery/urls/Embeds"
import { PublishedSiteContentLookup, PublishedUrlInput, PublishedUrlQuery } from "@octavo/core/delivery/urls/Urls"
import { Text } from "@octavo/core/kernel/shared/text"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, Id } from "./shared.ts"

const urlQuery = { url: Text(0, 2048) }

/** From URLs to what is behind them. */
export const UrlsGroup = HttpApiGroup.make("urls")
  .add(
    HttpApiEndpoint.post("resolvePublishedContentByUrl", "/urls/published", {
      payload: PublishedUrlInput,
      success: PublishedSiteContentLookup,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Find what is published at a URL",
        description:
          "A share-link site is found by a URL that begins with the key of a link, a visitor-auth site with the visitor's " +
          "token; without it 404, or with redirectOnError the address where visitors sign in."
      })
    ),
    HttpApiEndpoint.get("getPublishedContentByUrl", "/urls/published", {
      query: PublishedUrlQuery,
      success: PublishedSiteContentLookup,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({ summary: "Find what is published at a URL (older form)", deprecated: true })
    ),
    HttpApiEndpoint.get("getContentByUrl", "/urls/content", {
      query: urlQuery,
      success: ContentAtUrl,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Find the content at a URL",
        description: "Of the application, or of a published site: a collection, or a space with the page that is named."
      })
    ),
    HttpApiEndpoint.get("getEmbedByUrl", "/urls/embed", {
      query: urlQuery,
      success: Embed,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Find out how a URL can be embedded",
        description: "A link with what the page says of itself, or the frame that its provider offers (oEmbed)."
      })
    )
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "URLs", description: "What is at an address." }))

/** The same for who reads a space. */
export const SpaceEmbedsGroup = HttpApiGroup.make("space-embeds")
  .add(
    HttpApiEndpoint.get("getEmbedByUrlInSpace", "/spaces/:spaceId/embed", {
      params: { spaceId: Id },
      query: urlQuery,
      success: Embed,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Find out how a URL can be embedded in a space" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Space embeds", description: "What addresses look like in a space." }))
