import { SitePreview, SitePreviews } from "@octavo/core/delivery/sites/SitePreviews"
import { SitePublishingAuth } from "@octavo/core/delivery/visitors/PublishingAuth"
import { PublishingAuths } from "@octavo/core/delivery/visitors/PublishingAuths"
import { ShareLink } from "@octavo/core/delivery/visitors/ShareLink"
import { ShareLinks } from "@octavo/core/delivery/visitors/ShareLinks"
import { Instance, location } from "@octavo/core/kernel/shared/Instance"
import { Effect, Layer } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { createdAtReply, deletedReply, notKept, reply } from "./reply.ts"

const shareLink = reply(ShareLink)
const preview = reply(SitePreview)
const auth = reply(SitePublishingAuth)

const shareLinkHandlers = groupHandlers(
  "site-share-links",
  Effect.fn(function* (handlers) {
    const links = yield* ShareLinks
    const instance = yield* Instance
    return handlers.handleAll({
      listSiteShareLinks: ({ params, query: { limit, page, search } }) =>
        links.list(params.organizationId, params.siteId, { search }, { limit, page }),
      createSiteShareLink: ({ params, payload }) =>
        Effect.map(links.create(params.organizationId, params.siteId, payload), (it) =>
          createdAtReply(
            location(instance, `/orgs/${params.organizationId}/sites/${params.siteId}/share-links/${it.id}`),
            it
          )
        ),
      getSiteShareLinkById: ({ params }) =>
        Effect.map(links.get(params.organizationId, params.siteId, params.shareLinkId), (it) => shareLink(it)),
      updateSiteShareLinkById: ({ params, payload }) =>
        Effect.map(links.update(params.organizationId, params.siteId, params.shareLinkId, payload), (it) =>
          shareLink(it)
        ),
      deleteSiteShareLinkById: ({ params }) =>
        Effect.map(links.remove(params.organizationId, params.siteId, params.shareLinkId), deletedReply).pipe(
          // the contract of deletes: what is not there answers 204
          Effect.catchTag("NotFound", () => Effect.succeed(deletedReply(false)))
        )
    })
  })
)

const authHandlers = groupHandlers(
  "site-publishing-auth",
  Effect.fn(function* (handlers) {
    const auths = yield* PublishingAuths
    return handlers.handleAll({
      getSitePublishingAuthById: ({ params }) =>
        Effect.map(auths.get(params.organizationId, params.siteId), (it) => notKept(auth(it))),
      updateSitePublishingAuthById: ({ params, payload }) =>
        Effect.map(auths.update(params.organizationId, params.siteId, payload), (it) => notKept(auth(it))),
      regenerateSitePublishingAuthById: ({ params }) =>
        Effect.map(auths.regenerate(params.organizationId, params.siteId), (it) => notKept(auth(it)))
    })
  })
)

const previewHandlers = groupHandlers(
  "site-preview",
  Effect.fn(function* (handlers) {
    const previews = yield* SitePreviews
    return handlers.handleAll({
      getSitePublishingPreviewById: ({ params, query }) =>
        Effect.map(previews.url(params.organizationId, params.siteId, query), (it) => notKept(preview(it)))
    })
  })
)

export const visitorsHandlers = Layer.mergeAll(shareLinkHandlers, authHandlers, previewHandlers)
