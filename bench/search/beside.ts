/**
 * Searches of a server that has one core and much to do: on a large site that is being crawled, and of an organization with
 * many spaces, with as many words as a query may have.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Users } from "@octavo/core/people/users/Users"
import { octavoLayer } from "@octavo/runtime/layer"
import { Effect } from "effect"
import { fetchRaw } from "../site/fetchRaw.ts"
import { startChild } from "../support/child.ts"
import { corpora, unpackCorpus } from "../support/corpora.ts"
import { inDirectory } from "../support/inDirectory.ts"
import { median, partOf, shown } from "../support/numbers.ts"
import { makeSpace } from "../support/seed.ts"
import type { ServerState } from "../support/serverProcess.ts"
import { atMost, type Row } from "../support/table.ts"
import { countsOf, pairsOf, type Text, wordsOf } from "./wordsOfPages.ts"

const pageCount = 10_000
const spaceCount = 200
const crawlers = 4
const searches = 400
/** Between an answer to a search (the list that a dialog shows) and the next one, in milliseconds: somebody types. */
const pause = 10
/** Words of a query, at most. */
const manyWords = 32
const longSearches = 60
/** Milliseconds that 99 of 100 searches may take beside the crawl. */
const mostWait = 30

/** The Markdown of real pages. */
const textsOf = (directory: string): ReadonlyArray<Text> =>
  corpora.flatMap((corpus) => {
    const root = unpackCorpus(corpus, directory)
    return readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".md"))
      .sort()
      .map((path) => ({ title: path, markdown: readFileSync(join(root, path), "utf8") }))
      .filter((text) => wordsOf(text).length > 100)
  })

