/** Stories of computed pages in the indexes: they are found as pages that people write are, by whom may read them. */
import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { ContentIndex } from "@octavo/core/content/content-index/ContentIndex"
import { ContentIndexStore } from "@octavo/core/content/content-index/ContentIndexStore"
import { Links } from "@octavo/core/content/links/Links"
import { type ComputedSource, ComputedSources } from "@octavo/core/content/revisions/computed/ComputedSources"
import type { PageRecord } from "@octavo/core/content/revisions/model/Records"
import type { RevisionEdit } from "@octavo/core/content/revisions/model/RevisionEdit"
import { primary } from "@octavo/core/content/revisions/Revision"
import { RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import { Search } from "@octavo/core/content/search/Search"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { makeJudge } from "@octavo/core/kernel/conditions/Judge"
import type { Claims } from "@octavo/core/kernel/conditions/Visitor"
import { StorageError } from "@octavo/core/kernel/shared/errors"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Effect, Layer } from "effect"
import * as Statement from "effect/sql/Statement"
import { makeRandom, said, someChange } from "./content-index.ts"
import {
  as,
  asOperator,
  newMember,
  newOrganization,
  refusal,
  type Services,
  type StoreUnderTest,
  services
} from "./harness.ts"
import { backlinksIn, linksIn } from "./links.ts"
import { titles } from "./searched-space.ts"
import { changeContent, pageOf, setContent } from "./stored-content.ts"

/** Animals with what is said of each; who changes them commits something, as whoever changes what is in the store. */
const farm = {
  animals: new Map<string, string>(),
  /** The texts of these cannot be made. */
  fails: new Set<string>(),
  documents: 0
}

const source: ComputedSource = {
  type: "integration:farm:animals",
  resolve: (_, { farm: dependency }) =>
    Effect.sync(() =>
      dependency === undefined || farm.animals.size === 0
        ? undefined
        : { farm: { ref: "farm", value: Object.fromEntries(farm.animals) } }
    ),
  pages: ({ dependencies }) =>
    Effect.sync(() => {
      const { value } = dependencies["farm"] as { readonly value: Record<string, string> }
      return [
        {
          key: "all",
          title: "Animals",
          document: { animal: "" },
          pages: Object.keys(value).map((name) => ({ key: name, title: `The ${name}`, document: { animal: name } }))
        }
      ]
    }),
  document: ({ dependencies, props }) =>
    Effect.suspend(() => {
      farm.documents++
      const name = String(props["animal"])
      if (farm.fails.has(name)) return new StorageError({ operation: "farm", retryable: true, cause: "closed" })
      const { value } = dependencies["farm"] as { readonly value: Record<string, string> }
      return Effect.succeed(name === "" ? "All of the farm.\n" : `## Habits\n\nA farm animal: ${value[name]}\n`)
    })
}

const stub = (id: string, fields: Partial<PageRecord> = {}): RevisionEdit => ({
  type: "putPage",
  page: pageOf(id, {
    type: "computed",
    title: "",
    slug: "",
    order: "a5",
    computed: { type: source.type, props: {}, dependencies: { farm: { ref: "farm" } } },
    ...fields
  })
})

const newFarm = Effect.fnUntraced(function* (
  animals: Record<string, string>,
  organization?: { readonly id: string; readonly admin: string }
) {
  farm.animals = new Map(Object.entries(animals))
  farm.fails.clear()
  const { admin, id: organizationId } = organization ?? (yield* newOrganization())
  const spaces = yield* Spaces
  const { id } = yield* spaces.create(organizationId, {}).pipe(as(admin))
  /** What is said of the animals from now on. */
  const tell = (said: Record<string, string>) => {
    farm.animals = new Map(Object.entries(said))
    return Effect.asVoid(spaces.update(id, { emoji: "🐄" }).pipe(as(admin)))
  }
  /** Id of a page by its path. */
  const idAt = (path: string) =>
    Effect.flatMap(SpaceContent, (content) => content.open(id)).pipe(
      Effect.flatMap((open) => open.pageByPath(path, {})),
      Effect.map((page) => page.id),
      as(admin)
    )
  return { id, admin, organizationId, tell, idAt }
})

