import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { accessPart, Dialect, Epoch } from "@octavo/storage-sql"
import { Context, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expect, it } from "vitest"
import { SqliteClient } from "../src/index.ts"
import { freshDatabase } from "../src/testing.ts"

const numberOf = (part: string) => Effect.flatMap(Epoch, (epoch) => Effect.succeed(epoch.of(part, Context.empty())))

it("what another process changes is known, and what nobody tracks is nothing", () =>
  Effect.gen(function* () {
    const { filename } = yield* freshDatabase
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { changedParts } = yield* Dialect
      expect(yield* numberOf("1")).toBeUndefined()
      yield* changedParts.create
      yield* sql`CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT) STRICT`
      yield* sql`CREATE TABLE pairs (id INTEGER PRIMARY KEY) STRICT`
      yield* changedParts.track("pairs", { part: "id" })
      const before = yield* numberOf(accessPart)
      yield* sql`INSERT INTO notes (id) VALUES (1)`
      expect(yield* numberOf("1")).toBe(before)
      yield* sql`INSERT OR IGNORE INTO pairs VALUES (1)`
      const inserted = yield* numberOf("1")
      expect(inserted).not.toBe(before)
      yield* sql`INSERT OR IGNORE INTO pairs VALUES (1)`
      expect(yield* numberOf("1")).toBe(inserted)
      yield* sql`UPDATE pairs SET id = 2`
      expect(yield* numberOf("1")).not.toBe(inserted)
      expect(yield* numberOf("2")).not.toBe(before)
      // a commit that fails is taken back, and its numbers come again
      yield* sql`CREATE TABLE children (id INTEGER REFERENCES pairs (id) DEFERRABLE INITIALLY DEFERRED) STRICT`
      const third = yield* numberOf("3")
      const refused = Effect.andThen(sql`INSERT INTO pairs VALUES (3)`, sql`INSERT INTO children VALUES (99)`)
      expect((yield* Effect.exit(sql.withTransaction(refused)))._tag).toBe("Failure")
      expect(yield* numberOf("3")).toBe(third)
      yield* sql`INSERT INTO pairs VALUES (3)`
      expect(yield* numberOf("3")).not.toBe(third)
      const both = [yield* numberOf("1"), yield* numberOf("2"), yield* numberOf(accessPart)]
      execFileSync(process.execPath, [join(import.meta.dirname, "changing-process.ts"), filename])
      // looked at once in each piece of work
      yield* Effect.promise(() => setImmediate())
      // not yet known to be durable: whoever reads waits for that
      expect(yield* numberOf("1")).toBeUndefined()
      yield* sql`SELECT id FROM notes`
      const after = [yield* numberOf("1"), yield* numberOf("2"), yield* numberOf(accessPart)]
      expect(after.map((number, i) => number !== both[i])).toEqual([false, true, false])
    }).pipe(Effect.provide(SqliteClient.layer({ filename })))
  }).pipe(Effect.scoped, Effect.runPromise))
