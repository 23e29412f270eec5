/** The worker's side of webhooks: sends what the outbox holds, and keeps what became of it. */
import { Clock, Context, Effect, FiberSet, Layer, Random, Redacted } from "effect"
import { Worker } from "../../kernel/jobs/Jobs.ts"
import { CurrentActor, operator } from "../../kernel/shared/Actor.ts"
import { EncryptionAtRest } from "../../kernel/shared/EncryptionAtRest.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { counter } from "../../kernel/shared/metrics.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { daysKept, disabledAfter, maxDeliveryAttempts, signatureOf, waitAfter } from "./delivery.ts"
import { type Received, Receiver } from "./Receiver.ts"
import { WebhookActivity } from "./WebhookActivity.ts"
import { type Claimed, WebhookStore } from "./WebhookStore.ts"
import { labelOf, secretPurpose } from "./Webhooks.ts"

/** Deliveries that a worker has in hand at a time, and those of them that go to one webhook. */
const atOnce = 32
const perWebhook = 4

/** A delivery whose worker went silent for so long goes to another one, in milliseconds. */
const leaseMs = 60_000

const removedAtOnce = 1000

const attempts = (outcome: "delivered" | "postponed" | "failed") =>
  counter("octavo_webhook_attempts_total", "Attempts to deliver an event to a webhook", { outcome })

/** Attempts by what came of them: `failed` ones were the last of their delivery. */
const attempted = { delivered: attempts("delivered"), postponed: attempts("postponed"), failed: attempts("failed") }

export class WebhookJobs extends Context.Service<
  WebhookJobs,
  {
    /** Takes what is due and begins to send it, and what comes due behind it; answers how much was taken. */
    readonly work: Effect.Effect<number, StorageError>
    /** Waits until there may be something to send. */
    readonly wait: Effect.Effect<void>
    /** Waits until all that was begun is done. */
    readonly untilIdle: Effect.Effect<void>
    /** Gives back what ended processes had in hand. */
    readonly release: Effect.Effect<void, StorageError>
    /** Removes what is older than it is kept; answers how many. */
    readonly sweep: Effect.Effect<number, StorageError>
  }
