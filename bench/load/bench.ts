/**
 * A mixed load of 90 reads to 10 writes, beside a bare server that selects, inserts and stringifies. Each setting takes
 * `OCTAVO_BENCH_SECONDS` for ours, in turns with the yardstick, which takes a minute at most: 60 when nothing is said,
 * 600 is the long run.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { freshDatabase, startPostgres } from "@octavo/storage-postgres/testing"
import { Effect } from "effect"
import type { Answer } from "../http/yardstick.ts"
import { type Child, startChild } from "../support/child.ts"
import { inDirectory } from "../support/inDirectory.ts"
import type { Load, Loaded } from "../support/load.ts"
import { median, shown } from "../support/numbers.ts"
import type { ServerState } from "../support/serverProcess.ts"
import { atLeast, atMost, type Row } from "../support/table.ts"
import { makeWorld } from "./world.ts"

type Say = (line: string) => void

/** In the yardstick's: fewest requests in a second of the processor, and longest time of 99 of 100 answers. */
interface Bars {
  readonly requests: number
  readonly within: number
}
const onSqlite: Bars = { requests: 0.5, within: 2.5 }
/** By the number of servers. */
const onPostgres: Readonly<Record<number, Bars>> = { 1: { requests: 0.32, within: 4 }, 2: { requests: 0.3, within: 4 } }
/** Memory at the end, in that of the first half. */
const mostGrown = 1.1

interface Setting {
  readonly name: string
  readonly servers: number
  readonly bars: Bars
  readonly database: string
  readonly yardstick: string
  readonly yardstickDatabase: string
}

