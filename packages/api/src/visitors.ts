import { SitePreview } from "@octavo/core/delivery/sites/SitePreviews"
import { PublishingAuthUpdate, SitePublishingAuth } from "@octavo/core/delivery/visitors/PublishingAuth"
import { NewShareLink, ShareLink, ShareLinkUpdate } from "@octavo/core/delivery/visitors/ShareLink"
import { Text } from "@octavo/core/kernel/shared/text"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Conflict } from "./errors.ts"
import { Authenticated, Checked, Common, created, Deleted, Id, ListOf, listQuery, QueryBoolean } from "./shared.ts"

const params = { organizationId: Id, siteId: Id }
const shareLinks = "/orgs/:organizationId/sites/:siteId/share-links"
const auth = "/orgs/:organizationId/sites/:siteId/publishing/auth"

/** Links that let their bearers read a site. */
export const ShareLinksGroup = HttpApiGroup.make("site-share-links")
  .add(
    HttpApiEndpoint.get("listSiteShareLinks", shareLinks, {
      params,
      query: { ...listQuery, search: Schema.optionalKey(Text(0, 512)) },
      success: ListOf(ShareLink, "ShareLinkList"),
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the share links of a site",
        description: "Only admins of the site see the URLs, which hold the keys."
      })
    ),
    HttpApiEndpoint.post("createSiteShareLink", shareLinks, {
      params,
      payload: NewShareLink,
      success: created(ShareLink),
      error: [...Common, Conflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a share link",
        description: "409 when the site has 1,000 of them."
      })
    ),
    HttpApiEndpoint.get("getSiteShareLinkById", `${shareLinks}/:shareLinkId`, {
      params: { ...params, shareLinkId: Id },
      success: ShareLink,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get a share link of a site" })),
    HttpApiEndpoint.patch("updateSiteShareLinkById", `${shareLinks}/:shareLinkId`, {
      params: { ...params, shareLinkId: Id },
      payload: ShareLinkUpdate,
      success: ShareLink,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Rename a share link, turn it off or on" })),
    HttpApiEndpoint.delete("deleteSiteShareLinkById", `${shareLinks}/:shareLinkId`, {
      params: { ...params, shareLinkId: Id },
      success: Deleted,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Delete a share link" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Site share links", description: "Links that let their bearers in." }))

/** A look at a site before its visitors have it. */
export const SitePreviewGroup = HttpApiGroup.make("site-preview")
  .add(
    HttpApiEndpoint.get("getSitePublishingPreviewById", "/orgs/:organizationId/sites/:siteId/publishing/preview", {
      params,
      query: {
        siteSpace: Schema.optionalKey(Schema.String),
        claims: Schema.optionalKey(Text(0, 1024)),
        draft: Schema.optionalKey(QueryBoolean),
        target: Schema.optionalKey(Text(0, 1024))
      },
      success: SitePreview,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get a URL to preview a site",
        description:
          "Good for one hour, for as long as the caller may see the site. `claims` are those of a visitor, in Rison; " +
          "`draft` (yes by default) shows drafts; `target` is the path to begin at."
      })
    )
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Site preview", description: "A site as a visitor would see it." }))

/** How visitors of a site sign in. */
export const PublishingAuthGroup = HttpApiGroup.make("site-publishing-auth")
  .add(
    HttpApiEndpoint.get("getSitePublishingAuthById", auth, {
      params,
      success: SitePublishingAuth,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get the key that visitors' tokens are signed with" })),
    HttpApiEndpoint.patch("updateSitePublishingAuthById", auth, {
      params,
      payload: PublishingAuthUpdate,
      success: SitePublishingAuth,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Change where visitors sign in and out" })),
    HttpApiEndpoint.post("regenerateSitePublishingAuthById", `${auth}/regenerate`, {
      params,
      success: SitePublishingAuth,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Replace the key that visitors' tokens are signed with",
        description: "Tokens of the key before are refused at once."
      })
    )
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "Site publishing auth", description: "How visitors prove who they are." })
  )
