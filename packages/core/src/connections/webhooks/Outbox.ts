/**
 * The outbox: use cases write down what happened in the transaction of the change, with a delivery to each webhook that
 * hears of it, and a worker sends them (`WebhookJobs`). So nothing is told that was rolled back, and nothing is lost.
 */
import { Context, Effect, Layer } from "effect"
import type { Collision } from "../../content/change-requests/Collided.ts"
import type { CommentReaction } from "../../content/comments/CommentReacted.ts"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { defined } from "../../kernel/shared/defined.ts"
import { Epoch, madeOf, webhooksPart } from "../../kernel/shared/Epoch.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import type { AuditEntry } from "../../people/audit/AuditEvent.ts"
import { toUser } from "../../people/users/User.ts"
import { WebhookActivity } from "./WebhookActivity.ts"
import { conflicted, contentUpdated, eventOfAudit, type NewEvent, reacted } from "./WebhookEvent.ts"
import { WebhookStore } from "./WebhookStore.ts"

export class Outbox extends Context.Service<
  Outbox,
  {
    /** Tells of events; joins the caller's transaction. */
    readonly tell: (events: ReadonlyArray<NewEvent>) => Effect.Effect<void, StorageError>
    /** Tells of an event unless one of the same resource was told of since a time, by any server. */
    readonly tellUnlessSince: (
      event: NewEvent,
      since: string
    ) => Effect.Effect<"told" | "nobody listens" | "told too lately", StorageError>
    /** The same of what an entry of the audit trail is about. */
    readonly recorded: (entry: AuditEntry) => Effect.Effect<void, StorageError, CurrentActor>
    /** The same of conflicts of a change request, with who made the live revision. */
    readonly collided: (collision: Collision) => Effect.Effect<void, StorageError>
    /** The same of reactions to a comment. */
    readonly reacted: (reaction: CommentReaction) => Effect.Effect<void, StorageError>
    /** The same of the primary content of a space that became another revision. */
    readonly moved: (revision: {
      readonly id: string
      readonly spaceId: string
      readonly author: string | null
    }) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/connections/webhooks/Outbox") {
  static readonly layer = Layer.effect(
    Outbox,
    Effect.gen(function* () {
      const store = yield* WebhookStore
      const activity = yield* WebhookActivity
      const instance = yield* Instance

      const epoch = yield* Epoch
      const run = Effect.runForkWith(yield* Effect.context<never>())
      /** What any webhook hears of, and the number of webhooks when that was read. */
      let heard: { readonly types: ReadonlySet<string>; readonly at: number } | undefined
      let isReading = false

      /**
       * Reads what any webhook hears of, outside of the transaction at hand, because what that has changed may be taken
       * back. Nobody waits for it: where there is one connection, that is the transaction's.
       */
      const readHeard = (): void => {
        if (isReading) return
        isReading = true
        run(
          epoch.reading(madeOf(epoch, store.heard, [webhooksPart])).pipe(
            Effect.tap(({ of, value }) =>
              Effect.sync(() => {
                heard = of?.at === undefined ? undefined : { types: value, at: of.at }
              })
            ),
            Effect.ignore,
            Effect.ensuring(
              Effect.sync(() => {
                isReading = false
              })
            )
          )
        )
      }

      /** Those who hear of an event; most stores have nobody who does, and know that without asking. */
      const listenersOf = ({ place, type }: Pick<NewEvent, "place" | "type">) =>
        Effect.withFiber(({ context }) => {
          // who begins to listen while something is written hears of what is written next
          const number = epoch.atBegin(webhooksPart, context)
          if (number !== undefined) {
            if (heard === undefined || number > heard.at) readHeard()
            else if (!heard.types.has(type)) return Effect.succeed([])
          }
          return Effect.map(store.listeners(place), (all) => all.filter(({ events }) => events.includes(type)))
        })

      const userOf = Effect.fnUntraced(function* (id: string | null) {
        const user = id === null ? undefined : yield* store.user(id)
        return user === undefined ? undefined : toUser(instance, user)
      })

      const by = (id: string | null) => Effect.map(userOf(id), (user) => defined({ user }))

      /** @param more asked only when somebody hears of it */
      const tellOne = Effect.fnUntraced(function* (
        event: NewEvent,
        more: Effect.Effect<object, StorageError> = Effect.succeed({})
      ) {
        const { fields, resource, type } = event
        const listeners = yield* listenersOf(event)
        const [first] = listeners
        if (first === undefined) return
        const { organizationId } = first
        const [eventId, occurredAt] = [makeId(), yield* now]
        const body = JSON.stringify({ eventId, type, occurredAt, organizationId, ...fields, ...(yield* more) })
        yield* store.add(
          { id: eventId, organizationId, type, resource, body, occurredAt },
          listeners.map(({ webhookId }) => ({ id: makeId(), webhookId }))
        )
        yield* activity.note()
      })

      const tell = (events: ReadonlyArray<NewEvent>) =>
        Effect.forEach(events, (event) => tellOne(event), { discard: true })

      const tellUnlessSince = Effect.fnUntraced(function* (event: NewEvent, since: string) {
        const listeners = yield* listenersOf(event)
        if (listeners.length === 0) return "nobody listens"
        const last = yield* store.lastTold(event.resource)
        if (last !== undefined && last > since) return "told too lately"
        yield* tellOne(event)
        return "told"
      })

      const recorded = Effect.fnUntraced(function* (entry: AuditEntry) {
        const event = eventOfAudit(entry)
        if (event === undefined) return
        const actor = yield* CurrentActor
        yield* tellOne(event, by(actor.kind === "user" ? actor.userId : null))
      })

      const moved: Outbox["Service"]["moved"] = ({ author, id, spaceId }) =>
        tellOne(
          contentUpdated(spaceId, id),
          Effect.map(userOf(author), (user) => ({ updatedBy: user === undefined ? [] : [user] }))
        )

      return Outbox.of({
        tell,
        tellUnlessSince,
        recorded,
        collided: (collision) => tellOne(conflicted(collision), by(collision.by)),
        reacted: (reaction) => tellOne(reacted(reaction), by(reaction.by)),
        moved
      })
    })
  ).pipe(Layer.provide(WebhookActivity.layer))
}
