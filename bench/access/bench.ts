/** The first page of a list of 10,000 spaces, by who asks: the filter is in the query, so seeing less costs no more. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freshDatabase, startPostgres } from "@octavo/storage-postgres/testing"
import { Effect } from "effect"
import { median, shown } from "../support/numbers.ts"
import { atMost, type Row } from "../support/table.ts"
import { type Lists, makeLists } from "./lists.ts"

const rounds = 41
const warmUps = 5
const bar = atMost(3)

type Say = (line: string) => void

const run = async (say: Say): Promise<ReadonlyArray<Row>> => {
  const directory = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  try {
    const sqlite = await measure("SQLite", `sqlite:${directory}/octavo.db`, directory, say)
    return [...sqlite, ...(await onPostgres(directory, say))]
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const onPostgres = async (directory: string, say: Say): Promise<ReadonlyArray<Row>> => {
  const server = await startPostgres()
  try {
    return await Effect.gen(function* () {
      const { url } = yield* freshDatabase(server.url)
      return yield* Effect.promise(() => measure("Postgres", url, directory, say))
    }).pipe(Effect.scoped, Effect.runPromise)
  } finally {
    await server.stop()
  }
}

const measure = async (store: string, database: string, directory: string, say: Say): Promise<ReadonlyArray<Row>> => {
  say(`${store}: 10,000 spaces`)
  const lists = await makeLists(database, directory)
  try {
    say(`${store}: lists`)
    const rows: Array<Row> = []
    for (const [what, ask] of Object.entries(lists.asked)) {
      const { asked, yardstick } = await inTurns(lists, ask)
      rows.push({
        what: `${store}: ${what}`,
        ours: `${shown(median(asked))} ms`,
        yardstick: `${shown(median(yardstick))} ms`,
        ratio: median(asked.map((value, round) => value / yardstick[round]!)),
        bar
      })
    }
    return rows
  } finally {
    await lists.close()
  }
}

/** Milliseconds of each, one after the other in every round, so that whatever else the machine does meets both alike. */
const inTurns = async (lists: Lists, ask: () => Promise<void>) => {
  const asked: Array<number> = []
  const yardstick: Array<number> = []
  for (let round = -warmUps; round < rounds; round++) {
    const ours = await timed(ask)
    const theirs = await timed(lists.yardstick)
    if (round < 0) continue
    asked.push(ours)
    yardstick.push(theirs)
  }
  return { asked, yardstick }
}

const timed = async (work: () => Promise<void>): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

export default { title: "First page of a list of 10,000 spaces; the yardstick is the page of an admin", run }
