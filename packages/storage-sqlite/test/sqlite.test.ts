import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { type AddressInfo, connect, createServer } from "node:net"
import { dirname, join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { Epoch, syncCounts } from "@octavo/storage-sql"
import Database from "better-sqlite3"
import { Context, Effect, Exit, Fiber, Layer, Scope, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import { reasonOf } from "../../storage-sql/test/client-suite.ts"
import { SqliteClient } from "../src/index.ts"
import { freshDatabase, memoryDatabase } from "../src/testing.ts"

type Services = SqlClient.SqlClient | SqliteClient.Sqlite | Epoch

const prepared = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT) STRICT`
  yield* sql`CREATE TABLE pairs (id INTEGER PRIMARY KEY) STRICT`
  return sql
})

const withFile = <A, E>(body: (filename: string) => Effect.Effect<A, E, Services>, options = {}) =>
  Effect.gen(function* () {
    const { filename } = yield* freshDatabase
    return yield* Effect.provide(body(filename), SqliteClient.layer({ filename, ...options }))
  }).pipe(Effect.scoped, Effect.runPromise)

const withMemory = <A, E>(body: Effect.Effect<A, E, Services>) =>
  Effect.runPromise(Effect.provide(body, SqliteClient.layer(memoryDatabase)))

const writer = join(import.meta.dirname, "writing-process.ts")

describe("file", () => {
  it("closes while somebody writes in the background, and has what that was told of", () =>
    Effect.gen(function* () {
      for (let turns = 0; turns < 40; turns++) {
        const { filename } = yield* freshDatabase
        const told: Array<number> = []
        const scope = yield* Scope.make()
        const context = yield* Layer.buildWithScope(SqliteClient.layer({ filename }), scope)
        const sql = Context.get(context, SqlClient.SqlClient)
        yield* Effect.provide(prepared, context)
        const writer = yield* Effect.forkDetach(
          Effect.forEach(Array.from({ length: 50 }).keys(), (id) =>
            Effect.andThen(
              sql`INSERT INTO notes ${sql.insert({ id })}`,
              Effect.sync(() => told.push(id))
            )
          )
        )
        for (let turn = 0; turn < turns; turn++) yield* Effect.promise(() => setImmediate())
        yield* Scope.close(scope, Exit.void)
        yield* Fiber.await(writer)
        const again = yield* Layer.build(SqliteClient.layer({ filename }))
        const stored = yield* Effect.provide(
          Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ id: number }>`SELECT id FROM notes ORDER BY id`),
          again
        )
        expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining(told))
      }
    }).pipe(Effect.scoped, Effect.runPromise))

  it("is made for its owner only, with directories that are missing", () =>
    Effect.gen(function* () {
      const { filename } = yield* freshDatabase
      const deep = join(dirname(filename), "a", "b", "octavo.db")
      const modes = yield* Effect.gen(function* () {
        yield* prepared
        return [deep, `${deep}-wal`, `${deep}-shm`, dirname(deep)].map((path) => statSync(path).mode & 0o777)
      }).pipe(Effect.provide(SqliteClient.layer({ filename: deep })))
      expect(modes).toEqual([0o600, 0o600, 0o600, 0o700])
      expect(existsSync(`${deep}-wal`)).toBe(false)
    }).pipe(Effect.scoped, Effect.runPromise))

  it("may be a link to it", () =>
    Effect.gen(function* () {
      const { filename } = yield* freshDatabase
      mkdirSync(join(dirname(filename), "elsewhere"))
      const link = join(dirname(filename), "elsewhere", "link.db")
      writeFileSync(filename, "")
      symlinkSync(filename, link)
      const stored = yield* Effect.gen(function* () {
        const sql = yield* prepared
        yield* sql.withTransaction(sql`INSERT INTO notes ${sql.insert({ id: 1 })}`)
        return yield* sql`SELECT id FROM notes`
      }).pipe(Effect.provide(SqliteClient.layer({ filename: link })))
      expect(stored).toEqual([{ id: 1 }])
    }).pipe(Effect.scoped, Effect.runPromise))

  it("is written safely", () =>
    withFile(() =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const pragma = (name: string) => Effect.map(sql.unsafe(`PRAGMA ${name}`).values, (rows) => rows[0]![0])
        expect(yield* pragma("journal_mode")).toBe("wal")
        // what is acknowledged is synced with others, off the thread: see `power-cuts.test.ts`
        expect(yield* pragma("synchronous")).toBe(1)
        expect(yield* pragma("foreign_keys")).toBe(1)
      })
    ))

  it("is held in memory up to a few megabytes by each connection", () =>
    withFile(() =>
      Effect.gen(function* () {
        const { reader, writer } = yield* SqliteClient.Sqlite
        for (const connection of [reader, writer]) {
          const [{ cache_size: size }] = connection.pragma("cache_size") as [{ cache_size: number }]
          // negative: KiB
          expect(size).toBeLessThan(0)
          expect(size).toBeGreaterThanOrEqual(-4096)
        }
      })
    ))

  it("that is not a database fails the layer with a tagged error", () =>
    Effect.gen(function* () {
      const { filename } = yield* freshDatabase
      writeFileSync(filename, "this is not a database, whatever its name says".repeat(100))
      const error = yield* Effect.flip(Effect.provide(Effect.void, SqliteClient.layer({ filename })))
      expect(error).toMatchObject({ _tag: "SqlError", reason: { operation: "connect" } })
      const nowhere = SqliteClient.layer({ filename: "/dev/null/octavo.db" })
      expect((yield* reasonOf(Effect.provide(Effect.void, nowhere)))._tag).toBe("ConnectionError")
    }).pipe(Effect.scoped, Effect.runPromise))
})

describe("reads", () => {
  it("do not wait for an open transaction and do not see it", () =>
    withFile(() =>
      Effect.gen(function* () {
        const sql = yield* prepared
        const outside = (context: Context.Context<never>) =>
          Context.omit(sql.transactionService)(context) as Context.Context<never>
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`INSERT INTO notes ${sql.insert({ id: 1 })}`
            expect(yield* Effect.updateContext(sql`SELECT id FROM notes`, outside)).toEqual([])
            expect(yield* sql`SELECT id FROM notes`).toEqual([{ id: 1 }])
          })
        )
        expect(yield* sql`SELECT id FROM notes`).toEqual([{ id: 1 }])
      })
    ))

  it("see every finished write, also while a stream is open", () =>
    withFile(() =>
      Effect.gen(function* () {
        const sql = yield* prepared
        yield* sql`INSERT INTO notes ${sql.insert([{ id: 1 }, { id: 2 }])}`
        const inStream = yield* sql`SELECT id FROM notes`.stream.pipe(
          Stream.mapEffect(({ id }) =>
            Effect.gen(function* () {
              yield* sql`INSERT INTO notes ${sql.insert({ id: 10 + Number(id) })}`
              const [row] = yield* sql<{ n: number }>`SELECT count(*) AS n FROM notes`
              return row!.n
            })
          ),
          Stream.runCollect
        )
        expect(inStream).toEqual([3, 4])
      })
    ))

  it("follow a change of the schema", () =>
    withFile(() =>
      Effect.gen(function* () {
        const sql = yield* prepared
        yield* sql`INSERT INTO notes ${sql.insert({ id: 1 })}`
        const all = sql`SELECT * FROM notes`
        expect(yield* all).toEqual([{ id: 1, body: null }])
        yield* sql`ALTER TABLE notes ADD COLUMN extra TEXT`
        expect(yield* all).toEqual([{ id: 1, body: null, extra: null }])
        expect((yield* reasonOf(sql`SELECT nothing FROM notes`))._tag).toBe("SqlSyntaxError")
      })
    ))

  it("that write are not taken for reads", () =>
    withFile(() =>
      Effect.gen(function* () {
        const sql = yield* prepared
        expect(yield* sql`INSERT INTO notes ${sql.insert({ id: 5 }).returning("id")}`).toEqual([{ id: 5 }])
        expect(yield* sql`WITH gone AS (SELECT 5 AS id) DELETE FROM notes WHERE id IN gone RETURNING id`).toEqual([
          { id: 5 }
        ])
        expect(yield* sql`UPDATE notes SET body = 'x' WHERE id = 1`.raw).toMatchObject({ changes: 0 })
      })
    ))
})

describe("parameters", () => {
  it("stand behind a + that the planner does not look behind, and arrive as they are", () =>
    withMemory(
      Effect.gen(function* () {
        const sql = yield* prepared
        expect(sql`SELECT id FROM notes WHERE id = ${1} AND ${sql.in("body", ["a", "b"])}`.compile()[0]).toBe(
          `SELECT id FROM notes WHERE id = +? AND "body" IN (+?,+?)`
        )
        const kinds = [
          ["-7", "text"],
          [7.5, "real"],
          [2n ** 60n, "integer"],
          [null, "null"],
          [Uint8Array.of(1, 0, 255), "blob"]
        ] as const
        for (const [value, kind] of kinds) {
          yield* sql`CREATE TABLE kept (value ANY) STRICT`
          yield* sql`INSERT INTO kept ${sql.insert({ value })}`
          expect(yield* sql`SELECT typeof(value) AS kind FROM kept WHERE value IS ${value}`).toEqual([{ kind }])
          yield* sql`DROP TABLE kept`
        }
      })
    ))
})

it("reads leave the writing connection to a transaction while there is one, and see it when it ended", () =>
  withFile(() =>
    Effect.gen(function* () {
      const sql = yield* prepared
      const outside = (context: Context.Context<never>) =>
        Context.omit(sql.transactionService)(context) as Context.Context<never>
      const count = Effect.map(sql<{ n: number }>`SELECT count(*) AS n FROM notes`, ([row]) => row!.n)
      for (const before of [0, 1, 2]) {
        expect(yield* count).toBe(before)
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`INSERT INTO notes ${sql.insert({ id: before })}`
            expect(yield* Effect.updateContext(count, outside)).toBe(before)
          })
        )
        expect(yield* count).toBe(before + 1)
      }
    })
  ))

describe("errors", () => {
  it("a full disk fails the write, leaves reads working, and passes", () =>
    withFile(() =>
      Effect.gen(function* () {
        const sql = yield* prepared
        yield* sql`INSERT INTO notes ${sql.insert({ id: 1 })}`
        yield* sql`PRAGMA max_page_count = 10`
        const big = sql`INSERT INTO notes ${sql.insert({ id: 2, body: "x".repeat(100_000) })}`
        expect((yield* reasonOf(big))._tag).toBe("ConnectionError")
        expect((yield* reasonOf(sql.withTransaction(big)))._tag).toBe("ConnectionError")
        expect(yield* sql`SELECT id FROM notes`).toEqual([{ id: 1 }])
        yield* sql`PRAGMA max_page_count = 1000000`
        yield* sql.withTransaction(big)
        expect(yield* sql`SELECT count(*) AS n FROM notes`).toEqual([{ n: 2 }])
      })
    ))

  it("a database that became read-only is unavailable", () =>
    withFile(() =>
      Effect.gen(function* () {
        const sql = yield* prepared
        yield* sql`PRAGMA query_only = ON`
        expect((yield* reasonOf(sql`INSERT INTO notes ${sql.insert({ id: 1 })}`))._tag).toBe("ConnectionError")
      })
    ))

  it("a lock of another process is waited for without blocking, then reported", () =>
    withFile(
      (filename) =>
        Effect.gen(function* () {
          const sql = yield* prepared
          const other = new Database(filename)
          other.exec("BEGIN IMMEDIATE")
          let ticks = 0
          const timer = setInterval(() => ticks++, 5)
          const late = yield* reasonOf(sql`INSERT INTO notes ${sql.insert({ id: 1 })}`)
          expect(late._tag).toBe("LockTimeoutError")
          expect(ticks).toBeGreaterThan(3)
          const inTime = yield* Effect.forkChild(sql.withTransaction(sql`INSERT INTO notes ${sql.insert({ id: 1 })}`))
          yield* Effect.sleep(100)
          other.exec("COMMIT")
          other.close()
          clearInterval(timer)
          yield* Fiber.join(inTime)
          expect(yield* sql`SELECT id FROM notes`).toEqual([{ id: 1 }])
        }),
      { busyTimeout: 400 }
    ))
})

describe("epoch", () => {
  it("of a file changes with every commit of anyone, and with nothing else", () =>
    withFile((filename) =>
      Effect.gen(function* () {
        const sql = yield* prepared
        const epoch = yield* Epoch
        const seen = new Set([epoch.read()])
        const expectNew = () => {
          expect(seen.has(epoch.read())).toBe(false)
          seen.add(epoch.read())
        }
        const expectSame = () => expect(epoch.read()).toBe([...seen].at(-1))

        yield* sql`SELECT count(*) FROM notes`
        expectSame()
        yield* sql`INSERT INTO notes ${sql.insert({ id: 1000 })}`
        expectNew()
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`INSERT INTO notes ${sql.insert({ id: 1001 })}`
            expectSame()
          })
        )
        expectNew()
        yield* Effect.exit(sql.withTransaction(Effect.andThen(sql`DELETE FROM notes`, Effect.fail("no"))))
        yield* sql`DELETE FROM notes WHERE id = -1`
        expectSame()
        execFileSync(process.execPath, [writer, filename, "1"])
        // looked at once in each piece of work
        yield* Effect.promise(() => setImmediate())
        expectNew()
        expectSame()
      })
    ))

  it("is looked for once for requests that come together, and none misses a commit from before it was sent", () =>
    withFile((filename) =>
      Effect.gen(function* () {
        yield* prepared
        const epoch = yield* Epoch
        const other = yield* Effect.acquireRelease(
          Effect.sync(() => new Database(filename)),
          (database) => Effect.sync(() => database.close())
        )
        const insert = other.prepare("INSERT INTO pairs VALUES (?)")
        let commits = 0
        const commit = () => insert.run(++commits)
        /** By what a request read: how many commits there were when that was first read. */
        const known = new Map<number | undefined, number>()
        let answers = 0
        const missed: Array<string> = []
        const server = createServer((socket) =>
          socket.on("data", (sent) => {
            epoch.arrived()
            const read = epoch.read()
            if (!known.has(read)) known.set(read, commits)
            if (known.get(read)! < Number(sent)) missed.push(`${sent}: ${known.get(read)}`)
            // of another process, between two requests of one turn
            commit()
            socket.write(String(++answers))
          })
        )
        yield* Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening"))
        const client = async () => {
          const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
          for (let round = 0; round < 50; round++) {
            commit()
            socket.write(String(commits))
            await once(socket, "data")
          }
          socket.destroy()
        }
        yield* Effect.promise(() => Promise.all(Array.from({ length: 16 }, client)))
        server.close()
        expect(missed).toEqual([])
        expect(answers).toBe(800)
        expect(known.size).toBeLessThan(answers)
      }).pipe(Effect.scoped)
    ))

  it("in memory changes with every commit and every rollback", () =>
    withMemory(
      Effect.gen(function* () {
        const sql = yield* prepared
        const epoch = yield* Epoch
        const before = epoch.read()
        yield* sql`SELECT count(*) FROM notes`
        yield* sql`DELETE FROM notes WHERE id = -1`
        expect(epoch.read()).toBe(before)
        yield* sql`INSERT INTO notes ${sql.insert({ id: 1 })}`
        const written = epoch.read()
        expect(written).not.toBe(before)
        let inside: number | undefined
        yield* Effect.exit(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`DELETE FROM notes`
              inside = epoch.read()
              return yield* Effect.fail("no")
            })
          )
        )
        expect(new Set([written, inside, epoch.read()]).size).toBe(3)
      })
    ))
})

it("commits of one turn of the event loop share a sync", () =>
  withFile(() =>
    Effect.gen(function* () {
      const sql = yield* prepared
      const run = Effect.runPromiseWith(yield* Effect.context<Services>())
      const { commits, syncs } = syncCounts
      for (const count of [1, 2, 8]) {
        yield* Effect.promise(() => setImmediate())
        const before = [commits.value, syncs.value]
        const insert = sql.withTransaction(sql`INSERT INTO notes (body) VALUES ('one')`)
        yield* Effect.promise(() => Promise.all(Array.from({ length: count }, () => run(insert))))
        expect([commits.value - before[0]!, syncs.value - before[1]!]).toEqual([count, 1])
      }
    })
  ))

it("what a killed process was told to be stored is stored, and nothing by halves", () =>
  withFile((filename) =>
    Effect.gen(function* () {
      const sql = yield* prepared
      for (let round = 0; round < 5; round++) {
        yield* sql`DELETE FROM notes`
        yield* sql`DELETE FROM pairs`
        const child = spawn(process.execPath, [writer, filename], { stdio: ["ignore", "pipe", "inherit"] })
        let said = ""
        child.stdout.on("data", (data) => {
          said += data
        })
        yield* Effect.promise(() => once(child.stdout, "data"))
        yield* Effect.sleep(Math.random() * 60)
        child.kill("SIGKILL")
        yield* Effect.promise(() => once(child, "close"))
        const acknowledged = Number(said.trimEnd().split("\n").at(-1))
        const [stored] = yield* sql<{ notes: number; pairs: number }>`
          SELECT (SELECT count(*) FROM notes) AS notes, (SELECT count(*) FROM pairs) AS pairs`
        expect(acknowledged).toBeGreaterThan(0)
        expect(stored!.notes).toBeGreaterThanOrEqual(acknowledged)
        expect(stored!.notes).toBe(stored!.pairs)
      }
      expect(yield* sql`PRAGMA integrity_check`.values).toEqual([["ok"]])
    })
  ))
