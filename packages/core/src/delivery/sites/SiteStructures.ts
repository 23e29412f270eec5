/** What a site's navigation is made of, as one tree, and the order of what stands beside each other in it. */
import { Context, Effect, Layer } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { type Forbidden, type Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { traced } from "../../kernel/shared/traced.ts"
import type { SiteStructure, SiteStructureItem } from "../site-records/Section.ts"
import { inOrder } from "../site-records/siteOrder.ts"
import type { StructureSortInput } from "./input.ts"
import { makeSiteTree } from "./siteTree.ts"

type Failure = Forbidden | NotFound | StorageError

export class SiteStructures extends Context.Service<
  SiteStructures,
  {
    /** All that the caller may see of the site, in order. */
    readonly get: (
      organizationId: string,
      siteId: string,
      shareKey?: string
    ) => Effect.Effect<SiteStructure, Failure, CurrentActor>
    /** Puts something elsewhere among what stands beside it; without a place, last. Answers what was moved. */
    readonly sort: (
      organizationId: string,
      siteId: string,
      input: StructureSortInput
    ) => Effect.Effect<SiteStructureItem, Failure | Invalid, CurrentActor>
  }
>()("@octavo/core/delivery/sites/SiteStructures") {
  static readonly layer = Layer.effect(
    SiteStructures,
    Effect.gen(function* () {
      const { arrange, change, load, withShareKey, toItem, tree, whole } = yield* makeSiteTree

      const get = traced("SiteStructures.get")(function* (organizationId: string, siteId: string, shareKey?: string) {
        const { site, view } = yield* load(organizationId, siteId, "site.view")
        return yield* whole(yield* withShareKey(site, shareKey), view)
      })

      const sort = traced("SiteStructures.sort")(function* (
        organizationId: string,
        siteId: string,
        { item, position }: StructureSortInput
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        const find = Effect.map(tree(site, view), (seen): SiteStructureItem | undefined => {
          if (item.type === "site-space") return seen.siteSpaces.find(({ id }) => id === item.id)
          const found = inOrder(seen).find(({ id, type }) => id === item.id && type === item.type)
          return found && toItem(seen, found)
        })
        const missing = NotFound.of(item.type.replaceAll("-", " "), item.id)
        // what the caller does not see is not there
        if ((yield* find) === undefined) return yield* missing
        yield* change(site, arrange(site, item, position))
        return (yield* find) ?? (yield* missing)
      })

      return SiteStructures.of({ get, sort })
    })
  )
}
