import { accessPart, Epoch } from "@octavo/core/kernel/shared/Epoch"
import { Dialect } from "@octavo/storage-sql"
import { Deferred, Effect, Fiber, Layer, Redacted, Schedule, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, inject, it } from "vitest"
import { makeEpoch } from "../src/changedParts.ts"
import { PostgresClient } from "../src/index.ts"
import { freshDatabase } from "../src/testing.ts"

type Server = SqlClient.SqlClient | Epoch

/** Two servers on one store that notes changes of `notes`, by their space, and of `people`. */
const onTwoServers = <E>(
  body: (
    one: <A, F>(effect: Effect.Effect<A, F, Server>) => Effect.Effect<A, F>,
    other: <A, F>(effect: Effect.Effect<A, F, Server>) => Effect.Effect<A, F>,
    url: string
  ) => Effect.Effect<void, E, Scope.Scope>
) =>
  Effect.gen(function* () {
    const { url } = yield* freshDatabase(inject("postgresUrl"))
    const server = PostgresClient.layer({ url: Redacted.make(url), maxConnections: 4 })
    const one = yield* Layer.build(Layer.fresh(server))
    const other = yield* Layer.build(Layer.fresh(server))
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { changedParts } = yield* Dialect
      yield* changedParts.create
      yield* sql`CREATE TABLE notes (space_id text NOT NULL, body text)`
      yield* sql`CREATE TABLE people (name text, seen text)`
      yield* changedParts.track("notes", { part: "space_id" })
      yield* changedParts.track("people", { columns: ["name"] })
    }).pipe(Effect.provide(one))
    yield* body(Effect.provide(one), Effect.provide(other), url)
  }).pipe(Effect.scoped, Effect.runPromise)

const run = (statement: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement))
const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(effect))

const numbersIn = (epoch: Epoch["Service"]) =>
  epoch.reading(
    Effect.withFiber(({ context }) => Effect.succeed(["a", "b", accessPart].map((part) => epoch.of(part, context))))
  )
const numbers = Effect.flatMap(Epoch, numbersIn)

/** Which of a, b and everyone changed since the last call. */
const makeChanged = () => {
  let before: ReadonlyArray<number | undefined> = []
  return Effect.map(numbers, (now) => {
    const changed = now.map((number, i) => number !== before[i])
    before = now
    return changed
  })
}

const insert = (space: string) => run(`INSERT INTO notes VALUES ('${space}', '')`)

