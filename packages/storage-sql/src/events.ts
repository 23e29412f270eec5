/** The log of what happened in spaces lately. */
import { SpaceEventStore } from "@octavo/core/connections/events/SpaceEventStore"
import { now } from "@octavo/core/kernel/shared/clock"
import { Effect, Layer, PubSub, Stream } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "./Dialect.ts"
import { Epoch } from "./Epoch.ts"
import { storage } from "./support.ts"
import { integer, json, tableOf, text } from "./table.ts"
import { Wakeups } from "./Wakeups.ts"
import { unread } from "./writeBehind.ts"

/** What processes say to each other when something was noted. */
const word = "space-events"

/** How often it is looked whether another process committed something, where that costs next to nothing. */
const lookEvery = "200 millis"

/** How often the store is asked all the same: where processes tell each other a word may get lost. */
const askEvery = { told: "1 second", looked: "30 seconds" } as const

/** What was noted by a clock that was so far ahead, in milliseconds, does not keep what came before it. */
const clocksDiffer = 86_400_000

const eventsTable = tableOf("space_events", {
  number: integer.computed,
  spaceId: text,
  changeRequestId: text.orNull,
  kind: text,
  data: json,
  notedAt: text
})

export const spaceEventStoreLayer = Layer.effect(
  SpaceEventStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { commitLog } = yield* Dialect
    const epoch = yield* Epoch
    const wakeups = yield* Wakeups
    const own = yield* PubSub.sliding<void>(1)

    const tell = Effect.andThen(wakeups.say(word), sql.afterCommit(Effect.asVoid(PubSub.publish(own, undefined))))

    const note: SpaceEventStore["Service"]["note"] = (happening) =>
      Effect.gen(function* () {
        const { changeRequestId, data, kind, spaceId } = happening
        const row = eventsTable.insert({ spaceId, changeRequestId, kind, data, notedAt: yield* now })
        yield* unread(sql`INSERT INTO space_events ${sql.insert(row)}`)
        yield* tell
      }).pipe(storage("events.note"))

    const since: SpaceEventStore["Service"]["since"] = (position) =>
      Effect.map(
        sql<{ readonly position: string; readonly number: number | null }>`SELECT p.position, e.number,
          ${eventsTable.columns("e")} FROM (SELECT ${commitLog.position("space_events")} AS position) p
          LEFT JOIN space_events e ON ${position === undefined ? sql`1 = 0` : commitLog.since("e", position)}
          ORDER BY e.number`,
        (rows) => ({
          position: rows[0]!.position,
          happenings: rows.flatMap((row) => (row.number === null ? [] : [eventsTable.decode(row as never) as never]))
        })
      ).pipe(storage("events.since"))

    /** Up to the first one that stays: what came later is not looked at. Where none stays, all of them are. */
    const removeBefore = Effect.fnUntraced(function* (at: string) {
      const { key } = commitLog
      const ahead = new Date(Date.parse(at) + clocksDiffer).toISOString()
      const kept = sql`FROM space_events WHERE noted_at >= ${at} AND noted_at < ${ahead} ORDER BY ${key} LIMIT 1`
      const [first] = yield* sql`SELECT 1 AS found ${kept}`
      const end = first === undefined ? sql`` : sql`AND (${key}) < (SELECT ${key} ${kept})`
      yield* sql`DELETE FROM space_events WHERE noted_at < ${at} ${end}`
    })

    const ofOthers: Stream.Stream<unknown> =
      epoch.read() === undefined
        ? Stream.merge(
            Stream.filter(wakeups.heard, (heard) => heard === word),
            Stream.tick(askEvery.told)
          )
        : Stream.merge(
            // a look at a number, in place of the store
            Stream.changes(Stream.map(Stream.tick(lookEvery), () => epoch.read())),
            Stream.tick(askEvery.looked)
          )

    return SpaceEventStore.of({
      note,
      wake: tell.pipe(storage("events.wake")),
      since,
      noted: Stream.map(Stream.merge(Stream.fromPubSub(own), ofOthers), () => undefined),
      removeBefore: (at) => Effect.asVoid(removeBefore(at)).pipe(storage("events.removeBefore"))
    })
  })
)
