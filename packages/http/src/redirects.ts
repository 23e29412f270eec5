import { FoundRedirect, RedirectResults, SiteRedirect } from "@octavo/core/delivery/redirects/Redirect"
import { Redirects } from "@octavo/core/delivery/redirects/Redirects"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { deletedReply, reply } from "./reply.ts"

const one = reply(SiteRedirect)
const found = reply(FoundRedirect)
const results = reply(RedirectResults)

export const redirectsHandlers = groupHandlers(
  "site-redirects",
  Effect.fn(function* (handlers) {
    const redirects = yield* Redirects
    return handlers.handleAll({
      listSiteRedirects: ({ params, query: { page, limit, ...filter } }) =>
        redirects.list(params.organizationId, params.siteId, filter, { page, limit }),
      createSiteRedirect: ({ params, payload }) =>
        Effect.map(redirects.create(params.organizationId, params.siteId, payload), (it) => one(it, 201)),
      bulkUpsertSiteRedirects: ({ params, payload }) =>
        Effect.map(redirects.write(params.organizationId, params.siteId, payload), (it) => results(it)),
      updateSiteRedirectById: ({ params, payload }) =>
        Effect.map(redirects.update(params.organizationId, params.siteId, params.siteRedirectId, payload), (it) =>
          one(it)
        ),
      deleteSiteRedirectById: ({ params }) =>
        Effect.map(redirects.remove(params.organizationId, params.siteId, params.siteRedirectId), deletedReply).pipe(
          Effect.catchTag("NotFound", () => Effect.succeed(deletedReply(false)))
        ),
      getSiteRedirectBySource: ({ params, query }) =>
        Effect.map(redirects.find(params.organizationId, params.siteId, query.source, query.shareKey), (it) =>
          found(it)
        )
    })
  })
)
