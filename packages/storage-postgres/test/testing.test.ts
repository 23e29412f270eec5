import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { expect, inject, it } from "vitest"
import { reasonOf } from "../../storage-sql/test/client-suite.ts"
import { PostgresClient } from "../src/index.ts"
import { freshDatabase, startPostgres } from "../src/testing.ts"

const at = (url: string) => PostgresClient.layer({ url: Redacted.make(url), connectTimeout: 1000 })

const settings = (url: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ directory: string; encoding: string; collation: string }>`
      SELECT current_setting('data_directory') AS directory, pg_encoding_to_char(encoding) AS encoding,
        datcollate AS collation
      FROM pg_database WHERE datname = current_database()`
  ).pipe(
    Effect.map((rows) => rows[0]!),
    Effect.provide(at(url))
  )

const gone = (url: string) =>
  reasonOf(
    Effect.provide(
      SqlClient.SqlClient.use((sql) => sql`SELECT 1`),
      at(url)
    )
  )

it("a fresh database has UTF-8 and the C locale, and is dropped with its scope", () =>
  Effect.gen(function* () {
    const url = yield* Effect.scoped(
      Effect.gen(function* () {
        const { url } = yield* freshDatabase(inject("postgresUrl"))
        expect(yield* settings(url)).toMatchObject({ encoding: "UTF8", collation: "C" })
        return url
      })
    )
    expect((yield* gone(url)).message).toContain("does not exist")
  }).pipe(Effect.runPromise))

it("a stopped server leaves nothing behind", () =>
  Effect.gen(function* () {
    const server = yield* Effect.promise(() => startPostgres())
    const { directory } = yield* settings(server.url)
    expect(existsSync(directory)).toBe(true)
    yield* Effect.promise(server.stop)
    expect(existsSync(directory)).toBe(false)
    expect((yield* gone(server.url))._tag).toBe("ConnectionError")
  }).pipe(Effect.runPromise))

it.each(["SIGKILL", "SIGINT"] as const)("a process that ends by %s leaves no server behind", (signal) =>
  Effect.gen(function* () {
    const child = spawn(process.execPath, [join(import.meta.dirname, "starting-process.ts")], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    const [said] = yield* Effect.promise(() => once(child.stdout, "data"))
    const url = String(said).trim()
    const { directory } = yield* settings(url)
    child.kill(signal)
    while (existsSync(directory)) yield* Effect.sleep(50)
    expect((yield* gone(url))._tag).toBe("ConnectionError")
  }).pipe(Effect.runPromise)
)
