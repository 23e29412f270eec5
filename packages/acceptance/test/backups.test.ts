/** A whole store in one file, out of it again, and from one kind of store to the other. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { BackupDamaged } from "@octavo/core/connections/backups/errors"
import { encodePart } from "@octavo/core/connections/backups/Portable"
import { contentHash } from "@octavo/core/kernel/shared/hash"
import { checkBackup, readBackup, writeBackup } from "@octavo/runtime/backupFile"
import { backup, copy, restore, sourceLayer } from "@octavo/runtime/backups"
import type { OctavoConfig } from "@octavo/runtime/config"
import { makeJobsTable, makeMigrator, migrations, migrator } from "@octavo/storage-sql"
import { readStore, snapshot } from "@octavo/storage-sql/backups"
import { Effect, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { octavo } from "../src/command.ts"
import { makeRandom, noise } from "../src/kills.ts"
import { everyRow, onDatabase, rowsForEveryTable } from "../src/rows.ts"
import { type Database, emptyDatabase, onBothStores, postgres, type Store, sqlite } from "../src/stores.ts"
import { configOf, startWorld } from "../src/world.ts"

const quiet = () => Effect.void
const databases: Array<Database> = []
afterAll(() => Promise.all(databases.map(({ drop }) => drop())))

/** An empty database. */
const fresh = async (store: Store) => {
  const database = await emptyDatabase(store)
  databases.push(database)
  return { ...configOf(database), dataDirectory: database.directory }
}

const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> => Effect.runPromise(effect)

/** The parts of a store without its manifest, as hashes. */
const partsOf = (config: OctavoConfig) =>
  Effect.gen(function* () {
    const { parts } = yield* readStore({ octavo: "", createdAt: "" })
    return yield* Stream.runCollect(Stream.map(Stream.drop(parts, 1), (part) => contentHash(encodePart(part))))
  }).pipe(snapshot, Effect.provide(sourceLayer(config)), run)

