import { Array as Arr, Cause, Context, Effect, Exit, Fiber, type Layer, ManagedRuntime, Stream } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chunkRows, Dialect } from "../src/index.ts"

export type Store = SqlClient.SqlClient | Dialect

/** A store whose statements run as promises; its layer lives as long as the enclosing `describe`. */
export const useStore = <R>(layer: Layer.Layer<R, unknown>) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  return <A, E>(effect: Effect.Effect<A, E, R>): Promise<A> => runtime.runPromise(effect)
}

export const reasonOf = <A, R>(effect: Effect.Effect<A, SqlError.SqlError, R>) =>
  Effect.map(Effect.flip(effect), (error) => error.reason)

/** What every client promises to the queries that are written once. */
export const clientSuite = (layer: Layer.Layer<Store, SqlError.SqlError>) => {
  const run = useStore(layer)
  const store = <A, E>(body: (sql: SqlClient.SqlClient, dialect: Dialect["Service"]) => Effect.Effect<A, E, Store>) =>
    run(Effect.flatMap(Effect.all([SqlClient.SqlClient, Dialect]), ([sql, dialect]) => body(sql, dialect)))

  beforeAll(() =>
    store((sql, { tableOptions, types: { bytes, integer, real, text } }) =>
      Effect.gen(function* () {
        yield* sql`CREATE TABLE things (
          id ${text} PRIMARY KEY, body ${text}, n ${integer}, r ${real}, b ${bytes}, flag ${integer}
        ) ${tableOptions}`
        yield* sql`CREATE TABLE counters (id ${text} PRIMARY KEY, n ${integer} NOT NULL) ${tableOptions}`
        yield* sql`CREATE TABLE parts (
          id ${text} PRIMARY KEY, slug ${text} NOT NULL UNIQUE, counter ${text} REFERENCES counters (id)
        ) ${tableOptions}`
      })
    )
  )

  describe("values", () => {
    it("come back as they went in", () =>
      store((sql) =>
        Effect.gen(function* () {
          const body = `"quotes" 'and' \\ 👩‍👩‍👧 e\u0301 \u200b\n\r\t \u{10ffff} ${"長".repeat(5000)}`
          const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256)
          const at = new Date("2026-01-02T03:04:05.006Z")
          yield* sql`INSERT INTO things ${sql.insert([
            { id: "full", body, n: Number.MAX_SAFE_INTEGER, r: 1.5, b: bytes, flag: true },
            { id: "empty", body: "", n: -5, r: -0.1, b: new Uint8Array(0), flag: false },
            { id: "null", body: null, n: null, r: null, b: null, flag: null },
            { id: "date", body: at, n: 0, r: 2, b: null, flag: undefined }
          ])}`
          const rows = yield* sql<{ id: string; b: Uint8Array | null }>`SELECT * FROM things ORDER BY id`
          const plain = rows.map((row) => ({ ...row, b: row.b && Array.from(row.b) }))
          expect(plain).toEqual([
            { id: "date", body: "2026-01-02T03:04:05.006Z", n: 0, r: 2, b: null, flag: null },
            { id: "empty", body: "", n: -5, r: -0.1, b: [], flag: 0 },
            { id: "full", body, n: Number.MAX_SAFE_INTEGER, r: 1.5, b: Array.from(bytes), flag: 1 },
            { id: "null", body: null, n: null, r: null, b: null, flag: null }
          ])
        })
      ))

    it("numbers that are computed are numbers", () =>
      store((sql, { greatest }) =>
        Effect.gen(function* () {
          const [row] = yield* sql`SELECT count(*) AS n, sum(v) AS s, ${greatest}(max(v), ${7}) AS g
            FROM (SELECT ${1} + 0 AS v UNION ALL SELECT ${4} + 0) AS t`
          expect(row).toEqual({ n: 2, s: 5, g: 7 })
        })
      ))

    it("text with NUL is refused with the same error", () =>
      store((sql) =>
        Effect.gen(function* () {
          for (const statement of [sql`SELECT ${"a\0b"}`, sql`INSERT INTO things ${sql.insert({ id: "\0" })}`]) {
            const reason = yield* reasonOf(statement)
            expect(reason).toMatchObject({ _tag: "ConstraintError", message: "Text must not contain NUL characters" })
          }
        })
      ))
  })

  describe("order", () => {
    it("of text is by code point, in ORDER BY, comparisons and key ranges", () =>
      store((sql) =>
        Effect.gen(function* () {
          const ids: Arr.NonEmptyArray<string> = [
            "a",
            "B",
            "b",
            "A",
            "_",
            "-",
            "ä",
            "z",
            "Z",
            "10",
            "9",
            "a b",
            "ab",
            "a-b",
            "",
            "é",
            "￿",
            "𐀀"
          ]
          yield* sql`INSERT INTO counters ${sql.insert(Arr.map(ids, (id) => ({ id, n: 0 })))}`
          const sorted = [...ids].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
          const all = yield* sql<{ id: string }>`SELECT id FROM counters ORDER BY id`
          expect(all.map((row) => row.id)).toEqual(sorted)
          const after = yield* sql<{ id: string }>`SELECT id FROM counters WHERE id > ${"Z"} ORDER BY id LIMIT 3`
          expect(after.map((row) => row.id)).toEqual(["_", "a", "a b"])
          yield* sql`DELETE FROM counters`
        })
      ))
  })

  describe("errors", () => {
    it("a duplicate key or unique value is a UniqueViolation", () =>
      store((sql) =>
        Effect.gen(function* () {
          yield* sql`INSERT INTO parts ${sql.insert({ id: "p1", slug: "s1" })}`
          const key = yield* reasonOf(sql`INSERT INTO parts ${sql.insert({ id: "p1", slug: "s2" })}`)
          const unique = yield* reasonOf(sql`INSERT INTO parts ${sql.insert({ id: "p2", slug: "s1" })}`)
          expect([key._tag, unique._tag]).toEqual(["UniqueViolation", "UniqueViolation"])
        })
      ))

    it("a missing parent, NULL or a value of the wrong type is a ConstraintError or refused", () =>
      store((sql) =>
        Effect.gen(function* () {
          const parent = yield* reasonOf(sql`INSERT INTO parts ${sql.insert({ id: "x", slug: "x", counter: "no" })}`)
          const nothing = yield* reasonOf(sql`INSERT INTO parts ${sql.insert({ id: "x", slug: null })}`)
          expect([parent._tag, nothing._tag]).toEqual(["ConstraintError", "ConstraintError"])
          expect(Exit.isFailure(yield* Effect.exit(sql`INSERT INTO counters (id, n) VALUES ('x', ${"text"})`))).toBe(
            true
          )
        })
      ))

    it("a wrong statement is a SqlSyntaxError", () =>
      store((sql) =>
        Effect.gen(function* () {
          for (const text of ["SELEC 1", "SELECT * FROM nowhere", "SELECT nothing FROM parts"])
            expect((yield* reasonOf(sql.unsafe(text)))._tag).toBe("SqlSyntaxError")
        })
      ))

    it("an ignored conflict keeps the row that was there", () =>
      store((sql) =>
        Effect.gen(function* () {
          yield* sql`INSERT INTO counters ${sql.insert({ id: "kept", n: 1 })}`
          yield* sql`INSERT INTO counters ${sql.insert({ id: "kept", n: 2 })} ON CONFLICT DO NOTHING`
          expect(yield* sql`SELECT n FROM counters WHERE id = ${"kept"}`).toEqual([{ n: 1 }])
        })
      ))
  })

  const put = (sql: SqlClient.SqlClient, id: string) => sql`INSERT INTO counters ${sql.insert({ id, n: 0 })}`

  const has = (sql: SqlClient.SqlClient, id: string) =>
    Effect.map(sql`SELECT 1 AS one FROM counters WHERE id = ${id}`, (rows) => rows.length === 1)

  describe("transactions", () => {
    it("commit when they succeed, and only then run what waits for the commit", () =>
      store((sql) =>
        Effect.gen(function* () {
          const seen: Array<boolean> = []
          yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* put(sql, "t1")
              yield* sql.afterCommit(Effect.orDie(Effect.map(has(sql, "t1"), (there) => void seen.push(there))))
              expect(seen).toEqual([])
              expect(yield* has(sql, "t1")).toBe(true)
            })
          )
          expect(seen).toEqual([true])
        })
      ))

    it("roll back on failure, defect and interruption", () =>
      store((sql) =>
        Effect.gen(function* () {
          const endings: ReadonlyArray<Effect.Effect<unknown, string>> = [
            Effect.fail("no"),
            Effect.die("bug"),
            Effect.interrupt
          ]
          for (const ending of endings) {
            const exit = yield* Effect.exit(sql.withTransaction(Effect.andThen(put(sql, "t2"), () => ending)))
            expect(Exit.isFailure(exit)).toBe(true)
            expect(yield* has(sql, "t2")).toBe(false)
          }
        })
      ))

    it("a failed part rolls back alone", () =>
      store((sql) =>
        Effect.gen(function* () {
          yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* put(sql, "outer")
              yield* Effect.exit(sql.withTransaction(Effect.andThen(put(sql, "inner"), Effect.fail("no"))))
              yield* Effect.exit(sql.withTransaction(put(sql, "outer")))
              yield* sql.withTransaction(put(sql, "second"))
            })
          )
          expect([yield* has(sql, "outer"), yield* has(sql, "inner"), yield* has(sql, "second")]).toEqual([
            true,
            false,
            true
          ])
        })
      ))

    it("are not seen by others before they commit", () =>
      store((sql) =>
        Effect.gen(function* () {
          // with one connection others wait for the end, with more they do not see the row: never what is rolled back
          const others = yield* sql
            .withTransaction(
              Effect.gen(function* () {
                yield* put(sql, "hidden")
                const outside = (context: Context.Context<never>) =>
                  Context.omit(sql.transactionService)(context) as Context.Context<never>
                const elsewhere = Effect.updateContext(has(sql, "hidden"), outside)
                const reading = yield* Effect.forkDetach(elsewhere)
                yield* Effect.sleep(20)
                return yield* Effect.fail(reading)
              })
            )
            .pipe(Effect.flip)
          if (!Fiber.isFiber(others)) throw others
          expect(yield* Fiber.join(others)).toBe(false)
        })
      ))

    it("serialise concurrent read-modify-writes of a locked row", () =>
      store((sql, { rowLock }) =>
        Effect.gen(function* () {
          yield* put(sql, "shared")
          const increment = sql.withTransaction(
            Effect.gen(function* () {
              const [row] = yield* sql<{ n: number }>`SELECT n FROM counters WHERE id = ${"shared"} ${rowLock}`
              yield* Effect.sleep(1)
              yield* sql`UPDATE counters SET n = ${row!.n + 1} WHERE id = ${"shared"}`
            })
          )
          yield* Effect.all(
            Arr.makeBy(30, () => increment),
            { concurrency: "unbounded" }
          )
          expect(yield* sql`SELECT n FROM counters WHERE id = ${"shared"}`).toEqual([{ n: 30 }])
        })
      ))

    it("a named lock is held by one transaction at a time", () =>
      store((sql, { lock }) =>
        Effect.gen(function* () {
          let inside = 0
          let most = 0
          const locked = sql.withTransaction(
            Effect.gen(function* () {
              yield* lock("name")
              most = Math.max(most, ++inside)
              yield* Effect.sleep(5)
              inside--
            })
          )
          yield* Effect.all(
            Arr.makeBy(5, () => locked),
            { concurrency: "unbounded" }
          )
          expect(most).toBe(1)
        })
      ))
  })

  describe("many rows", () => {
    it("go in by chunks and come out as a stream, while others write", () =>
      store((sql, dialect) =>
        Effect.gen(function* () {
          const rows = Arr.makeBy(30_000, (n) => ({ id: `row${String(n).padStart(6, "0")}`, n, body: null }))
          const chunks = chunkRows(dialect, rows)
          expect(chunks.length).toBeGreaterThan(1)
          expect(chunks.flat()).toEqual(rows)
          yield* sql.withTransaction(
            Effect.forEach(chunks, (chunk) => sql`INSERT INTO things ${sql.insert(chunk)}`, { discard: true })
          )
          let count = 0
          let last = ""
          yield* sql<{ id: string }>`SELECT id FROM things WHERE id LIKE ${"row%"} ORDER BY id`.stream.pipe(
            Stream.runForEach((row) => {
              expect(row.id > last).toBe(true)
              last = row.id
              return Effect.when(
                put(sql, `while${count}`),
                Effect.sync(() => ++count % 5000 === 0)
              )
            })
          )
          expect(count).toBe(30_000)
          const some = yield* sql`SELECT id FROM things WHERE id LIKE ${"row%"}`.stream.pipe(
            Stream.take(3),
            Stream.runCollect
          )
          expect(some.length).toBe(3)
        })
      ))

    it("a stream inside a transaction sees it and may write to it, and fails like a statement", () =>
      store((sql) =>
        Effect.gen(function* () {
          yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* put(sql, "stream 1")
              yield* put(sql, "stream 2")
              yield* sql<{ id: string }>`SELECT id FROM counters WHERE id LIKE ${"stream%"}`.stream.pipe(
                Stream.runForEach(({ id }) => put(sql, `from ${id}`))
              )
            })
          )
          expect([yield* has(sql, "from stream 1"), yield* has(sql, "from stream 2")]).toEqual([true, true])
          const exit = yield* Effect.exit(Stream.runDrain(sql`SELECT id FROM nowhere`.stream))
          expect(Exit.isFailure(exit) && Cause.hasFails(exit.cause)).toBe(true)
        })
      ))
  })
}
