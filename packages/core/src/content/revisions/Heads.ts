/**
 * The one way to move a head: the compare-and-swap, and in the same transaction what depends on the content: it is
 * announced there. Costs what changed.
 */
import { Context, Effect, Layer } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { makeLru } from "../../kernel/shared/lru.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { HeadMoved } from "./HeadMoved.ts"
import { missingIsDamage } from "./missingIsDamage.ts"
import type { RevisionDiff } from "./model/diff.ts"
import { Objects } from "./model/Objects.ts"
import { RevisionTree } from "./model/RevisionTree.ts"
import {
  type Head,
  type HeldChangeRequest,
  type Moved,
  type PageChange,
  type PageChangeKind,
  primary,
  type RevisionRecord,
  type StoredRevisionRecord
} from "./Revision.ts"
import { RevisionStore } from "./RevisionStore.ts"

/** What goes with the move of a head. */
export interface Advance<E = never, R = never> {
  /** Objects of the revision that are not stored yet. */
  readonly created?: ReadonlyMap<string, Uint8Array> | undefined
  /** A change request that is held with it: see `RevisionStore.advance`. */
  readonly held?: HeldChangeRequest | undefined
  /**
   * What the caller asks and notes once the head has moved, ahead of what depends on the content: that is not written for
   * what is refused, and takes notes along where writes wait for others.
   */
  readonly noted?: ((moved: Moved) => Effect.Effect<unknown, E, R>) | undefined
}

export class Heads extends Context.Service<
  Heads,
  {
    /**
     * Adds the revision and moves the head to it, unless the head moved since `before`: then nothing is written and the
     * answer is `undefined`. Whether the content may change is the caller's to ask, of what is answered.
     */
    readonly advance: <E = never, R = never>(
      name: string,
      before: Head,
      revision: RevisionRecord,
      more?: Advance<E, R>
    ) => Effect.Effect<Moved | undefined, StorageError | E, R>
    /**
     * The head of the primary content as this process moved it last. It may have moved on since, by another process:
     * `advance` tells, and who finds something missing in what it leads to looks again.
     */
    readonly known: (spaceId: string) => Head | undefined
    /** What `known` answers from now on: a head that was moved by a transaction that is over. */
    readonly keep: (spaceId: string, head: Head) => void
    /** A revision. It never changes: one that was read is kept, and so is one that a head was moved to. */
    readonly revision: (spaceId: string, id: string) => Effect.Effect<StoredRevisionRecord | undefined, StorageError>
  }
>()("@octavo/core/content/revisions/Heads") {
  static readonly layer = Layer.effect(
    Heads,
    Effect.gen(function* () {
      const revisions = yield* RevisionStore
      const objects = yield* Objects
      const trees = yield* RevisionTree
      const transaction = yield* Transaction
      const headMoved = yield* HeadMoved
      const kept = makeLru<Head>(knownBytes, "heads")
      const records = makeLru<StoredRevisionRecord>(revisionsBytes, "revisions")

      const keepRecord = (record: StoredRevisionRecord) =>
        records.set(`${record.spaceId} ${record.id}`, record, revisionWeight)

      const revisionOf = (spaceId: string, id: string) => {
        const found = records.get(`${spaceId} ${id}`)
        if (found !== undefined) return Effect.succeed(found)
        return Effect.tap(revisions.get(spaceId, id), (read) =>
          Effect.sync(() => {
            if (read !== undefined) keepRecord(read)
          })
        )
      }

      const advance = Effect.fnUntraced(function* <E = never, R = never>(
        name: string,
        before: Head,
        revision: RevisionRecord,
        { created = new Map(), held, noted }: Advance<E, R> = {}
      ) {
        const { spaceId } = revision
        const sequence = before.sequence + 1
        if (name === primary) kept.remove(spaceId)
        return yield* transaction.run(
          Effect.gen(function* () {
            const moved = yield* revisions.advance(name, before.sequence, revision, held)
            if (moved === undefined) return undefined
            // where the transaction is taken back, nobody is ever told of this id
            keepRecord({ ...revision, head: name, sequence, mergedFrom: revision.mergedFrom ?? null })
            if (noted !== undefined) yield* noted(moved)
            yield* objects.put(created)
            const isOther = name === primary && before.root !== revision.root
            const diff = isOther ? yield* missingIsDamage(trees.diff(before.root, revision.root)) : undefined
            if (diff !== undefined) {
              yield* revisions.notePages(spaceId, revision.id, sequence, pageChangesOf(diff))
            }
            yield* headMoved.announce({ spaceId, head: name, from: before.root, revision, sequence, diff })
            return moved
          })
        )
      })

      return Heads.of({
        advance,
        known: kept.get,
        keep: (spaceId, head) => kept.set(spaceId, head, headWeight),
        revision: revisionOf
      })
    })
  )
}

const knownBytes = 1024 * 1024
/** What a head holds in memory, roughly. */
const headWeight = 500
const revisionsBytes = 8 * 1024 * 1024
/** What a kept revision holds in memory, roughly. */
const revisionWeight = 1_000

/** What happened to each page, in one word: the strongest when there is more than one. */
const pageChangesOf = ({ pages }: RevisionDiff): ReadonlyArray<PageChange> => {
  const kinds = new Map<string, PageChangeKind>()
  for (const { after } of pages.moved) kinds.set(after.id, "moved")
  for (const { after } of pages.edited) kinds.set(after.id, "edited")
  for (const { id } of pages.created) kinds.set(id, "created")
  for (const { id } of pages.deleted) kinds.set(id, "deleted")
  return Array.from(kinds, ([pageId, kind]) => ({ pageId, kind }))
}
