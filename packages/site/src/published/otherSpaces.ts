/**
 * Other spaces of a site, as far as an answer names them: where the site shows them, and what is there for its visitor.
 * What was asked for is noted, because an answer that is kept changes with it.
 */

import type { Neighbours } from "@octavo/core/content/spaces/Neighbours"
import type { SiteSpaceRecord } from "@octavo/core/delivery/site-records/SiteSpace"
import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { type Reference, resolveHref } from "@octavo/document"
import type { SpaceThere } from "@octavo/render/resolver"
import * as Effect from "effect/Effect"
import type { Contents } from "./contents.ts"
import { baseOf, type PublishedContent, siteSpaceOf, titleOf } from "./pageContext.ts"

export interface OtherSpaces {
  /** Notes spaces by their ids, as an answer that was kept had them. */
  readonly note: (ids: Iterable<string>) => Effect.Effect<void, StorageError>
  /** Notes spaces and reads what their pages are. Those that the site does not show to its visitor are passed over. */
  readonly look: (ids: Iterable<string>) => Effect.Effect<void, StorageError>
  /**
   * Where the site shows a space; with its pages once it was looked at.
   * @param addressOf of a site space, with a slash at its end; its path without it
   */
  readonly at: (spaceId: string, addressOf?: (siteSpace: SiteSpaceRecord) => string) => SpaceThere | undefined
  /** Where a path leads that leaves the space, to a file of one beside it; as `at`. */
  readonly outside: (
    path: string,
    addressOf?: (siteSpace: SiteSpaceRecord) => string
  ) => { readonly there: SpaceThere; readonly path: string } | undefined
  /** Names of the content of what was noted, by the ids of the spaces. */
  readonly noted: () => ReadonlyMap<string, string>
}

export const makeOtherSpaces = (
  contents: Contents,
  location: PublishedLocation,
  neighbours: Neighbours
): OtherSpaces => {
  const shown = new Map<string, PublishedContent | null>()
  const indexes = new Map<string, SpaceThere["index"]>()

  const note = Effect.fnUntraced(function* (ids: Iterable<string>) {
    for (const id of ids) {
      if (shown.has(id)) continue
      const siteSpace = siteSpaceOf(location, id)
      shown.set(id, siteSpace === undefined ? null : yield* contents.shownAt(siteSpace))
    }
  })

  const at: OtherSpaces["at"] = (spaceId, addressOf = (siteSpace) => baseOf(location, siteSpace)) => {
    const siteSpace = siteSpaceOf(location, spaceId)
    if (siteSpace === undefined) return undefined
    const base = addressOf(siteSpace)
    const emoji = shown.get(spaceId)?.space.emoji || undefined
    return { base, title: titleOf(location, siteSpace), emoji, index: indexes.get(spaceId) }
  }

  return {
    note,
    look: Effect.fnUntraced(function* (ids) {
      for (const id of ids) {
        yield* note([id])
        const there = shown.get(id)
        if (indexes.has(id) || there == null) continue
        indexes.set(id, yield* contents.indexOf(there, location.judge))
      }
    }),
    at,
    outside: (path, addressOf) => {
      const found = neighbours.find(location.siteSpace.spaceId, path)
      const there = found && at(found.spaceId, addressOf)
      return there && { there, path: found.path }
    },
    noted: () => new Map(Array.from(shown, ([id, one]) => [id, one?.root ?? ""]))
  }
}

/** The spaces that references name by the address of the application. */
export const spacesIn = (links: ReadonlyArray<Pick<Reference, "href">>): ReadonlySet<string> =>
  new Set(
    links.flatMap(({ href }) => {
      const target = resolveHref(href, "")
      return target.kind === "space" ? [target.space] : []
    })
  )
