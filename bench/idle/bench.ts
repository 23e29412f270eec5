/**
 * What a server does while nobody asks anything of it, on either store: statements a second and memory. Measured over
 * `OCTAVO_BENCH_SECONDS` (300 when that is not said), after a minute in which it comes to rest. Of `@octavo/cli` as it is
 * packed and installed, since that is what people run, or of the one whose directory `OCTAVO_BENCH_INSTALLED` names; of
 * the sources where `sources` stands behind the name: Node keeps the text of every module, and sources have comments and
 * are stripped of their types.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freshDatabase, startPostgres } from "@octavo/storage-postgres/testing"
import { Effect } from "effect"
import { startChild } from "../support/child.ts"
import { installedCli, startInstalled } from "../support/installed.ts"
import type { ServerState } from "../support/serverProcess.ts"
import { atMost, type Row } from "../support/table.ts"

const seconds = Number(process.env["OCTAVO_BENCH_SECONDS"] ?? 300)
const rest = Math.min(60, seconds)

/** Bars: statements a second, and bytes. */
const mostStatements = 1
const mostBytes = 120_000_000

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`

const start = async (installed: string | undefined, database: string, directory: string) => {
  if (installed === undefined) {
    const { ask, stop } = startChild("support/importingServer.ts", 0, [database, directory])
    const state = () => ask<ServerState>({})
    await state()
    return { state, stop }
  }
  const { state, stop } = await startInstalled(installed, database, directory)
  const counted = async (): Promise<ServerState> => {
    const { port, ...rest } = await state()
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const counts = metrics.matchAll(/^octavo_database_statements_total(?:\{[^}]*\})? (\d+)/gm)
    return { port, ...rest, statements: [...counts].reduce((sum, [, count]) => sum + Number(count), 0) }
  }
  return { state: counted, stop }
}

const measure = async (
  say: (line: string) => void,
  installed: string | undefined,
  name: string,
  database: string,
  directory: string
): Promise<ReadonlyArray<Row>> => {
  const { state, stop } = await start(installed, database, directory)
  say(`${name}: ${rest} seconds to come to rest, ${seconds} measured`)
  await sleep(rest * 1000)
  const before = await state()
  await sleep(seconds * 1000)
  const after = await state()
  await stop()
  const each = ((after.statements ?? 0) - (before.statements ?? 0)) / seconds
  return [
    {
      what: `statements a second of an idle server, ${name}`,
      ours: each.toFixed(2),
      yardstick: String(mostStatements),
      ratio: each / mostStatements,
      bar: atMost(1)
    },
    {
      what: `its memory after ${Math.round((rest + seconds) / 60)} minutes, ${name}`,
      ours: megabytes(after.memory),
      yardstick: megabytes(mostBytes),
      ratio: after.memory / mostBytes,
      bar: atMost(1)
    }
  ]
}

const run = async (say: (line: string) => void, options: ReadonlyArray<string>): Promise<ReadonlyArray<Row>> => {
  const root = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  const installed = options.includes("sources") ? undefined : installedCli(root, say)
  const postgres = await startPostgres()
  try {
    const onPostgres = Effect.gen(function* () {
      const { url } = yield* freshDatabase(postgres.url)
      return yield* Effect.promise(() => measure(say, installed, "Postgres", url, join(root, "postgres")))
    })
    return [
      ...(await measure(say, installed, "SQLite", `sqlite:${join(root, "octavo.db")}`, root)),
      ...(await Effect.runPromise(Effect.scoped(onPostgres)))
    ]
  } finally {
    await postgres.stop()
    rmSync(root, { recursive: true, force: true })
  }
}

export default { title: "An idle server: statements a second, and memory", run }
