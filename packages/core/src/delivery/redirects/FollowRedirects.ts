/**
 * Where a path of a site leads when no page is there: one redirect after the other, to a page that is, or out of the
 * site. A page goes before a redirect, the nearest source before those above it, and a chain that comes back to itself
 * or does not end leads nowhere (threat: redirect loops).
 */
import { Context, Effect, Layer } from "effect"
import { missingIsDamage } from "../../content/revisions/missingIsDamage.ts"
import { visiblePage } from "../../content/revisions/visibleContent.ts"
import { makeLiveContent } from "../../content/space-content/liveContent.ts"
import type { Judge } from "../../kernel/conditions/Judge.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { homeOf, pageAtPath } from "../site-records/homePage.ts"
import { encodePath, matchSiteSpace } from "../site-records/resolveUrl.ts"
import type { SiteSpaceRecord } from "../site-records/SiteSpace.ts"
import type { PublishedSiteRecord } from "../site-records/SiteStore.ts"
import { ownPlace } from "./ownPlace.ts"
import { placeOf } from "./places.ts"
import type { RedirectDestination, RedirectRecord } from "./Redirect.ts"
import { RedirectStore, type SpaceRedirect } from "./RedirectStore.ts"
import { keysOf, mostHops, sourceKey, sourceOf } from "./source.ts"

/** A site as somebody sees it: all that it shows, in order. */
export type SeenSite = Pick<PublishedSiteRecord, "site" | "sections" | "siteSpaces"> & {
  /** Decides on pages under a condition; without one all of them are there. */
  readonly judge?: Judge
}

export interface Followed {
  /** The first one on the way. */
  readonly redirect: RedirectRecord
  /** Each on the way is permanent. */
  readonly permanent: boolean
  readonly target:
    | { readonly kind: "external"; readonly url: string }
    /** Path below the root of the site, encoded, without a slash at its start; with query and fragment if any. */
    | { readonly kind: "site"; readonly path: string }
}

interface Place {
  readonly segments: ReadonlyArray<string>
  readonly suffix: string
}

export class FollowRedirects extends Context.Service<
  FollowRedirects,
  {
    /** @param segments decoded, below the root of the site. `loop`: the redirects come back to where they began. */
    readonly follow: (
      seen: SeenSite,
      segments: ReadonlyArray<string>
    ) => Effect.Effect<Followed | "nowhere" | "loop", StorageError>
  }