/** Titles that the search of an organization finds, by space. */
const acrossBy = (user: string, organizationId: string, query: string) =>
  Effect.flatMap(Search, (service) => service.organization(organizationId, query, {})).pipe(
    as(user),
    Effect.map(({ count, items }) => {
      expect(count).toBe(items.length)
      return items.flatMap(({ pages }) => pages.map(({ title }) => title)).toSorted()
    })
  )

/** Titles that a visitor with claims finds. */
const visiting = (spaceId: string, query: string, claims: Claims = {}) =>
  Effect.flatMap(Search, (service) =>
    service.published(
      [spaceId],
      query,
      makeJudge({ claims, unsigned: {} }, { adaptiveContent: true, schema: undefined })
    )
  ).pipe(Effect.map(({ items }) => items.flatMap(({ pages }) => pages.map(({ title }) => title)).toSorted()))

export const computedIndexSuite = (under: StoreUnderTest) =>
  describe(`computed pages in the indexes on ${under.name}`, () => {
    const sources = Layer.succeed(ComputedSources, new Map([[source.type, source]]))
    layer(services(under).pipe(Layer.provideMerge(sources)))((it) => {
      it.effect("are found in the space, in the organization and on sites, and follow their source at once", () =>
        Effect.gen(function* () {
          const { admin, id, organizationId, tell } = yield* newFarm({ lion: "roars", bear: "growls" })
          yield* changeContent(id, { pages: [[pageOf("one"), "people roars"]], edits: [stub("zoo")] })
          const ways = Effect.fnUntraced(function* (query: string) {
            return [
              (yield* titles(id, query)).toSorted(),
              yield* acrossBy(admin, organizationId, query),
              yield* visiting(id, query)
            ]
          })
          const alike = (...found: ReadonlyArray<string>) => [found, found, found]
          expect(yield* ways("roars")).toEqual(alike("The lion", "one"))
          expect(yield* ways("habits")).toEqual(alike("The bear", "The lion"))
          expect(yield* ways("animals")).toEqual(alike("Animals"))
          yield* tell({ lion: "sleeps", wolf: "howls" })
          // whichever way is first
          expect(yield* acrossBy(admin, organizationId, "howls")).toEqual(["The wolf"])
          expect(yield* ways("roars")).toEqual(alike("one"))
          expect(yield* ways("growls")).toEqual(alike())
          expect(yield* ways("howls")).toEqual(alike("The wolf"))
          yield* tell({ owl: "sees" })
          expect(yield* visiting(id, "sees")).toEqual(["The owl"])
          yield* tell({ owl: "hears" })
          expect(yield* titles(id, "hears")).toEqual(["The owl"])
          // an edit of something else, and a source that has nothing any more, or has again
          yield* changeContent(id, { pages: [[pageOf("two"), "people hears"]] })
          expect(yield* ways("hears")).toEqual(alike("The owl", "two"))
          yield* tell({})
          expect(yield* ways("hears")).toEqual(alike("two"))
          yield* tell({ owl: "hears" })
          expect(yield* ways("hears")).toEqual(alike("The owl", "two"))
          yield* changeContent(id, { edits: [{ type: "removePage", id: "zoo" }] })
          expect(yield* ways("hears")).toEqual(alike("two"))
        })
      )

      it.effect("a hit has its path, its sections and what it is in", () =>
        Effect.gen(function* () {
          const { admin, id, idAt } = yield* newFarm({ lion: "roars" })
          yield* changeContent(id, { pages: [[pageOf("one")]], edits: [stub("zoo", { parent: "one" })] })
          const { items } = yield* Effect.flatMap(Search, (service) => service.space(id, "roars", {})).pipe(as(admin))
          expect(items).toMatchObject([
            {
              id: yield* idAt("one/animals/the-lion"),
              title: "The lion",
              path: "one/animals/the-lion",
              ancestors: [{ title: "one" }, { title: "Animals" }],
              sections: [{ id: "habits", title: "Habits", path: "one/animals/the-lion#habits" }],
              urls: { app: `https://octavo.test/app/s/${id}/one/animals/the-lion` }
            }
          ])
        })
      )

      it.effect("are in the links of the space, of pages and in backlinks, of this space and of others", () =>
        Effect.gen(function* () {
          const made = yield* newFarm({
            lion: "eats [the bear](/pages/bear), [one](/pages/one), [none](/pages/none)",
            bear: ""
          })
          const { id, idAt, tell } = made
          yield* changeContent(id, { pages: [[pageOf("one")]], edits: [stub("zoo")] })
          const [lion, bear] = [yield* idAt("animals/the-lion"), yield* idAt("animals/the-bear")]
          const other = yield* newFarm(Object.fromEntries(farm.animals), { id: made.organizationId, admin: made.admin })
          const app = (space: string, path: string) => `https://app.gitbook.com/s/${space}/${path}`
          yield* changeContent(other.id, { pages: [[pageOf("far"), `[a](${app(id, "animals/the-lion")})`]] })
          yield* changeContent(id, {
            pages: [
              [
                pageOf("one"),
                `[a](/pages/${lion}) [b](${app(id, "animals/the-bear")}) [c](${app(id, "animals/the-wolf")})`
              ]
            ]
          })
          const report = Effect.map(linksIn({ spaceId: id }), (lines) => lines.toSorted()).pipe(asOperator)
          const ofLion = [
            `page ${lion}#habits broken url /pages/none`,
            `page ${lion}#habits ok page ${bear}`,
            `page ${lion}#habits ok page one`
          ]
          const sorted = (...lines: ReadonlyArray<string>) => lines.toSorted()
          expect(yield* report).toEqual(
            sorted(
              ...ofLion,
              `page one ok page ${lion}`,
              `page one ok page ${bear}`,
              `page one broken url ${app(id, "animals/the-wolf")}`
            )
          )
          expect((yield* linksIn({ spaceId: id, pageId: lion }).pipe(asOperator)).toSorted()).toEqual(ofLion.toSorted())
          const backlinks = (page: string) =>
            Effect.map(backlinksIn({ spaceId: id }, page), (all) => all.toSorted()).pipe(asOperator)
          expect(yield* backlinks(lion)).toEqual(["page far", "page one"])
          expect(yield* backlinks(bear)).toEqual([`page ${lion}#habits`, "page one"].toSorted())
          expect(yield* backlinks("one")).toEqual([`page ${lion}#habits`])
          expect(yield* linksIn({ spaceId: other.id }).pipe(asOperator)).toEqual([`page far ok page ${lion}`])

          yield* tell({ wolf: `chases [far](${app(other.id, "far")})` })
          const wolf = yield* idAt("animals/the-wolf")
          // links of another space's computed pages, before anybody looked at those
          expect(yield* backlinksIn({ spaceId: other.id }, "far").pipe(asOperator)).toEqual([`page ${wolf}#habits`])
          expect(yield* report).toEqual(
            sorted(
              `page ${wolf}#habits ok page far`,
              `page one broken url /pages/${lion}`,
              `page one broken url ${app(id, "animals/the-bear")}`,
              `page one ok page ${wolf}`
            )
          )
          expect(yield* refusal(backlinksIn({ spaceId: id }, lion)).pipe(asOperator)).toBe("NotFound")
          expect(yield* backlinks(wolf)).toEqual(["page one"])
          // the page that they are below goes to another place
          yield* changeContent(id, {
            edits: [
              { type: "patchPage", id: "one", patch: { slug: "first" } },
              { type: "movePage", id: "zoo", parent: "one", index: 0 }
            ]
          })
          expect(yield* report).toContain(`page one broken url ${app(id, "animals/the-wolf")}`)
        })
      )

      it.effect("who may not read what they are in finds nothing of them", () =>
        Effect.gen(function* () {
          const organization = yield* newOrganization()
          const { id, admin, organizationId } = yield* newFarm({ lion: "roars" }, organization)
          const gone = yield* newFarm({ lion: "roars" }, organization)
          yield* changeContent(gone.id, { edits: [stub("zoo")] })
          yield* (yield* SpaceLifecycle).remove(gone.id).pipe(as(admin))
          const pro = "visitor.claims.pro"
          yield* changeContent(id, {
            pages: [[pageOf("upper", { condition: pro })], [pageOf("open")]],
            edits: [
              stub("under", { parent: "upper" }),
              stub("own", { parent: "open", condition: pro }),
              stub("quiet", { order: "a6", noIndex: true }),
              stub("free", { order: "a7" })
            ]
          })
          const guest = yield* newMember(organizationId, null)
          const reader = yield* newMember(organizationId, "read")
          const stranger = (yield* newOrganization()).admin
          const inSpace = (user: string) =>
            Effect.flatMap(Search, (service) => service.space(id, "roars", {})).pipe(
              as(user),
              Effect.map(({ count }) => count),
              refused
            )
          const across = (user: string) =>
            refused(Effect.map(acrossBy(user, organizationId, "roars"), (all) => all.length))
          expect([yield* inSpace(admin), yield* across(admin)]).toEqual([3, 3])
          expect([yield* inSpace(reader), yield* across(reader)]).toEqual([3, 3])
          expect([yield* inSpace(guest), yield* across(guest)]).toEqual(["NotFound", 0])
          expect([yield* inSpace(stranger), yield* across(stranger)]).toEqual(["NotFound", "NotFound"])
          yield* (yield* Grants).grant({ kind: "space", id }, { role: "read", users: [guest] }).pipe(as(admin))
          expect([yield* inSpace(guest), yield* across(guest)]).toEqual([3, 3])
          expect(yield* visiting(id, "roars")).toEqual(["The lion"])
          expect(yield* visiting(id, "roars", { pro: true })).toEqual(["The lion", "The lion", "The lion"])
          // what is not found is not shown either, and what is found is
          const content = yield* SpaceContent
          const open = yield* content.open(id).pipe(as(admin))
          const condition = (path: string) => Effect.map(open.expanded.pageByPath(path), (page) => page?.condition)
          expect([yield* condition("open/animals"), yield* condition("animals")]).toEqual([pro, undefined])
        })
      )

      it.effect("a space without them pays nothing for them, and an organization one statement a search", () =>
        Effect.gen(function* () {
          const { admin, id, organizationId } = yield* newFarm({ lion: "roars" })
          yield* changeContent(id, {
            pages: [
              [pageOf("one"), "people roar"],
              [pageOf("two"), "[one](/pages/one)"]
            ]
          })
          const told = Effect.fnUntraced(function* (effect: Effect.Effect<unknown, unknown, Services>) {
            const statements: Array<string> = []
            yield* effect.pipe(
              Effect.provideService(Statement.CurrentTransformer, (statement) =>
                Effect.sync(() => {
                  statements.push(statement.compile()[0])
                  return statement
                })
              )
            )
            expect(statements.length).toBeGreaterThan(2)
            return statements.filter((text) => /computed_pages|x\.computed/.test(text)).length
          })
          const page = Effect.flatMap(Links, (links) => links.listPageBacklinks({ spaceId: id }, "one", {})).pipe(
            as(admin)
          )
          const ways: Record<string, readonly [number, Effect.Effect<unknown, unknown, Services>]> = {
            "an edit": [0, changeContent(id, { pages: [[pageOf("one"), "people roar again"]] })],
            "an edit of many pages": [
              0,
              changeContent(id, { pages: Array.from({ length: 30 }, (_, i) => [pageOf(`p${i}`), "[one](/pages/one)"]) })
            ],
            "a search of the space": [0, titles(id, "roar")],
            "its links": [0, linksIn({ spaceId: id }).pipe(as(admin))],
            "a search of the organization": [1, acrossBy(admin, organizationId, "roar")],
            "a search of a site": [1, visiting(id, "roar")],
            "what leads to a page, from all spaces": [1, page]
          }
          for (const [name, [most, effect]] of Object.entries(ways)) expect(yield* told(effect), name).toBe(most)
          // the same is seen where there are some
          yield* changeContent(id, { edits: [stub("zoo")] })
          expect(yield* told(titles(id, "roar"))).toBeGreaterThan(1)
        })
      )

      it.effect("a text that cannot be made keeps nothing else from being found, and is looked at again", () =>
        Effect.gen(function* () {
          const { id, organizationId, admin } = yield* newFarm({ lion: "roars", bear: "roars" })
          farm.fails.add("lion")
          yield* changeContent(id, { edits: [stub("zoo")] })
          expect(yield* titles(id, "roars")).toEqual(["The bear"])
          expect(yield* acrossBy(admin, organizationId, "the")).toEqual(["Animals", "The bear", "The lion"])
          expect(yield* (yield* ContentIndex).sweep).toBe(0)
          farm.fails.clear()
          yield* changeContent(id, { pages: [[pageOf("one"), "x"]] })
          expect((yield* titles(id, "roars")).toSorted()).toEqual(["The bear", "The lion"])
        })
      )

      it.effect("after random changes of content and source, indexes are what is made anew of both", () =>
        Effect.gen(function* () {
          const index = yield* ContentIndex
          const lifecycle = yield* SpaceLifecycle
          const revisions = yield* RevisionStore
          for (let seed = 21; seed <= 23; seed++) {
            const random = makeRandom(seed)
            const known = new Set<string>()
            const { id, tell } = yield* newFarm({ a: "alpha" })
            const word = () => ["alpha", "beta", "gamma", "delta"][random(4)]!
            const names = ["a", "b", "c", "d", "e"]
            for (let round = 1; round <= 60; round++) {
              switch (random(6)) {
                case 0:
                case 1:
                  yield* tell(
                    Object.fromEntries(
                      names
                        .filter(() => random(3) > 0)
                        .map((name) => [
                          name,
                          `${word()} [to](/pages/${names[random(5)]}) [page](/pages/page-${random(12)})`
                        ])
                    )
                  )
                  break
                case 2:
                  yield* changeContent(id, { edits: [stub(`stub-${random(3)}`, { order: `a${1 + random(9)}` })] })
                  known.add("stub")
                  break
                case 3: {
                  const open = yield* (yield* SpaceContent).open(id).pipe(asOperator)
                  const one = `stub-${random(3)}`
                  if ((yield* open.tree.page(one)) !== undefined)
                    yield* changeContent(id, { edits: [{ type: "removePage", id: one }] })
                  break
                }
                case 4: {
                  // people link to what is computed
                  const open = yield* (yield* SpaceContent).open(id).pipe(asOperator)
                  const to = (yield* open.expanded.pages()).flatMap(({ page, pages }) => [
                    page,
                    ...pages.map((one) => one.page)
                  ])
                  const one = to[random(Math.max(1, to.length))]
                  const path = one && (yield* open.expanded.pathOf(one.id))
                  yield* changeContent(id, {
                    pages: [
                      [
                        pageOf(`linking-${random(4)}`),
                        `[x](/pages/${one?.id}) [y](https://app.gitbook.com/s/${id}/${path})`
                      ]
                    ]
                  })
                  break
                }
                default:
                  yield* changeContent(id, someChange(random, new Set([...known].filter((one) => one !== "stub"))))
              }
              if (round % 4 === 0) yield* titles(id, "alpha")
              if (round % 15 !== 0) continue
              yield* titles(id, "alpha")
              const { root } = (yield* revisions.head(id, primary))!
              const copy = yield* lifecycle.duplicate(id).pipe(asOperator)
              yield* index.complete(copy.id, root)
              yield* titles(copy.id, "alpha")
              const kept = yield* said(id)
              // what the space's own addresses are to it is another space to its copy
              expect(without(kept, id)).toEqual(without(yield* said(copy.id), id))
              const state = yield* ContentIndexStore
              yield* state.put(id, { ...(yield* state.get(id))!, after: "" })
              yield* titles(id, "alpha")
              expect(yield* said(id)).toEqual(kept)
            }
          }
        }).pipe(asOperator)
      )

      it.effect("edits, changes of the source, searches and lists of links at once: indexes are of what came out", () =>
        Effect.gen(function* () {
          const index = yield* ContentIndex
          const lifecycle = yield* SpaceLifecycle
          const revisions = yield* RevisionStore
          const { admin, id, idAt, organizationId, tell } = yield* newFarm({ a: "alpha", b: "beta [a](/pages/a)" })
          yield* changeContent(id, { pages: [[pageOf("page-0"), "alpha"]], edits: [stub("zoo")] })
          const a = yield* idAt("animals/the-a")
          yield* Effect.all(
            Array.from({ length: 12 }, (_, i) => [
              changeContent(id, { pages: [[pageOf(`page-${i % 3}`), `gamma [x](/pages/${a}) n${i}`]] }),
              tell({ [i % 2 === 0 ? "a" : "c"]: `delta n${i} [page](/pages/page-${i % 4})`, b: "beta [a](/pages/a)" }),
              titles(id, "delta"),
              acrossBy(admin, organizationId, "beta"),
              linksIn({ spaceId: id }).pipe(asOperator, Effect.ignore),
              index.sweep
            ]).flat(),
            { concurrency: "unbounded", discard: true }
          )
          yield* titles(id, "alpha")
          const { root } = (yield* revisions.head(id, primary))!
          const copy = yield* lifecycle.duplicate(id).pipe(asOperator)
          yield* index.complete(copy.id, root)
          yield* titles(copy.id, "alpha")
          expect(yield* said(id)).toEqual(yield* said(copy.id))
        })
      )

      it.effect(
        "links of a draft are those of a space with the same content, whichever pages it adds or takes away",
        () =>
          Effect.gen(function* () {
            const revisions = yield* RevisionStore
            const changeRequests = yield* ChangeRequests
            const { id, idAt, organizationId } = yield* newFarm({
              lion: "eats [one](/pages/one)",
              bear: "is with [the lion](/pages/lion)"
            })
            yield* changeContent(id, { pages: [[pageOf("one")]], edits: [stub("zoo")] })
            const lion = yield* idAt("animals/the-lion")
            yield* changeContent(id, { pages: [[pageOf("two"), `[a](/pages/${lion})`]] })
            const drafts: Record<string, ReadonlyArray<RevisionEdit>> = {
              "with another page": [{ type: "putPage", page: pageOf("three") }],
              "without the computed pages": [{ type: "removePage", id: "zoo" }],
              "with more of them": [stub("more", { order: "a7" })],
              "without what they lead to": [{ type: "removePage", id: "one" }],
              "with others in their place": [{ type: "removePage", id: "zoo" }, stub("more", { order: "a7" })]
            }
            for (const [name, edits] of Object.entries(drafts)) {
              const { id: changeRequestId } = yield* changeRequests.create(id, {})
              yield* changeContent(id, { edits }, changeRequestId)
              const { root } = (yield* revisions.head(id, changeRequestId))!
              const twin = { spaceId: (yield* (yield* Spaces).create(organizationId, {})).id }
              yield* setContent(twin.spaceId, root)
              const draft = { spaceId: id, changeRequestId }
              expect((yield* linksIn(draft)).length, name).toBeGreaterThan(0)
              expect((yield* linksIn(draft)).toSorted(), name).toEqual((yield* linksIn(twin)).toSorted())
              for (const page of ["one", "two", lion]) {
                const of = (where: typeof draft | typeof twin) =>
                  Effect.catch(
                    Effect.map(backlinksIn(where, page), (all) => all.toSorted()),
                    (error: { readonly _tag: string }) => Effect.succeed([error._tag])
                  )
                expect(yield* of(draft), `${name}, ${page}`).toEqual(yield* of(twin))
              }
            }
            // what a draft breaks by taking computed pages away is its own doing
            const { id: changeRequestId } = yield* changeRequests.create(id, {})
            yield* changeContent(id, { edits: [{ type: "removePage", id: "zoo" }] }, changeRequestId)
            expect(yield* linksIn({ spaceId: id, changeRequestId }, { brokenContext: "change-request" })).toEqual([
              `page two broken url /pages/${lion}`
            ])
          }).pipe(asOperator)
      )
    })
  })

/** What an effect answers, or the tag of what it fails with. */
const refused = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: (error): A | string => error._tag, onSuccess: (value): A | string => value })

/** What indexes say, but for links by addresses of a space. */
const without = (found: Record<string, unknown>, spaceId: string) => ({
  ...found,
  links: (found["links"] as ReadonlyArray<{ readonly href: string }>).filter(({ href }) => !href.includes(spaceId))
})
