/**
 * The links of drafts, as far as they differ from those of the primary content, which alone is indexed. Cached by the roots
 * of the draft and of the indexed content.
 */
import { Context, Effect, Layer } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { app, Instance } from "../../kernel/shared/Instance.ts"
import { makeLru } from "../../kernel/shared/lru.ts"
import { type DraftLink, type DraftLinksRecord, LinkStore, type Retargeted } from "../content-index/LinkStore.ts"
import { isIndexed, linkReader, targetOf } from "../content-index/linkReader.ts"
import { type FoundLink, type LinkSource, linksOfPage, linksOfReusable } from "../content-index/pageLinks.ts"
import { ComputedContent } from "../revisions/computed/ComputedContent.ts"
import type { ComputedFor } from "../revisions/computed/ComputedSources.ts"
import { computedKey, withComputedDiff } from "../revisions/computed/indexedPages.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { PageRecord, ReusableRecord } from "../revisions/model/Records.ts"
import { type Revision, RevisionTree } from "../revisions/model/RevisionTree.ts"

/** Roots of content. */
export interface DraftRoots {
  /** What the index of the space is of. */
  readonly indexed: string
  /** What the draft was made from, or last updated from. */
  readonly base: string
  readonly draft: string
}

export class DraftLinks extends Context.Service<
  DraftLinks,
  {
    /** Costs what the draft and the indexed content do not share, the first time. */
    readonly of: (space: ComputedFor, roots: DraftRoots) => Effect.Effect<DraftLinksRecord, StorageError>
  }
>()("@octavo/core/content/links/DraftLinks") {
  static readonly layer = Layer.effect(
    DraftLinks,
    Effect.gen(function* () {
      const trees = yield* RevisionTree
      const computed = yield* ComputedContent
      const store = yield* LinkStore
      const appUrl = app(yield* Instance, "")
      const { parsed, resolved, retargeted } = linkReader(trees, store)
      const cache = makeLru<DraftLinksRecord>(cacheBytes)

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

      return DraftLinks.of({
        of: Effect.fn("DraftLinks.of")(function* (space, roots) {
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
      })
    })
  )
}

type Links = Effect.Effect<ReadonlyArray<FoundLink>, StorageError>

const cacheBytes = 16 * 1024 * 1024
/** What a kept link holds in memory, roughly. */
const linkWeight = 500
