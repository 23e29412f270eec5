/** When this process may have something to deliver: then it is looked for often, and else now and then. */
import { Clock, Context, Effect, Latch, Layer } from "effect"

export class WebhookActivity extends Context.Service<
  WebhookActivity,
  {
    /** Something is delivered soon: what is written down now, or what is tried again in so many milliseconds. */
    readonly note: (within?: number) => Effect.Effect<void>
    /** Waits until it is time to look. */
    readonly wait: Effect.Effect<void>
  }
>()("@octavo/core/connections/webhooks/WebhookActivity") {
  static readonly layer = Layer.sync(WebhookActivity, () => {
    const noted = Latch.makeUnsafe(false)
    /** Milliseconds of the clock until which it is looked often. */
    let until = 0
    return WebhookActivity.of({
      note: (within = 0) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          until = Math.max(until, now + Math.min(within, longest) + soon)
          noted.openUnsafe()
        }),
      wait: Effect.gen(function* () {
        const isSoon = (yield* Clock.currentTimeMillis) < until
        noted.closeUnsafe()
        yield* isSoon ? Effect.sleep(often) : Effect.race(noted.await, Effect.sleep(seldom))
      })
    })
  })
}

const often = "500 millis"
/** What other processes wrote down, and what is tried again after a long time. */
const seldom = "15 seconds"
/** Milliseconds that a transaction may take which writes something down. */
const soon = 10_000
/** What is tried again after a longer time, in milliseconds, is found by the looks that are seldom. */
const longest = 30_000
