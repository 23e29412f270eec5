/** Answers content what becomes of the paths of pages: which of them no redirect leads on. */
import { Effect, Layer } from "effect"
import { SiteAddresses } from "../../content/checks/SiteAddresses.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { SiteSpaceStore } from "../site-records/SiteSpaceStore.ts"
import { placeOf } from "./places.ts"
import { RedirectStore } from "./RedirectStore.ts"
import { keysOf, sourceOf } from "./source.ts"

export const siteAddressesLayer = Layer.effect(
  SiteAddresses,
  Effect.gen(function* () {
    const redirects = yield* RedirectStore
    const siteSpaces = yield* SiteSpaceStore

    return SiteAddresses.of({
      unanswered: traced("SiteAddresses.unanswered")(function* (spaceId, paths) {
        if (paths.length === 0) return []
        const places = yield* siteSpaces.placed({ space: spaceId })
        if (places.length === 0) return []
        return yield* Effect.filter(
          paths,
          Effect.fnUntraced(function* (path) {
            const segments = path.split("/")
            if ((yield* redirects.ofSpace(spaceId, sourceOf(segments))) !== undefined) return false
            for (const place of places) {
              const found = yield* redirects.nearest(place.siteId, keysOf([...placeOf(place), ...segments]))
              if (found === undefined) return true
            }
            return false
          })
        )
      })
    })
  })
)
