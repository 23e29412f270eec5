/** What visitors do on sites: noted, and counted. */
import { Clock, Context, Effect, Layer } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { type Forbidden, Invalid, type NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Access } from "../../people/permissions/Access.ts"
import { visitorView } from "../site-records/audience.ts"
import { makeLoadSite } from "../site-records/loadSite.ts"
import { SiteStore } from "../site-records/SiteStore.ts"
import { type EventRecord, type InsightsEvent, type TrackInput, toRecord } from "./Event.ts"
import { EventsNoted } from "./EventsNoted.ts"
import { InsightsStore } from "./InsightsStore.ts"
import { type InsightsQuery, type InsightsResult, planOf } from "./query.ts"
import { ViewNotifier } from "./ViewNotifier.ts"
import { makeViewBuffer } from "./viewBuffer.ts"

type Failure = Forbidden | NotFound | Invalid | StorageError

/** How far the time of an event may be from now, in milliseconds (`docs/contributing/wire.md#insights`). */
const mostSkew = 5 * 60_000
/** Days that events are kept: a year, and the month before it to compare with. */
export const daysKept = 396
const removedAtOnce = 5_000
const mostWaiting = 10_000

export class Insights extends Context.Service<
  Insights,
  {
    /** Notes events; all of them, or none when one of them is not right. */
    readonly track: (
      organizationId: string,
      siteId: string,
      input: TrackInput
    ) => Effect.Effect<void, Failure, CurrentActor>
    /**
     * The same of a visitor whom the site has let in, at once: it is kept in memory until the next `flush`, so that
     * reading does not write. More than 10,000 in between are not kept.
     */
    readonly note: (siteId: string, event: InsightsEvent) => Effect.Effect<void>
    /** Writes what was noted since the last time, and tells webhooks of views; answers how many it wrote. */
    readonly flush: Effect.Effect<number, StorageError>
    readonly aggregate: (
      organizationId: string,
      siteId: string,
      query: InsightsQuery
    ) => Effect.Effect<InsightsResult, Failure, CurrentActor>
    /** Removes events that are older than they are kept; answers how many. */
    readonly sweep: Effect.Effect<number, StorageError>
  }
>()("@octavo/core/delivery/insights/Insights") {
  static readonly layer = Layer.effect(
    Insights,
    Effect.gen(function* () {
      const store = yield* InsightsStore
      const access = yield* Access
      const sites = yield* SiteStore
      const load = makeLoadSite(access, sites)

      const transaction = yield* Transaction
      const noted = yield* EventsNoted

      const views = makeViewBuffer(transaction, yield* ViewNotifier)

      const insert = (events: ReadonlyArray<EventRecord>) =>
        transaction
          .run(Effect.andThen(store.insert(events), noted.announce(events)))
          .pipe(Effect.tap(() => Effect.sync(() => views.gather(events))))

      let waiting: Array<EventRecord> = []

      const note = (siteId: string, event: InsightsEvent) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          if (waiting.length < mostWaiting) waiting.push(toRecord(makeId(), siteId, new Date(now).toISOString(), event))
        })

      const flush = Effect.suspend(() => {
        const events = waiting
        waiting = []
        return events.length === 0
          ? Effect.succeed(0)
          : Effect.as(insert(events), events.length).pipe(
              // a store that is away for a moment gets them later
              Effect.tapError(() =>
                Effect.sync(() => {
                  waiting = [...events, ...waiting].slice(0, mostWaiting)
                })
              )
            )
      }).pipe(
        Effect.tap(() => views.tell),
        Effect.withSpan("Insights.flush")
      )

      /**
       * The site, for whoever may report what was done on it: who may see it, and on a site that is open to all whoever
       * has a token, as with that its address can be resolved.
       */
      const reportable = (organizationId: string, siteId: string) =>
        load(organizationId, siteId, "insights.track").pipe(
          Effect.map(({ site }) => site),
          Effect.catchTag("NotFound", (absent) =>
            Effect.gen(function* () {
              const { kind } = yield* CurrentActor
              const site = kind === "user" ? yield* sites.get(organizationId, siteId, visitorView) : undefined
              const isOpen = site?.published === true && ["public", "unlisted"].includes(site.visibility)
              return isOpen ? site : yield* absent
            })
          )
        )

      const track = traced("Insights.track")(function* (organizationId: string, siteId: string, input: TrackInput) {
        const site = yield* reportable(organizationId, siteId)
        const now = yield* Clock.currentTimeMillis
        const records = []
        for (const [i, event] of input.events.entries()) {
          const at = event.timestamp === undefined ? now : Date.parse(event.timestamp)
          if (!(Math.abs(at - now) <= mostSkew)) {
            const path = `events[${i}].timestamp`
            const message = "must be a timestamp of ISO 8601 within 5 minutes of now"
            return yield* Invalid.at(path, message)
          }
          records.push(toRecord(makeId(), site.id, new Date(at).toISOString(), event))
        }
        if (records.length > 0) yield* insert(records)
      })

      const aggregate = traced("Insights.aggregate")(function* (
        organizationId: string,
        siteId: string,
        query: InsightsQuery
      ) {
        const { site } = yield* load(organizationId, siteId, "insights.view")
        const plan = yield* Effect.fromResult(planOf(query, yield* Clock.currentTimeMillis))
        const values = yield* store.aggregate(site.id, plan)
        return { columns: plan.columns.map((column, i) => ({ ...column, values: values[i]! })) }
      })

      const sweep = Effect.gen(function* () {
        const before = new Date((yield* Clock.currentTimeMillis) - daysKept * 86_400_000).toISOString()
        let removed = 0
        for (let last = removedAtOnce; last === removedAtOnce; removed += last) {
          last = yield* store.removeBefore(before, removedAtOnce)
        }
        return removed
      }).pipe(Effect.withSpan("Insights.sweep"))

      return Insights.of({ track, note, flush, aggregate, sweep })
    })
  )
}
