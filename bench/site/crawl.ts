/** A crawl of a whole site whose caches are cold, by several at once, alone and beside somebody who edits. */
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Users } from "@octavo/core/people/users/Users"
import { octavoLayer } from "@octavo/runtime/layer"
import { Effect } from "effect"
import { startChild } from "../support/child.ts"
import { median, shown } from "../support/numbers.ts"
import { makeSpace } from "../support/seed.ts"
import type { ServerState } from "../support/serverProcess.ts"
import { atMost, type Row } from "../support/table.ts"
import { fetchRaw } from "./fetchRaw.ts"

const pageCount = 1_000
/** Each asks for every page, in the same order: so that they ask for the same at once. */
const crawlers = 4
const edits = 20
/** Between an edit and the next, in milliseconds. */
const pause = 50

interface Crawled {
  readonly base: string
  readonly space: string
  readonly page: string
  readonly token: string
}

const fill = (database: string, dataDirectory: string): Promise<Crawled> =>
  Effect.gen(function* () {
    const users = yield* Users
    const sites = yield* Sites
    const admin = yield* users.ensure({ email: "admin@crawl.test", displayName: "Admin" })
    const { token } = yield* users.createToken(admin.id, { label: "crawl" })
    const { id } = yield* (yield* Organizations).create({ title: "Crawled" }, admin.id)
    const space = yield* makeSpace(id, "Crawled", { pages: pageCount, bytes: 4_000 })
    const site = yield* sites.create(id, { title: "Crawled", spaces: [space.id] })
    const { urls } = yield* sites.publish(id, site.id)
    return { base: new URL(urls.published!).pathname, space: space.id, page: space.pages[7]!, token }
  }).pipe(
    Effect.provideService(CurrentActor, operator),
    Effect.provide(octavoLayer({ database, dataDirectory, worker: false, url: "http://localhost:4000" })),
    Effect.runPromise
  )

const text = async (port: number, path: string): Promise<string> =>
  Buffer.from((await fetchRaw(port, path, {})).body, "base64").toString("utf8")

/** Paths of all pages, as the site's own sitemap names them. */
const pathsOf = async (port: number, { base }: Crawled): Promise<ReadonlyArray<string>> => {
  const named = async (path: string) =>
    [...(await text(port, path)).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => new URL(url!).pathname)
  const found = await named(`${base}sitemap.xml`)
  const parts = found.filter((path) => path.endsWith(".xml"))
  return parts.length === 0 ? found : (await Promise.all(parts.map(named))).flat()
}

const drawnOf = async (port: number): Promise<number> =>
  Number(/^octavo_page_drawings_total(?:\{[^}]*\})? (\d+)/m.exec(await text(port, "/metrics"))?.[1] ?? 0)

const crawl = (port: number, paths: ReadonlyArray<string>): Promise<unknown> =>
  Promise.all(
    Array.from({ length: crawlers }, async () => {
      for (const path of paths) await fetchRaw(port, path, {})
    })
  )

/** Milliseconds of each edit, one after the other. */
const write = async (port: number, { page, space, token }: Crawled): Promise<ReadonlyArray<number>> => {
  const took: Array<number> = []
  for (let i = 0; i < edits; i++) {
    const begun = performance.now()
    const response = await fetch(`http://127.0.0.1:${port}/v1/spaces/${space}/content`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        changes: [{ operation: "update_page", page, document: { markdown: `Edited ${begun}.\n` } }]
      })
    })
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    await response.text()
    took.push(performance.now() - begun)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return took
}

/** A server that has just started, for as long as `use` runs. */
const cold = async <A>(args: ReadonlyArray<string>, use: (port: number, cpu: () => Promise<number>) => Promise<A>) => {
  const server = startChild("http/octavo.ts", 0, args)
  try {
    const { port } = await server.ask<ServerState>({})
    return await use(port, async () => (await server.ask<ServerState>({})).cpu / 1_000)
  } finally {
    await server.stop()
  }
}

export const measureCrawl = async (directory: string, say: (line: string) => void): Promise<ReadonlyArray<Row>> => {
  const database = `sqlite:${directory}/crawl.db`
  const crawled = await fill(database, directory)
  const args = [database, directory]
  const alone = await cold(args, async (port, cpu) => {
    const paths = await pathsOf(port, crawled)
    const before = await cpu()
    await crawl(port, paths)
    const first = await cpu()
    await crawl(port, paths)
    const again = await cpu()
    return { paths, drawn: await drawnOf(port), first: first - before, again: again - first }
  })
  const { paths } = alone
  if (paths.length < pageCount) throw new Error(`the sitemap names ${paths.length} pages`)
  const quiet = await cold(args, (port) => write(port, crawled))
  const beside = await cold(args, async (port) => {
    const crawling = crawl(port, paths)
    const took = await write(port, crawled)
    await crawling
    return { took, drawn: await drawnOf(port) }
  })
  const answers = paths.length * crawlers
  say(
    `crawl of ${paths.length} pages by ${crawlers}: ${alone.drawn} drawn, ${shown(alone.first / answers)} ms of the processor for an answer and ${shown(alone.again / answers)} the second time; an edit ${shown(median(quiet))} ms alone, ${shown(median(beside.took))} beside it, with which ${beside.drawn} were drawn`
  )
  return [
    {
      what: `pages drawn in a cold crawl by ${crawlers} at once; the yardstick: its pages`,
      ours: String(alone.drawn),
      yardstick: String(paths.length),
      ratio: alone.drawn / paths.length,
      bar: atMost(1)
    },
    {
      what: "processor time of an answer in it; the yardstick: in the same crawl again",
      ours: `${shown(alone.first / answers)} ms`,
      yardstick: `${shown(alone.again / answers)} ms`,
      ratio: alone.first / alone.again
    },
    {
      what: "an edit beside a cold crawl; the yardstick: alone",
      ours: `${shown(median(beside.took))} ms`,
      yardstick: `${shown(median(quiet))} ms`,
      ratio: median(beside.took) / median(quiet)
    },
    {
      what: `pages drawn in a cold crawl beside ${edits} edits; the yardstick: every page of every version`,
      ours: String(beside.drawn),
      yardstick: String(paths.length * (edits + 1)),
      ratio: beside.drawn / (paths.length * (edits + 1)),
      bar: atMost(1)
    }
  ]
}
