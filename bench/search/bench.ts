/**
 * What a search costs, beside the same query in SQLite's own full-text index, asked without anything around it; and whether
 * it finds what is meant, beside other searches.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Search } from "@octavo/core/content/search/Search"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Users } from "@octavo/core/people/users/Users"
import { importSnapshot, openLocalSource, silent } from "@octavo/runtime/imports"
import { octavoLayer } from "@octavo/runtime/layer"
import Database from "better-sqlite3"
import { Effect, ManagedRuntime } from "effect"
import { corpora, unpackCorpus } from "../support/corpora.ts"
import { median, partOf, shown } from "../support/numbers.ts"
import { atMost, type Row } from "../support/table.ts"
import { measureBeside } from "./beside.ts"
import { measureQuality } from "./quality.ts"
import { countsOf, isAlone, pairsOf, type Text } from "./wordsOfPages.ts"

/** Items of an answer: as many as a list has when nothing is said. */
const limit = 50
const rounds = 7
const words = 40

/** All parts, or those that are named. */
const parts: Readonly<Record<string, (say: (line: string) => void) => Promise<ReadonlyArray<Row>>>> = {
  speed: (say) => measureSpeed(say),
  beside: measureBeside,
  quality: measureQuality
}

const run = async (say: (line: string) => void, wanted: ReadonlyArray<string>): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = []
  for (const [name, measure] of Object.entries(parts))
    if (wanted.length === 0 || wanted.includes(name)) rows.push(...(await measure(say)))
  return rows
}

const measureSpeed = async (say: (line: string) => void): Promise<ReadonlyArray<Row>> => {
  const directory = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  const runtime = ManagedRuntime.make(
    octavoLayer({ database: `sqlite:${join(directory, "octavo.db")}`, dataDirectory: directory, worker: false })
  )
  const yardstick = new Database(join(directory, "yardstick.db"))
  try {
    say("corpora")
    for (const corpus of corpora) unpackCorpus(corpus, join(directory, "corpora"))
    const { pages, spaceId } = await runtime.runPromise(makeSpace(join(directory, "corpora")))
    say(`${pages.length} pages`)
    const raw = makeYardstick(yardstick, pages)

    const search = (query: string) =>
      runtime.runPromise(
        Effect.flatMap(Search, (service) => service.space(spaceId, query, { limit })).pipe(
          Effect.provideService(CurrentActor, operator)
        )
      )
    const counts = countsOf(pages)
    const two = pairsOf(pages, counts, 400)
    say(`${two.length} queries of two words`)
    const ours: Array<Array<number>> = two.map(() => [])
    const theirs: Array<Array<number>> = two.map(() => [])
    const bare: Array<Array<number>> = two.map(() => [])
    for (let round = -1; round < rounds; round++) {
      for (const [i, query] of two.entries()) {
        // in turns, so that whatever else the machine does meets both
        const a = await timed(() => search(query))
        const b = await timed(async () => raw.withText(query))
        const c = await timed(async () => raw.numbers(query))
        if (round < 0) continue
        ours[i]!.push(a)
        theirs[i]!.push(b)
        bare[i]!.push(c)
      }
    }

    const byCount = Array.from(counts).sort(([, a], [, b]) => b - a)
    const common = byCount.slice(0, words / 4).map(([word]) => word)
    const rare = byCount
      .filter(([word, n]) => n <= 3 && isAlone(word, counts))
      .slice(0, words)
      .map(([word]) => word)
    say(`common words, in ${shown((100 * byCount[0]![1]) / pages.length)}% of the pages at most; rare ones`)
    const [oftenTimes, seldomTimes]: [Array<number>, Array<number>] = [[], []]
    for (let round = -1; round < rounds * 2; round++) {
      for (const [i, word] of rare.entries()) {
        const often = await timed(() => search(common[i % common.length]!))
        const seldom = await timed(() => search(word))
        if (round < 0) continue
        oftenTimes.push(often)
        seldomTimes.push(seldom)
      }
    }
    const [often, seldom] = [median(oftenTimes), median(seldomTimes)]

    const [a, b, c] = [ours.map(median), theirs.map(median), bare.map(median)]
    const row = (what: string, x: number, y: number, most?: number): Row => ({
      what,
      ours: `${shown(x)} ms`,
      yardstick: `${shown(y)} ms`,
      ratio: x / y,
      ...(most === undefined ? {} : { bar: atMost(most) })
    })
    return [
      row("two words, p99; the yardstick: FTS5 alone", partOf(a, 0.99), partOf(b, 0.99), 3),
      row("two words, median; the yardstick: FTS5 alone", partOf(a, 0.5), partOf(b, 0.5)),
      row("two words, p99; the yardstick: FTS5 alone, without any text", partOf(a, 0.99), partOf(c, 0.99)),
      row("a word of nearly every page; the yardstick: a rare one", often, seldom, 8)
    ]
  } finally {
    yardstick.close()
    await runtime.dispose()
    rmSync(directory, { recursive: true, force: true })
  }
}

