import { Effect, Layer } from "effect"
import { SpaceSites } from "../../content/spaces/SpaceSites.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Access } from "../../people/permissions/Access.ts"
import { SiteSpaceStore } from "../site-records/SiteSpaceStore.ts"

/** On which sites a space is, for content below. */
export const spaceSitesLayer = Layer.effect(
  SpaceSites,
  Effect.gen(function* () {
    const access = yield* Access
    const siteSpaces = yield* SiteSpaceStore
    return SpaceSites.of({
      list: traced("SpaceSites.list")(function* (space: string) {
        const { organizationId } = yield* access.space(space, "space.view")
        const ids = [...new Set((yield* siteSpaces.placed({ space })).map(({ siteId }) => siteId))]
        const roles = yield* access.siteRoles(organizationId, ids)
        return ids.filter((id) => roles.has(id))
      })
    })
  })
)
