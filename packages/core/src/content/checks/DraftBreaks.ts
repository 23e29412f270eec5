/** The links that a draft breaks, in its own space and in others, whoever may read those. */
import { Context, Effect, Layer } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { type LinkRecord, LinkStore } from "../content-index/LinkStore.ts"
import { linkReader, pageOfSpaceKey, targetOf } from "../content-index/linkReader.ts"
import { DraftLinks, type DraftOf } from "../links/DraftLinks.ts"
import { ComputedContent } from "../revisions/computed/ComputedContent.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { PageRecord } from "../revisions/model/Records.ts"
import { type Revision, RevisionTree } from "../revisions/model/RevisionTree.ts"
import type { SpaceRecord } from "../spaces/Space.ts"

/** A link that leads somewhere now, and would not any more. */
export interface DraftBreak {
  readonly kind: "broken-link" | "missing-file" | "missing-heading"
  readonly link: LinkRecord
  /** Where the link stands. */
  readonly spaceId: string
  /** The page that it led to, where that is known. */
  readonly target?: PageRecord | undefined
}

/** What is asked of its space. */
type SpaceOfDraft = Pick<SpaceRecord, "id" | "organizationId" | "head">

/** Most links that are looked at of each kind: who breaks more has read enough. */
const most = 1_000

export class DraftBreaks extends Context.Service<
  DraftBreaks,
  {
    /** Its own space's first. Costs what the draft changed and what leads there. Not inside of a transaction. */
    readonly of: (space: SpaceOfDraft, draft: DraftOf) => Effect.Effect<ReadonlyArray<DraftBreak>, StorageError>
  }
>()("@octavo/core/content/checks/DraftBreaks") {
  static readonly layer = Layer.effect(
    DraftBreaks,
    Effect.gen(function* () {
      const store = yield* LinkStore
      const drafts = yield* DraftLinks
      const trees = yield* RevisionTree
      const computed = yield* ComputedContent
      const { parsed } = linkReader(trees, store)

      const broken = Effect.fnUntraced(function* (space: SpaceOfDraft, draft: DraftOf, base: Revision) {
        const filter = { status: "broken", brokenContext: "change-request" } as const
        const { items } = yield* drafts.read(space, draft, (of) =>
          store.list({ spaceId: space.id, draft: of }, { ok: [], broken: [] }, filter, {
            after: undefined,
            limit: most
          })
        )
        return yield* Effect.forEach(items, (link) =>
          Effect.gen(function* () {
            const isFile = /^(?:bytes|file):/.test(link.key)
            const led = yield* targetOf(base, link.key)
            const target = led?.kind === "page" ? yield* missingIsDamage(base.page(led.id)) : undefined
            return {
              kind: isFile ? "missing-file" : "broken-link",
              link,
              spaceId: space.id,
              target
            } satisfies DraftBreak
          })
        )
      })

      /** Anchors of headings that a page had and has no more, in lower case. */
      const goneHeadings = Effect.fnUntraced(function* (base: Revision, tree: Revision, id: string) {
        const anchorsOf = Effect.fnUntraced(function* (of: Revision) {
          const page = yield* missingIsDamage(of.page(id))
          const facts = yield* parsed(of, page?.body)
          return new Set(facts?.outline.flatMap((one) => (one.id === undefined ? [] : [one.id.toLowerCase()])))
        })
        const now = yield* anchorsOf(tree)
        return new Set([...(yield* anchorsOf(base))].filter((anchor) => !now.has(anchor)))
      })

      /** Those of the links whose heading is gone. @param targetOf id of the page that one leads to */
      const withoutHeading = Effect.fnUntraced(function* (
        [base, tree]: readonly [Revision, Revision],
        links: ReadonlyArray<Omit<DraftBreak, "kind">>,
        targetOf: (link: LinkRecord) => string | undefined
      ) {
        const gone = new Map<string, ReadonlySet<string>>()
        const out: Array<DraftBreak> = []
        for (const one of links) {
          const id = targetOf(one.link)
          if (id === undefined || one.link.anchor === undefined) continue
          if (!gone.has(id)) gone.set(id, yield* goneHeadings(base, tree, id))
          if (!gone.get(id)!.has(one.link.anchor.toLowerCase())) continue
          out.push({ ...one, kind: "missing-heading", target: yield* missingIsDamage(tree.page(id)) })
        }
        return out
      })

      return DraftBreaks.of({
        of: traced("DraftBreaks.of")(function* (space, draft) {
          const open = (root: string) =>
            missingIsDamage(Effect.flatMap(trees.open(root), (tree) => computed.expand(space, tree)))
          const [base, tree] = [yield* open(draft.base), yield* open(draft.draft)] as const
          const { pages } = yield* missingIsDamage(trees.diff(draft.base, draft.draft))
          const edited = pages.edited.flatMap(({ after, fields }) => (fields.includes("body") ? [after.id] : []))

          const own =
            edited.length === 0
              ? []
              : yield* drafts.read(space, draft, (of) => store.anchored({ spaceId: space.id, draft: of }, edited, most))
          const headings = yield* withoutHeading(
            [base, tree],
            own.map((link) => ({ link, spaceId: space.id })),
            (link) => link.target?.id
          )

          const lost = new Map<string, PageRecord>()
          const kept = new Map<string, string>()
          const isEdited = new Set(edited)
          for (const key of yield* store.incoming(space.id)) {
            const before = yield* pageOfSpaceKey(base, key)
            if (before === undefined) continue
            const after = yield* pageOfSpaceKey(tree, key)
            if (after === undefined) lost.set(key, before)
            else if (isEdited.has(after.id)) kept.set(key, after.id)
          }
          const others = yield* store.fromOtherSpaces(space.id, [...lost.keys(), ...kept.keys()], most)
          const elsewhere = others.flatMap(({ link, spaceId }): ReadonlyArray<DraftBreak> => {
            const target = lost.get(link.key)
            return target === undefined ? [] : [{ kind: "broken-link", link, spaceId, target }]
          })
          const theirHeadings = yield* withoutHeading([base, tree], others, ({ key }) => kept.get(key))
          return [...(yield* broken(space, draft, base)), ...headings, ...elsewhere, ...theirHeadings]
        })
      })
    })
  )
}
