/** Notes what happens in spaces, in the transaction in which it does: what is taken back is never told. */
import { Context, Effect, Layer } from "effect"
import type { CommentReaction } from "../../content/comments/CommentReacted.ts"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { defined } from "../../kernel/shared/defined.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { AuditEntry } from "../../people/audit/AuditEvent.ts"
import { happeningOfAudit } from "./SpaceEvent.ts"
import { SpaceEventStore } from "./SpaceEventStore.ts"

export class EventLog extends Context.Service<
  EventLog,
  {
    /** What an entry of the audit trail is about. */
    readonly recorded: (entry: AuditEntry) => Effect.Effect<void, StorageError, CurrentActor>
    /** That a head moved is in the log already. */
    readonly moved: Effect.Effect<void, StorageError>
    readonly reacted: (reaction: CommentReaction) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/connections/events/EventLog") {
  static readonly layer = Layer.effect(
    EventLog,
    Effect.map(SpaceEventStore, ({ note, wake }) => {
      const recorded = (entry: AuditEntry) =>
        Effect.flatMap(CurrentActor, (actor) => {
          const happening = happeningOfAudit(entry, actor.kind === "user" ? actor.userId : undefined)
          return happening === undefined ? Effect.void : note(happening)
        })

      const reacted = ({ by, commentId, place, replyId }: CommentReaction) =>
        note({
          ...place,
          kind: "comment",
          data: { comment: commentId, change: "reacted", by, ...defined({ reply: replyId }) }
        })

      return EventLog.of({ recorded, moved: wake, reacted })
    })
  )
}