const timed = async (f: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await f()
  return performance.now() - begun
}

/** One space with the pages of all corpora. */
const makeSpace = (path: string) =>
  Effect.gen(function* () {
    const users = yield* Users
    const organizations = yield* Organizations
    const spaces = yield* Spaces
    const content = yield* SpaceContent
    const admin = yield* users.ensure({ email: "admin@bench.test", displayName: "Admin" })
    const { id } = yield* organizations.create({ title: "Bench" }, admin.id)
    const space = yield* spaces.create(id, { title: "Corpora" })
    yield* Effect.scoped(
      Effect.flatMap(openLocalSource({ path }), (snapshot) => importSnapshot(space.id, snapshot, silent))
    )
    const { tree } = yield* content.open(space.id)
    const pages: Array<Text> = []
    const walk = (parent: string | null): Effect.Effect<void, unknown> =>
      Effect.gen(function* () {
        for (const page of yield* tree.children(parent)) {
          if (page.type === "document" && page.noIndex !== true) {
            const markdown = page.body === undefined ? "" : (yield* tree.body(page.body)).text
            pages.push({ title: page.title, markdown })
          }
          yield* walk(page.id)
        }
      })
    yield* walk(null)
    return { spaceId: space.id, pages }
  }).pipe(Effect.provideService(CurrentActor, operator))

/** FTS5 as its manual shows it: title, headings and text, ranked by BM25 with weights, with the text around the hit. */
const makeYardstick = (database: Database.Database, pages: ReadonlyArray<Text>) => {
  database.exec(
    "CREATE VIRTUAL TABLE pages USING fts5(title, headings, body, tokenize = 'unicode61 remove_diacritics 2')"
  )
  const insert = database.prepare("INSERT INTO pages VALUES (?, ?, ?)")
  database.transaction(() => {
    for (const { markdown, title } of pages) {
      insert.run(title, (markdown.match(/^#+ .*$/gm) ?? []).join("\n"), markdown)
    }
  })()
  database.exec("INSERT INTO pages(pages) VALUES ('optimize')")
  const select = (columns: string) => {
    const statement = database.prepare(
      `SELECT rowid, ${columns}, bm25(pages, 12.0, 5.0, 1.0) AS score
        FROM pages WHERE pages MATCH ? ORDER BY score LIMIT ${limit}`
    )
    return (query: string): ReadonlyArray<unknown> => {
      const terms = query.split(" ")
      return statement.all(terms.map((term, i) => `"${term}"${i === terms.length - 1 ? " *" : ""}`).join(" AND "))
    }
  }
  return { withText: select("title, snippet(pages, 2, '[', ']', '…', 32) AS body"), numbers: select("0 AS body") }
}

export default { title: "Searching the pages of three public repositories of documentation", run }