describe("parts of a store on Postgres", () => {
  it("nothing is kept outside of a request that reads, nor where no look is possible", () =>
    onTwoServers((one) =>
      Effect.gen(function* () {
        const outside = Effect.flatMap(Epoch, (epoch) =>
          Effect.withFiber(({ context }) => Effect.succeed([epoch.read(), epoch.of("a", context)]))
        )
        expect(yield* one(outside)).toEqual([undefined, undefined])
        yield* one(run("DROP TABLE changed_parts CASCADE"))
        expect(yield* one(numbers)).toEqual([undefined, undefined, undefined])
      })
    ))

  it.each([
    ["INSERT INTO notes VALUES ('a', 'new')", [true, false, false]],
    ["UPDATE notes SET body = 'x' WHERE space_id = 'b'", [false, true, false]],
    ["UPDATE notes SET body = 'x'", [true, true, false]],
    ["UPDATE notes SET body = 'x' WHERE space_id = 'c'", [false, false, false]],
    ["UPDATE notes SET space_id = 'b' WHERE space_id = 'a'", [true, true, false]],
    ["DELETE FROM notes WHERE space_id = 'a'", [true, false, false]],
    ["UPDATE people SET seen = 'now'", [false, false, false]],
    ["UPDATE people SET name = 'now'", [true, true, true]],
    ["DELETE FROM people", [true, true, true]]
  ] as const)("%s changes what it should, for another server too", (statement, expected) =>
    onTwoServers((one, other) =>
      Effect.gen(function* () {
        yield* one(insert("a"))
        yield* one(insert("b"))
        yield* one(run("INSERT INTO people VALUES ('x', 'y')"))
        const [here, there] = [makeChanged(), makeChanged()]
        yield* one(here)
        yield* other(there)
        yield* one(run(statement))
        expect(yield* other(there)).toEqual(expected)
        expect(yield* one(here)).toEqual(expected)
        expect(yield* one(here)).toEqual([false, false, false])
      })
    )
  )

  it("a transaction that ends late is seen, whatever was seen of those after it, and each once", () =>
    onTwoServers((one, other) =>
      Effect.gen(function* () {
        const changed = makeChanged()
        yield* other(changed)
        const wrote = yield* Deferred.make<void>()
        const mayEnd = yield* Deferred.make<void>()
        const late = yield* Effect.forkScoped(
          one(
            inTransaction(
              insert("a").pipe(
                Effect.andThen(Deferred.succeed(wrote, undefined)),
                Effect.andThen(Deferred.await(mayEnd))
              )
            )
          )
        )
        yield* Deferred.await(wrote)
        yield* one(insert("b"))
        expect(yield* other(changed)).toEqual([false, true, false])
        expect(yield* other(changed)).toEqual([false, false, false])
        yield* Deferred.succeed(mayEnd, undefined)
        yield* Fiber.join(late)
        expect(yield* other(changed)).toEqual([true, false, false])
        expect(yield* other(changed)).toEqual([false, false, false])
        yield* Effect.exit(one(inTransaction(Effect.andThen(insert("a"), Effect.fail("no")))))
        expect(yield* other(changed)).toEqual([false, false, false])
      })
    ))

  it("requests that come at once share looks, and each sees what was acknowledged before it came", () =>
    onTwoServers((one, other) =>
      Effect.gen(function* () {
        const before = yield* other(numbers)
        const early = yield* Effect.forkScoped(
          other(
            Effect.all(
              Array.from({ length: 20 }, () => numbers),
              { concurrency: 20 }
            )
          )
        )
        yield* Effect.yieldNow
        yield* one(insert("a"))
        expect((yield* other(numbers))[0]).not.toBe(before[0])
        yield* Fiber.join(early)
      })
    ))

  it("what a request goes on with for long rests on its look no more", () =>
    onTwoServers((one) =>
      Effect.gen(function* () {
        let time = 0
        const epoch = yield* makeEpoch(yield* one(SqlClient.SqlClient), () => time)
        const [early, late] = yield* epoch.reading(
          Effect.withFiber(({ context }) =>
            Effect.sync(() =>
              [9_999, 10_000].map((after) => {
                time = after
                return epoch.of("a", context)
              })
            )
          )
        )
        expect([typeof early, late]).toEqual(["number", undefined])
      })
    ))

  it("rows are removed when no server needs them, and a server that was away forgets what it kept", () =>
    onTwoServers((one) =>
      Effect.gen(function* () {
        const sql = yield* one(SqlClient.SqlClient)
        let time = 0
        const clock = () => sql`${time}::float8`
        const epoch = yield* makeEpoch(sql, undefined, clock)
        const sleeper = yield* makeEpoch(sql, undefined, clock)
        const minutes = (count: number) => {
          time += count * 60_000
          return numbersIn(epoch)
        }
        const rows = Effect.map(one(run("SELECT part FROM changed_parts")), (found) => found.length)
        const slept = yield* numbersIn(sleeper)
        const before = yield* minutes(0)
        expect(yield* minutes(4)).toEqual(before)
        yield* one(insert("a"))
        for (let i = 0; i < 3; i++) yield* minutes(4)
        expect(yield* rows).toBe(1)
        // what another database of the same server still does keeps them for another while
        const later = Effect.suspend(() => Effect.andThen(minutes(4), rows))
        yield* Effect.repeat(later, { until: (count) => count === 0, schedule: Schedule.spaced(20), times: 1000 })
        expect(yield* rows).toBe(0)
        const woken = yield* numbersIn(sleeper)
        expect(woken.map((number, i) => number !== slept[i])).toEqual([true, true, true])
      })
    ))
})
