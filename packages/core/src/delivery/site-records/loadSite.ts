import { Effect } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { defined } from "../../kernel/shared/defined.ts"
import { NotFound } from "../../kernel/shared/errors.ts"
import type { Access } from "../../people/permissions/Access.ts"
import type { ActionName } from "../../people/permissions/actions.ts"
import type { Audience } from "../visitors/Audience.ts"
import { viewOf } from "./audience.ts"
import type { SiteRecord } from "./Site.ts"
import type { SiteStore } from "./SiteStore.ts"

/** A site with its URLs as the holder of a share link's key opens them; with any other key, as they are. */
export const makeWithShareKey = (audience: Audience["Service"]) =>
  Effect.fnUntraced(function* (site: SiteRecord, key: string | undefined) {
    const shareKey = yield* audience.keyOf(site.id, key)
    return shareKey === undefined ? site : { ...site, shareKey }
  })

/** How every use case of a site begins: authorizes, and loads the site as the caller sees it. */
export const makeLoadSite = (access: Access["Service"], store: SiteStore["Service"]) =>
  Effect.fnUntraced(function* (organizationId: string, siteId: string, action: ActionName) {
    const actor = yield* CurrentActor
    const allowed = yield* access.site(organizationId, siteId, action)
    const view = viewOf(actor, allowed)
    const site = yield* store.get(organizationId, siteId, view)
    if (site === undefined) return yield* NotFound.of("site", siteId)
    const { judge, role } = allowed
    return { site, role, view, ...defined({ judge }) }
  })
