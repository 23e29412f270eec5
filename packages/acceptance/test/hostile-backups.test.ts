/**
 * Backups that somebody made up: every checksum in them is right, and what they say is not. They are refused in words,
 * they take no more memory than honest ones, and nothing that a server would serve is made of them.
 */
import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { zstdCompressSync } from "node:zlib"
import type { Manifest, Part, TableShape, Value } from "@octavo/core/connections/backups/Portable"
import { readBackup, writeBackup } from "@octavo/runtime/backupFile"
import { backup, restore } from "@octavo/runtime/backups"
import type { OctavoConfig } from "@octavo/runtime/config"
import { migrator } from "@octavo/storage-sql"
import { Effect, Stream } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { onDatabase } from "../src/rows.ts"
import { type Database, emptyDatabase, postgres, type Store, sqlite } from "../src/stores.ts"
import { configOf, startWorld } from "../src/world.ts"

const quiet = () => Effect.void
const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> => Effect.runPromise(effect)

const databases: Array<Database> = []
afterAll(() => Promise.all(databases.map(({ drop }) => drop())))

const filesOf = (directory: string): string => `directory:${join(directory, "files")}`

/** An empty database, with its files in a directory. */
const fresh = async (store: Store): Promise<OctavoConfig & { readonly dataDirectory: string }> => {
  const database = await emptyDatabase(store)
  databases.push(database)
  return { ...configOf(database), dataDirectory: database.directory, files: filesOf(database.directory) }
}

type Parts = ReadonlyArray<Part>
type Forged = (parts: Parts) => Parts

const manifestOf = (parts: Parts): Manifest => {
  const [first] = parts
  if (first?.kind !== "manifest") throw new Error("a backup begins with its manifest")
  return first.manifest
}

const withManifest =
  (change: (manifest: Manifest) => Manifest): Forged =>
  (parts) => [{ kind: "manifest", manifest: change(manifestOf(parts)) }, ...parts.slice(1)]

/** Changes the rows of one table, by the names of columns. */
const withRows =
  (
    table: string,
    change: (rows: ReadonlyArray<Record<string, Value>>) => ReadonlyArray<Record<string, Value>>
  ): Forged =>
  (parts) => {
    const { columns } = manifestOf(parts).tables.find(({ name }) => name === table)!
    return parts.map((part) => {
      if (part.kind !== "rows" || part.table !== table) return part
      const rows = part.rows.map((row) => Object.fromEntries(columns.map(({ name }, i) => [name, row[i]!])))
      return { ...part, rows: change(rows).map((row) => columns.map(({ name }) => row[name]!)) }
    })
  }

const rawRows =
  (table: string, change: (rows: ReadonlyArray<ReadonlyArray<Value>>) => ReadonlyArray<ReadonlyArray<Value>>): Forged =>
  (parts) =>
    parts.map((part) => (part.kind === "rows" && part.table === table ? { ...part, rows: change(part.rows) } : part))

const withTable = (table: TableShape, rows: Readonly<Record<string, number>>): Forged =>
  withManifest((manifest) => ({
    ...manifest,
    tables: [...manifest.tables, table],
    rows: { ...manifest.rows, ...rows }
  }))

const hostileName = `x" (a TEXT); DROP TABLE organizations; --`

const isFile = ({ kind }: Part): boolean => kind === "file" || kind === "bytes" || kind === "fileEnd"

/** What only the database can tell. */
const toldByDatabase = new Set([
  "nothing where something must be",
  "the same row twice",
  "a reference to what is not there"
])

