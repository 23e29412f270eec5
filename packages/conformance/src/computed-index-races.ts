/** Stories of computed pages in the indexes after many changes, at once and in drafts: what is kept is what is made anew. */
import { expect } from "@effect/vitest"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { ContentIndex } from "@octavo/core/content/content-index/ContentIndex"
import { ContentIndexStore } from "@octavo/core/content/content-index/ContentIndexStore"
import { Links } from "@octavo/core/content/links/Links"
import type { RevisionEdit } from "@octavo/core/content/revisions/model/RevisionEdit"
import { primary } from "@octavo/core/content/revisions/Revision"
import { RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Effect } from "effect"
import { acrossBy, newFarm, stub } from "./computed-farm.ts"
import { makeRandom, said, someChange } from "./content-index.ts"
import { asOperator, type Story } from "./harness.ts"
import { backlinksIn, linksIn } from "./links.ts"
import { titles } from "./searched-space.ts"
import { changeContent, pageOf, setContent } from "./stored-content.ts"

export const computedIndexRaceStories = (story: Story) => {
  story("after random changes of content and source, indexes are what is made anew of both", () =>
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

  story("edits, changes of the source, searches and lists of links at once: indexes are of what came out", () =>
    Effect.gen(function* () {
      const index = yield* ContentIndex
      const lifecycle = yield* SpaceLifecycle
      const revisions = yield* RevisionStore
      const links = yield* Links
      const { admin, id, idAt, organizationId, tell } = yield* newFarm({ a: "alpha", b: "beta [a](/pages/a)" })
      yield* changeContent(id, { pages: [[pageOf("page-0"), "alpha"]], edits: [stub("zoo")] })
      const a = yield* idAt("animals/the-a")
      yield* Effect.all(
        Array.from({ length: 12 }, (_, i) => [
          changeContent(id, { pages: [[pageOf(`page-${i % 3}`), `gamma [x](/pages/${a}) n${i}`]] }),
          tell({ [i % 2 === 0 ? "a" : "c"]: `delta n${i} [page](/pages/page-${i % 4})`, b: "beta [a](/pages/a)" }),
          titles(id, "delta"),
          acrossBy(admin, organizationId, "beta"),
          links.list({ spaceId: id }, {}, {}).pipe(asOperator, Effect.ignore),
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

  story("links of a draft are those of a space with the same content, whichever pages it adds or takes away", () =>
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
}

/** What indexes say, but for links by addresses of a space. */
const without = (found: Record<string, unknown>, spaceId: string) => ({
  ...found,
  links: (found["links"] as ReadonlyArray<{ readonly href: string }>).filter(({ href }) => !href.includes(spaceId))
})
