/** Stories of computed pages in the indexes: they are found as pages that people write are, by whom may read them. */
import { describe, expect, layer } from "@effect/vitest"
import { ContentIndex } from "@octavo/core/content/content-index/ContentIndex"
import { Links } from "@octavo/core/content/links/Links"
import { ComputedSources } from "@octavo/core/content/revisions/computed/ComputedSources"
import { Search } from "@octavo/core/content/search/Search"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Effect, Layer } from "effect"
import * as Statement from "effect/sql/Statement"
import { acrossBy, farm, newFarm, source, stub, visiting } from "./computed-farm.ts"
import { computedIndexRaceStories } from "./computed-index-races.ts"
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
import { changeContent, pageOf } from "./stored-content.ts"

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
          // in every form: those beside it speak of one animal
          expect(yield* ways("animals")).toEqual(alike("Animals", "The bear", "The lion"))
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
      computedIndexRaceStories(it.effect)
    })
  })

/** What an effect answers, or the tag of what it fails with. */
const refused = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: (error): A | string => error._tag, onSuccess: (value): A | string => value })