/** What is forged, and the words of the refusal. */
const forgeries: Readonly<Record<string, readonly [Forged, RegExp]>> = {
  "a file whose name leads out of the directory": [
    (parts) =>
      withRows("blobs", (rows) => rows.map((row) => ({ ...row, storage_key: "xx/../../../../../../etc/passwd" })))(
        parts.filter((part) => !isFile(part))
      ),
    /file/
  ],
  "a file with other bytes than its hash says": [
    (parts) => parts.map((part) => (part.kind === "bytes" ? { kind: "bytes", bytes: Buffer.from("other") } : part)),
    /file .* other bytes/
  ],
  "a file that the manifest does not count": [
    (parts) => [
      ...parts.slice(0, -1),
      { kind: "file", hash: "0".repeat(64), size: 1 },
      { kind: "fileEnd", isWhole: true },
      parts.at(-1)!
    ],
    /file/
  ],
  "a file without an end": [(parts) => parts.filter(({ kind }) => kind !== "fileEnd"), /has no end/],
  "bytes without a file": [(parts) => parts.filter(({ kind }) => kind !== "file"), /order/],
  "a second manifest": [(parts) => [parts[0]!, ...parts], /order/],
  "no manifest": [(parts) => parts.slice(1), /manifest/],
  "what follows the end": [(parts) => [...parts, parts[1]!, { kind: "end" }], /end/],
  "a table that nobody knows": [withTable({ name: "strange", columns: [], key: [] }, { strange: 1 }), /strange/],
  "a table whose name is SQL": [withTable({ name: hostileName, columns: [], key: [] }, {}), /DROP TABLE/],
  "a count for a table whose name is SQL": [
    withManifest((manifest) => ({ ...manifest, rows: { ...manifest.rows, [hostileName]: 0 } })),
    /DROP TABLE/
  ],
  "a column whose name is SQL": [
    withManifest((manifest) => ({
      ...manifest,
      tables: manifest.tables.map((table) => ({
        ...table,
        columns: [...table.columns, { name: hostileName, kind: "text" as const }]
      }))
    })),
    /DROP TABLE/
  ],
  "a column of another kind": [
    withManifest((manifest) => ({
      ...manifest,
      tables: manifest.tables.map((table) => ({
        ...table,
        columns: table.columns.map(({ name }) => ({ name, kind: "real" as const }))
      }))
    })),
    /not in the schema/
  ],
  "a table of the store's own": [
    (parts) => [
      ...withTable(
        { name: "octavo_migrations", columns: [{ name: "name", kind: "text" }], key: [] },
        {}
      )(parts).slice(0, -1),
      { kind: "rows", table: "octavo_migrations", rows: [["of_the_future"]] },
      { kind: "end" }
    ],
    /octavo_migrations/
  ],
  "a row that is too short": [rawRows("organizations", (rows) => rows.map((row) => row.slice(1))), /columns/],
  "a row that is too long": [rawRows("organizations", (rows) => rows.map((row) => [...row, "more"])), /columns/],
  "text where a number belongs": [
    withRows("organizations", (rows) => rows.map((row) => ({ ...row, sso: "many" }))),
    /organizations/
  ],
  "nothing where something must be": [
    withRows("organizations", (rows) => rows.map((row) => ({ ...row, title: null }))),
    /organizations/
  ],
  "the same row twice": [rawRows("organizations", (rows) => [...rows, ...rows]), /organizations/],
  "a reference to what is not there": [
    withRows("members", (rows) => rows.map((row) => ({ ...row, user_id: "nobody" }))),
    /./
  ],
  "fewer rows than it says": [rawRows("organizations", (rows) => rows.slice(1)), /rows/],
  "more rows than it says": [
    withManifest((manifest) => ({ ...manifest, rows: { ...manifest.rows, organizations: 0 } })),
    /rows/
  ]
}

describe("A forged backup is refused", { timeout: 120_000 }, () => {
  let honest: Parts
  let directory: string

  beforeAll(async () => {
    const source = await fresh(sqlite)
    const world = await startWorld(sqlite, { worker: false, files: source.files })
    const text = { operation: "insert_files", files: [{ name: "a.txt", contentType: "text/plain", base64: "YWJj" }] }
    const written = await world.api.post(`/v1/spaces/${await world.space()}/content`, { changes: [text] })
    expect(written.status, written.text).toBe(200)
    directory = source.dataDirectory
    const file = join(directory, "honest.backup")
    await run(backup(world.config, file, quiet))
    await world.stop()
    honest = [...(await run(Stream.runCollect(readBackup(file))))]
  })

  /** What a restore of these parts ends with, and how many organizations a server would find then. */
  const restored = async (file: string, store: Store) => {
    const target = await fresh(store)
    const outcome = await run(Effect.result(restore(target, file, quiet)))
    // what a server does first
    const served = Effect.andThen(
      migrator.migrate,
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ n: number }>`SELECT count(*) AS n FROM organizations`)
    )
    const organizations = await onDatabase(
      target,
      Effect.match(served, { onFailure: () => 0, onSuccess: ([row]) => Number(row!.n) })
    )
    return { outcome, organizations }
  }

  it.each(Object.entries(forgeries))("for %s", async (what, [forge, words]) => {
    const file = join(directory, "forged.backup")
    await run(writeBackup(file, Stream.fromIterable(forge(honest))))
    for (const store of toldByDatabase.has(what) ? [sqlite, postgres] : [sqlite]) {
      const { organizations, outcome } = await restored(file, store)
      expect(organizations, "no server would serve it").toBe(0)
      expect(outcome._tag, `${what}, on ${store.name}`).toBe("Failure")
      if (outcome._tag === "Success") return
      expect(["BackupDamaged", "TransferRefused"], String(outcome.failure)).toContain(
        (outcome.failure as { _tag: string })._tag
      )
      expect((outcome.failure as Error).message).toMatch(words)
    }
  })

  it("for a part that unfolds to more than any part has, before it is unfolded", async () => {
    const file = join(directory, "bomb.backup")
    const payload = zstdCompressSync(Buffer.alloc(1_500_000_000))
    const magic = readFileSync(join(directory, "honest.backup")).subarray(0, 16)
    const head = Buffer.alloc(36)
    head.writeUInt32BE(payload.length)
    createHash("sha256").update(Buffer.alloc(32)).update(payload).digest().copy(head, 4)
    writeFileSync(file, Buffer.concat([magic, head, payload]))
    const before = process.memoryUsage.rss()
    const { outcome } = await restored(file, sqlite)
    expect(outcome).toMatchObject({ _tag: "Failure", failure: { _tag: "BackupDamaged" } })
    expect(process.memoryUsage.rss() - before).toBeLessThan(700_000_000)
  })
})
