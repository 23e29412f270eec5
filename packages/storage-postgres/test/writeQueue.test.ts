/** Writes that wait for the next statement of their transaction, and what is seen of them. */
import { PgConnection } from "@effect/sql-pg"
import { statementCounts, unread } from "@octavo/storage-sql"
import { Effect, Layer, Queue, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import { describe, expect, inject, it } from "vitest"
import { PostgresClient } from "../src/index.ts"
import { freshDatabase } from "../src/testing.ts"
import { WriteQueue } from "../src/WriteQueue.ts"

const query = (sql: string, ...parameters: ReadonlyArray<unknown>) => ({ sql, parameters })

describe("writes that wait", () => {
  it("go with the next statement, their parameters in turn", () => {
    const queue = new WriteQueue()
    expect(queue.add(query("INSERT INTO a (x, y) VALUES ($1, $2)", 1, 2))).toBe(true)
    expect(queue.add(query("UPDATE b SET x = $2 WHERE id = $1", 3, 4))).toBe(true)
    const last = query("SELECT x FROM c WHERE y = $1", 5)
    expect(queue.canFollow(last)).toBe(true)
    expect(queue.take(last)).toEqual({
      sql: "WITH w0 AS (INSERT INTO a (x, y) VALUES ($1, $2)), w1 AS (UPDATE b SET x = $4 WHERE id = $3) SELECT x FROM c WHERE y = $5",
      parameters: [1, 2, 3, 4, 5]
    })
    expect(queue.isEmpty).toBe(true)
  })

  it.each([
    ["what reads the table", "SELECT x FROM a"],
    ["what joins it", "SELECT x FROM b JOIN a ON true"],
    ["what begins a part that may be taken back", "SAVEPOINT one"],
    ["what has expressions that read it", "WITH z AS (SELECT x FROM a) SELECT * FROM z"],
    ["what has expressions of another kind", "WITH RECURSIVE z AS (SELECT 1) SELECT * FROM z"]
  ])("go before %s", (_, sql) => {
    const queue = new WriteQueue()
    queue.add(query("INSERT INTO a (x) VALUES ($1)", 1))
    expect(queue.canFollow(query(sql))).toBe(false)
  })

  it("go before the expressions that the next statement has", () => {
    const queue = new WriteQueue()
    queue.add(query("INSERT INTO a (x) VALUES ($1)", 1))
    const last = query("WITH z AS (UPDATE b SET x = $1 RETURNING x) SELECT x FROM z WHERE x = $2", 2, 3)
    expect(queue.canFollow(last)).toBe(true)
    expect(queue.take(last)).toEqual({
      sql: "WITH w0 AS (INSERT INTO a (x) VALUES ($1)), z AS (UPDATE b SET x = $2 RETURNING x) SELECT x FROM z WHERE x = $3",
      parameters: [1, 2, 3]
    })
  })

  it.each([
    ["rows that are added", "INSERT INTO a (x) VALUES ($1)", true],
    ["rows that may be there", "INSERT INTO a (x) VALUES ($1) ON CONFLICT (x) DO NOTHING", false],
    ["rows of others, which may be none", "INSERT INTO a (x) SELECT x FROM c WHERE y = $1", false],
    ["rows that are changed", "UPDATE a SET x = $1", false]
  ])("take words along that go with %s: %s", (_, sql, takes) => {
    const queue = new WriteQueue()
    const tell = (word: string) => queue.tell(query("SELECT pg_notify($1, $2)", "channel", word))
    queue.add(query("UPDATE b SET x = $1", 0))
    queue.add(query(sql, 1))
    tell("a")
    const taken = queue.take()
    expect(taken.sql.includes(`VALUES ($2) RETURNING pg_notify($3, $4)`)).toBe(takes)
    expect(taken.parameters).toEqual(takes ? [0, 1, "channel", "a"] : [0, 1])
    // said already, or at the end
    tell("a")
    const words = query("SELECT pg_notify($1, $2)", "channel", "a")
    expect(queue.takeWords()).toEqual(takes ? undefined : words)
    queue.takeBack()
    expect(queue.takeWords()).toEqual(words)
  })

  it("leave words to the end, the same one once", () => {
    const queue = new WriteQueue()
    const notify = "SELECT pg_notify($1, $2)"
    for (const word of ["a", "b", "a"]) expect(queue.tell(query(notify, "channel", word))).toBe(true)
    expect([queue.tell(query("SELECT x FROM a")), queue.isEmpty]).toEqual([false, true])
    const words = query("SELECT pg_notify($1, $2), pg_notify($3, $4)", "channel", "a", "channel", "b")
    expect([queue.takeWords(), queue.takeWords()]).toEqual([words, undefined])
  })

  it.each([
    ["another write of the same row", "UPDATE a SET x = 1", false],
    ["a row that is deleted", "DELETE FROM a", false],
    ["another row", "INSERT INTO a (x) VALUES (2)", true],
    ["what reads the table for a row of another", "INSERT INTO b SELECT x FROM a", false],
    ["what somebody reads the answer of", "INSERT INTO b (x) VALUES (1) RETURNING x", false],
    ["what is no write", "SELECT 1", false]
  ])("are joined by %s or not: %s", (_, sql, joins) => {
    const queue = new WriteQueue()
    queue.add(query("INSERT INTO a (x) VALUES ($1)", 1))
    expect(queue.add(query(sql))).toBe(joins)
  })
})

/** A step of a transaction on two tables of numbers. */
const step = fc.oneof(
  fc.record({ kind: fc.constant("insert"), table: fc.constantFrom("a", "b"), x: fc.nat(5) }),
  fc.record({ kind: fc.constant("update"), table: fc.constantFrom("a", "b"), x: fc.nat(5) }),
  fc.record({ kind: fc.constant("delete"), table: fc.constantFrom("a", "b"), x: fc.nat(5) }),
  fc.record({ kind: fc.constant("read"), table: fc.constantFrom("a", "b"), x: fc.nat(5) }),
  fc.record({ kind: fc.constant("taken back"), table: fc.constantFrom("a", "b"), x: fc.nat(5) })
)

type Step = { readonly kind: string; readonly table: string; readonly x: number }

/** What is read on the way, and what is there in the end. */
const played = (steps: ReadonlyArray<Step>, waits: boolean) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const write = <A, E, R>(statement: Effect.Effect<A, E, R>) => (waits ? unread(statement) : Effect.asVoid(statement))
    const read = (table: string) =>
      Effect.map(sql<{ x: number }>`SELECT x FROM ${sql(table)} ORDER BY x`, (rows) => rows.map(({ x }) => x))
    for (const table of ["a", "b"]) yield* sql`TRUNCATE ${sql(table)}`
    const seen = yield* sql.withTransaction(
      Effect.forEach(steps, ({ kind, table, x }) => {
        const name = sql(table)
        const insert = write(sql`INSERT INTO ${name} ${sql.insert({ x })}`)
        switch (kind) {
          case "insert":
            return insert
          case "update":
            return write(sql`UPDATE ${name} SET x = x + 1 WHERE x = ${x}`)
          case "delete":
            return write(sql`DELETE FROM ${name} WHERE x = ${x}`)
          case "taken back":
            return Effect.ignore(sql.withTransaction(Effect.andThen(insert, Effect.fail("no"))))
          default:
            return read(table)
        }
      })
    )
    return [seen, yield* read("a"), yield* read("b")]
  })

