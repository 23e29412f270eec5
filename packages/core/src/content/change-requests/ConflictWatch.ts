/** Finds out which change requests have conflicts with the live content, soon after either side has moved. */
import { Context, Effect, Layer } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { ContentMerge } from "../revisions/merge/ContentMerge.ts"
import { RevisionStore } from "../revisions/RevisionStore.ts"
import { baseOf, type ChangeRequestRecord } from "./ChangeRequest.ts"
import { ChangeRequestStore } from "./ChangeRequestStore.ts"
import { Collided } from "./Collided.ts"

export class ConflictWatch extends Context.Service<
  ConflictWatch,
  {
    /** Looks at those that moved since they were looked at, one after the other. */
    readonly sweep: Effect.Effect<void, StorageError>
  }
>()("@octavo/core/content/change-requests/ConflictWatch") {
  static readonly layer = Layer.effect(
    ConflictWatch,
    Effect.gen(function* () {
      const store = yield* ChangeRequestStore
      const revisions = yield* RevisionStore
      const merging = yield* ContentMerge
      const transaction = yield* Transaction
      const collided = yield* Collided

      const look = Effect.fnUntraced(function* (changeRequest: ChangeRequestRecord) {
        const { head, primaryRevision, spaceId } = changeRequest
        const base = yield* revisions.get(spaceId, baseOf(changeRequest))
        const live = yield* revisions.get(spaceId, primaryRevision)
        const found =
          base === undefined || live === undefined ? [] : yield* merging.conflicts(base.root, head.root, live.root)
        yield* transaction.run(
          Effect.gen(function* () {
            const isNew = yield* store.noteConflicts(changeRequest, found.length)
            if (isNew && found.length > 0 && changeRequest.conflicts === 0)
              yield* collided.announce({ changeRequest, conflicts: found.length, by: live?.author ?? null })
          })
        )
      })

      const sweep = Effect.gen(function* () {
        for (const changeRequest of yield* store.moved(most)) {
          // one whose content is damaged holds up no other one
          yield* look(changeRequest).pipe(
            Effect.catchIf(
              ({ damaged }) => damaged === true,
              ({ message }) =>
                Effect.logWarning("Conflicts of a change request were not looked for", message).pipe(
                  Effect.annotateLogs({ changeRequest: changeRequest.id })
                )
            )
          )
          yield* Effect.yieldNow
        }
      }).pipe(Effect.withSpan("ConflictWatch.sweep"))

      return ConflictWatch.of({ sweep })
    })
  )
}

/** How many change requests one look takes; the others are the next one's. */
const most = 100
