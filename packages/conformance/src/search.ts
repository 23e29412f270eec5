import { describe, expect, layer } from "@effect/vitest"
import { anonymousJudge } from "@octavo/core/content/revisions/visibleContent"
import { Search } from "@octavo/core/content/search/Search"
import { makeJudge } from "@octavo/core/kernel/conditions/Judge"
import type { Claims } from "@octavo/core/kernel/conditions/Visitor"
import { Effect } from "effect"
import { as, type StoreUnderTest, type Story, services } from "./harness.ts"
import { searchIndexStories } from "./search-index.ts"
import { meaningStories } from "./search-meaning.ts"
import { scopeStories } from "./search-scopes.ts"
import { newBook, search, titles } from "./searched-space.ts"
import { changeContent, pageOf } from "./stored-content.ts"

/** Full-text search: what is found, in which order, by whom, and that the index follows the content. */
export const searchSuite = (under: StoreUnderTest) =>
  describe(`search on ${under.name}`, () => {
    layer(services(under))((it) => {
      const story: Story = it.effect
      spaceStories(story)
      meaningStories(story)
      scopeStories(story)
      searchIndexStories(story)
    })
  })

const spaceStories = (story: Story) => {
  story("relevance: the same order on every store", () =>
    Effect.gen(function* () {
      const filler = "Some other words that fill the page and say nothing of it. ".repeat(5)
      const cases: ReadonlyArray<readonly [string, string, ReadonlyArray<readonly [string, string]>]> = [
        // in each case the pages stand in the order in which they must be found
        [
          "title over heading over body",
          "webhooks",
          [
            ["Webhooks", filler],
            ["Webhooks and events", filler],
            ["Events", `## Webhooks\n\n${filler}`],
            ["Deliveries", `${filler} webhooks webhooks webhooks webhooks`],
            ["Retries", `${filler} webhooks`]
          ]
        ],
        [
          "the title that has nothing else first",
          "install",
          [
            ["Install", filler],
            ["Install on Linux", filler],
            ["Install on Windows with the package manager", filler]
          ]
        ],
        [
          "a whole word over its beginning",
          "log",
          [
            ["Log of changes", filler],
            ["Logging of changes", filler],
            ["Files", `## Log\n\n${filler}`],
            ["Folders", `## Logging\n\n${filler}`]
          ]
        ],
        [
          "both words in the title, then in one heading, then one of each, then the body",
          "api keys",
          [
            ["API keys", filler],
            ["Payments", `## API keys\n\n${filler}`],
            ["API of payments", `## Keys\n\n${filler}`],
            ["Accounts", `${filler} api keys`]
          ]
        ],
        [
          "accents and case fold both ways",
          "DEJA vu",
          [
            ["Déjà vu", filler],
            ["Memories", `## Deja VU\n\n${filler}`],
            ["Dreams", `${filler} DÉJÀ vu`]
          ]
        ],
        [
          "Chinese",
          "全文检索",
          [
            ["全文检索", "说明"],
            ["搜索", "## 全文检索的配置\n\n说明"],
            ["其他", "这个页面提到全文检索一次"]
          ]
        ],
        [
          "Japanese",
          "検索",
          [
            ["検索", "説明"],
            ["設定", "## 検索の設定\n\n説明"],
            ["その他", "全文検索について"]
          ]
        ],
        [
          "Korean",
          "문서",
          [
            ["문서", "설명"],
            ["기타", "이 문서를 읽으세요"]
          ]
        ]
      ]
      for (const [name, query, pages] of cases) {
        const other = ["Unrelated", filler] as const
        const expected = pages.map(([title]) => title)
        // whichever was indexed first
        for (const order of [
          [...pages, other],
          [other, ...pages.toReversed()]
        ]) {
          const { id } = yield* newBook(order)
          expect([name, yield* titles(id, query)]).toEqual([name, expected])
        }
      }
    })
  )

  story("a hit has its place, its sections and where the words stand", () =>
    Effect.gen(function* () {
      const { id } = yield* newBook([])
      yield* changeContent(id, {
        pages: [
          [pageOf("guide", { type: "group", title: "Guide" })],
          [
            pageOf("start", { parent: "guide", title: "Start", description: "How to begin" }),
            "# Start\n\nIntro.\n\n## First steps\n\nPress the **big** button.\n\n## Next\n\nNo match"
          ]
        ]
      })
      const found = yield* search(id, "button")
      expect(found).toEqual({
        count: 1,
        items: [
          {
            id: "start",
            title: "Start",
            description: "How to begin",
            path: "guide/start",
            score: 1,
            rank: 1,
            sections: [
              {
                id: "first-steps",
                title: "First steps",
                path: "guide/start#first-steps",
                body: "Press the big button.",
                highlights: [{ start: 14, end: 20 }],
                score: 1,
                urls: { app: `https://octavo.test/app/s/${id}/guide/start#first-steps` }
              }
            ],
            ancestors: [{ title: "Guide" }],
            urls: { app: `https://octavo.test/app/s/${id}/guide/start` }
          }
        ]
      })
      // the description counts; a hit in it alone has no section
      const described = yield* search(id, "begin")
      expect(described.items.map((hit) => [hit.id, hit.sections])).toEqual([["start", undefined]])
    })
  )

  story("a page is found by what it includes, and follows that", () =>
    Effect.gen(function* () {
      const { admin, id } = yield* newBook([])
      const inGit = (name: string, fields = {}) => pageOf(name, { git: { oid: "1", path: `${name}.md` }, ...fields })
      yield* changeContent(id, {
        pages: [
          [inGit("near", { title: "Near" }), '# Near\n\n## Steps\n\n{% include "inc/a.md" %}'],
          [inGit("far", { title: "Far" }), '{% include "inc/b.md" %}'],
          [inGit("hidden", { title: "Hidden", noIndex: true }), '{% include "inc/a.md" %}'],
          [inGit("plain", { title: "Plain" }), "alabaster"]
        ],
        reusables: [
          ["a", "inc/a.md", "basalt"],
          ["b", "inc/b.md", 'before\n\n{% include "a.md" %}\n\n{% include "b.md" %}']
        ]
      })
      expect(yield* titles(id, "basalt")).toEqual(["Far", "Near"])
      const { items } = yield* search(id, "basalt")
      expect(items.find(({ title }) => title === "Near")!.sections![0]).toMatchObject({
        title: "Steps",
        path: "near#steps",
        body: "basalt"
      })
      const service = yield* Search
      expect((yield* service.space(id, "basalt", {}).pipe(as(admin))).count).toBe(2)

      yield* changeContent(id, { reusables: [["a", "inc/a.md", "## Stone\n\ngranite"]] })
      expect([yield* titles(id, "basalt"), yield* titles(id, "granite stone")]).toEqual([[], ["Far", "Near"]])
      yield* changeContent(id, { reusables: [["b", "inc/b.md", "marble"]] })
      expect([yield* titles(id, "granite"), yield* titles(id, "marble")]).toEqual([["Near"], ["Far"]])
      // it goes, and another takes its place
      yield* changeContent(id, { edits: [{ type: "removeReusable", id: "a" }] })
      expect(yield* titles(id, "granite")).toEqual([])
      yield* changeContent(id, { reusables: [["c", "inc/a.md", "gneiss"]] })
      expect(yield* titles(id, "gneiss")).toEqual(["Near"])
    })
  )

  story("pages with all words come first; the last may be the beginning of one; groups are not found", () =>
    Effect.gen(function* () {
      const { id } = yield* newBook([
        ["One", "alpha beta"],
        ["Two", "alpha gamma"],
        ["Three", "alphabet"]
      ])
      yield* changeContent(id, { pages: [[pageOf("group", { type: "group", title: "alpha" })]] })
      expect(yield* titles(id, "alpha beta")).toEqual(["One", "Two"])
      // the rarer word tells more
      expect(yield* titles(id, "gamma alpha")).toEqual(["Two", "One", "Three"])
      expect((yield* titles(id, "beta alp"))[0]).toBe("One")
      expect((yield* titles(id, "alp")).toSorted()).toEqual(["One", "Three", "Two"])
      expect(yield* titles(id, "alp beta")).toEqual(["One"])
      expect(yield* titles(id, "delta")).toEqual([])
    })
  )

  story("whatever is asked for is text (threats: text abuse, query injection)", () =>
    Effect.gen(function* () {
      const { id } = yield* newBook([
        ["One", "alpha beta and near"],
        ["Two", '100% of a_b it\'s "quoted"']
      ])
      const queries = [
        '"',
        "'",
        "''",
        '"""',
        "alpha AND",
        "alpha OR zeta",
        "NOT alpha",
        "NEAR(alpha beta)",
        "NEAR(",
        "(",
        ")",
        "*",
        "alpha*",
        "*alpha",
        "^alpha",
        "title:alpha",
        "{title}: alpha",
        "-alpha",
        "+alpha",
        "alpha:A",
        "alpha:*",
        "!",
        "&",
        "|",
        "<->",
        "alpha <-> beta",
        "\\",
        "\\'",
        "%",
        "_",
        "a%",
        "'; DROP TABLE links; --",
        "\0",
        "alpha\0beta",
        "🚀",
        "😀alpha",
        "\u202e",
        "x".repeat(512),
        "😀".repeat(256),
        "a ".repeat(256),
        "検".repeat(512),
        "",
        " "
      ]
      for (const query of queries) {
        const { count, items } = yield* search(id, query)
        expect([query, items.length]).toEqual([query, count])
      }
      expect(yield* titles(id, "title:alpha")).toEqual(["One"])
      expect(yield* titles(id, "zeta OR alpha")).toEqual(["One"])
      expect(yield* titles(id, '"alpha" (beta)')).toEqual(["One"])
      expect(yield* titles(id, "a%")).toEqual(["Two"])
      expect(yield* titles(id, "it's")).toEqual(["Two"])
    })
  )

  story(
    "pages that say noIndex are not found, and visitors of a site find nothing conditional (threat: hidden content listed)",
    () =>
      Effect.gen(function* () {
        const { id } = yield* newBook([["Open", "needle"]])
        yield* changeContent(id, {
          pages: [
            [pageOf("quiet", { noIndex: true }), "needle"],
            [pageOf("some", { condition: "visitor.claims.x" }), "needle"],
            [pageOf("hidden", { hidden: true }), "needle"]
          ]
        })
        expect((yield* titles(id, "needle")).toSorted()).toEqual(["Open", "hidden", "some"])
        const service = yield* Search
        const published = yield* service.published([id], "needle", anonymousJudge)
        expect(published.items[0]!.pages.map(({ title }) => title).toSorted()).toEqual(["Open", "hidden"])
        yield* changeContent(id, { edits: [{ type: "patchPage", id: "quiet", patch: { noIndex: undefined } }] })
        yield* changeContent(id, { edits: [{ type: "patchPage", id: "hidden", patch: { noIndex: true } }] })
        expect((yield* titles(id, "needle")).toSorted()).toEqual(["Open", "quiet", "some"])
      })
  )

  story("of conditions, a visitor finds what is shown, counted and cut alike; members find all of it", () =>
    Effect.gen(function* () {
      const { id } = yield* newBook([
        ["Open", "needle"],
        ["Branches", "needle\n\n{% if visitor.claims.pro %}\n\nthread\n\n{% else %}\n\nyarn\n\n{% endif %}"]
      ])
      yield* changeContent(id, {
        pages: [
          [pageOf("upper", { condition: "visitor.claims.pro" }), "needle"],
          [pageOf("lower", { parent: "upper" }), "needle"]
        ]
      })
      const service = yield* Search
      const judge = (claims: Claims) =>
        makeJudge({ claims, unsigned: { pro: true } }, { adaptiveContent: true, schema: undefined })
      const found = Effect.fnUntraced(function* (query: string, claims: Claims) {
        const { count, items } = yield* service.published([id], query, judge(claims))
        expect(count).toBe(items.length)
        return items.flatMap(({ pages }) => pages.map(({ title }) => title)).toSorted()
      })
      const cases: ReadonlyArray<readonly [string, Claims, ReadonlyArray<string>]> = [
        ["needle", {}, ["Branches", "Open"]],
        ["needle", { pro: true }, ["Branches", "Open", "lower", "upper"]],
        ["thread", {}, []],
        ["thread", { pro: true }, ["Branches"]],
        ["yarn", {}, ["Branches"]],
        ["yarn", { pro: true }, []],
        ["needle yarn", {}, ["Branches", "Open"]],
        ["thread yarn", {}, ["Branches"]],
        ["threda", {}, []],
        // what only some are shown is no word that others may have meant
        ["threda", { pro: true }, []],
        ["needle thr", {}, ["Branches", "Open"]],
        ["needle thr", { pro: true }, ["Branches"]]
      ]
      for (const [query, claims, titles] of cases) {
        expect(yield* found(query, claims), `${query} ${JSON.stringify(claims)}`).toEqual(titles)
      }
      expect(yield* titles(id, "thread")).toEqual(["Branches"])
      expect(yield* titles(id, "yarn")).toEqual(["Branches"])
    })
  )
}