const onPostgres = <A, E>(body: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.gen(function* () {
    const { url } = yield* freshDatabase(inject("postgresUrl"))
    const server = yield* Layer.build(PostgresClient.layer({ url: Redacted.make(url), maxConnections: 2 }))
    return yield* Effect.provide(body, server)
  }).pipe(Effect.scoped, Effect.runPromise)

const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE a (x bigint NOT NULL)`
  yield* sql`CREATE TABLE b (x bigint NOT NULL)`
  return sql
})

describe("transactions with writes that wait", () => {
  it("read and leave what those that wait for nothing do, whatever is written in them", () =>
    onPostgres(
      Effect.gen(function* () {
        yield* tables
        const services = yield* Effect.context<SqlClient.SqlClient>()
        const play = (steps: ReadonlyArray<Step>, waits: boolean) =>
          Effect.runPromise(Effect.provideContext(played(steps, waits), services))
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
              expect(await play(steps, true)).toEqual(await play(steps, false))
            }),
            { numRuns: 100 }
          )
        )
      })
    ))

  it("ask less often: four writes and a read of something else are one statement", () =>
    onPostgres(
      Effect.gen(function* () {
        const sql = yield* tables
        const { ran } = statementCounts("postgres")
        const transaction = sql.withTransaction(
          Effect.gen(function* () {
            for (let x = 0; x < 4; x++) yield* unread(sql`INSERT INTO a ${sql.insert({ x })}`)
            return yield* sql`SELECT x FROM b`
          })
        )
        yield* transaction
        const before = ran.value
        expect(yield* transaction).toEqual([])
        // with BEGIN and COMMIT
        expect(ran.value - before).toBe(3)
        expect(yield* sql`SELECT count(*) AS n FROM a`).toEqual([{ n: 8 }])
      })
    ))

  it.each([
    ["once", "kept", ["own", "part"]],
    ["each, where a part is taken back", "taken back", ["own", "part"]],
    ["none, where all is taken back", "all taken back", []]
  ])("tell words when all is committed, %s", (_, kind, expected) =>
    Effect.gen(function* () {
      const { url } = yield* freshDatabase(inject("postgresUrl"))
      const heard: Array<string> = []
      const listener = yield* PgConnection.make({ url: Redacted.make(url) })
      const words = yield* listener.listen("words")
      yield* Effect.gen(function* () {
        const sql = yield* tables
        const tell = (word: string) => unread(sql`SELECT pg_notify(${"words"}, ${word})`)
        const add = (x: number) => unread(sql`INSERT INTO a (x) VALUES (${x})`)
        const read = sql`SELECT x FROM b`
        const part = Effect.all([add(2), tell("part"), read])
        yield* Effect.ignore(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* tell("own")
              const all = sql.withTransaction(kind === "taken back" ? Effect.andThen(part, Effect.fail("no")) : part)
              yield* Effect.ignore(all)
              yield* Effect.all([add(3), tell("own"), read])
              yield* Effect.all([add(4), tell("own"), kind === "all taken back" ? Effect.fail("no") : read])
            })
          )
        )
        yield* sql`SELECT pg_notify('words', 'end')`
      }).pipe(Effect.provide(PostgresClient.layer({ url: Redacted.make(url), maxConnections: 2 })))
      while (heard.at(-1) !== "end") heard.push((yield* Queue.take(words)).payload)
      expect(heard.slice(0, -1).sort()).toEqual(expected)
    }).pipe(Effect.scoped, Effect.runPromise)
  )

  it("fail with what waits for the end and can't be written, and leave the connection as it was", () =>
    onPostgres(
      Effect.gen(function* () {
        const sql = yield* tables
        yield* sql`ALTER TABLE a ADD CHECK (x < 10)`
        for (let time = 0; time < 3; time++) {
          const failed = yield* Effect.exit(
            sql.withTransaction(
              Effect.andThen(
                sql`INSERT INTO b ${sql.insert({ x: 1 })}`,
                unread(sql`INSERT INTO a ${sql.insert({ x: 11 })}`)
              )
            )
          )
          expect(failed._tag).toBe("Failure")
          expect(yield* sql.withTransaction(sql`SELECT x FROM b`)).toEqual([])
        }
      })
    ))
})
