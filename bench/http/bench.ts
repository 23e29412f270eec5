/** Reads over HTTP against a bare server that selects and stringifies the same bytes. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freshDatabase, startPostgres } from "@octavo/storage-postgres/testing"
import { Effect } from "effect"
import { type Child, startChild } from "../support/child.ts"
import { compare } from "../support/compare.ts"
import { shown } from "../support/numbers.ts"
import type { ServerState } from "../support/serverProcess.ts"
import { atLeast, type Bar, type Row } from "../support/table.ts"
import { type Endpoint, makeWorld } from "./world.ts"
import type { Answer } from "./yardstick.ts"

interface Store {
  readonly name: string
  readonly database: string
  readonly yardstick: string
  readonly yardstickDatabase: string
  /** In place of the bars of the rows; what is made anew is measured where there is none. */
  readonly bar?: Bar
}

type Say = (line: string) => void

const run = async (say: Say): Promise<ReadonlyArray<Row>> => {
  const directory = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  const load = startChild("support/load.ts", 1)
  try {
    const sqlite = await measure(load, directory, say, {
      name: "SQLite",
      database: `sqlite:${directory}/octavo.db`,
      yardstick: "http/yardstickSqlite.ts",
      yardstickDatabase: `${directory}/yardstick.db`
    })
    return [...sqlite, ...(await onPostgres(load, directory, say))]
  } finally {
    await load.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

const onPostgres = async (load: Child, directory: string, say: Say): Promise<ReadonlyArray<Row>> => {
  const server = await startPostgres()
  try {
    return await Effect.gen(function* () {
      const { url } = yield* freshDatabase(server.url)
      const { url: yardstickUrl } = yield* freshDatabase(server.url)
      return yield* Effect.promise(() =>
        measure(load, directory, say, {
          name: "Postgres",
          database: url,
          yardstick: "http/yardstickPostgres.ts",
          yardstickDatabase: yardstickUrl,
          bar: atLeast(0.5)
        })
      )
    }).pipe(Effect.scoped, Effect.runPromise)
  } finally {
    await server.stop()
  }
}

const measure = async (load: Child, directory: string, say: Say, store: Store): Promise<ReadonlyArray<Row>> => {
  say(`${store.name}: filling the store`)
  const { endpoints, token } = await makeWorld(store.database, directory)
  const ours = startChild("http/octavo.ts", 0, [store.database, directory])
  const answers = await collect(ours, endpoints, token)
  const answersFile = join(directory, `${store.name}.json`)
  writeFileSync(answersFile, JSON.stringify(answers))
  const yardstick = startChild(store.yardstick, 0, [store.yardstickDatabase, answersFile])
  try {
    await sameAnswers(yardstick, answers)
    const rows: Array<Row> = []
    for (const { bar, headers = {}, paths, what } of endpoints.filter(
      ({ headers }) => store.bar === undefined || headers === undefined
    )) {
      const compared = await compare(load, { ours, yardstick }, { paths, token, headers })
      say(`${store.name}: ${what} ${compared.ratio.toFixed(2)}`)
      rows.push({
        what: `${store.name}: ${what}`,
        ours: `${shown(compared.ours)} /CPU-s`,
        yardstick: `${shown(compared.yardstick)} /CPU-s`,
        ratio: compared.ratio,
        bar: store.bar ?? bar
      })
    }
    return rows
  } finally {
    await Promise.all([ours.stop(), yardstick.stop()])
  }
}

/** Every answer of ours: what the yardstick will send. */
const collect = async (ours: Child, endpoints: ReadonlyArray<Endpoint>, token: string) => {
  const { port } = await ours.ask<ServerState>({})
  const answers: Array<Answer> = []
  for (const path of new Set(endpoints.flatMap(({ paths }) => paths))) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    answers.push({ path, value: await response.json() })
  }
  return answers
}

/** Fails unless the yardstick sends the bytes that ours does. */
const sameAnswers = async (yardstick: Child, answers: ReadonlyArray<Answer>) => {
  const { port } = await yardstick.ask<ServerState>({})
  for (const { path, value } of answers) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    if ((await response.text()) !== JSON.stringify(value)) throw new Error(`the yardstick answers ${path} differently`)
  }
}

export default {
  title: "Reads over HTTP, answers per CPU-second of the server; the yardstick is a bare node:http server",
  run
}
