/**
 * The one way to move a head: the compare-and-swap, with what depends on the content of the primary head in the same
 * transaction. Costs what changed.
 */
import { Context, Effect, Layer } from "effect"
import { AutomaticRedirects } from "../redirects/AutomaticRedirects.ts"
import { Purges } from "../renderers/Purges.ts"
import type { StorageError } from "../shared/errors.ts"
import { Transaction } from "../shared/Transaction.ts"
import { Outbox } from "../webhooks/Outbox.ts"
import { ContentIndex } from "./ContentIndex.ts"
import type { RevisionDiff } from "./model/diff.ts"
import { RevisionTree } from "./model/RevisionTree.ts"
import { type Head, type PageChange, type PageChangeKind, primary, type RevisionRecord } from "./Revision.ts"
import { RevisionStore } from "./RevisionStore.ts"
import { stored } from "./stored.ts"

export class Heads extends Context.Service<
  Heads,
  {
    /**
     * Adds the revision and moves the head to it, unless the head moved since `before`: then nothing is written and the
     * answer is `false`. The objects of the revision are stored by then, or in the same transaction before this.
     */
    readonly advance: (name: string, before: Head, revision: RevisionRecord) => Effect.Effect<boolean, StorageError>
  }
>()("@octavo/core/content/Heads") {
  static readonly layer = Layer.effect(
    Heads,
    Effect.gen(function* () {
      const revisions = yield* RevisionStore
      const trees = yield* RevisionTree
      const transaction = yield* Transaction
      const index = yield* ContentIndex
      const redirects = yield* AutomaticRedirects
      const purges = yield* Purges
      const outbox = yield* Outbox

      const advance = Effect.fnUntraced(function* (name: string, before: Head, revision: RevisionRecord) {
        if (name !== primary) {
          const moved = yield* revisions.advance(name, before.sequence, revision)
          if (moved) yield* purges.moved(revision.spaceId, name)
          return moved
        }
        return yield* transaction.run(
          Effect.gen(function* () {
            if (!(yield* revisions.advance(name, before.sequence, revision))) return false
            yield* purges.moved(revision.spaceId, name)
            yield* outbox.moved(revision)
            if (before.root === revision.root) return true
            const diff = yield* stored(trees.diff(before.root, revision.root))
            yield* revisions.notePages(revision.spaceId, revision.id, before.sequence + 1, pageChangesOf(diff))
            yield* index.move(revision.spaceId, before.root, revision.root, diff)
            yield* redirects.follow(revision.spaceId, before.root, revision.root, diff)
            return true
          })
        )
      })

      return Heads.of({ advance })
    })
  )
}

/** What happened to each page, in one word: the strongest when there is more than one. */
const pageChangesOf = ({ pages }: RevisionDiff): ReadonlyArray<PageChange> => {
  const kinds = new Map<string, PageChangeKind>()
  for (const { after } of pages.moved) kinds.set(after.id, "moved")
  for (const { after } of pages.edited) kinds.set(after.id, "edited")
  for (const { id } of pages.created) kinds.set(id, "created")
  for (const { id } of pages.deleted) kinds.set(id, "deleted")
  return Array.from(kinds, ([pageId, kind]) => ({ pageId, kind }))
}
