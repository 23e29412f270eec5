/** What is found of what somebody means: with typos, in other forms, as a question, as a name of several parts. */
import { expect } from "@effect/vitest"
import { toSearchDocument } from "@octavo/core/content/content-index/SearchDocument"
import { SearchStore } from "@octavo/core/content/content-index/SearchStore"
import { Search } from "@octavo/core/content/search/Search"
import { findInFiles, searchFiles } from "@octavo/core/content/search/searchFiles"
import { makeJudge } from "@octavo/core/kernel/conditions/Judge"
import { Effect } from "effect"
import { as, type Story } from "./harness.ts"
import { newBook, titles } from "./searched-space.ts"
import { changeContent, pageOf } from "./stored-content.ts"

const filler = "Some other words that fill the page and say nothing of it."

const book: ReadonlyArray<readonly [title: string, text: string]> = [
  ["Kubernetes", `Run a cluster. ${filler}`],
  ["Tail", `Read the end of files. ${filler}`],
  ["Elasticsearch", `## Indexes\n\n${filler}`],
  ["CloudWatch", `Metrics of the cloud. ${filler}`],
  ["Log routing", "## Shipping logs to S3\n\nWith the output of S3."],
  ["Storage", "Set `storage.type` to `memory`."],
  ["Types of storage", "A type of storage for each purpose. The storage has a type. Types: storage and storage."],
  ["Policies", `## Retention\n\n${filler}`],
  ["Time series", `Watch the cloud. ${filler}`],
  ["Settings", "`log_level` and `--dry-run`. See `GET /v1/spaces/{spaceId}`."]
]

export const meaningStories = (story: Story) => {
  story("typos, other forms, words together and apart, names, questions: the page that is meant comes first", () =>
    Effect.gen(function* () {
      const { id } = yield* newBook(book)
      const cases: ReadonlyArray<readonly [query: string, first: string]> = [
        ["kubernets", "Kubernetes"],
        ["tial", "Tail"],
        ["elasticserch indexes", "Elasticsearch"],
        ["elastcisea", "Elasticsearch"],
        ["Cloud Watch", "CloudWatch"],
        ["cloud watch metrics", "CloudWatch"],
        ["policy", "Policies"],
        ["how do I ship logs to s3", "Log routing"],
        ["where are the indexes of elasticsearch?", "Elasticsearch"],
        ["storage.type", "Storage"],
        ["log_level", "Settings"],
        ["logLevel", "Settings"],
        ["--dry-run", "Settings"],
        ["GET /v1/spaces", "Settings"],
        ["timeseries", "Time series"]
      ]
      for (const [query, first] of cases) expect([query, (yield* titles(id, query))[0]]).toEqual([query, first])
      expect(yield* titles(id, "qqqqqqqq")).toEqual([])
    })
  )

  story("the words of a space's language are known", () =>
    Effect.gen(function* () {
      const { admin, id } = yield* newBook([
        ["Einstellungen", "Was man ändert."],
        ["Protokolle", "Was geschah."],
        ["Ich und du", "Wie es ist."]
      ])
      const search = yield* Search
      const found = yield* search.published(
        [id],
        "wie kann ich eine einstellung machen",
        makeJudge({ claims: {}, unsigned: {} }, { adaptiveContent: true, schema: undefined }),
        {},
        "de"
      )
      expect(found.items[0]!.pages.map(({ title }) => title)[0]).toBe("Einstellungen")
      expect((yield* search.space(id, "protokoll", {}).pipe(as(admin))).items[0]!.title).toBe("Protokolle")
    })
  )

  story("neither order, scores nor what was meant tell of what is hidden (threat: hidden content listed)", () =>
    Effect.gen(function* () {
      const search = yield* Search
      const judge = makeJudge({ claims: {}, unsigned: {} }, { adaptiveContent: true, schema: undefined })
      const seen = Effect.fnUntraced(function* (hidden: ReadonlyArray<readonly [string, string]>) {
        const { id } = yield* newBook(book)
        const pages = hidden.map(
          ([title, text], n) => [pageOf(`hidden-${n}`, { title, condition: "visitor.claims.pro" }), text] as const
        )
        const varying = [
          pageOf("varying", { title: "Varying" }),
          "{% if visitor.claims.pro %}\n\nlogs lgos s3\n\n{% endif %}"
        ] as const
        yield* changeContent(id, { pages: [...pages, ...(hidden.length === 0 ? [] : [varying])] })
        const all: Array<unknown> = []
        for (const query of [
          "how do I ship logs to s3",
          "kubernets cluster",
          "lgos",
          "storage.type of files",
          "metrics cloud end"
        ]) {
          const { items } = yield* search.published([id], query, judge)
          all.push(
            items.map(({ pages, score }) => [
              score,
              pages.map((hit) => [hit.title, hit.score, hit.sections?.map((one) => one.body)])
            ])
          )
        }
        return all
      })
      const nothing = yield* seen([])
      const much = yield* seen([
        ["Kubernets", "logs s3 ship metrics cloud"],
        ["Lgos", "storage.type lgos"],
        ...Array.from({ length: 30 }, (_, n) => [`Logs ${n}`, "metrics logs cluster end"] as const)
      ])
      expect(much).toEqual(nothing)
    })
  )

  story("a search in files finds the same in the same order", () =>
    Effect.gen(function* () {
      const { id } = yield* newBook(book)
      const store = yield* SearchStore
      yield* titles(id, "word")
      const pages = yield* store.all({ kind: "space", spaceId: id }, -1, 100)
      const sections = yield* store.sections(pages.map(({ number }) => number))
      const files = searchFiles(
        pages.map(({ body, pageId }) => {
          const [title] = book[Number(pageId.slice(1))]!
          const document = toSearchDocument(
            { type: "document", title } as never,
            "",
            sections.get(body) as never,
            false
          )!
          return { ...document, page: { title, href: "/", description: "", above: [], sections: document.sections } }
        })
      )
      const load = (path: string) => Promise.resolve(JSON.parse(files.get(path)!))
      const words = [...new Set(book.flat().join(" ").split(/\s+/)), "kubernets", "cloud watch", "storage.type", "lgos"]
      for (const [n, word] of words.entries()) {
        for (const query of [word, `${word} ${words[(7 * n) % words.length]}`, `how is ${word} for logs`]) {
          const { found } = yield* Effect.promise(() => findInFiles(load, query, 50))
          expect([query, yield* titles(id, query)]).toEqual([query, found.map(({ page }) => page.title)])
        }
      }
    })
  )
}
