/**
 * The links of drafts, as far as they differ from those of the primary content, which alone is indexed. Cached by the roots
 * of the draft and of the indexed content.
 */
import { Context, Effect, Layer } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { app, Instance } from "../../kernel/shared/Instance.ts"
import { makeLru } from "../../kernel/shared/lru.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { ContentIndex } from "../content-index/ContentIndex.ts"
import { type DraftLink, type DraftLinksRecord, LinkStore, type Retargeted } from "../content-index/LinkStore.ts"
import { isIndexed, linkReader, targetOf } from "../content-index/linkReader.ts"
import { type FoundLink, type LinkSource, linksOfPage, linksOfReusable } from "../content-index/pageLinks.ts"
import { ComputedContent } from "../revisions/computed/ComputedContent.ts"
import type { ComputedFor } from "../revisions/computed/ComputedSources.ts"
import { computedKey, withComputedDiff } from "../revisions/computed/indexedPages.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { PageRecord, ReusableRecord } from "../revisions/model/Records.ts"
import { type Revision, RevisionTree } from "../revisions/model/RevisionTree.ts"
import type { SpaceRecord } from "../spaces/Space.ts"

/** A draft, by its roots. */
export interface DraftOf {
  /** What the draft was made from, or last updated from. */
  readonly base: string
  readonly draft: string
}

interface DraftRoots extends DraftOf {
  /** What the index of the space is of. */
  readonly indexed: string
}

export class DraftLinks extends Context.Service<
  DraftLinks,
  {
    /**
     * Reads what is indexed with what the draft has otherwise; again when the index moved meanwhile. Costs what the draft
     * and the indexed content do not share, the first time. Completes the index, so it is no part of a transaction.
     */
    readonly read: <A, E, R>(
      space: Pick<SpaceRecord, "id" | "organizationId" | "head">,
      draft: DraftOf,
      read: (links: DraftLinksRecord) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | StorageError, R>
  }
>()("@octavo/core/content/links/DraftLinks") {
  static readonly layer = Layer.effect(
    DraftLinks,
    Effect.gen(function* () {
      const trees = yield* RevisionTree
      const computed = yield* ComputedContent
      const store = yield* LinkStore
      const index = yield* ContentIndex
      const appUrl = app(yield* Instance, "")
      const { parsed, resolved, retargeted } = linkReader(trees, store)
      const cache = makeLru<DraftLinksRecord>(cacheBytes, "draft-links")

      const make = Effect.fnUntraced(function* (
        spaceId: string,
        { draft, indexed }: DraftRoots,
        [from, before, tree]: readonly [indexed: Revision, base: Revision, draft: Revision]
      ) {
        const world = { spaceId, appUrl }
        const between = withComputedDiff(yield* missingIsDamage(trees.diff(indexed, draft)), from, tree)
        const { pages, reusableContents } = between

        const ofPage = (of: Revision, page: PageRecord | undefined) =>
          page === undefined
            ? Effect.succeed([])
            : Effect.map(parsed(of, page.body), (content) => linksOfPage(world, page, content))
        const ofReusable = (of: Revision, reusable: ReusableRecord | undefined) =>
          reusable === undefined
            ? Effect.succeed([])
            : Effect.map(parsed(of, reusable.body), (content) =>
                content === undefined ? [] : linksOfReusable(world, reusable, content)
              )

        const links: Array<DraftLink> = []
        const add = Effect.fnUntraced(function* (source: LinkSource, now: Links, then: Links) {
          const found = yield* resolved(tree, yield* now)
          // what was there before matters where something is broken, or may be
          const isSound = found.every(({ status }) => status === "ok")
          const earlier = new Set(isSound ? [] : (yield* then).map(({ key }) => key))
          for (const [ordinal, link] of found.entries()) {
            const isNew = !earlier.has(link.key) || (yield* targetOf(before, link.key)) !== undefined
            links.push({ ...link, source, ordinal, isNew })
          }
          yield* Effect.yieldNow
        })
        const shown = [...pages.created, ...pages.edited.filter(isIndexed).map(({ after }) => after)]
        for (const page of shown) {
          const then = Effect.flatMap(missingIsDamage(before.page(page.id)), (known) => ofPage(before, known))
          yield* add({ kind: "page", id: page.id }, ofPage(tree, page), then)
        }
        const shared = [...reusableContents.created, ...reusableContents.edited.map(({ after }) => after)]
        for (const reusable of shared) {
          const then = Effect.flatMap(missingIsDamage(before.reusableContent(reusable.id)), (known) =>
            ofReusable(before, known)
          )
          yield* add({ kind: "reusable-content", id: reusable.id }, ofReusable(tree, reusable), then)
        }

        const moved: Array<Retargeted> = []
        for (const [key, target] of yield* retargeted(spaceId, between, indexed, tree)) {
          const isNew = target === undefined && (yield* targetOf(before, key)) !== undefined
          moved.push({ key, target, isNew })
        }
        return {
          replaced: [
            ...[...shown, ...pages.deleted].map(({ id }) => ({ kind: "page" as const, id })),
            ...[...shared, ...reusableContents.deleted].map(({ id }) => ({ kind: "reusable-content" as const, id }))
          ],
          links,
          retargeted: moved
        } satisfies DraftLinksRecord
      })

      const linksOf = traced("DraftLinks.of")(function* (space: ComputedFor, roots: DraftRoots) {
        const open = (root: string) =>
          missingIsDamage(Effect.flatMap(trees.open(root), (tree) => computed.expand(space, tree)))
        const trio = [yield* open(roots.indexed), yield* open(roots.base), yield* open(roots.draft)] as const
        const name = [space.id, roots.indexed, roots.base, roots.draft, ...trio.map(computedKey)].join(" ")
        const found = cache.get(name)
        if (found !== undefined) return found
        const made = yield* make(space.id, roots, trio)
        cache.set(name, made, 100 + (made.links.length + made.replaced.length + made.retargeted.length) * linkWeight)
        return made
      })

      return DraftLinks.of({
        read: Effect.fnUntraced(function* (space, draft, read) {
          yield* index.completeComputed({ spaceIds: [space.id] })
          for (let at = yield* index.complete(space.id, space.head.root); ; ) {
            const answer = yield* read(yield* linksOf(space, { ...draft, indexed: at.root }))
            const now = yield* index.complete(space.id, at.root)
            if (now.root === at.root && now.computed === at.computed) return answer
            at = now
          }
        })
      })
    })
  )
}

type Links = Effect.Effect<ReadonlyArray<FoundLink>, StorageError>

const cacheBytes = 16 * 1024 * 1024
/** What a kept link holds in memory, roughly. */
const linkWeight = 500
