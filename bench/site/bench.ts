/** Published pages: requests per CPU-second against a bare server of the same bytes, and what a first visit loads. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Child, startChild } from "../support/child.ts"
import { compare } from "../support/compare.ts"
import { shown } from "../support/numbers.ts"
import type { ServerState } from "../support/serverProcess.ts"
import { atLeast, atMost, type Row } from "../support/table.ts"
import { measureBook } from "./book.ts"
import { measureCrawl } from "./crawl.ts"
import { fetchRaw, host } from "./fetchRaw.ts"
import { measurePaint } from "./paint.ts"
import { makeWorld, type PublishedSite } from "./world.ts"
import type { SentPage } from "./yardstick.ts"

type Say = (line: string) => void

const bar = atLeast(0.8)
/** Of pages that differ from visitor to visitor. */
const adaptiveBar = atLeast(0.6)
const firstPageBytes = 30_000

/** What browsers say that they take. */
const browser = { "accept-encoding": "gzip, deflate, br, zstd", accept: "text/html,*/*;q=0.8" }

/** @param wanted `paint` measures what a first visit loads and when it is seen, alone */
const run = async (say: Say, wanted: ReadonlyArray<string>): Promise<ReadonlyArray<Row>> => {
  const unknown = wanted.filter((name) => name !== "paint")
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(", ")}; there is paint`)
  const directory = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  const load = startChild("support/load.ts", 1)
  try {
    say("filling the store")
    const database = `sqlite:${directory}/octavo.db`
    const sites = await makeWorld(database, directory)
    const ours = startChild("http/octavo.ts", 0, [database, directory])
    const rows: Array<Row> = []
    try {
      const { port } = await ours.ask<ServerState>({})
      rows.push(...(await measurePaint(port, sites[0]!, say)))
      for (const site of sites.filter(({ cookies }) => cookies.length === 1)) rows.push(await measureBytes(port, site))
      if (wanted.length > 0) return rows
      for (const site of sites) rows.push(...(await measure(load, ours, site, directory, say)))
    } finally {
      await ours.stop()
    }
    rows.push(...(await measureCrawl(directory, say)), ...(await measureBook(directory, say)))
    return rows
  } finally {
    await load.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

const measure = async (
  load: Child,
  ours: Child,
  site: PublishedSite,
  directory: string,
  say: Say
): Promise<ReadonlyArray<Row>> => {
  const { port } = await ours.ask<ServerState>({})
  const rows: Array<Row> = []
  const { cookies } = site
  const adaptive = cookies.length > 1
  for (const [how, headers] of [
    ["", { host }],
    [", compressed", { host, ...browser }]
  ] as const) {
    const what = `page of ${site.pages.toLocaleString("en")}${adaptive ? " with a condition per visitor" : ""}${how}`
    const sent: Array<SentPage> = []
    for (const path of site.paths) {
      for (const cookie of cookies) sent.push({ path, cookie, ...(await fetchRaw(port, path, as(headers, cookie))) })
    }
    if (adaptive && new Set(sent.map(({ body }) => body)).size < sent.length) throw new Error("visitors see the same")
    const file = join(directory, "pages.json")
    writeFileSync(file, JSON.stringify(sent))
    const yardstick = startChild("site/yardstick.ts", 0, [file])
    try {
      const { port: other } = await yardstick.ask<ServerState>({})
      for (const { body, cookie, path } of sent) {
        if ((await fetchRaw(other, path, as(headers, cookie))).body !== body)
          throw new Error(`the yardstick answers ${path} differently`)
      }
      const compared = await compare(
        load,
        { ours, yardstick },
        {
          paths: site.paths,
          token: "none",
          headers,
          cookies
        }
      )
      say(`${what} ${compared.ratio.toFixed(2)}`)
      rows.push({
        what,
        ours: `${shown(compared.ours)} /CPU-s`,
        yardstick: `${shown(compared.yardstick)} /CPU-s`,
        ratio: compared.ratio,
        bar: adaptive ? adaptiveBar : bar
      })
    } finally {
      await yardstick.stop()
    }
  }
  return rows
}

const measureBytes = async (port: number, site: PublishedSite): Promise<Row> => {
  const bytes = await firstVisit(port, site.paths[0]!)
  return {
    what: `first page of ${site.pages.toLocaleString("en")}, with style and script, without typeface`,
    ours: `${(bytes / 1000).toFixed(1)} KB`,
    yardstick: `${firstPageBytes / 1000} KB`,
    ratio: bytes / firstPageBytes,
    bar: atMost(1)
  }
}

const as = (headers: Readonly<Record<string, string>>, cookie: string): Record<string, string> =>
  cookie === "" ? { ...headers } : { ...headers, cookie }

/** Bytes over the wire of a first visit without pictures: the page, and every style, script and icon that it names. */
const firstVisit = async (port: number, path: string): Promise<number> => {
  const html = Buffer.from((await fetchRaw(port, path, {})).body, "base64").toString("utf8")
  const named = [...html.matchAll(/<(?:link rel="(?:stylesheet|icon)" href|script src)="([^"]*)"/g)].map(
    ([, href = ""]) => href
  )
  if (named.length < 3) throw new Error(`${path} names no style and script`)
  let bytes = 0
  for (const one of [path, ...named]) {
    const { body } = await fetchRaw(port, one, { "accept-encoding": "gzip" })
    bytes += Buffer.from(body, "base64").length
  }
  return bytes
}

export default {
  title:
    "Published pages, answers per CPU-second of the server; the yardstick is a bare node:http server, of a book honkit",
  run
}