const seconds = Number(process.env["OCTAVO_BENCH_SECONDS"] ?? 60)
const turns = 12
/** Longest turn of the yardstick, in milliseconds. */
const thinTurn = 5_000
const connections = 32
const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`

/** @param stores `sqlite` or `postgres`; both when none is named */
const run = async (say: Say, stores: ReadonlyArray<string>): Promise<ReadonlyArray<Row>> => {
  const asked = (store: string) => stores.length === 0 || stores.includes(store)
  const load = startChild("support/load.ts", 1)
  const postgres = await startPostgres({ fsync: "on" })
  try {
    const rows: Array<Row> = []
    if (asked("sqlite")) {
      const measured = await inDirectory((directory) =>
        measure(load, directory, say, {
          name: "SQLite",
          servers: 1,
          bars: onSqlite,
          database: `sqlite:${directory}/octavo.db`,
          yardstick: "http/yardstickSqlite.ts",
          yardstickDatabase: `${directory}/yardstick.db`
        })
      )
      rows.push(...measured)
    }
    for (const servers of asked("postgres") ? [1, 2] : []) {
      const measured = Effect.gen(function* () {
        const { url } = yield* freshDatabase(postgres.url)
        const { url: yardstickDatabase } = yield* freshDatabase(postgres.url)
        const name = `Postgres, ${servers} ${servers === 1 ? "server" : "servers"}`
        const bars = onPostgres[servers]!
        const yardstick = "http/yardstickPostgres.ts"
        const setting = { name, servers, bars, database: url, yardstick, yardstickDatabase }
        return yield* Effect.promise(() => inDirectory((directory) => measure(load, directory, say, setting)))
      })
      rows.push(...(await Effect.runPromise(Effect.scoped(measured))))
    }
    return rows
  } finally {
    await load.stop()
    await postgres.stop()
  }
}

/** Servers on one store; started one after the other, so that the first one makes its tables. */
const start = async (file: string, count: number, args: ReadonlyArray<string>): Promise<ReadonlyArray<Child>> => {
  const children: Array<Child> = []
  for (let i = 0; i < count; i++) {
    const child = startChild(file, 0, args)
    children.push(child)
    await child.ask<ServerState>({})
  }
  return children
}

const statesOf = async (children: ReadonlyArray<Child>) => {
  const states = await Promise.all(children.map((child) => child.ask<ServerState>({})))
  const sum = (of: (state: ServerState) => number) => states.reduce((all, state) => all + of(state), 0)
  return { ports: states.map(({ port }) => port), cpu: sum(({ cpu }) => cpu), memory: sum(({ memory }) => memory) }
}

const measure = async (load: Child, directory: string, say: Say, setting: Setting): Promise<Array<Row>> => {
  const { database, name, servers, yardstick, yardstickDatabase } = setting
  say(`${name}: filling the store`)
  const world = await makeWorld(database, directory)
  const ours = await start("http/octavo.ts", servers, [database, directory])
  const children = [...ours]
  try {
    const { ports } = await statesOf(ours)
    const answersFile = join(directory, "answers.json")
    writeFileSync(answersFile, JSON.stringify(await collect(ports[0]!, world)))
    const thin = await start(yardstick, servers, [yardstickDatabase, answersFile])
    children.push(...thin)
    const turn = async (group: ReadonlyArray<Child>, milliseconds: number) => {
      const before = await statesOf(group)
      const [port, ...otherPorts] = before.ports
      const request: Load = { ...world, port: port!, otherPorts, connections, milliseconds }
      const { answers, failures, p99 } = await load.ask<Loaded>(request)
      if (failures > 0) throw new Error(`${name}: ${failures} of ${answers} requests were refused`)
      const after = await statesOf(group)
      return { rate: answers / ((after.cpu - before.cpu) / 1_000_000), p99, memory: after.memory }
    }
    await turn(ours, 2_000)
    await turn(thin, 2_000)
    const found: Array<{ readonly ours: Turn; readonly thin: Turn }> = []
    for (let i = 0; i < turns; i++) {
      const milliseconds = (seconds / turns) * 1_000
      const both = { ours: await turn(ours, milliseconds), thin: await turn(thin, Math.min(milliseconds, thinTurn)) }
      found.push(both)
      say(`${name}: ${shown(both.ours.rate)} and ${shown(both.thin.rate)} /CPU-s, ${megabytes(both.ours.memory)}`)
    }
    return rowsOf(setting, found)
  } finally {
    await Promise.all(children.map((child) => child.stop()))
  }
}

interface Turn {
  readonly rate: number
  readonly p99: number
  readonly memory: number
}

const rowsOf = (
  { bars, name }: Setting,
  found: ReadonlyArray<{ readonly ours: Turn; readonly thin: Turn }>
): Array<Row> => {
  const middle = (what: "rate" | "p99") => ({
    ours: median(found.map(({ ours }) => ours[what])),
    thin: median(found.map(({ thin }) => thin[what])),
    ratio: median(found.map(({ ours, thin }) => ours[what] / thin[what]))
  })
  const memory = found.map(({ ours }) => ours.memory)
  // caches fill in the first quarter
  const early = median(memory.slice(turns / 4, turns / 2))
  const late = median(memory.slice(-turns / 4))
  const rate = middle("rate")
  const p99 = middle("p99")
  return [
    {
      what: `${name}: requests`,
      ours: `${shown(rate.ours)} /CPU-s`,
      yardstick: `${shown(rate.thin)} /CPU-s`,
      ratio: rate.ratio,
      bar: atLeast(bars.requests)
    },
    {
      what: `${name}: 99 of 100 answered within`,
      ours: `${shown(p99.ours)} ms`,
      yardstick: `${shown(p99.thin)} ms`,
      ratio: p99.ratio,
      bar: atMost(bars.within)
    },
    {
      what: `${name}: memory after ${seconds} s; yardstick: its own before`,
      ours: megabytes(late),
      yardstick: megabytes(early),
      ratio: late / early,
      bar: atMost(mostGrown)
    }
  ]
}

/** What ours answers to each request: what the yardstick will send. */
const collect = async (port: number, { paths, token, writes }: Awaited<ReturnType<typeof makeWorld>>) => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  const ask = async (path: string, name: string, request: RequestInit): Promise<Answer> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { ...request, headers })
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`)
    return { path: name, value: await response.json() }
  }
  const answers: Array<Answer> = []
  for (const path of paths) answers.push(await ask(path, path, {}))
  for (const { body, method, path } of writes)
    answers.push(await ask(path, `${method} ${path}`, { method, body: body.replaceAll("$N", "once") }))
  return answers
}

export default {
  title: "90 reads to 10 writes, beside a bare node:http server that selects and inserts",
  run
}