/** As many pages as are wanted: each has paragraphs of two real ones, and no two are alike. */
const mixed = (texts: ReadonlyArray<Text>, page: number): Text => {
  const some = ({ markdown }: Text, from: number) => {
    const plain = markdown.replace(/^---\n[\s\S]*?\n---\n/, "").replace(/\{%.*?%\}|[<>|`#]|!?\[|\]\([^)]*\)/g, " ")
    const paragraphs = plain.split(/\n\s*\n/).filter((one) => one.trim() !== "")
    return Array.from({ length: Math.min(8, paragraphs.length) }, (_, n) => paragraphs[(from + n) % paragraphs.length]!)
  }
  const [one, other] = [texts[page % texts.length]!, texts[(page * 7919 + 13) % texts.length]!]
  const [first = "", ...rest] = [...some(one, page), ...some(other, page * 3)].map((text) => text.trim().slice(0, 600))
  const title = `${wordsOf({ title: "", markdown: first }).slice(0, 4).join(" ")} ${page}`
  return {
    title,
    markdown: `# ${title}\n\n${first}\n\n## ${wordsOf(other)
      .slice(page % 50, (page % 50) + 3)
      .join(" ")}\n\n${rest.join("\n\n")}\n`
  }
}

interface World {
  readonly base: string
  readonly organization: string
  readonly token: string
}

const fill = (database: string, dataDirectory: string, pages: ReadonlyArray<Text>): Promise<World> =>
  Effect.gen(function* () {
    const users = yield* Users
    const sites = yield* Sites
    const organizations = yield* Organizations
    const admin = yield* users.ensure({ email: "admin@search.test", displayName: "Admin" })
    const { token } = yield* users.createToken(admin.id, { label: "search" })
    const text = (page: number) => pages[page]!.markdown
    const { id } = yield* organizations.create({ title: "Searched" }, admin.id)
    const space = yield* makeSpace(id, "Large", { pages: pageCount, text })
    const site = yield* sites.create(id, { title: "Large", spaces: [space.id] })
    const { urls } = yield* sites.publish(id, site.id)
    const { id: organization } = yield* organizations.create({ title: "Many spaces" }, admin.id)
    const each = pageCount / spaceCount
    for (let n = 0; n < spaceCount; n++)
      yield* makeSpace(organization, `Space ${n}`, { pages: each, text: (page) => text(n * each + page) })
    return { base: new URL(urls.published!).pathname, organization, token }
  }).pipe(
    Effect.provideService(CurrentActor, operator),
    Effect.provide(octavoLayer({ database, dataDirectory, worker: false, url: "http://localhost:4000" })),
    Effect.runPromise
  )

/** Paths of all pages, as the site's own sitemap names them. */
const pathsOf = async (port: number, base: string): Promise<ReadonlyArray<string>> => {
  const named = async (path: string) => {
    const text = Buffer.from((await fetchRaw(port, path, {})).body, "base64").toString("utf8")
    return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => new URL(url!).pathname)
  }
  const found = await named(`${base}sitemap.xml`)
  const parts = found.filter((path) => path.endsWith(".xml"))
  return parts.length === 0 ? found : (await Promise.all(parts.map(named))).flat()
}

export const measureBeside = (say: (line: string) => void): Promise<ReadonlyArray<Row>> =>
  inDirectory(async (directory) => {
    const texts = textsOf(join(directory, "corpora"))
    const pages = Array.from({ length: pageCount }, (_, page) => mixed(texts, page))
    say(`making ${pageCount} pages of ${texts.length}, once in one space and once in ${spaceCount}`)
    const database = `sqlite:${directory}/search.db`
    const world = await fill(database, directory, pages)
    const server = startChild("http/octavo.ts", 0, [database, directory])
    try {
      const { port } = await server.ask<ServerState>({})
      const cpu = async () => (await server.ask<ServerState>({})).cpu / 1_000
      const timed = async (path: string, headers = {}) => {
        const begun = performance.now()
        await fetchRaw(port, path, headers)
        return performance.now() - begun
      }
      const two = pairsOf(pages, countsOf(pages), searches + 10)
      const search = (query: string) => timed(`${world.base}~search?part=list&q=${encodeURIComponent(query)}`)
      const paths = await pathsOf(port, world.base)
      if (paths.length < pageCount) throw new Error(`the sitemap names ${paths.length} pages`)
      // what the first ones load: how it is compiled, and what the index has of the space
      for (const query of two.slice(searches)) await search(query)

      const drawing: Array<number> = []
      const found: Array<number> = []
      let left = true
      let next = 0
      const crawling = Array.from({ length: crawlers }, async () => {
        while (left && next < paths.length) drawing.push(await timed(paths[next++]!))
      })
      for (const query of two.slice(0, searches)) {
        found.push(await search(query))
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
      left = false
      const crawled = next
      await Promise.all(crawling)
      if (crawled >= paths.length) throw new Error("the crawl was over before the searches")

      const before = await cpu()
      for (const query of two.slice(0, searches)) await search(query)
      const after = await cpu()
      for (const path of paths.slice(crawled, crawled + searches)) await timed(path)
      const drawn = ((await cpu()) - after) / searches
      const one = (after - before) / searches
      say(
        `beside a crawl by ${crawlers}: ${found.length} searches, p50 ${shown(median(found))} ms, p99 ${shown(partOf(found, 0.99))} ms; ${drawing.length} pages, p50 ${shown(median(drawing))} ms, p99 ${shown(partOf(drawing, 0.99))} ms`
      )

      const { long, single } = await measureLong(world, pages, timed)
      return [
        {
          what: `a search of a site of 10,000 pages beside a crawl of it by ${crawlers}, one core, p99; the yardstick: a page of that crawl`,
          ours: `${shown(partOf(found, 0.99))} ms`,
          yardstick: `${shown(partOf(drawing, 0.99))} ms`,
          ratio: partOf(found, 0.99) / partOf(drawing, 0.99)
        },
        {
          what: "the same; the yardstick: what its readers may wait for",
          ours: `${shown(partOf(found, 0.99))} ms`,
          yardstick: `${mostWait} ms`,
          ratio: partOf(found, 0.99) / mostWait,
          bar: atMost(1)
        },
        {
          what: "processor time of such a search; the yardstick: of a page that is drawn",
          ours: `${shown(one)} ms`,
          yardstick: `${shown(drawn)} ms`,
          ratio: one / drawn,
          bar: atMost(5)
        },
        {
          what: `${manyWords} words, which no page has all, in ${spaceCount} spaces of an organization, median; the yardstick: two words`,
          ours: `${shown(median(long))} ms`,
          yardstick: `${shown(median(single))} ms`,
          ratio: median(long) / median(single),
          bar: atMost(3)
        }
      ]
    } finally {
      await server.stop()
    }
  })

/** Queries of as many words as there may be, half of them frequent ones, and of two. */
const measureLong = async (
  { organization, token }: World,
  pages: ReadonlyArray<Text>,
  timed: (path: string, headers: Readonly<Record<string, string>>) => Promise<number>
) => {
  const byCount = [...countsOf(pages)].sort(([, a], [, b]) => b - a).map(([word]) => word)
  const search = (query: string) =>
    timed(`/v1/orgs/${organization}/search?query=${encodeURIComponent(query)}`, { authorization: `Bearer ${token}` })
  const [long, single]: [Array<number>, Array<number>] = [[], []]
  for (let n = -3; n < longSearches; n++) {
    const words = Array.from(
      { length: manyWords },
      (_, i) => byCount[(i % 2 === 0 ? i * 3 : 200 + i * 97 + n * 31) % byCount.length]!
    )
    const a = await search(words.join(" "))
    const b = await search(`${words[1]} ${words[3]}`)
    if (n < 0) continue
    long.push(a)
    single.push(b)
  }
  return { long, single }
}