/** A store at an earlier version of the schema, with one organization. */
const storeAt = async (version: number): Promise<OctavoConfig> => {
  const config = await fresh(sqlite)
  await onDatabase(
    config,
    Effect.gen(function* () {
      yield* makeMigrator(migrations.slice(0, version)).migrate
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO organizations (id, title, created_at, email_domains, sso, ai, invite_links, merge_rules)
        VALUES ('o', 'Kept', '2026-01-01T00:00:00.000Z', '[]', 0, 0, 0, '{}')`
    })
  )
  return config
}

describe("A store with rows in every table", () => {
  let source: Awaited<ReturnType<typeof fresh>>
  let rows: Awaited<ReturnType<typeof everyRow>>
  let file: string

  beforeAll(async () => {
    const world = await startWorld(sqlite, { worker: false })
    // its job waits: nobody works here
    const spec = {
      slug: "petstore",
      source: { text: '{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{}}' }
    }
    const made = await world.api.post(`/v1/orgs/${world.organization}/openapi`, spec)
    expect(made.status, made.text).toBeLessThan(300)
    source = await fresh(sqlite)
    await run(copy(world.config, source, quiet))
    await world.stop()
    await rowsForEveryTable(source)
    rows = await everyRow(source)
    file = join(source.dataDirectory, "store.backup")
  })

  it("has them: a new table joins by itself", () => {
    expect(Object.keys(rows).length).toBeGreaterThan(60)
    expect(Object.entries(rows).filter(([, some]) => some.length === 0)).toEqual([])
  })

  it("goes from SQLite to Postgres and back with every row and byte", async () => {
    const [there, back] = [await fresh(postgres), await fresh(sqlite)]
    await run(copy(source, there, quiet))
    expect(await everyRow(there)).toEqual(rows)
    await run(copy(there, back, quiet))
    expect(await everyRow(back)).toEqual(rows)
    expect(await partsOf(back)).toEqual(await partsOf(there))
  })

  it("comes out of a backup the same, in either kind of store, once", async () => {
    const done = await run(backup(source, file, quiet))
    expect(done).toMatchObject({ file, schema: migrator.target, damaged: 0, bytes: readFileSync(file).length })
    for (const store of [sqlite, postgres]) {
      const target = await fresh(store)
      expect(await run(restore(target, file, quiet))).toMatchObject({ checksum: done.checksum, resumed: false })
      expect(await everyRow(target)).toEqual(rows)
      expect(await run(Effect.flip(restore(target, file, quiet)))).toMatchObject({ _tag: "TransferRefused" })
      expect(await everyRow(target)).toEqual(rows)
    }
  })

  it("counts on from the numbers of jobs that came with it", async () => {
    const target = await fresh(postgres)
    await run(restore(target, file, quiet))
    const [row] = await onDatabase(
      target,
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{
          next: number
          last: number
        }>`SELECT nextval(pg_get_serial_sequence('octavo_jobs', 'sequence')) AS next,
          (SELECT max(sequence) FROM octavo_jobs) AS last`
      )
    )
    expect(row!.next).toBe(row!.last + 1)
  })

  it("is refused from a file of which any byte is another, or is missing", async () => {
    const whole = readFileSync(file)
    const random = makeRandom(9)
    const broken = join(source.dataDirectory, "broken.backup")
    const refused = async (bytes: Uint8Array) => {
      writeFileSync(broken, bytes)
      expect(await run(Effect.flip(checkBackup(broken)))).toBeInstanceOf(BackupDamaged)
    }
    const positions = [
      0,
      16,
      19,
      20,
      51,
      52,
      whole.length - 1,
      ...Array.from({ length: 60 }, () => random() * whole.length)
    ]
    for (const position of positions.map(Math.floor)) {
      const bytes = Uint8Array.from(whole)
      bytes[position]! ^= 1 << Math.floor(random() * 8)
      await refused(bytes)
    }
    for (const length of [0, 10, 16, 40, Math.floor(whole.length / 2), whole.length - 1])
      await refused(whole.subarray(0, length))
    await refused(Buffer.concat([whole, Buffer.from("more")]))
    // nothing was made of it
    const target = await fresh(sqlite)
    await run(Effect.flip(restore(target, broken, quiet)))
    expect(await onDatabase(target, migrator.version)).toBe(0)
  })

  it("is refused from a newer Octavo, and brought up to date from an older one", async () => {
    const newer = join(source.dataDirectory, "newer.backup")
    const parts = readBackup(file).pipe(
      Stream.map((part) =>
        part.kind === "manifest"
          ? { ...part, manifest: { ...part.manifest, migrations: [...part.manifest.migrations, "of_the_future"] } }
          : part
      )
    )
    await run(writeBackup(newer, parts))
    const target = await fresh(sqlite)
    const error = await run(Effect.flip(restore(target, newer, quiet)))
    expect((error as Error).message).toMatch(/use a newer Octavo/)
    expect(await onDatabase(target, migrator.version)).toBe(0)

    const old = join(source.dataDirectory, "old.backup")
    await run(backup(await storeAt(22), old, quiet))
    for (const store of [sqlite, postgres]) {
      const target = await fresh(store)
      expect(await run(restore(target, old, quiet))).toMatchObject({ schema: 22 })
      expect(await onDatabase(target, migrator.version)).toBe(migrator.target)
      expect((await everyRow(target))["organizations"]).toMatchObject([expect.stringContaining("Kept")])
    }
  })
})

onBothStores("A copy that is killed in the middle", (store) => {
  const [from, to] = store.name === "SQLite" ? [sqlite, postgres] : [postgres, sqlite]
  let source: Awaited<ReturnType<typeof fresh>>
  const addObject = (hash: string, bytes: Uint8Array) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO objects ${sql.insert({ hash, data: bytes })}`)

  beforeAll(async () => {
    source = await fresh(from)
    await onDatabase(source, Effect.andThen(migrator.migrate, makeJobsTable))
    await rowsForEveryTable(source)
    const bytes = noise(1, 40_000)
    await onDatabase(
      source,
      Effect.forEach(
        Array.from({ length: 200 }, (_, i) => i),
        (i) => addObject(`object ${String(i).padStart(3, "0")}`, bytes)
      )
    )
  })

  const killed = async () => {
    const target = await fresh(to)
    const args = ["copy", "--from", source.database, "--to", target.database]
    expect((await octavo(args, { data: target.dataDirectory, killAt: "rows 50%" })).code).toBe(null)
    return { target, again: () => octavo([...args, "--json"], { data: target.dataDirectory }) }
  }

  it("goes on where it was, and has everything in the end", async () => {
    const { again, target } = await killed()
    // nobody takes the half of a store for one
    const serving = await octavo(["serve", "--database", target.database, "--port", "0"], {
      data: target.dataDirectory
    })
    expect(serving).toMatchObject({ code: 1, stderr: expect.stringContaining("incomplete") })
    const done = await again()
    expect(done.code, done.stderr).toBe(0)
    expect(JSON.parse(done.stdout)).toMatchObject({ resumed: true })
    expect(await everyRow(target)).toEqual(await everyRow(source))
    expect(await onDatabase(target, migrator.migrate)).toEqual({ from: migrator.target, to: migrator.target })
  })

  it("begins anew when the source is another one by then", async () => {
    const { again, target } = await killed()
    await onDatabase(source, addObject("object 000a", noise(2, 1000)))
    const done = await again()
    expect(done.code, done.stderr).toBe(0)
    expect(JSON.parse(done.stdout)).toMatchObject({ resumed: false })
    expect(await everyRow(target)).toEqual(await everyRow(source))
  })
})
