/** The spaces on a site: list, add, change, take off; and the structure that they make. */
import { Context, Effect, Layer } from "effect"
import { Access } from "../permissions/Access.ts"
import type { CurrentActor } from "../shared/Actor.ts"
import { now } from "../shared/clock.ts"
import { Conflict, type Forbidden, Invalid, NotFound, type StorageError } from "../shared/errors.ts"
import { Instance } from "../shared/Instance.ts"
import { makeId } from "../shared/ids.ts"
import { type ListParams, type Page, paginate } from "../shared/pagination.ts"
import { positionBetween } from "../shared/position.ts"
import { SigningKey } from "../shared/signature.ts"
import { Transaction } from "../shared/Transaction.ts"
import type { NewSiteSpaceInput, SiteSpaceUpdate } from "./input.ts"
import { makeLoadSite } from "./loadSite.ts"
import { freePath, slug } from "./names.ts"
import type { SiteRecord } from "./Site.ts"
import { type SiteSpace, type SiteSpaceWithSpace, type SiteStructure, toSiteSpace } from "./SiteSpace.ts"
import { SiteSpaceStore } from "./SiteSpaceStore.ts"
import { SiteStore, type SiteView } from "./SiteStore.ts"

type Failure = Forbidden | NotFound | StorageError

export class SiteSpaces extends Context.Service<
  SiteSpaces,
  {
    /** The site's spaces that the caller may see, in their order; `default` narrows to the one at the root, or the others. */
    readonly list: (
      organizationId: string,
      siteId: string,
      filter: { readonly default?: boolean | undefined },
      params: ListParams
    ) => Effect.Effect<Page<SiteSpace>, Failure | Invalid, CurrentActor>
    /** The same as one tree. */
    readonly structure: (organizationId: string, siteId: string) => Effect.Effect<SiteStructure, Failure, CurrentActor>
    /** Puts a space on the site, last; the first one is the default. */
    readonly add: (
      organizationId: string,
      siteId: string,
      input: NewSiteSpaceInput
    ) => Effect.Effect<SiteSpace, Failure | Invalid | Conflict, CurrentActor>
    readonly update: (
      organizationId: string,
      siteId: string,
      siteSpaceId: string,
      input: SiteSpaceUpdate
    ) => Effect.Effect<SiteSpace, Failure | Invalid | Conflict, CurrentActor>
    /** Takes a space off the site; the next one becomes the default when it was that. `false`: there was none. */
    readonly remove: (
      organizationId: string,
      siteId: string,
      siteSpaceId: string
    ) => Effect.Effect<boolean, Failure, CurrentActor>
  }
