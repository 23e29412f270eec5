/**
 * What everyday work costs in a large company, beside one a hundredth of the whole: 2,000 spaces, 1,000,000 pages, 5,000
 * people, 300 sites, 100,000 change requests and 1,000,000 comments. A twentieth of it when nothing is said, all of it
 * with `--whole`; on Postgres with `--postgres`.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort, freshDatabase, startPostgres } from "@octavo/storage-postgres/testing"
import { Effect } from "effect"
import { type Child, startChild } from "../support/child.ts"
import { inDirectory } from "../support/inDirectory.ts"
import { median, shown } from "../support/numbers.ts"
import type { ServerState } from "../support/serverProcess.ts"
import { atMost, type Row } from "../support/table.ts"
import { type Company, makeCompany } from "./company.ts"

type Say = (line: string) => void

/** The part of the whole company that the costs are compared with. */
const smallPart = 1 / 100
const rounds = 41
const warmUps = 5
/** The most memory that the server of the large one may have had, in bytes. */
const mostMemory = 600e6

/** A company that is served. */
interface Served {
  readonly company: Company
  readonly database: string
  readonly directory: string
  readonly child: Child
  readonly port: number
  /** Milliseconds from the start of the process to the first list of spaces. */
  readonly coldStart: number
}

const run = async (say: Say, options: ReadonlyArray<string>): Promise<ReadonlyArray<Row>> => {
  const isWhole = options.includes("--whole")
  const parts = { large: isWhole ? 1 : 1 / 20, small: smallPart }
  const most = isWhole ? 3 : 2
  if (!options.includes("--postgres")) {
    return inDirectory((directory) => measure(say, directory, (name) => `sqlite:${directory}/${name}.db`, parts, most))
  }
  const postgres = await startPostgres({ fsync: "on" })
  try {
    return await Effect.gen(function* () {
      const urls = { large: (yield* freshDatabase(postgres.url)).url, small: (yield* freshDatabase(postgres.url)).url }
      return yield* Effect.promise(() =>
        inDirectory((directory) => measure(say, directory, (name) => urls[name], parts, most))
      )
    }).pipe(Effect.scoped, Effect.runPromise)
  } finally {
    await postgres.stop()
  }
}

const measure = async (
  say: Say,
  root: string,
  databaseOf: (name: "large" | "small") => string,
  parts: Record<"large" | "small", number>,
  most: number
): Promise<ReadonlyArray<Row>> => {
  const serving = async (name: "large" | "small"): Promise<Served> => {
    const [directory, database] = [join(root, name), databaseOf(name)]
    const begun = performance.now()
    const company = await makeCompany(database, directory, parts[name])
    say(
      `${name}: ${company.pages} pages in ${company.spaces.length} spaces, made in ${shown((performance.now() - begun) / 1000)} s`
    )
    return { company, database, directory, ...(await start(company, database, directory)) }
  }
  const small = await serving("small")
  const large = await serving("large")
  try {
    const rows: Array<Row> = []
    const compared = (
      what: string,
      ours: ReadonlyArray<number>,
      theirs: ReadonlyArray<number>,
      grows = false
    ): void => {
      const ratio = median(ours.map((value, round) => value / theirs[round]!))
      const cost = (all: ReadonlyArray<number>) => `${shown(median(all))} ms`
      rows.push({ what, ours: cost(ours), yardstick: cost(theirs), ratio, ...(grows ? {} : { bar: atMost(most) }) })
      say(`${what}: ${cost(ours)}, ${cost(theirs)}`)
    }
    compared("cold start, to the first list of spaces", await coldStarts(large), await coldStarts(small))
    for (const [what, act, grows] of everyday) {
      const [ours, theirs] = await inTurns(act, large, small)
      compared(what, ours, theirs, grows === "grows")
    }
    compared("removal of a deleted space", large.company.purges, small.company.purges)
    const peak = (await large.child.ask<ServerState>({})).peak
    rows.push({
      what: "peak memory of the server",
      ours: `${shown(peak / 1e6)} MB`,
      yardstick: `${shown(mostMemory / 1e6)} MB`,
      ratio: peak / mostMemory,
      bar: atMost(1)
    })
    await Promise.all([large, small].map(({ child }) => child.stop()))
    rows.push(...(await copies(large, small, say)))
    return rows
  } finally {
    await Promise.all([large, small].map(({ child }) => child.stop()))
  }
}

