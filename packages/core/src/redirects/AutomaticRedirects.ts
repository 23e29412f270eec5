/** Redirects that nobody writes: those of pages that moved, and those of a repository's settings file. */
import { Context, Effect, Layer } from "effect"
import type { RevisionDiff } from "../content/model/diff.ts"
import { pagePath } from "../content/model/PageTree.ts"
import { RevisionTree } from "../content/model/RevisionTree.ts"
import { stored } from "../content/SpaceContent.ts"
import { now } from "../shared/clock.ts"
import type { StorageError } from "../shared/errors.ts"
import { makeId } from "../shared/ids.ts"
import { SiteSpaceStore } from "../sites/SiteSpaceStore.ts"
import { SiteStore } from "../sites/SiteStore.ts"
import { placeOf } from "./places.ts"
import { RedirectStore } from "./RedirectStore.ts"
import { maxSource, segmentsOf, sourceOf } from "./source.ts"

/** A redirect as a settings file has it: an old path below the space, and a page. */
export interface ImportedRedirect {
  readonly source: string
  readonly pageId: string
}

export class AutomaticRedirects extends Context.Service<
  AutomaticRedirects,
  {
    /**
     * Inside the transaction that moves the head of the primary content from one root to another: what was at an address
     * that its page left is found there, on every site that shows the space. Pages below one that moved come along with
     * it, so this costs what changed.
     */
    readonly follow: (
      spaceId: string,
      from: string,
      to: string,
      diff: RevisionDiff
    ) => Effect.Effect<void, StorageError>
    /** Inside a transaction: these are the redirects that the space's repository asks for. */
    readonly replace: (spaceId: string, redirects: ReadonlyArray<ImportedRedirect>) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/redirects/AutomaticRedirects") {
  static readonly layer = Layer.effect(
    AutomaticRedirects,
    Effect.gen(function* () {
      const store = yield* RedirectStore
      const sites = yield* SiteStore
      const siteSpaces = yield* SiteSpaceStore
      const trees = yield* RevisionTree

      const follow = Effect.fn("AutomaticRedirects.follow")(function* (
        spaceId: string,
        from: string,
        to: string,
        diff: RevisionDiff
      ) {
        const ids = relocated(diff)
        if (ids.size === 0) return
        const places = yield* siteSpaces.showing(spaceId)
        if (places.length === 0) return
        const pages = yield* stored(
          trees.read((lookup) => {
            const before = lookup.root(from)
            const after = lookup.root(to)
            if (before === undefined || after === undefined) return []
            return Array.from(ids, (id) => ({
              pageId: id,
              before: pagePath(lookup, before, id)?.split("/"),
              after: pagePath(lookup, after, id)?.split("/")
            }))
          })
        )
        const createdAt = yield* now
        const left = places.flatMap((place) =>
          pages.flatMap(({ after, before, pageId }) => {
            if (before === undefined || after === undefined) return []
            const source = sourceOf([...placeOf(place), ...before])
            const target = sourceOf([...placeOf(place), ...after])
            if (source === target || source.length > maxSource) return []
            return [{ id: makeId(), siteId: place.siteId, siteSpaceId: place.id, pageId, source, target, createdAt }]
          })
        )
        // one after the other with what people write on the same sites
        for (const siteId of new Set(left.map((one) => one.siteId).sort())) yield* sites.lock(siteId)
        yield* store.putMoved(left)
        yield* store.dropMoved(left.map((one) => ({ ...one, source: one.target })))
      })

      const replace = Effect.fn("AutomaticRedirects.replace")(function* (
        spaceId: string,
        redirects: ReadonlyArray<ImportedRedirect>
      ) {
        const createdAt = yield* now
        const bySource = new Map<string, string>()
        for (const { pageId, source } of redirects) {
          const segments = segmentsOf(source)
          if (segments !== undefined && segments.length > 0) bySource.set(sourceOf(segments), pageId)
        }
        yield* store.replaceOfSpace(
          spaceId,
          Array.from(bySource, ([source, pageId]) => ({ id: makeId(), source, pageId, createdAt }))
        )
      })

      return AutomaticRedirects.of({ follow, replace })
    })
  )
}

/** Pages that may have another path than before, but for those whose path follows from one above. */
const relocated = ({ pages }: RevisionDiff): ReadonlySet<string> =>
  new Set([
    ...pages.moved.flatMap(({ after, before }) => (after.parent === before.parent ? [] : [after.id])),
    ...pages.edited.flatMap(({ after, fields }) => (fields.includes("slug") ? [after.id] : []))
  ])
