/** Redirects that nobody writes: those of pages and spaces that moved, and those of a repository's settings file. */
import { Context, Effect, Layer } from "effect"
import type { ImportedRedirect } from "../../content/git/RedirectsRead.ts"
import { missingIsDamage } from "../../content/revisions/missingIsDamage.ts"
import type { RevisionDiff } from "../../content/revisions/model/diff.ts"
import { pagePath } from "../../content/revisions/model/PageTree.ts"
import { RevisionTree } from "../../content/revisions/model/RevisionTree.ts"
import { now } from "../../kernel/shared/clock.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { SiteSpaceStore } from "../site-records/SiteSpaceStore.ts"
import { SiteStore } from "../site-records/SiteStore.ts"
import { placeOf } from "./places.ts"
import { type Moved, RedirectStore } from "./RedirectStore.ts"
import { maxSource, segmentsOf, sourceOf } from "./source.ts"

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
    /**
     * Runs a change of a site inside the transaction that holds it: spaces that it puts at another path are found by the
     * path that they had, and what led to spaces that it takes off the site goes with them. The root of a site is no
     * source: what was there and moves leaves nothing.
     */
    readonly keepingOldPaths: <A, E, R>(
      siteId: string,
      change: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | StorageError, R>
    /** Inside a transaction: these are the redirects that the space's repository asks for. */
    readonly replace: (spaceId: string, redirects: ReadonlyArray<ImportedRedirect>) => Effect.Effect<void, StorageError>
    /** Inside a transaction: a copy of a space, whose pages have the same ids, is asked for the same redirects. */
    readonly copy: (spaceId: string, copyId: string) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/delivery/redirects/AutomaticRedirects") {
  static readonly layer = Layer.effect(
    AutomaticRedirects,
    Effect.gen(function* () {
      const store = yield* RedirectStore
      const sites = yield* SiteStore
      const siteSpaces = yield* SiteSpaceStore
      const trees = yield* RevisionTree

      const follow = traced("AutomaticRedirects.follow")(function* (
        spaceId: string,
        from: string,
        to: string,
        diff: RevisionDiff
      ) {
        const ids = relocated(diff)
        if (ids.size === 0) return
        const places = yield* siteSpaces.placed({ space: spaceId })
        if (places.length === 0) return
        const pages = yield* missingIsDamage(
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
            const destination = { kind: "site-page", siteSpaceId: place.id, pageId } as const
            const above = placeOf(place)
            return leave(place.siteId, destination, [...above, ...before], [...above, ...after], createdAt)
          })
        )
        // one after the other with what people write on the same sites
        for (const siteId of new Set(left.map((one) => one.siteId).sort())) yield* sites.lock(siteId)
        yield* note(left)
      })

      const note = Effect.fnUntraced(function* (all: ReadonlyArray<Left>) {
        // of one source once: a space can be below itself on a site
        const left = new Map(all.map((one) => [`${one.siteId} ${one.source}`, one]))
        yield* store.putMoved(
          Array.from(left.values()).filter(({ source }) => source !== "" && source.length <= maxSource)
        )
        yield* store.dropMoved(all.map((one) => ({ ...one, source: one.now })))
      })

      const keepingOldPaths = <A, E, R>(siteId: string, change: Effect.Effect<A, E, R>) =>
        Effect.gen(function* () {
          const before = new Map((yield* siteSpaces.placed({ site: siteId })).map((one) => [one.id, one]))
          const made = yield* change
          const createdAt = yield* now
          const after = yield* siteSpaces.placed({ site: siteId })
          const left = after.flatMap((place) => {
            const was = before.get(place.id)
            const destination = { kind: "site-space", siteSpaceId: place.id } as const
            return was === undefined ? [] : leave(siteId, destination, placeOf(was), placeOf(place), createdAt)
          })
          yield* note(left)
          for (const { id } of after) before.delete(id)
          yield* store.dropOf(siteId, Array.from(before.keys()))
          return made
        })

      const replace = traced("AutomaticRedirects.replace")(function* (
        spaceId: string,
        redirects: ReadonlyArray<ImportedRedirect>
      ) {
        const createdAt = yield* now
        const known = redirects.some(({ pageId }) => pageId === undefined) ? yield* store.allOfSpace(spaceId) : []
        const before = new Map(known.map(({ pageId, source }) => [source, pageId]))
        const bySource = new Map<string, string>()
        for (const { pageId, source } of redirects) {
          const segments = segmentsOf(source)
          if (segments === undefined || segments.length === 0) continue
          const to = pageId ?? before.get(sourceOf(segments))
          if (to !== undefined) bySource.set(sourceOf(segments), to)
        }
        yield* store.replaceOfSpace(
          spaceId,
          Array.from(bySource, ([source, pageId]) => ({ id: makeId(), source, pageId, createdAt }))
        )
      })

      const copy = traced("AutomaticRedirects.copy")(function* (spaceId: string, copyId: string) {
        const redirects = yield* store.allOfSpace(spaceId)
        yield* store.replaceOfSpace(
          copyId,
          redirects.map((one) => ({ ...one, id: makeId() }))
        )
      })

      return AutomaticRedirects.of({ follow, keepingOldPaths, replace, copy })
    })
  )
}

/** What moved, and the source that it is at now. */
type Left = Moved & { readonly now: string }

const leave = (
  siteId: string,
  destination: Moved["destination"],
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>,
  createdAt: string
): ReadonlyArray<Left> => {
  const source = sourceOf(before)
  const now = sourceOf(after)
  return source === now ? [] : [{ id: makeId(), siteId, destination, source, now, createdAt }]
}

/** Pages that may have another path than before, but for those whose path follows from one above. */
const relocated = ({ pages }: RevisionDiff): ReadonlySet<string> =>
  new Set([
    ...pages.moved.flatMap(({ after, before }) => (after.parent === before.parent ? [] : [after.id])),
    ...pages.edited.flatMap(({ after, fields }) => (fields.includes("slug") ? [after.id] : []))
  ])
