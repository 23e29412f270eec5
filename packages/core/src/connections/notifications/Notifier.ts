/** Notes who is told of what happened, in the transaction in which it does: what is taken back is never told. */
import { Clock, Context, Effect, Layer } from "effect"
import type { Collision } from "../../content/change-requests/Collided.ts"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import type { AuditEntry } from "../../people/audit/AuditEvent.ts"
import { NotificationStore } from "./NotificationStore.ts"
import { collisionNotice, type Notice, noticeOf } from "./notices.ts"

export class Notifier extends Context.Service<
  Notifier,
  {
    /** What an entry of the audit trail is about. */
    readonly recorded: (entry: AuditEntry) => Effect.Effect<void, StorageError, CurrentActor>
    /** A change request has conflicts with the live content. */
    readonly collided: (collision: Collision) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/connections/notifications/Notifier") {
  static readonly layer = Layer.effect(
    Notifier,
    Effect.map(NotificationStore, (store) => {
      const note = Effect.fnUntraced(function* (notice: Notice, actorId: string | null) {
        const told = notice.told.filter(({ to }) => !("users" in to) || to.users.length > 0)
        if (told.length === 0) return
        const time = yield* Clock.currentTimeMillis
        const mailAt = {
          "at-once": new Date(time + together).toISOString(),
          daily: new Date(Math.ceil((time - morning) / day) * day + morning).toISOString()
        }
        const createdAt = new Date(time).toISOString()
        yield* store.note({ ...notice, told }, { id: makeId(), actorId, createdAt, mailAt })
      })
      return Notifier.of({
        recorded: (entry) => {
          const notice = noticeOf(entry)
          return notice === undefined
            ? Effect.void
            : Effect.flatMap(CurrentActor, (actor) => note(notice, actor.kind === "user" ? actor.userId : null))
        },
        collided: ({ by, changeRequest }) => note(collisionNotice(changeRequest), by)
      })
    })
  )
}

/** What is mailed at once waits so long for what comes right behind it, in milliseconds. */
const together = 120_000
const day = 86_400_000
/** Six in the morning, UTC. */
const morning = 6 * 3_600_000
