// Writes rows in lanes at once, 1, 2, 3 and so on in each, and tells of each that it is stored (`+lane n`) and of what
// readers see (`=lane n`), each by one write to its standard output.
import { writeSync } from "node:fs"
import { Effect, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { SqliteClient } from "../src/index.ts"

const [filename, first, lanes, rows] = process.argv.slice(2)

const tell = (line: string) => Effect.sync(() => writeSync(1, `${line}\n`))

const program = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  /** Some in a transaction of several rows, some without one, and some that are taken back. */
  const write = (lane: number, n: number) => {
    const row = sql`INSERT INTO notes ${sql.insert({ lane, n, body: String(n).repeat((n * 37) % 1500) })}`
    if (n % 5 === 0) return row
    const both = Effect.andThen(row, sql`INSERT INTO pairs ${sql.insert({ lane, n })}`)
    const refused = Effect.exit(sql.withTransaction(Effect.andThen(both, Effect.fail("taken back"))))
    return n % 7 === 0 ? Effect.andThen(refused, sql.withTransaction(both)) : sql.withTransaction(both)
  }
  const writeLane = (lane: number) =>
    Effect.gen(function* () {
      for (let n = 1; n <= Number(rows); n++) {
        yield* write(lane, n)
        yield* tell(`+${lane} ${n}`)
      }
    })
  const seen = sql<{ lane: number; n: number }>`SELECT lane, max(n) AS n FROM notes GROUP BY lane`
  const watch = Effect.gen(function* () {
    for (let look = 1; ; look++) {
      // what a backup reads is a stream
      const rows = look % 5 === 0 ? yield* Stream.runCollect(seen.stream) : yield* seen
      for (const { lane, n } of rows) yield* tell(`=${lane} ${n}`)
      yield* Effect.sleep(2)
    }
  })
  yield* Effect.raceFirst(
    Effect.all(
      Array.from({ length: Number(lanes) }, (_, i) => writeLane(Number(first) + i)),
      { concurrency: "unbounded" }
    ),
    watch
  )
})

await program.pipe(
  Effect.provide(SqliteClient.layer({ filename: filename!, checkpoint: { commits: 20, pages: 60 } })),
  Effect.runPromise
)
