import { describe, expect, layer } from "@effect/vitest"
import { makeJudge } from "@octavo/core/conditions/Judge"
import { ContentIndex } from "@octavo/core/content/ContentIndex"
import { emptyRoot } from "@octavo/core/content/model/Records"
import { primary } from "@octavo/core/content/Revision"
import { RevisionStore } from "@octavo/core/content/RevisionStore"
import { nobody } from "@octavo/core/content/seen"
import { Grants } from "@octavo/core/grants/Grants"
import { Members } from "@octavo/core/members/Members"
import { rankedPages, Search } from "@octavo/core/search/Search"
import { CurrentActor } from "@octavo/core/shared/Actor"
import { SiteSearch } from "@octavo/core/sites/SiteSearch"
import { SiteSpaces } from "@octavo/core/sites/SiteSpaces"
import { Sites } from "@octavo/core/sites/Sites"
import type { SiteSearchInput } from "@octavo/core/sites/searchScope"
import { SpaceLifecycle } from "@octavo/core/spaces/SpaceLifecycle"
import { SpaceStore } from "@octavo/core/spaces/SpaceStore"
import { Spaces } from "@octavo/core/spaces/Spaces"
import type { Claims } from "@octavo/core/visitors/Visitor"
import { Effect } from "effect"
import {
  as,
  asOperator,
  newMember,
  newOrganization,
  newUser,
  refusal,
  type StoreUnderTest,
  services,
  siteReader
} from "./harness.ts"
import { changeContent, pageOf } from "./stored-content.ts"

/** A new space with pages of these titles and texts; the ids are `p0`, `p1`, and so on. */
const newBook = Effect.fnUntraced(function* (
  pages: ReadonlyArray<readonly [title: string, text: string]>,
  organization?: { readonly id: string; readonly admin: string }
) {
  const spaces = yield* Spaces
  const { admin, id: organizationId } = organization ?? (yield* newOrganization())
  const { id } = yield* spaces.create(organizationId, {}).pipe(as(admin))
  if (pages.length > 0) {
    yield* changeContent(id, {
      pages: pages.map(([title, text], i) => [pageOf(`p${String(i).padStart(4, "0")}`, { title }), text] as const)
    })
  }
  return { id, admin, organizationId }
})

const search = (spaceId: string, query: string, limit?: number) =>
  Effect.flatMap(Search, (service) => service.space(spaceId, query, limit === undefined ? {} : { limit })).pipe(
    asOperator
  )

const titles = (spaceId: string, query: string) =>
  Effect.map(search(spaceId, query), ({ items }) => items.map(({ title }) => title))