const start = async (company: Company, database: string, directory: string) => {
  const port = await freePort()
  const begun = performance.now()
  const child = startChild("company/octavo.ts", undefined, [database, directory, String(port)])
  await child.ask<ServerState>({})
  await ask(port, company.token, `/v1/orgs/${company.organization}/spaces`)
  return { child, port, coldStart: performance.now() - begun }
}

/** Of processes that are started beside the one that is measured. */
const coldStarts = async ({ company, coldStart, database, directory }: Served): Promise<ReadonlyArray<number>> => {
  const times = [coldStart]
  for (let i = 0; i < 2; i++) {
    const again = await start(company, database, directory)
    times.push(again.coldStart)
    await again.child.stop()
  }
  return times
}

interface Asked {
  readonly method?: "POST"
  readonly body?: object
}

const ask = async (
  port: number,
  token: string | undefined,
  path: string,
  { body, method }: Asked = {}
): Promise<any> => {
  const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` })
  if (body !== undefined) headers.set("content-type", "application/json")
  const response = await fetch(`http://localhost:${port}${path}`, {
    method: method ?? "GET",
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} of ${method ?? "GET"} ${path}: ${text.slice(0, 300)}`)
  return response.headers.get("content-type")?.includes("json") === true ? JSON.parse(text) : text
}

/** So many different ones of anything are asked for in either company, so that as much is kept of both. */
const different = 20

/** One of a list, another one each time, from everywhere in it, the same in every run. */
const at = <A>(all: ReadonlyArray<A>, round: number): A =>
  all[Math.floor((((round * 7) % different) * all.length) / different) % all.length]!

/** Something that is done in each round: what it needs is made ready, then it is timed. */
type Act = (served: Served, round: number) => Promise<() => Promise<unknown>>

const read =
  (path: (company: Company, round: number) => string, token: (company: Company) => string | undefined): Act =>
  async ({ company, port }, round) =>
  () =>
    ask(port, token(company), path(company, round))

const admin = ({ token }: Company) => token
const edited = (page: string, round: number) => ({
  changes: [{ operation: "update_page", page, document: { markdown: `# Page\n\nWritten in round ${round}.\n` } }]
})

