/** What is found of what somebody means: with typos, in other forms, as a question, as a name of several parts. */
import { expect } from "@effect/vitest"
import { toSearchDocument } from "@octavo/core/content/content-index/SearchDocument"
import { SearchStore } from "@octavo/core/content/content-index/SearchStore"
import { Glossaries } from "@octavo/core/content/glossary/Glossaries"
import type { GlossaryTranslations } from "@octavo/core/content/glossary/GlossaryEntry"
import { Search } from "@octavo/core/content/search/Search"
import { findInFiles, searchFiles } from "@octavo/core/content/search/searchFiles"
import { makeJudge } from "@octavo/core/kernel/conditions/Judge"
import { Effect } from "effect"
import { as, newOrganization, type Story } from "./harness.ts"
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

const glossary: ReadonlyArray<GlossaryTranslations> = [
  { en: "Single sign-on", de: "SSO", ja: "単一サインオン" },
  { en: "policy", fr: "règle" },
  { en: "logs", de: "Protokolle" },
  { en: "storage type", de: "Art des Speichers" },
  { en: "Information technology", de: "IT" }
]

/** Adds terms to the glossary of an organization. */
const define = (book: { readonly organizationId: string; readonly admin: string }, all = glossary) =>
  Effect.flatMap(Glossaries, (glossaries) =>
    glossaries.update(book.organizationId, {
      operations: all.map((translations) => ({ type: "insert" as const, translations }))
    })
  ).pipe(as(book.admin))

