import { PublishedSiteContent, PublishedUrlInput, PublishedUrlQuery } from "@octavo/core/urls/Urls"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authenticated, Checked, Common } from "./shared.ts"

/** From URLs to what is behind them. */
export const UrlsGroup = HttpApiGroup.make("urls")
  .add(
    HttpApiEndpoint.post("resolvePublishedContentByUrl", "/urls/published", {
      payload: PublishedUrlInput,
      success: PublishedSiteContent,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Find what is published at a URL",
        description: "Answers 404 for sites that are not open to everybody (share-link, visitor-auth)."
      })
    ),
    HttpApiEndpoint.get("getPublishedContentByUrl", "/urls/published", {
      query: PublishedUrlQuery,
      success: PublishedSiteContent,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Find what is published at a URL (older form)", deprecated: true }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "URLs" }))
