/**
 * Disks that are full or fail under a server at work (threat: disk full): an error, never a false acknowledgement; reads go on;
 * all is well again when the disk is.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { freshDatabase, startPostgres } from "@octavo/storage-postgres/testing"
import { Effect, Exit, Scope } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeClient } from "../src/client.ts"
import { walkStore } from "../src/consistency.ts"
import { injectFault, whyNoFaults } from "../src/faults.ts"
import { type ServerProcess, startChild } from "../src/process.ts"
import { onDatabase } from "../src/rows.ts"
import { type Store, sqlite } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

interface Fault {
  readonly what: string
  readonly calls: string
  readonly error: "ENOSPC" | "EIO"
  /** What a refused writer is told. */
  readonly told: RegExp
  /** Whether the store itself ends with the fault, and comes again without it. */
  readonly ends?: boolean
}

const full = /disk of the store is full/
const why = await whyNoFaults()
if (why !== undefined) console.warn(`SKIPPED: no test of failing disks on this machine: ${why}`)

/** A Postgres of its own, that may fall over, and waits for its disk. */
const postgresOfItsOwn = async () => {
  // a segment of its log that begins meanwhile is not made by the calls that fail for tables: it would end Postgres
  const server = await startPostgres({ fsync: "on", wal_init_zero: "off" })
  const scope = await Effect.runPromise(Scope.make())
  const { url } = await Effect.runPromise(freshDatabase(server.url).pipe(Scope.provide(scope)))
  const { directory, drop } = await sqlite.fresh()
  const store: Store = { name: "Postgres", fresh: async () => ({ url, directory, drop }) }
  const close = async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await server.stop()
  }
  return { store, close }
}

/** Told of a store: its server works on, or is refused, and never says what is not so. */
const tell = (
  name: Store["name"],
  faults: ReadonlyArray<Fault>,
  open: () => Promise<{ readonly store: Store; readonly close: () => Promise<void> }>
) =>
  describe.skipIf(why !== undefined)(`A disk that fails under ${name}`, { timeout: 120_000 }, () => {
    let opened: Awaited<ReturnType<typeof open>>
    let world: World
    let server: ServerProcess
    beforeAll(async () => {
      opened = await open()
      world = await startWorld(opened.store, { worker: false })
      server = await startChild(world.database)
    })
    afterAll(async () => {
      await server.kill()
      await world.stop()
      await opened.close()
    })
    const sql = <Row extends object>(query: (db: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<Row>, unknown>) =>
      world.operate(Effect.orDie(Effect.flatMap(SqlClient.SqlClient, query)))

    /** Processes that write to the disk for the server: itself, or those of Postgres that serve it. */
    const writers = async (): Promise<ReadonlyArray<number>> => {
      if (name === "SQLite") return [server.child.pid!]
      const rows = await sql<{ pid: number }>(
        (db) =>
          db`SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND datname = current_database()`
      )
      return rows.map(({ pid }) => pid)
    }

    it.each(faults.map((fault) => [fault.what, fault] as const))("%s", async (_, { calls, ends, error, told }) => {
      const api = makeClient(server.origin, world.admin.token)
      const space = await world.space("Disk")
      const at = `/v1/spaces/${space}`
      const kept = new Set<string>()
      let n = 0
      /** A page of a text that needs room of its own. */
      const write = async () => {
        const title = `page-${n++}`
        const markdown = Array.from({ length: 400 }, (_, i) => `Paragraph ${i} of ${title} ${Math.random()}`).join(
          "\n\n"
        )
        const change = { operation: "insert_page", title, document: { markdown } }
        const answer = await api.post(`${at}/content`, { changes: [change] })
        if (answer.status === 200) kept.add(title)
        return answer
      }
      const titles = async (): Promise<ReadonlyArray<string>> =>
        (await api.get(`${at}/content/pages`)).body.pages.map(({ title }: { title: string }) => title)
      // all of the pool's connections are there before the fault
      for (const { status } of await Promise.all(Array.from({ length: 8 }, write))) expect([200, 409]).toContain(status)

      const heal = await injectFault(await writers(), calls, error)
      try {
        const refused = []
        for (let i = 0; i < 60 && refused.length < 3; i++) {
          const answer = await write()
          if (answer.status === 200) continue
          expect(answer.status, answer.text).toBe(503)
          refused.push(answer.body.error.message)
        }
        expect(refused.length, "nothing was refused").toBeGreaterThan(0)
        expect(refused.join("\n")).toMatch(told)
        if (ends !== true) {
          expect((await api.get("/healthz")).status).toBe(200)
          expect(await titles()).toEqual(expect.arrayContaining([...kept]))
        }
      } finally {
        await heal()
      }

      // it needs no restart
      let answer = await write()
      for (const end = Date.now() + 30_000; answer.status !== 200 && Date.now() < end; await sleep(50)) {
        expect(answer.status, answer.text).toBe(503)
        answer = await write()
      }
      expect(answer.status, answer.text).toBe(200)
      expect(await titles()).toEqual(expect.arrayContaining([...kept]))
      // and what was acknowledged survives one
      await server.kill()
      server = await startChild(world.database)
      const found = (await makeClient(server.origin, world.admin.token).get(`${at}/content/pages`)).body.pages
      const after = found.map(({ title }: { title: string }) => title)
      expect(after).toEqual(expect.arrayContaining([...kept]))
      expect(new Set(after).size).toBe(after.length)
      expect((await walkStore(world, space)).problems).toEqual([])
      // a connection of its own: one that is open keeps what it knows of the full-text index
      if (name === "SQLite") {
        const integrity = Effect.flatMap(SqlClient.SqlClient, (db) => db`PRAGMA integrity_check`)
        expect(await onDatabase(world.config, integrity)).toEqual([{ integrity_check: "ok" }])
      }
    })
  })

tell(
  "SQLite",
  [
    { what: "has no room for what is written", calls: "pwrite64", error: "ENOSPC", told: full },
    { what: "cannot write", calls: "pwrite64", error: "EIO", told: /./ },
    { what: "cannot keep what is written: fsync fails", calls: "fsync,fdatasync", error: "EIO", told: /./ }
  ],
  async () => ({ store: sqlite, close: async () => {} })
)

tell(
  "Postgres",
  [
    { what: "has no room for more tables", calls: "pwritev,fallocate", error: "ENOSPC", told: full },
    { what: "has no room for the log", calls: "pwrite64", error: "ENOSPC", told: /./, ends: true },
    { what: "cannot keep what is written: fsync fails", calls: "fsync,fdatasync", error: "EIO", told: /./, ends: true }
  ],
  postgresOfItsOwn
)