>()("@octavo/core/connections/webhooks/WebhookJobs") {
  static readonly layer = Layer.effect(
    WebhookJobs,
    Effect.gen(function* () {
      const activity = yield* WebhookActivity
      const store = yield* WebhookStore
      const receiver = yield* Receiver
      const encryption = yield* EncryptionAtRest
      const audit = yield* Audit
      const transaction = yield* Transaction
      const worker = yield* Worker
      const fibers = yield* FiberSet.make()

      const post = Effect.fnUntraced(function* ({ body, eventType, id, webhook }: Claimed, at: number) {
        const purpose = secretPurpose(webhook.id)
        const previous = webhook.sealedPrevious !== null && Date.parse(webhook.previousUntil ?? "") > at
        const secrets = yield* Effect.forEach(
          [webhook.sealedSecret, ...(previous ? [webhook.sealedPrevious!] : [])],
          (sealed) => Effect.map(encryption.decrypt(purpose, sealed), Redacted.value)
        )
        const signature = signatureOf(secrets, Math.floor(at / 1000), body)
        return yield* receiver.post(webhook.url, body, {
          "x-octavo-event": eventType,
          "x-octavo-delivery": id,
          "x-octavo-signature": signature,
          // what receivers of GitBook's webhooks look at
          "x-gitbook-signature": signature
        })
      })

      const deliver = traced("WebhookJobs.deliver")(function* (claimed: Claimed) {
        const { attempt, id, webhook } = claimed
        const at = yield* Clock.currentTimeMillis
        const { failure, received } = yield* post(claimed, at).pipe(
          Effect.map((received) => ({ received, failure: failureOf(received) })),
          Effect.catchTags({
            ReceiverError: ({ message }) =>
              Effect.succeed({
                received: undefined as Received | undefined,
                failure: `The receiver ${message}` as string | null
              }),
            StorageError: () =>
              Effect.succeed({
                received: undefined,
                failure: "The secret of this webhook cannot be opened; give it a new one"
              })
          })
        )
        const end = yield* Clock.currentTimeMillis
        const time = (ms: number) => new Date(ms).toISOString()
        const final = failure === null || attempt >= maxDeliveryAttempts
        const chance = yield* Random.next
        const isKept = yield* transaction.run(
          Effect.gen(function* () {
            // the webhook before its deliveries, as its removal takes them: two that wait for each other end in an error
            const hook = yield* store.lock(webhook.organizationId, webhook.id)
            if (hook === undefined) return false
            const mine = yield* store.settle(id, attempt, {
              state: failure === null ? "delivered" : final ? "failed" : "pending",
              lastAttemptAt: time(at),
              duration: end - at,
              status: received?.status ?? null,
              response: received?.body ?? null,
              failure,
              ...(final ? {} : { nextAttemptAt: time(end + waitAfter(attempt, chance, received?.retryAfter)) })
            })
            if (!mine) return false
            if (failure === null) {
              if (hook.failingSince !== null) yield* store.update(hook.id, { failingSince: null })
              return true
            }
            if (hook.failingSince === null) {
              yield* store.update(hook.id, { failingSince: time(at) })
              return true
            }
            if (!hook.active || end - Date.parse(hook.failingSince) < disabledAfter) return true
            const disabledReason = `Nothing that was sent was taken since ${hook.failingSince}. The last time: ${failure}`
            yield* store.update(hook.id, { active: false, disabledReason })
            yield* audit
              .record({
                organizationId: hook.organizationId,
                action: "webhook.disable",
                target: { type: "webhook", id: hook.id, label: labelOf(hook.url) },
                payload: { reason: disabledReason }
              })
              .pipe(Effect.provideService(CurrentActor, operator))
            return true
          })
        )
        if (isKept && !final) yield* activity.note(waitAfter(attempt, chance, received?.retryAfter))
        if (isKept) attempted[failure === null ? "delivered" : final ? "failed" : "postponed"].value++
      })

      const work: Effect.Effect<number, StorageError> = Effect.gen(function* () {
        const limit = atOnce - (yield* FiberSet.size(fibers))
        if (limit <= 0) return 0
        const at = yield* Clock.currentTimeMillis
        const [now, until] = [new Date(at).toISOString(), new Date(at + leaseMs).toISOString()]
        const claimed = yield* store.claim({ worker: worker.name, at: now, until, limit, perWebhook })
        for (const one of claimed) yield* FiberSet.run(fibers, andOn(one))
        return claimed.length
      })

      /** What waits behind a delivery goes at once; what fails here is another worker's when the lease is over. */
      const andOn = (one: Claimed): Effect.Effect<void> =>
        Effect.andThen(deliver(one), work).pipe(
          Effect.asVoid,
          Effect.catchCause((cause) =>
            Effect.logWarning("What became of a delivery was not kept", cause).pipe(
              Effect.annotateLogs({ delivery: one.id })
            )
          )
        )

      const release = Effect.gen(function* () {
        for (const name of yield* store.workers) if (worker.isGone(name)) yield* store.release(name)
      }).pipe(Effect.withSpan("WebhookJobs.release"))

      const sweep = Effect.gen(function* () {
        const before = new Date((yield* Clock.currentTimeMillis) - daysKept * 86_400_000).toISOString()
        let removed = 0
        for (let last = removedAtOnce; last === removedAtOnce; removed += last) {
          last = yield* store.removeBefore(before, removedAtOnce)
        }
        return removed
      }).pipe(Effect.withSpan("WebhookJobs.sweep"))

      return WebhookJobs.of({ work, wait: activity.wait, untilIdle: FiberSet.awaitEmpty(fibers), release, sweep })
    })
  ).pipe(Layer.provide(WebhookActivity.layer))
}

/** Anything but 2xx is tried again: who answers 404 today may be deployed tomorrow. */
const failureOf = ({ status }: Received): string | null => {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400
    ? `The receiver answered ${status}; redirects are not followed`
    : `The receiver answered ${status}`
}
