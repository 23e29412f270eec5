/**
 * What published sites show, and to whom: the conditions of their sections and site spaces, decided for one visitor.
 * Sites are cached by address, until they change.
 */
import { Context, Effect, Layer } from "effect"
import { type AdaptiveSettings, type Judge, makeJudge } from "../../kernel/conditions/Judge.ts"
import type { Visitor } from "../../kernel/conditions/Visitor.ts"
import type { SiteActor } from "../../kernel/shared/Actor.ts"
import { accessPart, allSpacesPart, Epoch, makePartCache, treePart } from "../../kernel/shared/Epoch.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { AdaptiveSchemaStore } from "../adaptive-schema/AdaptiveSchemaStore.ts"
import type { SiteAddress } from "../site-records/resolveUrl.ts"
import { type PublishedSiteRecord, SiteStore } from "../site-records/SiteStore.ts"
import { orderedForReaders } from "../site-records/siteOrder.ts"

/** A site, with all that is needed to decide its conditions for a visitor. */
export interface LoadedSite {
  readonly found: PublishedSiteRecord
  readonly adaptive: AdaptiveSettings
  /** What everybody is shown; `undefined` where something hangs on a condition. */
  readonly forAll: PublishedSiteRecord | undefined
}

/** What one visitor is shown, in order. */
export interface VisibleSite {
  readonly judge: Judge
  readonly seen: PublishedSiteRecord
}

export class VisibleSites extends Context.Service<
  VisibleSites,
  {
    /** The site that is published at an address. */
    readonly published: (address: SiteAddress) => Effect.Effect<LoadedSite | undefined, StorageError>
    /** A site that was found otherwise, with all that is needed to decide its conditions. */
    readonly withConditions: (found: PublishedSiteRecord) => Effect.Effect<LoadedSite, StorageError>
    /** What the bearer of a site's token is shown; `undefined` while the site is not published. */
    readonly to: (actor: SiteActor) => Effect.Effect<VisibleSite | undefined, StorageError>
  }
>()("@octavo/core/delivery/sites/VisibleSites") {
  static readonly layer = Layer.effect(
    VisibleSites,
    Effect.gen(function* () {
      const store = yield* SiteStore
      const schemas = yield* AdaptiveSchemaStore
      const cache = makePartCache<LoadedSite | null>(yield* Epoch, 10_000)

      const withConditions = Effect.fnUntraced(function* (found: PublishedSiteRecord) {
        const { adaptiveContent, id } = found.site
        const schema = adaptiveContent ? (yield* schemas.get(id))?.jsonSchema : undefined
        const conditional = [...found.sections, ...found.siteSpaces, ...found.links].some(
          ({ condition }) => condition !== null
        )
        return {
          found,
          adaptive: { adaptiveContent, schema },
          forAll: conditional ? undefined : orderedForReaders(found)
        }
      })

      const load = Effect.fnUntraced(function* (address: SiteAddress) {
        const found = yield* store.published(address)
        return found === undefined ? null : yield* withConditions(found)
      })

      // that there is none is kept too: else who asks could tell it by the time
      const published = (address: SiteAddress) =>
        Effect.map(cache(accessPart, keyOf(address), load(address), partsOf), (it) => it ?? undefined)

      const to = Effect.fnUntraced(function* ({ organizationId, siteId, visitor }: SiteActor) {
        const shown = yield* published({ by: "name", name: siteId })
        const site = shown?.found.site
        return shown !== undefined && site?.id === siteId && site.organizationId === organizationId
          ? visibleTo(visitor, shown)
          : undefined
      })

      return VisibleSites.of({ published, withConditions, to })
    })
  )
}

/** A site without the sections and site spaces whose conditions do not hold for a visitor. */
export const visibleTo = (visitor: Visitor, { forAll, found, adaptive }: LoadedSite): VisibleSite => {
  const judge = makeJudge(visitor, adaptive)
  if (forAll !== undefined) return { judge, seen: forAll }
  const isSeen = ({ condition }: { readonly condition: string | null }): boolean =>
    judge.decide(condition ?? "") === true
  const sections = found.sections.filter(isSeen)
  const ids = new Set(sections.map(({ id }) => id))
  const siteSpaces = found.siteSpaces.filter((one) => isSeen(one) && (one.sectionId === null || ids.has(one.sectionId)))
  return { judge, seen: orderedForReaders({ ...found, sections, siteSpaces, links: found.links.filter(isSeen) }) }
}

/**
 * The site itself, which spaces there are in its organization, and what those that it shows are called. Of a site that is
 * not shown, because none of its spaces is there, nothing is known.
 */
const partsOf = (loaded: LoadedSite | null): ReadonlyArray<string> =>
  loaded === null
    ? [allSpacesPart]
    : [
        loaded.found.site.id,
        treePart(loaded.found.site.organizationId),
        ...loaded.found.siteSpaces.map(({ spaceId }) => spaceId)
      ]

const keyOf = (address: SiteAddress): string =>
  address.by === "name"
    ? `n ${address.name}`
    : address.by === "basename"
      ? `b ${address.basename}`
      : `h ${address.hostname}`
