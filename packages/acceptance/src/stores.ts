/** The stores that every story is told on: a SQLite file and a real Postgres. Both, always: nothing is skipped. */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freshDatabase, migratedDatabase } from "@octavo/storage-postgres/testing"
import type {} from "@octavo/storage-postgres/vitest-global-setup"
import { Effect, Exit, Scope } from "effect"
import { describe, inject } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    /** Provided by the package of the SQLite store, on which nothing here depends. */
    readonly sqliteTemplate: string
  }
}

export interface Database {
  /** What `--database` takes. */
  readonly url: string
  /** A directory of its own for the Git cache and the key; the SQLite file is in it too. */
  readonly directory: string
  readonly drop: () => Promise<void>
}

export interface Store {
  readonly name: "SQLite" | "Postgres"
  /** What a server is to be started on: it may have all tables already, which saves their time. */
  readonly fresh: () => Promise<Database>
  /** Empty, as a database is to which nobody came yet; where it is missing, `fresh` is that. */
  readonly empty?: () => Promise<Database>
}

const scratch = (): string => mkdtempSync(join(tmpdir(), "octavo-acceptance-"))

const remove = (directory: string): void => {
  rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}

const sqliteFile = async (template?: string): Promise<Database> => {
  const directory = scratch()
  const file = join(directory, "octavo.db")
  if (template !== undefined) copyFileSync(template, file)
  return { url: `sqlite:${file}`, directory, drop: async () => remove(directory) }
}

export const sqlite: Store = {
  name: "SQLite",
  fresh: () => sqliteFile(inject("sqliteTemplate")),
  empty: () => sqliteFile()
}

const postgresDatabase = async (made: ReturnType<typeof freshDatabase>): Promise<Database> => {
  const directory = scratch()
  const scope = await Effect.runPromise(Scope.make())
  const { url } = await Effect.runPromise(Scope.provide(made, scope))
  return {
    url,
    directory,
    drop: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      remove(directory)
    }
  }
}

export const postgres: Store = {
  name: "Postgres",
  fresh: () => postgresDatabase(migratedDatabase(inject("postgresUrl"), inject("postgresTemplate"))),
  empty: () => postgresDatabase(freshDatabase(inject("postgresUrl")))
}

/** A database of the store to which nobody came yet. */
export const emptyDatabase = (store: Store): Promise<Database> => (store.empty ?? store.fresh)()

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
