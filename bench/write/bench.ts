/**
 * What a write costs, one at a time and 32 at a time: statements, and for an edit the processor's time beside a bare server
 * that inserts the same rows. What two reads cost in statements, where nothing is kept; and how long reads take while
 * others write.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freshDatabase, startPostgres } from "@octavo/storage-postgres/testing"
import { Effect } from "effect"
import { makeWorld } from "../load/world.ts"
import { type Child, startChild } from "../support/child.ts"
import type { Load, Loaded } from "../support/load.ts"
import { median, shown } from "../support/numbers.ts"
import type { ServerState } from "../support/serverProcess.ts"
import { atMost, type Row } from "../support/table.ts"

type Say = (line: string) => void

/** Requests of each kind, one at a time; 32 at a time there are more. */
const times = 150
const atOnce = 32

/** Most statements of each. */
const bars = { edit: 10, "edit of a draft": 7, comment: 6, rename: 5, merge: 14 }
const readBars = { "read of a page": 1, "list of 50": 2 }
/** Most processor time of an edit, in that of the bare server. */
const mostTime = 6

/** Who writes without pause while somebody reads; the slowest of so many reads, in that of as many alone. */
const writers = 8
const readsBeside = 1_000
const mostSlower = 3
/** How often that is looked at. */
const looks = 7

type Send = (n: number) => Promise<void>

interface Server {
  readonly child: Child
  readonly port: number
}

const start = async (file: string, args: ReadonlyArray<string>): Promise<Server> => {
  const child = startChild(file, 0, args)
  const { port } = await child.ask<ServerState>({})
  return { child, port }
}

/** Sends so many, some at a time; answers statements and milliseconds of the processor for each. */
const measure = async ({ child }: Server, send: Send, count: number, concurrency: number) => {
  const before = await child.ask<ServerState>({})
  let next = 0
  const sender = async () => {
    while (next < count) await send(next++)
  }
  await Promise.all(Array.from({ length: concurrency }, sender))
  const after = await child.ask<ServerState>({})
  return {
    statements: ((after.statements ?? 0) - (before.statements ?? 0)) / count,
    cpu: (after.cpu - before.cpu) / 1000 / count
  }
}

/** What is measured where that is not all. */
type Only = "reads" | "statements"

/** @param options `statements`: only those; `reads`: only how long reads take while others write */
const run = async (say: Say, options: ReadonlyArray<string>): Promise<ReadonlyArray<Row>> => {
  const only = options.find((option): option is Only => option === "reads" || option === "statements")
  const root = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  const postgres = await startPostgres({ fsync: "on" })
  try {
    const onPostgres = Effect.gen(function* () {
      const { url } = yield* freshDatabase(postgres.url)
      const { url: bare } = yield* freshDatabase(postgres.url)
      return yield* Effect.promise(() => ofStore("Postgres", url, bare, join(root, "postgres"), only, say))
    })
    return [
      ...(await ofStore("SQLite", `sqlite:${root}/octavo.db`, `sqlite:${root}/bare.db`, root, only, say)),
      ...(await Effect.runPromise(Effect.scoped(onPostgres)))
    ]
  } finally {
    await postgres.stop()
    rmSync(root, { recursive: true, force: true })
  }
}

