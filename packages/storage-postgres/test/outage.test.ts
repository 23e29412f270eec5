import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { jobQueueLayer } from "@octavo/storage-sql"
import { Array as Arr, Effect, Fiber, Layer, Redacted, Schedule, Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { SqlClient, type SqlError } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { reasonOf } from "../../storage-sql/test/client-suite.ts"
import { PostgresClient } from "../src/index.ts"
import { freshDatabase, type PostgresServer, startPostgres } from "../src/testing.ts"

const client = (url: string, options: Partial<PostgresClient.PostgresConfig> = {}) =>
  PostgresClient.layer({ url: Redacted.make(url), ...options })

/** Each test of this file stops its server, so it has one of its own. */
describe("a Postgres server", () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  const halt = (how?: "fast" | "immediate") => Effect.promise(() => server.halt(how))
  const start = Effect.promise(() => server.start())

  const onDatabase = <A, E>(
    body: (sql: SqlClient.SqlClient, url: string) => Effect.Effect<A, E, SqlClient.SqlClient>
  ) =>
    Effect.gen(function* () {
      const { url } = yield* freshDatabase(server.url)
      return yield* Effect.provide(
        SqlClient.SqlClient.use((sql) => body(sql, url)),
        client(url)
      )
    }).pipe(Effect.scoped, Effect.runPromise)

  it("that is down when the layer is built is used as soon as it is there", () =>
    Effect.gen(function* () {
      yield* halt()
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const attempt of [sql`SELECT 1`, sql.withTransaction(sql`SELECT 1`)])
          expect(yield* reasonOf(attempt)).toMatchObject({
            _tag: "ConnectionError",
            message: expect.stringContaining("ECONNREFUSED")
          })
        yield* start
        expect(yield* sql`SELECT 1 AS one`).toEqual([{ one: 1 }])
      }).pipe(Effect.provide(client(server.url)))
    }).pipe(Effect.runPromise))

  it("that restarts fails what runs, applies nothing by halves and is used again", () =>
    onDatabase((sql) =>
      Effect.gen(function* () {
        yield* sql`CREATE TABLE notes (id bigint PRIMARY KEY)`
        const errors: Array<SqlError.SqlErrorReason["_tag"]> = []
        let next = 0
        let acknowledged = 0
        const load = Effect.gen(function* () {
          next += 2
          const n = next
          yield* sql.withTransaction(
            Effect.andThen(
              sql`INSERT INTO notes ${sql.insert({ id: n })}`,
              Effect.andThen(Effect.sleep(1), sql`INSERT INTO notes ${sql.insert({ id: n + 1 })}`)
            )
          )
          acknowledged++
        }).pipe(
          Effect.catch((error) =>
            Effect.delay(
              Effect.sync(() => errors.push(error.reason._tag)),
              5
            )
          )
        )
        const loads = yield* Effect.forkChild(
          Effect.all(
            Arr.makeBy(8, () => Effect.forever(load)),
            { concurrency: "unbounded" }
          )
        )
        for (const how of ["fast", "immediate"] as const) {
          yield* Effect.sleep(150)
          yield* halt(how)
          yield* Effect.sleep(100)
          yield* start
          const before = acknowledged
          yield* Effect.repeat(Effect.sleep(20), { until: () => acknowledged > before, times: 500 })
          expect(acknowledged).toBeGreaterThan(before)
        }
        yield* Fiber.interrupt(loads)
        expect([...new Set(errors)]).toEqual(["ConnectionError"])
        const [row] = yield* sql<{ n: number; halves: number }>`
          SELECT count(*) AS n, count(*) FILTER (WHERE NOT EXISTS (
            SELECT 1 FROM notes other WHERE other.id = notes.id + (CASE WHEN notes.id % 2 = 0 THEN 1 ELSE -1 END)
          )) AS halves FROM notes`
        expect(row!.halves).toBe(0)
        expect(row!.n).toBeGreaterThanOrEqual(acknowledged * 2)
      })
    ))

  it("that is lost inside a transaction gives a typed error, with savepoints too", () =>
    onDatabase((sql) =>
      Effect.gen(function* () {
        const lost = Effect.andThen(sql`SELECT 1`, Effect.andThen(halt("immediate"), sql`SELECT 2`))
        expect((yield* reasonOf(sql.withTransaction(sql.withTransaction(lost))))._tag).toBe("ConnectionError")
        yield* start
        const early = sql.withTransaction(Effect.andThen(sql`SELECT 1`, halt("immediate")))
        expect((yield* reasonOf(early))._tag).toBe("ConnectionError")
        yield* start
        const body = yield* Effect.flip(
          sql.withTransaction(Effect.andThen(sql`SELECT 1`, Effect.andThen(halt("immediate"), Effect.fail("own"))))
        )
        expect(body).toBe("own")
        yield* start
        expect(yield* sql`SELECT 1 AS one`).toEqual([{ one: 1 }])
      })
    ))

  it("that is down when the job queue is built takes jobs when it is back", () =>
    Effect.gen(function* () {
      const { url } = yield* freshDatabase(server.url)
      yield* halt()
      yield* Effect.gen(function* () {
        const queue = yield* PersistedQueue.make({ name: "late", schema: Schema.Struct({ n: Schema.Int }) })
        const taking = yield* Effect.forkChild(queue.take((job) => Effect.succeed(job.n)))
        expect((yield* Effect.flip(queue.offer({ n: 1 })))._tag).toBe("PersistedQueueError")
        yield* start
        yield* Effect.retry(queue.offer({ n: 2 }), { times: 40, schedule: Schedule.spaced(100) })
        expect(yield* Fiber.join(taking)).toBe(2)
      }).pipe(Effect.provide(jobQueueLayer({ pollInterval: 100 }).pipe(Layer.provide(client(url)))))
    }).pipe(Effect.scoped, Effect.runPromise))
})

describe("a server that does not answer", () => {
  it("fails statements, however many there are, before each of them has tried a connection", async () => {
    const statements = 30
    const sockets = new Set<Socket>()
    const silent = createServer((socket) => sockets.add(socket)).listen(0, "127.0.0.1")
    await once(silent, "listening")
    const { port } = silent.address() as AddressInfo
    await Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const attempts = Arr.makeBy(statements, (n) =>
        reasonOf(n % 2 === 0 ? sql`SELECT 1` : sql.withTransaction(sql`SELECT 1`))
      )
      const reasons = yield* Effect.all(attempts, { concurrency: "unbounded" })
      expect(new Set(reasons.map((reason) => reason._tag))).toEqual(new Set(["ConnectionError"]))
    }).pipe(
      Effect.provide(
        client(`postgres://u:p@127.0.0.1:${port}/d`, { maxConnections: 3, connectTimeout: 500, acquireTimeout: 1000 })
      ),
      Effect.runPromise
    )
    // those that wait in the queue give up there
    expect(sockets.size).toBeLessThan(statements / 2)
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
})
