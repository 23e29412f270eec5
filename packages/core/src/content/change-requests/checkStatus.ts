/** What the status of a change request refuses, as errors of its operations. */
import { Effect } from "effect"
import { Conflict, PreconditionFailed } from "../../kernel/shared/errors.ts"
import type { ChangeRequestRecord } from "./ChangeRequest.ts"
import { type ChangeRequestAct, mayIn, refusalOf } from "./status.ts"

/** Refuses what the status does not allow; a second merge is a conflict, as the first one has done it. */
export function checkStatus(
  record: ChangeRequestRecord,
  act: "merge"
): Effect.Effect<void, Conflict | PreconditionFailed>
export function checkStatus(record: ChangeRequestRecord, act: ChangeRequestAct): Effect.Effect<void, PreconditionFailed>
export function checkStatus(
  { status }: ChangeRequestRecord,
  act: ChangeRequestAct
): Effect.Effect<void, Conflict | PreconditionFailed> {
  if (mayIn(status, act)) return Effect.void
  const message = refusalOf(status, act)
  return act === "merge" && status === "merged"
    ? Effect.fail(new Conflict({ message: "This change request is merged already" }))
    : Effect.fail(new PreconditionFailed({ message }))
}
