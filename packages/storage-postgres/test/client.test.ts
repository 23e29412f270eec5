import { Deferred, Effect, Fiber, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, inject, it } from "vitest"
import { clientSuite } from "../../storage-sql/test/client-suite.ts"
import { PostgresClient } from "../src/index.ts"
import { freshDatabase } from "../src/testing.ts"

const clientOf = (more: Partial<PostgresClient.PostgresConfig> = {}) =>
  Layer.unwrap(
    Effect.map(freshDatabase(inject("postgresUrl")), ({ url }) =>
      PostgresClient.layer({ url: Redacted.make(url), ...more })
    )
  )

describe("Postgres", () => {
  clientSuite(clientOf())

  it("a statement does not wait for transactions, however many there are; those that wait come in when others end", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const end = yield* Deferred.make<void>()
      let begun = 0
      const transaction = sql.withTransaction(
        Effect.gen(function* () {
          begun++
          yield* Deferred.await(end)
          return (yield* sql<{ one: number }>`SELECT 1 AS one`)[0]?.one
        })
      )
      const all = yield* Effect.forEach(Array.from({ length: 12 }), () => Effect.forkChild(transaction))
      while (begun < 8) yield* Effect.sleep(5)
      // one that gives up takes no place
      yield* Fiber.interrupt(all[11]!)
      expect(yield* sql<{ two: number }>`SELECT 2 AS two`).toEqual([{ two: 2 }])
      expect(begun).toBe(8)
      yield* Deferred.succeed(end, undefined)
      expect(yield* Effect.forEach(all.slice(0, 11), (one) => Fiber.join(one))).toEqual(Array(11).fill(1))
      expect(yield* sql.withTransaction(sql<{ three: number }>`SELECT 3 AS three`)).toEqual([{ three: 3 }])
    }).pipe(Effect.provide(clientOf({ maxConnections: 10, acquireTimeout: "60 seconds" })), Effect.runPromise))

  it("a transaction that finds no place in time is refused", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const end = yield* Deferred.make<void>()
      const waiting = sql.withTransaction(Deferred.await(end))
      const all = yield* Effect.forEach(Array.from({ length: 8 }), () => Effect.forkChild(waiting))
      const exit = yield* Effect.flip(Effect.andThen(Effect.sleep(1_000), waiting))
      expect(exit).toMatchObject({ reason: { _tag: "ConnectionError" } })
      yield* Deferred.succeed(end, undefined)
      for (const one of all) yield* Fiber.join(one)
    }).pipe(Effect.provide(clientOf({ maxConnections: 10, acquireTimeout: 300 })), Effect.runPromise))
})
