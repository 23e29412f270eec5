/**
 * `octavo serve --processes 2` beside one process, over the same content: requests a second of reads, and of the mixed
 * load. The machine needs two free processors beside the one that asks: with fewer, what asks takes its part of theirs.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { freePort, freshDatabase, startPostgres } from "@octavo/storage-postgres/testing"
import { Effect } from "effect"
import { makeWorld } from "../load/world.ts"
import { type Child, startChild } from "../support/child.ts"
import type { Load, Loaded } from "../support/load.ts"
import { median, shown } from "../support/numbers.ts"
import { atLeast, type Row } from "../support/table.ts"

type Say = (line: string) => void

const turns = 7
/** Milliseconds of each. */
const turnLength = 4_000
const connections = 32
const bars = { reads: 1.7, "the mixed load": 1.3 }

const run = async (say: Say): Promise<ReadonlyArray<Row>> => {
  if (availableParallelism() < 3) say("There are no two free processors beside the one that asks")
  const load = startChild("support/load.ts", undefined)
  const postgres = await startPostgres({ fsync: "on" })
  const root = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  try {
    const onPostgres = Effect.gen(function* () {
      const urls = [(yield* freshDatabase(postgres.url)).url, (yield* freshDatabase(postgres.url)).url] as const
      return yield* Effect.promise(() => ofStore("Postgres", urls, join(root, "postgres"), load, say))
    })
    const files = [`sqlite:${root}/one.db`, `sqlite:${root}/two.db`] as const
    return [
      ...(await ofStore("SQLite", files, join(root, "sqlite"), load, say)),
      ...(await Effect.runPromise(Effect.scoped(onPostgres)))
    ]
  } finally {
    await load.stop()
    await postgres.stop()
    rmSync(root, { recursive: true, force: true })
  }
}

const ofStore = async (
  store: string,
  databases: readonly [string, string],
  directory: string,
  load: Child,
  say: Say
): Promise<ReadonlyArray<Row>> => {
  say(`${store}: filling two stores`)
  const served = await Promise.all(
    databases.map(async (database, i) => {
      const data = join(directory, String(i))
      const world = await makeWorld(database, data)
      return { world, ...(await serve(database, data, i + 1)) }
    })
  )
  try {
    const rows: Array<Row> = []
    for (const [what, bar] of Object.entries(bars)) {
      const turn = async ({ port, world: { paths, token, writes } }: (typeof served)[number], milliseconds: number) => {
        const all = what === "reads" ? { paths, token } : { paths, token, writes }
        const request: Load = { ...all, port, connections, milliseconds }
        const { answers, failures } = await load.ask<Loaded>(request)
        if (failures > 0) throw new Error(`${store}: ${failures} of ${answers} requests were refused`)
        return answers / (milliseconds / 1_000)
      }
      for (const one of served) await turn(one, 2_000)
      const found: Array<readonly [one: number, two: number]> = []
      for (let i = 0; i < turns; i++) {
        found.push([await turn(served[0]!, turnLength), await turn(served[1]!, turnLength)])
        const [one, two] = found.at(-1)!
        say(`${store}, ${what}: ${shown(one)} and ${shown(two)} a second`)
      }
      rows.push({
        what: `${store}: ${what} of two processes`,
        ours: `${shown(median(found.map(([, two]) => two)))} /s`,
        yardstick: `${shown(median(found.map(([one]) => one)))} /s`,
        ratio: median(found.map(([one, two]) => two / one)),
        bar: atLeast(bar)
      })
    }
    return rows
  } finally {
    await Promise.all(served.map(({ stop }) => stop()))
  }
}

const commandLine = fileURLToPath(new URL("../../apps/cli/src/main.ts", import.meta.url))

/** As it is served, by so many processes. */
const serve = async (database: string, data: string, processes: number) => {
  const port = await freePort()
  const own = { OCTAVO_DATABASE_URL: database, OCTAVO_DATA: data, OCTAVO_RATE_LIMITS: "off" }
  const args = ["serve", "--processes", String(processes), "--port", String(port), "--host", "127.0.0.1"]
  const child = spawn(process.execPath, [...process.execArgv, commandLine, ...args], {
    env: { ...process.env, ...own },
    stdio: ["ignore", "ignore", "inherit"]
  })
  const gone = once(child, "exit")
  for (let isReady = false; !isReady; ) {
    if (child.exitCode !== null) throw new Error(`octavo serve ended with ${child.exitCode}`)
    await sleep(100)
    isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false
    )
  }
  const stop = async () => {
    child.kill("SIGTERM")
    await gone
  }
  return { port, stop }
}

export default { title: "Requests a second of two processes; the yardstick is one process", run }