>()("@octavo/core/delivery/redirects/FollowRedirects") {
  static readonly layer = Layer.effect(
    FollowRedirects,
    Effect.gen(function* () {
      const store = yield* RedirectStore
      const contentOf = yield* makeLiveContent
      const instance = yield* Instance

      /** A page that somebody is not shown is none, so that redirects tell nothing of it. */
      const isLive = Effect.fnUntraced(function* (
        { judge, sections, siteSpaces }: SeenSite,
        segments: ReadonlyArray<string>
      ) {
        const match = matchSiteSpace(sections, siteSpaces, segments)
        if (match === undefined || segments.some((one) => one.includes("/"))) return false
        const { pageId, spaceId } = match.siteSpace
        const tree = yield* contentOf(spaceId)
        const page = tree && (yield* missingIsDamage(pageAtPath(tree, pageId, match.rest.join("/"))))
        return tree !== undefined && (yield* missingIsDamage(visiblePage(tree, judge, page))) !== undefined
      })

      /** Path of a page below the root of the site; the home page of a site space is at its root. */
      const pageAt = Effect.fnUntraced(function* (siteSpace: SiteSpaceRecord, pageId: string) {
        const tree = yield* contentOf(siteSpace.spaceId)
        if (tree === undefined) return undefined
        const home = yield* missingIsDamage(homeOf(tree, siteSpace.pageId))
        if (home?.id === pageId) return placeOf(siteSpace)
        const path = yield* missingIsDamage(tree.pathOf(pageId))
        return path === undefined ? undefined : [...placeOf(siteSpace), ...path.split("/")]
      })

      const leadsTo = Effect.fnUntraced(function* (
        { sections, site, siteSpaces }: SeenSite,
        destination: RedirectDestination,
        rest: ReadonlyArray<string>
      ): Effect.fn.Return<Place | { readonly url: string } | undefined, StorageError> {
        switch (destination.kind) {
          case "external": {
            const url = extended(destination.url, rest)
            return ownPlace(instance, site, url) ?? { url }
          }
          case "site-page": {
            const siteSpace = siteSpaces.find(({ id }) => id === destination.siteSpaceId)
            const path = siteSpace && (yield* pageAt(siteSpace, destination.pageId))
            return path && { segments: [...path, ...rest], suffix: "" }
          }
          case "site-space": {
            const siteSpace = siteSpaces.find(({ id }) => id === destination.siteSpaceId)
            return siteSpace && { segments: [...placeOf(siteSpace), ...rest], suffix: "" }
          }
          case "site-section": {
            const section = sections.find(({ id }) => id === destination.siteSectionId)
            return section && { segments: [...(section.isDefault ? [] : [section.path]), ...rest], suffix: "" }
          }
        }
      })

      /** The redirect at a path, and what of the path is below its source. */
      const redirectAt = Effect.fnUntraced(function* (
        { sections, site, siteSpaces }: SeenSite,
        segments: ReadonlyArray<string>
      ): Effect.fn.Return<readonly [RedirectRecord, ReadonlyArray<string>] | undefined, StorageError> {
        const own = sourceOf(segments)
        const found = yield* store.nearest(site.id, keysOf(segments))
        const key = found && sourceKey(found.source)
        if (found !== undefined && key === own) return [found, []]
        const match = matchSiteSpace(sections, siteSpaces, segments)
        if (match !== undefined && match.rest.length > 0) {
          const { id: siteSpaceId, spaceId } = match.siteSpace
          const asked = yield* store.ofSpace(spaceId, sourceOf(match.rest))
          if (asked !== undefined) return [imported(site.id, own, siteSpaceId, asked), []]
        }
        return found && [found, segments.slice(key!.split("/").length - 1)]
      })

      const follow = traced("FollowRedirects.follow")(function* (
        seen: SeenSite,
        asked: ReadonlyArray<string>
      ): Effect.fn.Return<Followed | "nowhere" | "loop", StorageError> {
        const visited = new Set<string>()
        let place: Place = { segments: asked, suffix: "" }
        let first: RedirectRecord | undefined
        let permanent = true
        // whether the last one leads to a section or space that is there, with or without pages
        let arrived = false
        while (visited.size <= mostHops) {
          const key = sourceOf(place.segments)
          if (visited.has(key)) return "loop"
          visited.add(key)
          if (yield* isLive(seen, place.segments)) {
            if (first === undefined) return "nowhere"
            return { redirect: first, permanent, target: { kind: "site", path: pathTo(seen, place) } }
          }
          const found = yield* redirectAt(seen, place.segments)
          if (found === undefined) {
            if (first === undefined || !arrived) return "nowhere"
            return { redirect: first, permanent, target: { kind: "site", path: pathTo(seen, place) } }
          }
          const [redirect, rest] = found
          first ??= redirect
          permanent &&= redirect.permanent
          const next = yield* leadsTo(seen, redirect.destination, rest)
          if (next === undefined) return "nowhere"
          if ("url" in next) {
            return { redirect: first, permanent, target: { kind: "external", url: new URL(next.url).href } }
          }
          arrived = rest.length === 0 && isPlace(redirect.destination)
          place = { segments: next.segments, suffix: next.suffix || place.suffix }
        }
        return "loop"
      })

      return FollowRedirects.of({ follow })
    })
  )
}

/** What has an address of its own without a page in it. */
const isPlace = ({ kind }: RedirectDestination): boolean => kind === "site-section" || kind === "site-space"

/** What the settings of a space's repository ask for, as a redirect of a site that shows the space. */
const imported = (siteId: string, source: string, siteSpaceId: string, asked: SpaceRedirect): RedirectRecord => ({
  id: asked.id,
  siteId,
  source,
  destination: { kind: "site-page", siteSpaceId, pageId: asked.pageId },
  draft: false,
  captureWildcard: false,
  permanent: false,
  automatic: true,
  createdAt: asked.createdAt,
  updatedAt: asked.createdAt
})

/** An address with more segments at the end of its path. */
const extended = (url: string, rest: ReadonlyArray<string>): string => {
  if (rest.length === 0) return url
  const at = new URL(url)
  at.pathname = `${at.pathname.replace(/\/$/, "")}/${encodePath(rest)}`
  return at.href
}

/** A space's root has a slash at its end, as everywhere. */
const pathTo = ({ sections, siteSpaces }: SeenSite, { segments, suffix }: Place): string => {
  const path = encodePath(segments)
  const isRoot = segments.length > 0 && matchSiteSpace(sections, siteSpaces, segments)?.rest.length === 0
  return `${path}${isRoot ? "/" : ""}${suffix}`
}
