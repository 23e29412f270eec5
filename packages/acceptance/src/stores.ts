/** The stores that every story is told on: a SQLite file and a real Postgres. Both, always: nothing is skipped. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freshDatabase } from "@octavo/storage-postgres/testing"
import type {} from "@octavo/storage-postgres/vitest-global-setup"
import { Effect, Exit, Scope } from "effect"
import { describe, inject } from "vitest"

export interface Database {
  /** What `--database` takes. */
  readonly url: string
  /** A directory of its own for the Git cache and the key; the SQLite file is in it too. */
  readonly directory: string
  readonly drop: () => Promise<void>
}

export interface Store {
  readonly name: "SQLite" | "Postgres"
  readonly fresh: () => Promise<Database>
}

const scratch = (): string => mkdtempSync(join(tmpdir(), "octavo-acceptance-"))

const remove = (directory: string): void => {
  rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}

export const sqlite: Store = {
  name: "SQLite",
  fresh: async () => {
    const directory = scratch()
    return { url: `sqlite:${join(directory, "octavo.db")}`, directory, drop: async () => remove(directory) }
  }
}

export const postgres: Store = {
  name: "Postgres",
  fresh: async () => {
    const directory = scratch()
    const scope = await Effect.runPromise(Scope.make())
    const { url } = await Effect.runPromise(freshDatabase(inject("postgresUrl")).pipe(Scope.provide(scope)))
    return {
      url,
      directory,
      drop: async () => {
        await Effect.runPromise(Scope.close(scope, Exit.void))
        remove(directory)
      }
    }
  }
}

/** Tells the same story on both stores. */
export const onBothStores = (title: string, story: (store: Store) => void): void => {
  // generous: the machine may be busy with other tests
  for (const store of [sqlite, postgres])
    describe(`${title}, on ${store.name}`, { timeout: 120_000 }, () => story(store))
}

/** Bytes of the SQLite file with its log, as they are on disk. */
export const rawSqlite = ({ directory }: Database): Buffer =>
  Buffer.concat(
    ["octavo.db", "octavo.db-wal"].flatMap((name) => {
      const path = join(directory, name)
      return existsSync(path) ? [readFileSync(path)] : []
    })
  )
