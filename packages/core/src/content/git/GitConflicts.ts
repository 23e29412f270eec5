/**
 * Places that both sides changed since the last synchronization. Git's version waits in a change request, where people
 * see both and decide; what they decide is what the next import and export go by.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { type Actor, CurrentActor, operator } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import type { NotFound, StorageError } from "../../kernel/shared/errors.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import type { ChangeRequestRecord } from "../change-requests/ChangeRequest.ts"
import { Moved, Proposals } from "../change-requests/Proposals.ts"
import { ContentMerge } from "../revisions/merge/ContentMerge.ts"
import type { Objects } from "../revisions/model/Objects.ts"
import type { RevisionError } from "../revisions/model/RevisionError.ts"
import type { RevisionTree } from "../revisions/model/RevisionTree.ts"
import type { RevisionGit } from "../revisions/Revision.ts"
import type { RevisionStore } from "../revisions/RevisionStore.ts"
import type { GitOperationRecord, GitSyncRecord, PendingChanges } from "./GitOperation.ts"
import { GitStore } from "./GitStore.ts"
import { repairSync } from "./repairSync.ts"

/** Both sides changed the same places since the last synchronization, and an export cannot say which counts. */
export class SyncConflict extends Schema.TaggedError<SyncConflict>()("SyncConflict", {
  commit: Schema.optionalKey(Schema.String),
  pages: Schema.Array(Schema.String),
  /** Number of the change request that Git's version waits in. */
  changeRequest: Schema.Int
}) {
  override get message(): string {
    const shown = this.pages.slice(0, 20).map((title) => JSON.stringify(title))
    const more = this.pages.length > shown.length ? ` and ${this.pages.length - shown.length} more` : ""
    const since = this.commit === undefined ? "" : ` (the repository is at ${this.commit})`
    return (
      `Git and Octavo both changed ${shown.join(", ")}${more} since the last synchronization${since}. Nothing was ` +
      `pushed. Git's version waits in change request #${this.changeRequest}: merge it when these places say what they ` +
      `should, or archive it to keep Octavo's version, and export again. Export with force to do the latter at once`
    )
  }
}

/** What the two sides are called in texts that both changed. */
export const sides = { ours: "Octavo", theirs: "Git" }

/** Git's version of a space, and what both sides make together. */
export interface Proposal {
  readonly operation: GitOperationRecord
  /** The last synchronization, as `afterDecision` gives it. */
  readonly sync: GitSyncRecord
  /** Hash of the primary content that `merged` was made from. */
  readonly current: string
  readonly merged: string
  readonly theirs: Omit<PendingChanges, "changeRequest">
  readonly git: RevisionGit | null
}

/** What is known of the places that a space was imported from and exported to. */
export interface KnownSyncs {
  /** What the space is synchronized with now, wherever that is. */
  readonly last: GitSyncRecord | undefined
  /** The last synchronization with the place that is asked for. */
  readonly place: GitSyncRecord | undefined
  /** What the other places held, the last first. */
  readonly others: ReadonlyArray<string>
}

/** Whether a synchronization was with the directory of the branch that an operation is for. */
const isPlaceOf = (sync: GitSyncRecord, { request }: Pick<GitOperationRecord, "request">): boolean =>
  sync.url === request.url && sync.ref === request.ref && sync.directory === request.directory

export class GitConflicts extends Context.Service<
  GitConflicts,
  {
    /**
     * The last synchronization with the place that an operation names, and whatever others there are, as the next merge
     * must see them: once the change request with Git's version was merged or archived, that version is what both
     * sides had.
     */
    readonly known: (
      operation: Pick<GitOperationRecord, "spaceId" | "request">
    ) => Effect.Effect<KnownSyncs, StorageError | RevisionError>
    /**
     * Opens a change request at the primary content with both sides in it, or brings Git's newer version into the one
     * that waits already; notes it in the synchronization and the operation. `undefined` when one of them moved
     * meanwhile: nothing is written then.
     * @param settle runs in the same transaction
     */
    readonly propose: <E, R>(
      proposal: Proposal,
      settle: Effect.Effect<void, E, R>
    ) => Effect.Effect<ChangeRequestRecord | undefined, E | RevisionError | NotFound | StorageError, R>
  }
