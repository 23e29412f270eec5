import { Jobs } from "@octavo/core/kernel/jobs/Jobs"
import { migrator } from "@octavo/storage-sql"
import { jobsLayer } from "@octavo/storage-sql/jobs"
import { Deferred, Effect, Layer, Redacted, Schedule, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PostgresClient } from "../src/index.ts"
import { freshDatabase, type PostgresServer, startPostgres } from "../src/testing.ts"

/** Polls never come to their turn: only a word of the other server wakes a worker. */
const neverPolls = { pollInterval: "1 hour" } as const

describe("two servers on one Postgres", () => {
  // the tests stop it, so it is their own
  let postgres: PostgresServer
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  const onTwoServers = (
    body: (
      one: Jobs["Service"],
      other: Jobs["Service"]
    ) => Effect.Effect<void, unknown, SqlClient.SqlClient | Scope.Scope>
  ) =>
    Effect.gen(function* () {
      const { url } = yield* freshDatabase(postgres.url)
      const server = jobsLayer(neverPolls).pipe(
        Layer.provideMerge(PostgresClient.layer({ url: Redacted.make(url), maxConnections: 3 }))
      )
      yield* migrator.migrate.pipe(Effect.provide(PostgresClient.layer({ url: Redacted.make(url) })))
      const one = yield* Layer.build(Layer.fresh(server))
      const other = yield* Effect.provide(Jobs, yield* Layer.build(Layer.fresh(server)))
      yield* Effect.provide(
        Effect.flatMap(Jobs, (jobs) => body(jobs, other)),
        one
      )
    }).pipe(Effect.scoped, Effect.runPromise)

  const everySoOften = { schedule: Schedule.spaced(20), times: 1000 }

  /** Until `count` servers listen and their first looks for jobs are over. */
  const listening = (count: number) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ n: number }>`SELECT count(*) AS n FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'LISTEN%'`
      if (row!.n !== count) return yield* Effect.fail(`${row!.n} listen`)
    }).pipe(Effect.retry(everySoOften), Effect.andThen(Effect.sleep(100)))

  it("wake each other's workers when a job's transaction commits, and not before", () =>
    onTwoServers((one, other) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const ran: Array<string> = []
        const first = yield* Deferred.make<void>()
        yield* Effect.forkScoped(
          other.work("mail", ({ id }) =>
            Effect.andThen(
              Effect.sync(() => ran.push(id)),
              Deferred.succeed(first, undefined)
            )
          )
        )
        yield* listening(1)
        yield* Effect.exit(sql.withTransaction(Effect.andThen(one.offer("mail", "never"), Effect.fail("no"))))
        yield* sql.withTransaction(Effect.andThen(one.offer("mail", "j"), Effect.sleep(50)))
        yield* Deferred.await(first)
        expect(ran).toEqual(["j"])
      })
    ))

  it("hear each other again after Postgres restarted (threat: database restarts)", () =>
    onTwoServers((one, other) =>
      Effect.gen(function* () {
        const ran: Array<string> = []
        const work = (jobs: Jobs["Service"]) =>
          Effect.forkScoped(Effect.forever(jobs.work("mail", ({ id }) => Effect.sync(() => ran.push(id)))))
        yield* work(other)
        yield* listening(1)
        yield* one.offer("mail", "before")
        const untilRan = (id: string) =>
          Effect.retry(
            Effect.suspend(() => (ran.includes(id) ? Effect.void : Effect.fail("not yet"))),
            everySoOften
          )
        yield* untilRan("before")
        yield* Effect.promise(() => postgres.halt("immediate"))
        expect((yield* Effect.flip(one.offer("mail", "while away")))._tag).toBe("StorageError")
        yield* Effect.promise(() => postgres.start())
        yield* listening(1)
        yield* one.offer("mail", "after")
        yield* untilRan("after")
        expect(ran).toEqual(["before", "after"])
      })
    ))
})