const ofStore = async (
  store: string,
  database: string,
  bareDatabase: string,
  directory: string,
  only: Only | undefined,
  say: Say
): Promise<ReadonlyArray<Row>> => {
  say(`${store}: filling the store`)
  const world = await makeWorld(database, directory)
  const ours = await start("http/octavo.ts", [database, directory])
  const bare = await start("write/yardstick.ts", [bareDatabase])
  const headers = { authorization: `Bearer ${world.token}`, "content-type": "application/json" }
  const call = async ({ port }: Server, method: string, path: string, body?: object) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...sent })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer as any
  }
  try {
    if (only === "reads") return [await readsBesideWriters(store, ours, world, say)]
    const spaces = world.writes.filter(({ method }) => method === "PATCH").map(({ path }) => path)
    const edits = world.writes.filter(({ path }) => path.endsWith("/content"))
    const comments = world.writes.filter(({ path }) => path.endsWith("/comments"))
    const sendOne =
      (server: Server, all: typeof edits, words: string): Send =>
      async (n) => {
        const { body, method, path } = all[n % all.length]!
        await call(server, method, path, JSON.parse(body.replaceAll("$N", `${words} ${n}`)))
      }
    const change = (i: number) => JSON.parse(edits[i % edits.length]!.body.replaceAll("$N", `of a draft ${i}`))
    const drafts: Array<string> = []
    for (let i = 0; i < times; i++) {
      const space = spaces[i % spaces.length]!
      const { id } = await call(ours, "POST", `${space}/change-requests`, { subject: `Draft ${i}` })
      const draft = `${space}/change-requests/${id}`
      await call(ours, "POST", `${draft}/content`, change(i))
      drafts.push(draft)
    }
    const { organization } = await call(ours, "GET", spaces[0]!)
    const page = world.paths.find((path) => path.includes("/content/page/"))!
    const sends: Record<keyof typeof bars, Send> = {
      edit: sendOne(ours, edits, "Alone"),
      "edit of a draft": async (n) => {
        await call(ours, "POST", `${drafts[n]!}/content`, {
          changes: [{ ...change(n).changes[0], document: { markdown: `# Draft\n\nOnce more ${n}` } }]
        })
      },
      comment: sendOne(ours, comments, "Alone"),
      rename: async (n) => {
        await call(ours, "PATCH", spaces[n % spaces.length]!, { title: `Renamed ${n}` })
      },
      // one page each, of another space than the one before
      merge: async (n) => {
        await call(ours, "POST", `${drafts[n]!}/merge`)
      }
    }
    const reads: Record<keyof typeof readBars, Send> = {
      "read of a page": async () => {
        await call(ours, "GET", page)
      },
      "list of 50": async () => {
        await call(ours, "GET", `/v1/orgs/${organization}/spaces?limit=50`)
      }
    }
    const rows: Array<Row> = []
    const statements = async (what: string, send: Send, bar: number) => {
      // what is prepared and kept is there
      await measure(ours, what === "merge" ? async () => {} : send, Math.min(20, times), 1)
      const found = await measure(ours, send, times, 1)
      say(`${store}, ${what}: ${shown(found.statements)} statements, ${shown(found.cpu)} ms of the processor`)
      rows.push({
        what: `${store}: statements of ${what}`,
        ours: shown(found.statements),
        yardstick: String(bar),
        ratio: found.statements / bar,
        bar: atMost(1)
      })
    }
    for (const [what, bar] of Object.entries(bars)) await statements(what, sends[what as keyof typeof bars], bar)
    if (store === "Postgres") {
      for (const [what, bar] of Object.entries(readBars)) {
        await statements(what, reads[what as keyof typeof readBars], bar)
      }
    }
    if (only === "statements") return rows
    for (const [words, concurrency] of [
      ["one at a time", 1],
      [`${atOnce} at a time`, atOnce]
    ] as const) {
      const count = times * 4
      const turn = async (server: Server) =>
        (await measure(server, sendOne(server, edits, words), count, concurrency)).cpu
      await turn(bare)
      const [mine, thin] = [await turn(ours), await turn(bare)]
      rows.push({
        what: `${store}: processor time of an edit, ${words}`,
        ours: `${shown(mine)} ms`,
        yardstick: `${shown(thin)} ms`,
        ratio: mine / thin,
        bar: atMost(mostTime)
      })
    }
    rows.push(await readsBesideWriters(store, ours, world, say))
    return rows
  } finally {
    await Promise.all([ours.child.stop(), bare.child.stop()])
  }
}

/** Who reads, and who writes, are processes of their own: nobody's answers wait for another's. */
const readsBesideWriters = async (
  store: string,
  { port }: Server,
  { paths, token, writes }: Awaited<ReturnType<typeof makeWorld>>,
  say: Say
): Promise<Row> => {
  const [reader, writer] = [startChild("support/load.ts", 1), startChild("support/load.ts", 1)]
  try {
    const reading: Load = { port, token, paths, connections: 1, milliseconds: 60_000, requests: readsBeside }
    const read = async () => (await reader.ask<Loaded>(reading)).slowest
    const found: Array<{ readonly alone: number; readonly beside: number }> = []
    await read()
    for (let look = 0; look < looks; look++) {
      const alone = await read()
      const written = writer.ask<Loaded>({ port, token, paths: [], writes, connections: writers, milliseconds: 5_000 })
      const beside = await read()
      await written
      found.push({ alone, beside })
      say(
        `${store}, slowest of ${readsBeside} reads: ${shown(alone)} ms alone, ${shown(beside)} beside ${writers} writers`
      )
    }
    return {
      what: `${store}: slowest of ${readsBeside} reads beside ${writers} writers`,
      ours: `${shown(median(found.map(({ beside }) => beside)))} ms`,
      yardstick: `${shown(median(found.map(({ alone }) => alone)))} ms`,
      ratio: median(found.map(({ alone, beside }) => beside / alone)),
      bar: atMost(mostSlower)
    }
  } finally {
    await Promise.all([reader.stop(), writer.stop()])
  }
}

export default { title: "What a write costs: statements, and processor time beside a bare server's", run }
