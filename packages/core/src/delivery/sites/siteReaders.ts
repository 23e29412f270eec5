import { Effect, Layer } from "effect"
import { SiteReaders } from "../../people/permissions/SiteReaders.ts"
import { Audience } from "../visitors/Audience.ts"
import { VisibleSites } from "./VisibleSites.ts"

/** The sites' answers to the guard below them. */
export const siteReadersLayer = Layer.effect(
  SiteReaders,
  Effect.gen(function* () {
    const { holds, keyOf } = yield* Audience
    const sites = yield* VisibleSites
    return SiteReaders.of({
      holds,
      keyOf,
      viewOf: (actor) =>
        Effect.map(sites.to(actor), (sight) => sight && { judge: sight.judge, siteSpaces: sight.seen.siteSpaces }),
      publishes: (siteId, spaceId) =>
        Effect.map(
          sites.published({ by: "name", name: siteId }),
          (shown) =>
            shown?.found.site.id === siteId && shown.found.siteSpaces.some((siteSpace) => siteSpace.spaceId === spaceId)
        )
    })
  })
)
