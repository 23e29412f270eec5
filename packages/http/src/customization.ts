import { SiteCustomizationSettings, SiteSpaceCustomizationSettings } from "@octavo/core/delivery/sites/customization"
import { SiteCustomizations } from "@octavo/core/delivery/sites/SiteCustomizations"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { deletedReply, reply } from "./reply.ts"

const settings = reply(SiteCustomizationSettings)
const siteSpaceSettings = reply(SiteSpaceCustomizationSettings)

export const customizationHandlers = groupHandlers(
  "site-customization",
  Effect.fn(function* (handlers) {
    const customizations = yield* SiteCustomizations
    return handlers.handleAll({
      getSiteCustomizationById: ({ params }) =>
        Effect.map(customizations.get(params.organizationId, params.siteId), (it) => settings(it)),
      updateSiteCustomizationById: ({ params, payload }) =>
        Effect.map(customizations.put(params.organizationId, params.siteId, payload), (it) => settings(it)),
      getSiteSpaceCustomizationById: ({ params }) =>
        Effect.map(customizations.getSiteSpace(params.organizationId, params.siteId, params.siteSpaceId), (it) =>
          siteSpaceSettings(it)
        ),
      overrideSiteSpaceCustomizationById: ({ params, payload }) =>
        Effect.map(customizations.override(params.organizationId, params.siteId, params.siteSpaceId, payload), (it) =>
          siteSpaceSettings(it)
        ),
      deleteSiteSpaceCustomizationById: ({ params }) =>
        Effect.map(customizations.clear(params.organizationId, params.siteId, params.siteSpaceId), deletedReply).pipe(
          Effect.catchTag("NotFound", () => Effect.succeed(deletedReply(false)))
        )
    })
  })
)