const everyday: ReadonlyArray<readonly [what: string, act: Act, grows?: "grows"]> = [
  ["home: spaces", read(({ organization }) => `/v1/orgs/${organization}/spaces?limit=50`, admin)],
  ["home: people", read(({ organization }) => `/v1/orgs/${organization}/members?limit=50`, admin)],
  ["home: sites", read(({ organization }) => `/v1/orgs/${organization}/sites?limit=50`, admin)],
  [
    "spaces of a guest",
    read(
      ({ organization }) => `/v1/orgs/${organization}/spaces`,
      ({ guestToken }) => guestToken
    )
  ],
  [
    "change requests of a space",
    read(({ spaces }, round) => `/v1/spaces/${at(spaces, round).id}/change-requests?limit=50`, admin)
  ],
  ["comments of a space", read(({ spaces }, round) => `/v1/spaces/${at(spaces, round).id}/comments?limit=50`, admin)],
  [
    "a page, by who may see three spaces",
    read(
      ({ granted }, round) => {
        const { id, pages } = at(granted, round)
        return `/v1/spaces/${id}/content/page/${at(pages, round)}`
      },
      ({ guestToken }) => guestToken
    )
  ],
  [
    "a page of any space",
    read(({ spaces }, round) => {
      const { id, pages } = at(spaces, round)
      return `/v1/spaces/${id}/content/page/${at(pages, round)}?format=markdown`
    }, admin)
  ],
  [
    "a page of a published site",
    read(
      ({ sites }, round) => `${at(sites, round)}page-about-topic-${round % 10}`,
      () => undefined
    )
  ],
  [
    "an edit",
    async ({ company, port }, round) => {
      const { id, pages } = at(company.spaces, round)
      return () =>
        ask(port, company.token, `/v1/spaces/${id}/content`, { method: "POST", body: edited(at(pages, round), round) })
    }
  ],
  [
    "a merge",
    async ({ company: { spaces, token }, port }, round) => {
      const { id, pages } = at(spaces, round)
      const path = `/v1/spaces/${id}/change-requests`
      const draft = await ask(port, token, path, { method: "POST", body: { subject: `Round ${round}` } })
      await ask(port, token, `${path}/${draft.id}/content`, {
        method: "POST",
        body: edited(at(pages, round + 1), round)
      })
      return () => ask(port, token, `${path}/${draft.id}/merge`, { method: "POST", body: {} })
    }
  ],
  ["the audit trail", read(({ organization }) => `/v1/orgs/${organization}/audit-events?limit=50`, admin)],
  [
    "search over the organization: what one space has",
    read(
      ({ organization, spaces }, round) =>
        `/v1/orgs/${organization}/search?query=serial${Math.floor(((round % different) * spaces.length) / different)}`,
      admin
    ),
    "grows"
  ],
  [
    "search over the organization: what every page has",
    read(({ organization }) => `/v1/orgs/${organization}/search?query=explains`, admin),
    "grows"
  ]
]

/** Milliseconds of each, one after the other in every round, so that whatever else the machine does meets both alike. */
const inTurns = async (act: Act, large: Served, small: Served) => {
  const ours: Array<number> = []
  const theirs: Array<number> = []
  for (let round = 0; round < warmUps + rounds; round++) {
    for (const [times, served] of [
      [ours, large],
      [theirs, small]
    ] as const) {
      const timed = await act(served, round)
      const begun = performance.now()
      await timed()
      if (round >= warmUps) times.push(performance.now() - begun)
    }
  }
  return [ours, theirs] as const
}

/** Backups of both, and restores of these: by page, because they copy all there is. */
const copies = async (large: Served, small: Served, say: Say): Promise<ReadonlyArray<Row>> => {
  const took = { backup: new Map<Served, number>(), restore: new Map<Served, number>() }
  for (const served of [large, small]) {
    const backup = join(served.directory, "backup")
    const into = join(served.directory, "restored")
    took.backup.set(served, await octavo("backup", backup, "--database", served.database, "--data", served.directory))
    took.restore.set(served, await octavo("restore", backup, "--database", `sqlite:${into}/octavo.db`, "--data", into))
    say(
      `backup and restore of ${served.company.pages} pages: ${shown(took.backup.get(served)! / 1000)} and ${shown(took.restore.get(served)! / 1000)} s`
    )
  }
  return (["backup", "restore"] as const).map((what) => {
    const each = (served: Served) => took[what].get(served)! / served.company.pages
    return {
      what: `${what}, for each page`,
      ours: `${shown(each(large))} ms`,
      yardstick: `${shown(each(small))} ms`,
      ratio: each(large) / each(small)
    }
  })
}

const commandLine = fileURLToPath(new URL("../../apps/cli/src/main.ts", import.meta.url))

/** Runs a command; answers how long it took, in milliseconds. */
const octavo = async (...args: ReadonlyArray<string>): Promise<number> => {
  const begun = performance.now()
  const child = spawn(process.execPath, [commandLine, ...args], { stdio: ["ignore", "ignore", "pipe"] })
  let said = ""
  child.stderr.on("data", (data) => (said += data))
  const [code] = await once(child, "close")
  if (code !== 0) throw new Error(`octavo ${args[0]}: ${said}`)
  return performance.now() - begun
}

export default {
  title: "Everyday work in a large company; the yardstick is a company a hundredth of the whole",
  run
}
