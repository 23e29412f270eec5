/** Whether the page that is meant is among the first five, beside other searches over the same pages. */
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { LinkStore } from "@octavo/core/content/content-index/LinkStore"
import { SearchStore } from "@octavo/core/content/content-index/SearchStore"
import { Search } from "@octavo/core/content/search/Search"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Users } from "@octavo/core/people/users/Users"
import { importSnapshot, openLocalSource, silent } from "@octavo/runtime/imports"
import { octavoLayer } from "@octavo/runtime/layer"
import { Effect, ManagedRuntime } from "effect"
import { corpora, unpackCorpus } from "../support/corpora.ts"
import { npm } from "../support/npm.ts"
import { atLeast, type Row } from "../support/table.ts"
import { looked, makeEngines } from "./engines.ts"
import { type JudgedQuery, kinds, type QueryKind, queriesOf, type SearchedPage } from "./queries.ts"

/** Queries of a kind that are made of one repository, at most. */
const perKind = 40
/** What the page that is meant must be among. */
const first = 5

/** Parts of the queries whose page must be among the first five. */
const bars: Readonly<Record<QueryKind, number | undefined>> = {
  heading: 0.92,
  "link text": undefined,
  identifier: 0.97,
  "one typo": 0.85,
  question: 0.75
}

/** The folders of five repositories of documentation. */
const makeFolders = (root: string): ReadonlyArray<string> => {
  const fastify = join(npm(join(root, "fastify"), "fastify@5.12.8"), "..", "fastify", "docs")
  const own = join(root, "octavo")
  cpSync(fileURLToPath(new URL("../../docs", import.meta.url)), own, { recursive: true })
  return [...corpora.map((corpus) => unpackCorpus(corpus, join(root, "corpora"))), own, fastify]
}

/** A space with the pages of a folder. */
const makeSpace = (path: string) =>
  Effect.gen(function* () {
    const spaces = yield* Spaces
    const content = yield* SpaceContent
    const store = yield* SearchStore
    const links = yield* LinkStore
    const admin = yield* (yield* Users).ensure({ email: "admin@bench.test", displayName: "Admin" })
    const { id: organization } = yield* (yield* Organizations).create({ title: "Bench" }, admin.id)
    const { id } = yield* spaces.create(organization, { title: "Corpus" })
    yield* Effect.scoped(Effect.flatMap(openLocalSource({ path }), (snapshot) => importSnapshot(id, snapshot, silent)))
    const { tree } = yield* content.open(id)
    const all = yield* links.list({ spaceId: id }, { ok: [], broken: [] }, {}, { limit: 100_000, after: undefined })
    const pages: Array<SearchedPage> = []
    for (const { body, number, pageId } of yield* store.all({ kind: "space", spaceId: id }, -1, 10_000)) {
      const page = (yield* tree.page(pageId))!
      pages.push({
        id: pageId,
        title: page.title,
        markdown: page.type !== "document" || page.body === undefined ? "" : (yield* tree.body(page.body)).text,
        sections: (yield* store.sections([number])).get(body) ?? [],
        links: all.items.flatMap(({ href, source, target }) =>
          source.id === pageId && target?.kind === "page" ? [{ href, target: target.id }] : []
        )
      })
    }
    return { id, pages }
  }).pipe(Effect.provideService(CurrentActor, operator))

/** Where the page that is meant stands; -1 where it does not. */
const placeOf = ({ expected }: JudgedQuery, found: ReadonlyArray<string>): number =>
  found.findIndex((id) => expected.has(id))

interface Judged {
  readonly kind: QueryKind
  readonly place: number
}

const share = (judged: ReadonlyArray<Judged>): number =>
  judged.filter(({ place }) => place >= 0 && place < first).length / judged.length
const reciprocalRank = (judged: ReadonlyArray<Judged>): number =>
  judged.reduce((sum, { place }) => sum + (place < 0 ? 0 : 1 / (place + 1)), 0) / judged.length

export const measureQuality = async (say: (line: string) => void): Promise<ReadonlyArray<Row>> => {
  const root = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  const runtime = ManagedRuntime.make(octavoLayer({ database: "sqlite::memory:", dataDirectory: root, worker: false }))
  try {
    const engines = makeEngines(root, say)
    const judged = new Map<string, Array<Judged>>()
    const judge = (
      engine: string,
      queries: ReadonlyArray<JudgedQuery>,
      found: ReadonlyArray<ReadonlyArray<string>>
    ) => {
      const all = judged.get(engine) ?? []
      for (const [n, query] of queries.entries()) all.push({ kind: query.kind, place: placeOf(query, found[n]!) })
      judged.set(engine, all)
    }
    for (const [n, folder] of makeFolders(root).entries()) {
      const { id, pages } = await runtime.runPromise(makeSpace(folder))
      const queries = queriesOf(pages, perKind)
      say(`${pages.length} pages, ${queries.length} queries`)
      const found: Array<ReadonlyArray<string>> = []
      for (const { text } of queries) {
        const { items } = await runtime.runPromise(
          Effect.flatMap(Search, (search) => search.space(id, text, { limit: looked })).pipe(
            Effect.provideService(CurrentActor, operator)
          )
        )
        found.push(items.map((hit) => hit.id))
      }
      judge("Octavo", queries, found)
      for (const engine of engines) {
        const find = await engine.open(pages, join(root, `${engine.name}-${n}`))
        judge(engine.name, queries, await find(queries.map(({ text }) => text)))
      }
    }
    return kinds.flatMap((kind): ReadonlyArray<Row> => {
      const of = (engine: string) => judged.get(engine)!.filter((one) => one.kind === kind)
      const ours = of("Octavo")
      const shown = (all: ReadonlyArray<Judged>) => `${share(all).toFixed(3)}, ${reciprocalRank(all).toFixed(3)}`
      const bar = bars[kind]
      const asked: ReadonlyArray<Row> =
        bar === undefined
          ? []
          : [
              {
                what: `${kind} (${ours.length}): among the first five, mean reciprocal rank; asked for`,
                ours: shown(ours),
                yardstick: `${bar}`,
                ratio: share(ours) / bar,
                bar: atLeast(1)
              }
            ]
      return [
        ...asked,
        ...engines.map(
          ({ name }): Row => ({
            what: `${kind} (${ours.length}): the same; ${name}`,
            ours: shown(ours),
            yardstick: shown(of(name)),
            ratio: share(ours) / share(of(name)),
            bar: atLeast(1)
          })
        )
      ]
    })
  } finally {
    await runtime.dispose()
    rmSync(root, { recursive: true, force: true })
  }
}