>()("@octavo/core/content/git/GitConflicts") {
  static readonly layer = Layer.effect(
    GitConflicts,
    Effect.gen(function* () {
      const store = yield* GitStore
      const proposals = yield* Proposals
      const merging = yield* ContentMerge
      const transaction = yield* Transaction

      const mending = yield* Effect.context<RevisionTree | Objects | RevisionStore>()

      const afterDecision = Effect.fnUntraced(function* (sync: GitSyncRecord) {
        const { pending, spaceId, ...rest } = sync
        if (pending === null || (yield* proposals.waiting(spaceId, pending.changeRequest)) !== undefined) {
          return pending === null || sync.isChecked ? sync : { ...sync, pending: { ...pending, shape: null } }
        }
        const { changeRequest, ...theirs } = pending
        const decided = yield* proposals.exists(spaceId, changeRequest)
        return { ...rest, ...(decided ? theirs : {}), spaceId, pending: null }
      })

      const known = Effect.fnUntraced(function* (operation: Pick<GitOperationRecord, "spaceId" | "request">) {
        const last = yield* store.sync(operation.spaceId)
        const syncs = [...(last === undefined ? [] : [last]), ...(yield* store.formerSyncs(operation.spaceId))]
        const place = syncs.find((sync) => isPlaceOf(sync, operation))
        const others = syncs.flatMap((sync) => (sync === place || sync.root === null ? [] : [sync.root]))
        if (place === undefined) return { last, place, others }
        return { last, place: yield* Effect.provideContext(repairSync(yield* afterDecision(place)), mending), others }
      })

      const propose = <E, R>(
        { current, git, merged, operation, sync, theirs }: Proposal,
        settle: Effect.Effect<void, E, R>
      ): Effect.Effect<ChangeRequestRecord | undefined, E | RevisionError | NotFound | StorageError, R> =>
        Effect.gen(function* () {
          const { actorId: author, id, orderedAt, request, spaceId } = operation
          const { pending } = sync
          const waiting = pending === null ? undefined : yield* proposals.waiting(spaceId, pending.changeRequest)
          // what people did to the older version of Git stays
          const newer =
            pending === null || waiting === undefined
              ? undefined
              : { waiting, merged: yield* merging.merge(pending.root, waiting.head.root, theirs.root, sides) }
          const write = Effect.gen(function* () {
            const subject = `Changes from Git (${request.ref.replace(/^refs\/heads\//, "")})`
            if (newer !== undefined) yield* proposals.update(newer.waiting, { root: newer.merged.root, author, git })
            const record =
              newer?.waiting ?? (yield* proposals.open({ spaceId, subject, current, root: merged, author, git }))
            yield* store.putSync({
              ...sync,
              pending: { ...theirs, changeRequest: record.id },
              orderedAt: sync.orderedAt > orderedAt ? sync.orderedAt : orderedAt,
              updatedAt: yield* now
            })
            yield* store.updateOperation(id, { changeRequest: record.id })
            return record
          }).pipe(Effect.provideService(CurrentActor, actorOf(operation)))
          return yield* transaction.run(Effect.tap(write, () => settle))
        }).pipe(
          Effect.catchIf(
            (error): error is Moved => error instanceof Moved,
            () => Effect.succeed(undefined)
          )
        )

      return GitConflicts.of({ known, propose })
    })
  )
}

/** Who asked for an operation. */
export const actorOf = ({ actorId }: Pick<GitOperationRecord, "actorId">): Actor =>
  actorId === null ? operator : { kind: "user", userId: actorId, tokenId: null, scopes: null }
