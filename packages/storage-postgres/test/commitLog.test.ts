/** A log that is read as transactions are committed, which is not the order in which they began, wrote, or got numbers. */
import { Dialect } from "@octavo/storage-sql"
import { Deferred, Effect, Fiber, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, inject, it } from "vitest"
import { PostgresClient } from "../src/index.ts"
import { freshDatabase } from "../src/testing.ts"

/** A log of words, and who reads it. */
const withLog = <A, E>(
  body: (log: {
    readonly write: (word: string) => Effect.Effect<unknown, unknown>
    readonly transaction: <B, F>(effect: Effect.Effect<B, F>) => Effect.Effect<B, unknown>
    /** Words that are new since the last time. */
    readonly read: Effect.Effect<ReadonlyArray<string>, unknown>
  }) => Effect.Effect<A, E>
) =>
  Effect.gen(function* () {
    const { url } = yield* freshDatabase(inject("postgresUrl"))
    const context = yield* Layer.build(PostgresClient.layer({ url: Redacted.make(url), maxConnections: 6 }))
    const sql = yield* Effect.provideContext(SqlClient.SqlClient, context)
    const { commitLog } = yield* Effect.provideContext(Dialect, context)
    yield* sql`CREATE TABLE words (${commitLog.columns}, word text NOT NULL)`
    let position: string | undefined
    const read = Effect.gen(function* () {
      const rows = yield* sql<{ position: string; word: string | null }>`
        SELECT p.position, w.word FROM (SELECT ${commitLog.position("words")} AS position) p
        LEFT JOIN words w ON ${position === undefined ? sql`true` : commitLog.since("w", position)} ORDER BY w.number`
      position = rows[0]!.position
      return rows.flatMap(({ word }) => word ?? [])
    })
    yield* body({
      write: (word) => sql`INSERT INTO words (word) VALUES (${word})`,
      transaction: (effect) => sql.withTransaction(effect),
      read
    })
  }).pipe(Effect.scoped, Effect.runPromise)

describe("a log of commits on Postgres", () => {
  it("tells each word once, when its transaction is over, whatever ends before", () =>
    withLog(({ read, transaction, write }) =>
      Effect.gen(function* () {
        expect(yield* read).toEqual([])
        const [begun, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const long = transaction(
          write("long").pipe(
            Effect.andThen(Deferred.succeed(begun, undefined)),
            Effect.andThen(Deferred.await(go)),
            Effect.andThen(write("longer"))
          )
        )
        const running = yield* Effect.forkChild(long)
        yield* Deferred.await(begun)
        yield* write("short")
        expect(yield* read).toEqual(["short"])
        expect(yield* read).toEqual([])
        yield* Effect.ignore(transaction(Effect.andThen(write("taken back"), Effect.fail("no"))))
        yield* write("shorter")
        expect(yield* read).toEqual(["shorter"])
        yield* Deferred.succeed(go, undefined)
        yield* Fiber.join(running)
        expect(yield* read).toEqual(["long", "longer"])
        expect(yield* read).toEqual([])
      })
    ))

  it("loses and repeats nothing while many write at once", () =>
    withLog(({ read, transaction, write }) =>
      Effect.gen(function* () {
        const words = Array.from({ length: 200 }, (_, i) => `w${i}`)
        const told: Array<string> = []
        const look = Effect.map(read, (some) => told.push(...some))
        const writing = yield* Effect.forkChild(
          Effect.forEach(
            words,
            (word, i) => transaction(Effect.andThen(write(word), Effect.sleep(`${(i * 7) % 11} millis`))),
            { concurrency: 4, discard: true }
          )
        )
        while (writing.pollUnsafe() === undefined) yield* Effect.andThen(look, Effect.yieldNow)
        yield* Fiber.join(writing)
        yield* look
        expect(told.toSorted()).toEqual(words.toSorted())
      })
    ))
})