/** Full-text search: what is found, in which order, by whom, and that the index follows the content. */
export const searchSuite = (under: StoreUnderTest) =>
  describe(`search on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("relevance: the same order on every store", () =>
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
              "both words in the title, then one of each, then the body",
              "api keys",
              [
                ["API keys", filler],
                ["API of payments", `## Keys\n\n${filler}`],
                ["Payments", `## API keys\n\n${filler}`],
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

      it.effect("a hit has its place, its sections and where the words stand", () =>
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

      it.effect("a page is found by what it includes, and follows that", () =>
        Effect.gen(function* () {
          const { admin, id } = yield* newBook([])
          const inGit = (name: string, fields = {}) =>
            pageOf(name, { git: { oid: "1", path: `${name}.md` }, ...fields })
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

      it.effect("all words must be there; the last may be the beginning of one; groups are not found", () =>
        Effect.gen(function* () {
          const { id } = yield* newBook([
            ["One", "alpha beta"],
            ["Two", "alpha gamma"],
            ["Three", "alphabet"]
          ])
          yield* changeContent(id, { pages: [[pageOf("group", { type: "group", title: "alpha" })]] })
          expect(yield* titles(id, "alpha beta")).toEqual(["One"])
          expect(yield* titles(id, "beta alp")).toEqual(["One"])
          expect((yield* titles(id, "alp")).toSorted()).toEqual(["One", "Three", "Two"])
          expect(yield* titles(id, "alp beta")).toEqual([])
          expect(yield* titles(id, "delta")).toEqual([])
        })
      )

      it.effect("whatever is asked for is text (threats 42 and 46)", () =>
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
          expect(yield* titles(id, "title:alpha")).toEqual([])
          expect(yield* titles(id, "zeta OR alpha")).toEqual([])
          expect(yield* titles(id, '"alpha" (beta)')).toEqual(["One"])
          expect(yield* titles(id, "a%")).toEqual(["Two"])
          expect(yield* titles(id, "it's")).toEqual(["Two"])
        })
      )

      it.effect(
        "pages that say noIndex are not found, and visitors of a site find nothing conditional (threat 24)",
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
            const published = yield* service.published([id], "needle", nobody)
            expect(published.items[0]!.pages.map(({ title }) => title).toSorted()).toEqual(["Open", "hidden"])
            yield* changeContent(id, { edits: [{ type: "patchPage", id: "quiet", patch: { noIndex: undefined } }] })
            yield* changeContent(id, { edits: [{ type: "patchPage", id: "hidden", patch: { noIndex: true } }] })
            expect((yield* titles(id, "needle")).toSorted()).toEqual(["Open", "quiet", "some"])
          })
      )

      it.effect("of conditions, a visitor finds what is shown, counted and cut alike; members find all of it", () =>
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
            ["needle yarn", {}, ["Branches"]],
            ["needle thr", { pro: true }, ["Branches"]]
          ]
          for (const [query, claims, titles] of cases) {
            expect(yield* found(query, claims), `${query} ${JSON.stringify(claims)}`).toEqual(titles)
          }
          expect(yield* titles(id, "thread")).toEqual(["Branches"])
          expect(yield* titles(id, "yarn")).toEqual(["Branches"])
        })
      )

      it.effect("a site is searched over what its visitors see, in the scope that is asked for", () =>
        Effect.gen(function* () {
          const organization = yield* newOrganization()
          const { admin, id: organizationId } = organization
          const book = Effect.map(newBook([["Page", "needle"]], organization), ({ id }) => id)
          const [first, second, draft] = yield* Effect.all([book, book, book])
          const sites = yield* Sites
          const siteSpaces = yield* SiteSpaces
          const { id } = yield* sites.create(organizationId, { spaces: [first, second] }).pipe(as(admin))
          yield* siteSpaces.add(organizationId, id, { spaceId: draft, draft: true }).pipe(as(admin))
          const { items: places } = yield* siteSpaces.list(organizationId, id, {}, {}).pipe(as(admin))
          const at = (spaceId: string) => places.find(({ space }) => space.id === spaceId)!.id
          const service = yield* SiteSearch
          const found = (input: Omit<SiteSearchInput, "query">) =>
            service.search(organizationId, id, { query: "needle", ...input }).pipe(
              as(admin),
              Effect.map(({ items }) => items.map((one) => one.id).toSorted())
            )
          expect(yield* found({})).toEqual([first])
          expect(yield* found({ scope: { mode: "all" } })).toEqual([first, second].toSorted())
          expect(yield* found({ scope: { mode: "default", currentSiteSpace: at(second) } })).toEqual([second])
          expect(yield* found({ siteSpaceIds: [at(second), at(draft)] })).toEqual([second])
          const outsider = (yield* newUser("Outsider")).id
          const asked = service.search(organizationId, id, { query: "needle" }).pipe(as(outsider))
          expect(yield* refusal(asked)).toBe("NotFound")
        })
      )

      it.effect("a list goes through all that match, the ranked ones first (threat 45)", () =>
        Effect.gen(function* () {
          const count = rankedPages + 60
          const pages = Array.from(
            { length: count },
            (_, i) => [i === count - 1 ? "Common" : `Page ${i}`, "common"] as const
          )
          const { id } = yield* newBook(pages)
          const service = yield* Search
          const all = yield* service.space(id, "common", { limit: 1000 })
          expect([all.count, all.items.length, all.next]).toEqual([count, count, undefined])
          expect(all.items[0]!.title).toBe("Common")
          expect(all.items.map(({ rank }) => rank)).toEqual(Array.from({ length: count }, (_, i) => i + 1))
          const seen: Array<unknown> = []
          for (let page: string | undefined; ; ) {
            const part = yield* service.space(id, "common", { limit: 23, ...(page === undefined ? {} : { page }) })
            expect(part.count).toBe(count)
            seen.push(...part.items)
            page = part.next?.page
            if (page === undefined) break
          }
          expect(seen).toEqual(all.items)
          const first = yield* service.space(id, "common", { limit: 1 })
          const page = first.next!.page
          const other = yield* newBook([["One", "common"]])
          const foreign = [
            service.space(other.id, "common", { page }),
            service.space(id, "commo", { page }),
            service.space(id, "common", { page: `${page}x` }),
            service.space(id, "common", { limit: -1 }),
            service.space(id, "common", { limit: 1001 }),
            service.space(id, "common", { limit: 1.5 })
          ]
          for (const attempt of foreign) expect(yield* refusal(attempt)).toBe("Invalid")
          expect((yield* service.space(id, "common", { limit: 0 })).count).toBe(count)
        }).pipe(asOperator)
      )

      it.effect("who may not read a space finds nothing of it, not even how much there is (threats 1, 4 and 5)", () =>
        Effect.gen(function* () {
          const service = yield* Search
          const organization = yield* newOrganization()
          const open = yield* newBook([["Open", "needle"]], organization)
          const closed = yield* newBook(
            [
              ["Closed", "needle"],
              ["Closed too", "needle needle"]
            ],
            organization
          )
          const elsewhere = yield* newBook([["Elsewhere", "needle"]])
          const guest = yield* newMember(organization.id, null)
          const grants = yield* Grants
          const inOrganization = (user: string) =>
            service.organization(organization.id, "needle", {}).pipe(
              as(user),
              Effect.map(({ count, items }) => [count, items.map(({ id, pages }) => [id, pages.length])] as const)
            )
          expect(yield* inOrganization(guest)).toEqual([0, []])
          yield* grants
            .grant({ kind: "space", id: open.id }, { role: "read", users: [guest] })
            .pipe(as(organization.admin))
          expect(yield* inOrganization(guest)).toEqual([1, [[open.id, 1]]])
          expect((yield* inOrganization(organization.admin))[0]).toBe(2)
          expect(yield* refusal(service.space(closed.id, "needle", {})).pipe(as(guest))).toBe("NotFound")
          expect((yield* service.space(open.id, "needle", {}).pipe(as(guest))).count).toBe(1)

          const stranger = yield* newUser()
          expect(yield* refusal(service.organization(organization.id, "needle", {})).pipe(as(stranger.id))).toBe(
            "NotFound"
          )
          expect(yield* refusal(service.space(open.id, "needle", {})).pipe(as(elsewhere.admin))).toBe("NotFound")
          expect(
            yield* refusal(service.organization(organization.id, "x", {})).pipe(as(organization.admin, new Set()))
          ).toBe("Forbidden")
          const site = siteReader(organization.id, "none")
          const bySite = refusal(service.organization(organization.id, "needle", {}))
          expect(yield* Effect.provideService(bySite, CurrentActor, site)).toBe("Forbidden")

          const members = yield* Members
          yield* members.remove(organization.id, guest).pipe(as(organization.admin))
          expect(yield* refusal(service.space(open.id, "needle", {})).pipe(as(guest))).toBe("NotFound")
          expect(yield* refusal(service.organization(organization.id, "needle", {})).pipe(as(guest))).toBe("NotFound")
        })
      )

      it.effect("an organization's spaces come by their best page, page after page", () =>
        Effect.gen(function* () {
          const service = yield* Search
          const organization = yield* newOrganization()
          const body = yield* newBook([["A", "needle"]], organization)
          const title = yield* newBook(
            [
              ["Needle", "x"],
              ["B", "needle"]
            ],
            organization
          )
          const heading = yield* newBook([["C", "## Needle\n\nx"]], organization)
          yield* newBook([["D", "x"]], organization)
          const find = (params: { limit?: number; page?: string }) =>
            service.organization(organization.id, "needle", params).pipe(as(organization.admin))
          const all = yield* find({})
          expect([all.count, ...all.items.map(({ id, type }) => [id, type])]).toEqual([
            3,
            [title.id, "space"],
            [heading.id, "space"],
            [body.id, "space"]
          ])
          expect(all.items[0]!.pages.map((hit) => [hit.title, hit.rank])).toEqual([
            ["Needle", 1],
            ["B", 2]
          ])
          expect(all.items[0]!.score).toBe(all.items[0]!.pages[0]!.score)
          const first = yield* find({ limit: 2 })
          const second = yield* find({ limit: 2, page: first.next!.page })
          expect([...first.items, ...second.items]).toEqual(all.items)
          expect(second.next).toBeUndefined()
          expect(
            yield* refusal(service.organization(organization.id, "other", { page: first.next!.page })).pipe(
              as(organization.admin)
            )
          ).toBe("Invalid")
        })
      )

      it.effect("a space goes from the index when it is deleted, comes back with it, and is copied with it", () =>
        Effect.gen(function* () {
          const service = yield* Search
          const lifecycle = yield* SpaceLifecycle
          const index = yield* ContentIndex
          const many = Array.from({ length: 230 }, (_, i) => [`Page ${i}`, `needle n${i}`] as const)
          const { admin, id, organizationId } = yield* newBook(many)
          const counts = Effect.map(service.organization(organizationId, "needle", {}), ({ items }) =>
            items.map((item) => item.id).toSorted()
          ).pipe(as(admin))
          const copy = yield* lifecycle.duplicate(id).pipe(as(admin))
          // not looked through yet: whoever asks first sees to it
          expect((yield* service.space(copy.id, "needle", {}).pipe(as(admin))).count).toBe(230)
          expect(yield* titles(copy.id, "n229")).toEqual(["Page 229"])
          expect(yield* counts).toEqual([id, copy.id].toSorted())
          // they are apart from each other
          yield* changeContent(copy.id, { edits: [{ type: "removePage", id: "p0229" }] })
          expect([yield* titles(copy.id, "n229"), yield* titles(id, "n229")]).toEqual([[], ["Page 229"]])

          yield* lifecycle.remove(id).pipe(as(admin))
          expect(yield* counts).toEqual([copy.id])
          expect((yield* service.published([id, copy.id], "needle", nobody)).count).toBe(1)
          expect(yield* refusal(service.space(id, "needle", {})).pipe(as(admin))).toBe("NotFound")
          yield* lifecycle.restore(id).pipe(as(admin))
          expect(yield* counts).toEqual([id, copy.id].toSorted())

          const other = yield* newOrganization()
          const members = yield* Members
          yield* members.put(other.id, admin, "admin").pipe(asOperator)
          yield* lifecycle.transfer(id, { organization: other.id }).pipe(as(admin))
          expect(yield* counts).toEqual([copy.id])
          expect((yield* service.organization(other.id, "needle", {}).pipe(as(other.admin))).count).toBe(1)

          // a copy that nobody looks into is indexed all the same, while its head moves
          const second = yield* lifecycle.duplicate(id).pipe(as(admin))
          yield* changeContent(second.id, { pages: [[pageOf("fresh"), "needle fresh"]] })
          expect(yield* index.sweep).toBeGreaterThan(0)
          expect(yield* index.sweep).toBe(0)
          expect((yield* search(second.id, "needle")).count).toBe(231)
        })
      )

      it.effect("a space that is removed for good leaves nothing to whoever comes after it", () =>
        Effect.gen(function* () {
          const store = yield* SpaceStore
          // so many that they are counted in the index alone
          const many = (count: number) => Array.from({ length: count }, (_, i) => [`Page ${i}`, "needle"] as const)
          const gone = yield* newBook(many(rankedPages + 30))
          expect((yield* search(gone.id, "needle")).count).toBe(rankedPages + 30)
          yield* store.purge(gone.id)
          const next = yield* newBook(many(rankedPages + 10))
          expect((yield* search(next.id, "needle")).count).toBe(rankedPages + 10)
        })
      )

      it.effect("an index that was left behind catches up by what changed", () =>
        Effect.gen(function* () {
          const revisions = yield* RevisionStore
          const { id } = yield* newBook([["One", "alpha"]])
          const head = (yield* revisions.head(id, primary))!
          // a head that was moved by a program that knew of no index
          yield* revisions.advance(primary, head.sequence, {
            id: `raw-${id}`,
            spaceId: id,
            root: emptyRoot.root,
            parents: [],
            type: "edits",
            author: null,
            message: null,
            git: null,
            createdAt: "2026-01-01T00:00:00.000Z"
          })
          expect((yield* search(id, "alpha")).count).toBe(0)
          yield* changeContent(id, { pages: [[pageOf("two"), "alpha"]] })
          expect(yield* titles(id, "alpha")).toEqual(["two"])
        })
      )
    })
  })
