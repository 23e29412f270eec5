/** A server that is killed while it makes its tables. */
import { setTimeout as sleep } from "node:timers/promises"
import { program } from "@octavo/programs"
import { Dialect } from "@octavo/storage-sql"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { expect, it } from "vitest"
import { startChild } from "../src/process.ts"
import { onDatabase } from "../src/rows.ts"
import { type Database, emptyDatabase, onBothStores } from "../src/stores.ts"
import { configOf } from "../src/world.ts"

const kills = 4

onBothStores("A server that is killed while it makes its tables", (store) => {
  const shapeOf = (database: Database) =>
    onDatabase(
      configOf(database),
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const tables = (yield* (yield* Dialect).portable.tables).map(({ name }) => name).sort()
        const done = yield* sql<{ id: number | bigint }>`SELECT id FROM octavo_migrations ORDER BY id`
        return { tables, done: done.map(({ id }) => Number(id)) }
      })
    )

  /** Starts it until it can answer; answers how long that took. */
  const startWhole = async (database: Database): Promise<number> => {
    await program("server")
    const begun = performance.now()
    const server = await startChild(database)
    try {
      for (const end = Date.now() + 30_000; (await fetch(`${server.origin}/readyz`)).status !== 200; await sleep(20)) {
        if (Date.now() > end) throw new Error("the server did not become ready")
      }
      return performance.now() - begun
    } finally {
      await server.stop()
    }
  }

  it("goes on where that one was, and comes to the same tables (threat: kill -9)", async () => {
    const calm = await emptyDatabase(store)
    const killed = await emptyDatabase(store)
    try {
      const whole = await startWhole(calm)
      let ended = 0
      // sooner, where all of them were faster than the first
      for (let kill = 0; kill < kills || (ended === 0 && kill < 3 * kills); kill++) {
        // its tables come after a third of its start
        const share = 0.3 + (0.7 * ((kill % kills) + 0.5)) / kills
        const seconds = (whole * share) / (1 + Math.floor(kill / kills)) / 1_000
        const launcher = ["timeout", "--signal=KILL", seconds.toFixed(3)]
        await startChild(killed, {}, launcher).then(
          (server) => server.kill(),
          () => ended++
        )
      }
      expect(ended).toBeGreaterThan(0)
      await startWhole(killed)
      expect(await shapeOf(killed)).toEqual(await shapeOf(calm))
    } finally {
      await calm.drop()
      await killed.drop()
    }
  })
})
