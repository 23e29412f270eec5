/** The hook that decides whether a change request may be merged now. The default lets everything pass. */
import { Context, Effect } from "effect"
import type { CurrentActor } from "../shared/Actor.ts"
import type { Forbidden, PreconditionFailed, StorageError } from "../shared/errors.ts"
import type { SpaceRecord } from "../spaces/Space.ts"
import type { ChangeRequestRecord } from "./ChangeRequest.ts"

export interface MergeAttempt {
  readonly changeRequest: ChangeRequestRecord
  readonly space: SpaceRecord
}

export interface MergeGateShape {
  /**
   * Fails when the merge is refused, and says why and who could change that. Asked before the work, and again inside
   * the transaction of the merge, which holds the change request's row: what changes its reviews takes that row first
   * (`ChangeRequestStore.lock`).
   */
  readonly check: (
    attempt: MergeAttempt
  ) => Effect.Effect<void, Forbidden | PreconditionFailed | StorageError, CurrentActor>
}

export const MergeGate = Context.Reference<MergeGateShape>("@octavo/core/change-requests/MergeGate", {
  defaultValue: () => ({ check: () => Effect.void })
})
