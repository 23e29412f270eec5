import { PublishedSiteContentLookup, PublishedUrlInput, PublishedUrlQuery } from "@octavo/core/urls/Urls"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authenticated, Checked, Common } from "./shared.ts"

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
    }).annotateMerge(OpenApi.annotations({ summary: "Find what is published at a URL (older form)", deprecated: true }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "URLs", description: "What is at an address." }))
