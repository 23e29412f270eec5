import { Site } from "@octavo/core/delivery/site-records/Site"
import { PublishedContentSite, PublishedSites } from "@octavo/core/delivery/sites/PublishedSites"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { SiteTemplates } from "@octavo/core/delivery/sites/SiteTemplates"
import { madeOnlyOf, treePart } from "@octavo/core/kernel/shared/Epoch"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { createdReply, deletedReply, reply, replyList } from "./reply.ts"

const one = reply(Site)
const list = replyList(Site)
const profile = reply(PublishedContentSite)

/** The contract of deletes: what is not there answers 204. */
const absent = () => Effect.succeed(deletedReply(false))

export const sitesHandlers = groupHandlers(
  "sites",
  Effect.fn(function* (handlers) {
    const sites = yield* Sites
    const templates = yield* SiteTemplates
    const published = yield* PublishedSites
    return handlers.handleAll({
      listSites: ({ params, query: { page, limit, ...filter } }) =>
        Effect.map(sites.list(params.organizationId, filter, { page, limit }), list),
      createSite: ({ params, payload }) => Effect.map(sites.create(params.organizationId, payload ?? {}), createdReply),
      getSiteById: ({ params: { organizationId, siteId } }) =>
        Effect.map(
          Effect.tap(sites.get(organizationId, siteId), madeOnlyOf([siteId, treePart(organizationId)])),
          (it) => one(it)
        ),
      updateSiteById: ({ params, payload }) =>
        Effect.map(sites.update(params.organizationId, params.siteId, payload), (it) => one(it)),
      deleteSiteById: ({ params }) =>
        Effect.map(sites.remove(params.organizationId, params.siteId), deletedReply).pipe(
          Effect.catchTag("NotFound", absent)
        ),
      publishSite: ({ params }) => Effect.map(sites.publish(params.organizationId, params.siteId), (it) => one(it)),
      unpublishSite: ({ params }) => Effect.map(sites.unpublish(params.organizationId, params.siteId), (it) => one(it)),
      applyTemplateToSite: ({ params }) => templates.apply(params.organizationId, params.siteId),
      getPublishedContentSite: ({ params, query }) =>
        Effect.map(published.profile(params.organizationId, params.siteId, query.shareKey), (it) => profile(it))
    })
  })
)
