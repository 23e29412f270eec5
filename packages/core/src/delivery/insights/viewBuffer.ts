/**
 * A buffer of views of sites, by site, from which webhooks are told at most once a minute: anybody can look at a page as
 * often as they like, and what strangers do makes no delivery of its own (threat: strangers make work).
 */
import { Clock, Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Transaction } from "../../kernel/shared/Transaction.ts"
import type { EventRecord } from "./Event.ts"
import type { ViewNotifier } from "./ViewNotifier.ts"

/** A site's views are told of once in so many milliseconds, at most. */
const tellEvery = 60_000
/** Views of one delivery that are told one by one, the newest ones. */
const mostTold = 100

interface Gathered {
  count: number
  newest: ReadonlyArray<EventRecord>
}

export const makeViewBuffer = (transaction: Transaction["Service"], teller: ViewNotifier["Service"]) => {
  const waiting = new Map<string, Gathered>()

  /** Takes the views among events that were written. */
  const gather = (events: ReadonlyArray<EventRecord>): void => {
    for (const event of events) {
      if (event.type !== "page_view") continue
      const known = waiting.get(event.siteId) ?? { count: 0, newest: [] }
      known.count++
      known.newest = [...known.newest.slice(1 - mostTold), event]
      waiting.set(event.siteId, known)
    }
  }

  /** Tells of each site whose last delivery, by any server, is long enough ago; the others wait. */
  const tell = Effect.gen(function* () {
    const before = new Date((yield* Clock.currentTimeMillis) - tellEvery).toISOString()
    for (const [siteId, { count, newest }] of [...waiting]) {
      if (!(yield* transaction.run(teller.tell({ siteId, count, newest }, before)))) continue
      // what came meanwhile is told the next time
      const now = waiting.get(siteId)!
      const left = now.count - count
      if (left === 0) waiting.delete(siteId)
      else waiting.set(siteId, { count: left, newest: now.newest.slice(-left) })
    }
  }).pipe(Effect.withSpan("Insights.tellViews")) satisfies Effect.Effect<void, StorageError>

  return { gather, tell }
}