>()("@octavo/core/sites/SiteSpaces") {
  static readonly layer = Layer.effect(
    SiteSpaces,
    Effect.gen(function* () {
      const store = yield* SiteSpaceStore
      const sites = yield* SiteStore
      const access = yield* Access
      const transaction = yield* Transaction
      const instance = yield* Instance
      const key = yield* SigningKey
      const load = makeLoadSite(access, sites)

      const shown = Effect.fnUntraced(function* (site: SiteRecord, items: ReadonlyArray<SiteSpaceWithSpace>) {
        const roles = yield* access.roles(items.map(({ space }) => space.id))
        return items.map((item) => toSiteSpace(instance, site, item, roles.get(item.space.id) ?? "read"))
      })

      const one = Effect.fnUntraced(function* (site: SiteRecord, view: SiteView, siteSpaceId: string) {
        const found = yield* store.get(site, siteSpaceId, view)
        if (found === undefined) return yield* NotFound.of("site space", siteSpaceId)
        const [siteSpace] = yield* shown(site, [found])
        return siteSpace!
      })

      const list = Effect.fn("SiteSpaces.list")(function* (
        organizationId: string,
        siteId: string,
        filter: { readonly default?: boolean | undefined },
        params: ListParams
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.view")
        const { spaces, shownOnly } = view
        const page = yield* paginate(
          ["site-spaces", siteId, spaces.all ? null : spaces.grantedTo, shownOnly, filter.default],
          params,
          ({ siteSpace }: SiteSpaceWithSpace) => [siteSpace.position, siteSpace.id],
          (slice) => store.list(site, view, filter, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return { ...page, items: yield* shown(site, page.items) }
      })

      const structure = Effect.fn("SiteSpaces.structure")(function* (organizationId: string, siteId: string) {
        const { site, view } = yield* load(organizationId, siteId, "site.view")
        return { type: "siteSpaces" as const, structure: yield* shown(site, yield* store.all(site, view)) }
      })

      /** The title of a space of the organization that the caller may see. */
      const titleOf = Effect.fnUntraced(function* (organizationId: string, spaceId: string) {
        const titles = yield* sites.spaceTitles(organizationId, [spaceId])
        const title = titles.get(spaceId)
        const roles = yield* access.roles([spaceId])
        if (title === undefined || !roles.has(spaceId)) {
          return yield* new Invalid({ message: "spaceId names no space of this organization" })
        }
        return title
      })

      /** What is on the site already; nothing else changes it until the transaction ends. */
      const places = Effect.fnUntraced(function* (siteId: string, spaceId: string | undefined) {
        if (!(yield* sites.lock(siteId))) return yield* NotFound.of("site", siteId)
        const there = yield* store.places(siteId)
        if (there.some((place) => place.spaceId === spaceId)) {
          return yield* new Conflict({ message: "This space is on the site already" })
        }
        return there
      })

      const add = Effect.fn("SiteSpaces.add")(function* (
        organizationId: string,
        siteId: string,
        input: NewSiteSpaceInput
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        const { spaceId } = input
        if (spaceId === null) {
          return yield* new Invalid({ message: "spaceId must name a space: create one first, then add it" })
        }
        if (input.sectionId != null) {
          return yield* new Invalid({ message: "sectionId names no section of this site: it has none" })
        }
        const own = yield* titleOf(organizationId, spaceId)
        const id = makeId()
        const at = yield* now
        yield* transaction.run(
          Effect.gen(function* () {
            const there = yield* places(siteId, spaceId)
            yield* store.insert([
              {
                id,
                siteId,
                spaceId,
                path: freePath(slug(input.title ?? own, "space"), new Set(there.map(({ path }) => path))),
                title: input.title ?? null,
                position: positionBetween(there.at(-1)?.position ?? null, null),
                draft: input.draft ?? false
              }
            ])
            if (there.length === 0) yield* sites.update(siteId, { defaultSiteSpace: id }, at)
          })
        )
        return yield* one(site, view, id)
      })

      const update = Effect.fn("SiteSpaces.update")(function* (
        organizationId: string,
        siteId: string,
        siteSpaceId: string,
        input: SiteSpaceUpdate
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        const { siteSpace } =
          (yield* store.get(site, siteSpaceId, view)) ?? (yield* NotFound.of("site space", siteSpaceId))
        const spaceId = input.spaceId === siteSpace.spaceId ? undefined : input.spaceId
        if (spaceId !== undefined) yield* titleOf(organizationId, spaceId)
        yield* transaction.run(
          Effect.gen(function* () {
            const there = yield* places(siteId, spaceId)
            if (there.some(({ id, path }) => id !== siteSpaceId && path === input.path)) {
              return yield* new Conflict({ message: `The path ${input.path} is another site space's` })
            }
            const { condition, ...rest } = input
            yield* store.update(siteSpaceId, {
              ...rest,
              ...(condition === undefined ? {} : { condition: condition === "" ? null : condition })
            })
          })
        )
        return yield* one(site, view, siteSpaceId)
      })

      const remove = Effect.fn("SiteSpaces.remove")(function* (
        organizationId: string,
        siteId: string,
        siteSpaceId: string
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.edit")
        const found = yield* store.get(site, siteSpaceId, view)
        if (found === undefined) return false
        return yield* transaction.run(Effect.andThen(sites.lock(siteId), store.remove(siteId, siteSpaceId)))
      })

      return SiteSpaces.of({ list, structure, add, update, remove })
    })
  )
}