const judgeOf = (claims: Readonly<Record<string, boolean>>) =>
  makeJudge({ claims, unsigned: {} }, { adaptiveContent: true, schema: undefined })

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

  story(
    "verbs and nouns of the same, and words that others write apart, are found where few pages have what was typed",
    () =>
      Effect.gen(function* () {
        const { id } = yield* newBook([
          ["Configuration", filler],
          ["Deployments", filler],
          ["Setting up a server", filler],
          ["Log in", filler],
          ["On-chain voting", filler],
          ["Backups", filler],
          ["Committee", filler],
          ["Others", `Whoever wants to configure or to setup something. ${filler}`]
        ])
        const cases: ReadonlyArray<readonly [query: string, ...found: ReadonlyArray<string>]> = [
          ["configure", "Configuration", "Others"],
          ["how do I configure it", "Configuration", "Others"],
          ["deployed", "Deployments"],
          ["setup", "Setting up a server", "Others"],
          ["login", "Log in"],
          ["onchain voting", "On-chain voting"],
          ["how do I back up my data", "Backups", "Setting up a server"],
          ["comitee", "Committee"]
        ]
        for (const [query, ...found] of cases) expect([query, ...(yield* titles(id, query))]).toEqual([query, ...found])
      })
  )

  story("readers are told how much there is, and where nothing is found, what to look for instead", () =>
    Effect.gen(function* () {
      const search = yield* Search
      const { id } = yield* newBook([...book, ...Array.from({ length: 30 }, (_, n) => [`Guide ${n}`, filler] as const)])
      const found = (query: string, most = 10) =>
        Effect.map(
          search.forReaders([id], query, judgeOf({}), { language: "en", most }),
          ({ meant, spaces: [first] }) => [first?.count ?? 0, first?.pages.length ?? 0, meant]
        )
      yield* titles(id, "word")
      const cases = [
        ["guide", 10, [30, 10, []]],
        ["guide", 50, [30, 30, []]],
        ["guide kubernetes", 10, [1, 1, []]],
        // taken for the word
        ["kubernets", 10, [1, 1, []]],
        ["tial", 10, [1, 1, []]],
        // nearly, and alike from the beginning on
        ["kybernetiss", 10, [0, 0, ["kubernetes"]]],
        ["taile", 10, [1, 1, []]],
        ["pulisiez", 10, [0, 0, ["policies"]]],
        ["elasticbeanstalk", 10, [0, 0, ["elasticsearch"]]],
        ["elasticbeanstalk pulisiez", 10, [0, 0, ["elasticsearch policies"]]],
        ["qqqqqqqq", 10, [0, 0, []]],
        ["qqqqqqqq pulisiez", 10, [0, 0, ["policies"]]],
        ["???", 10, [0, 0, []]]
      ] as const
      for (const [query, most, expected] of cases) expect([query, yield* found(query, most)]).toEqual([query, expected])
    })
  )

  story("readers go through all that is found, each page once, and what is hidden is on no page and in no count", () =>
    Effect.gen(function* () {
      const search = yield* Search
      const made = yield* newBook(Array.from({ length: 130 }, (_, n) => [`Guide ${n}`, filler] as const))
      const other = yield* newBook([["Guide of others", filler]], { id: made.organizationId, admin: made.admin })
      const walk = Effect.fnUntraced(function* (ids: ReadonlyArray<string>, query: string, judge: typeof pro) {
        const all: Array<string> = []
        const told = new Set<number>()
        for (let skip = 0; skip < 200; skip += 50) {
          const { spaces } = yield* search.forReaders(ids, query, judge, { language: "en", most: 50, skip })
          const found = spaces.find(({ id }) => id === made.id)
          told.add(found?.count ?? 0)
          for (const { rank, title } of found?.pages ?? []) {
            all.push(title)
            expect(rank).toBe(all.length)
          }
          expect(spaces.find(({ id }) => id === other.id)?.pages.length ?? 0).toBe(skip === 0 && ids.length > 1 ? 1 : 0)
        }
        return { counts: [...told], pages: all.length, different: new Set(all).size }
      })
      const pro = judgeOf({ pro: true })
      const open = { counts: [130], pages: 130, different: 130 }
      for (const ids of [[made.id], [made.id, other.id]]) expect(yield* walk(ids, "guide", pro)).toEqual(open)
      const hidden = Array.from({ length: 20 }, (_, n) => {
        const page = pageOf(`hidden-${n}`, { title: `Guide for some ${n}`, condition: "visitor.claims.pro" })
        return [page, filler] as const
      })
      yield* changeContent(made.id, { pages: hidden })
      for (const ids of [[made.id], [made.id, other.id]]) {
        expect(yield* walk(ids, "guide", judgeOf({}))).toEqual(open)
        expect(yield* walk(ids, "guide", pro)).toEqual({ counts: [150], pages: 150, different: 150 })
      }
      // of those that have some words, the ranked ones are all there are
      const some = yield* walk([made.id], "guide nothingness", judgeOf({}))
      expect(some).toEqual({ counts: [some.pages], pages: some.pages, different: some.pages })
      expect(some.pages).toBeGreaterThan(50)
    })
  )

  story("of more spaces than are shown the best are, the one that is read among them, and all are counted", () =>
    Effect.gen(function* () {
      const search = yield* Search
      const first = yield* newBook([["Kites", filler]])
      const organization = { id: first.organizationId, admin: first.admin }
      const ids = [first.id]
      for (let n = 1; n < 55; n++) ids.push((yield* newBook([["Kites", filler]], organization)).id)
      const poor = yield* newBook([["Others", `Kites and others. ${filler}`]], organization)
      const find = (query: string, reading?: string) =>
        search.forReaders([...ids, poor.id], query, judgeOf({}), { language: "en", most: 10, reading })
      for (const query of ["kites", "kites kitesurfing"]) {
        const { others, spaces } = yield* find(query)
        expect([query, spaces.length, others]).toEqual([query, 50, { spaces: 6, count: 6 }])
        const last = [...ids].sort().at(-1)!
        expect(spaces.map(({ id }) => id)).not.toContain(last)
        expect((yield* find(query, last)).spaces[0]!.id).toBe(last)
      }
      const few = yield* search.forReaders([first.id, poor.id], "kites", judgeOf({}), { language: "en", most: 10 })
      expect(few.others).toEqual({ spaces: 0, count: 0 })
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
      const found = yield* search.published([id], "wie kann ich eine einstellung machen", judgeOf({}), {}, "de")
      expect(found.items[0]!.pages.map(({ title }) => title)[0]).toBe("Einstellungen")
      expect((yield* search.space(id, "protokoll", {}).pipe(as(admin))).items[0]!.title).toBe("Protokolle")
    })
  )

  story("neither order, scores nor what was meant tell of what is hidden (threat: hidden content listed)", () =>
    Effect.gen(function* () {
      const search = yield* Search
      const judge = judgeOf({})
      const seen = Effect.fnUntraced(function* (hidden: ReadonlyArray<readonly [string, string]>) {
        const made = yield* newBook(book)
        const { id } = made
        yield* define(made)
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
          "metrics cloud end",
          "Protokolle",
          "protokolle s3 règle"
        ]) {
          const { items } = yield* search.published([id], query, judge)
          all.push(
            items.map(({ pages, score }) => [
              score,
              pages.map((hit) => [hit.title, hit.score, hit.sections?.map((one) => one.body)])
            ])
          )
        }
        for (const query of ["kubernezzz", "lgosx", "falconry"])
          all.push((yield* search.forReaders([id], query, judge, { language: "en", most: 10 })).meant)
        return all
      })
      const nothing = yield* seen([])
      const much = yield* seen([
        ["Kubernets", "logs s3 ship metrics cloud"],
        ["Lgos", "storage.type lgos"],
        ["Falcon", "kubernezz"],
        ...Array.from({ length: 30 }, (_, n) => [`Logs ${n}`, "metrics logs cluster end"] as const)
      ])
      expect(much).toEqual(nothing)
    })
  )

  story(
    "what the glossary has other names for is found under all of them, those asked for first, until it changes",
    () =>
      Effect.gen(function* () {
        const organization = yield* newOrganization()
        const made = yield* newBook(
          [
            ["SSO", filler],
            ["Single sign-on", filler],
            ["単一サインオン", filler],
            ["Signs of one", "A single one. Sign here."],
            ["Policies", `Of policies. ${filler}`],
            ["Règles", `Des règles. ${filler}`],
            ["It works", "As it should, it does."]
          ],
          organization
        )
        const { admin, id, organizationId } = made
        expect(yield* titles(id, "SSO")).toEqual(["SSO"])
        yield* define(made)
        const names = ["SSO", "Single sign-on", "単一サインオン"]
        const among = (found: ReadonlyArray<string>) => found.filter((title) => names.includes(title)).toSorted()
        for (const name of names) {
          const found = yield* titles(id, name)
          expect([name, found[0], among(found)]).toEqual([name, name, names.toSorted()])
        }
        expect(among(yield* titles(id, "how do I set up single sign-on"))).toEqual(names.toSorted())
        expect((yield* titles(id, "policies")).toSorted()).toEqual(["Policies", "Règles"])
        // what every sentence has is not taken for a name in another language
        expect(yield* titles(id, "information technology")).toEqual([])
        const search = yield* Search
        const all = yield* search.organization(organizationId, "règle").pipe(as(admin))
        expect(all.items[0]!.pages.map(({ title }) => title)).toEqual(["Règles", "Policies"])
        const passages = yield* search.passages([id], "règle", judgeOf({}), "en")
        expect(passages.map(({ pageTitle }) => pageTitle).toSorted()).toEqual(["Policies", "Règles"])

        yield* changeContent(id, {
          pages: [[pageOf("hidden", { title: "Falcon", condition: "visitor.claims.pro" }), "règle"]]
        })
        yield* define(made, [{ en: "Falcon", de: "Policies" }])
        const seen = Effect.fnUntraced(function* (query: string, pro: boolean) {
          const { items } = yield* search.published([id], query, judgeOf(pro ? { pro } : {}))
          return items.flatMap(({ pages }) => pages.map(({ title }) => title)).toSorted()
        })
        expect(yield* seen("policies", false)).toEqual(["Policies", "Règles"])
        expect(yield* seen("policies", true)).toEqual(["Falcon", "Policies", "Règles"])

        const other = yield* newBook([["SSO", filler]])
        yield* define(other, [{ en: "Policies", de: "SSO" }])
        expect(yield* titles(other.id, "policies")).toEqual(["SSO"])
        expect((yield* titles(id, "policies")).toSorted()).toEqual(["Falcon", "Policies", "Règles"])
        const glossaries = yield* Glossaries
        const { items } = yield* glossaries.list(organizationId, {}, {}).pipe(as(admin))
        const rule = items.find(({ translations }) => translations["fr"] !== undefined)!
        const operations = [
          { type: "update" as const, id: rule.id, translations: { en: "policy", fr: "politique" } },
          ...items.filter((one) => one !== rule).map((one) => ({ type: "delete" as const, id: one.id }))
        ]
        yield* glossaries.update(organizationId, { operations }).pipe(as(admin))
        expect(yield* titles(id, "politique")).toEqual(["Policies"])
        expect(yield* titles(id, "policy")).toEqual(["Policies"])
        expect(yield* titles(id, "SSO")).toEqual(["SSO"])
      })
  )

  story("a search in files finds the same in the same order", () =>
    Effect.gen(function* () {
      const made = yield* newBook(book)
      const { id } = made
      yield* define(made)
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
        }),
        glossary.map((names) => Object.entries(names))
      )
      // of names that no page has, nothing is told
      expect([...files.values()].join().toLowerCase()).not.toMatch(/speicher|règle|protokolle|sign|technology/)
      const load = (path: string) => Promise.resolve(JSON.parse(files.get(path)!))
      const search = yield* Search
      for (const query of ["kybernetiss", "pulisiez", "elasticbeanstalk pulisiez", "qqqqqqqq", "logs"]) {
        const { count, meant } = yield* Effect.promise(() => findInFiles(load, query, 50))
        const served = yield* search.forReaders([id], query, judgeOf({}), { language: "en", most: 50 })
        expect([query, served.meant, served.spaces[0]?.count ?? 0]).toEqual([query, meant, count])
      }
      const words = [...new Set(book.flat().join(" ").split(/\s+/)), "kubernets", "cloud watch", "storage.type", "lgos"]
      words.push("règle", "Protokolle", "Art des Speichers", "storage types")
      for (const [n, word] of words.entries()) {
        for (const query of [word, `${word} ${words[(7 * n) % words.length]}`, `how is ${word} for logs`]) {
          const { found } = yield* Effect.promise(() => findInFiles(load, query, 50))
          expect([query, yield* titles(id, query)]).toEqual([query, found.map(({ page }) => page.title)])
        }
      }
    })
  )
}
