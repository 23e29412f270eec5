import { describe, expect, layer } from "@effect/vitest"
import { ContentIndex } from "@octavo/core/content/content-index/ContentIndex"
import { ContentIndexStore } from "@octavo/core/content/content-index/ContentIndexStore"
import { LinkStore } from "@octavo/core/content/content-index/LinkStore"
import { SearchStore } from "@octavo/core/content/content-index/SearchStore"
import type { PageRecord } from "@octavo/core/content/revisions/model/Records"
import type { RevisionEdit } from "@octavo/core/content/revisions/model/RevisionTree"
import { primary } from "@octavo/core/content/revisions/Revision"
import { RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import { EditContent } from "@octavo/core/content/space-content/EditContent"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Transaction } from "@octavo/core/kernel/shared/Transaction"
import { Deferred, Effect } from "effect"
import { asOperator, newOrganization, type StoreUnderTest, services } from "./harness.ts"
import { fileOf } from "./links.ts"
import { type Change, changeContent, pageOf } from "./stored-content.ts"

/** Numbers below a bound, the same in every run. */
export const makeRandom = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const words = ["alpha", "beta", "gamma", "delta", "épsilon", "全文検索", "zeta", "eta"]
const terms = ["alpha", "beta", "gamma", "delta", "epsilon", "全文", "zeta", "eta", "page"]

/** All that the indexes say of a space, whatever its id. */
export const said = Effect.fnUntraced(function* (spaceId: string) {
  const search = yield* SearchStore
  const links = yield* LinkStore
  const found: Record<string, unknown> = {}
  for (const text of terms) {
    const { candidates } = yield* search.find(
      { kind: "space", spaceId },
      [[{ terms: [text], isPrefix: false, worth: 1 }]],
      1000
    )
    const sections = yield* search.sections(candidates.map(({ number }) => number))
    found[text] = candidates
      .map(({ body, pageId, strong }) => ({ pageId, body, strong, sections: sections.get(body) }))
      .toSorted((a, b) => (a.pageId < b.pageId ? -1 : 1))
  }
  const { items } = yield* links.list(
    { spaceId },
    { ok: [], broken: [] },
    {},
    {
      after: undefined,
      limit: 10_000
    }
  )
  return { ...found, links: items }
})

/** The indexes equal those that are made anew of the same content. */
const checkAgainstFresh = Effect.fnUntraced(function* (spaceId: string) {
  const lifecycle = yield* SpaceLifecycle
  const index = yield* ContentIndex
  const state = yield* ContentIndexStore
  const revisions = yield* RevisionStore
  const { root } = (yield* revisions.head(spaceId, primary))!
  expect(yield* state.get(spaceId)).toEqual({ root, after: null, computed: null })
  const copy = yield* lifecycle.duplicate(spaceId)
  yield* index.complete(copy.id, root)
  expect(yield* said(spaceId)).toEqual(yield* said(copy.id))
  return copy.id
})

/** Some change of a space with up to twelve pages, six files and three reusable contents. */
export const someChange = (random: (below: number) => number, known: Set<string>): Change => {
  const some = <A>(all: ReadonlyArray<A>): A => all[random(all.length)]!
  const page = () => `page-${random(12)}`
  const target = () =>
    some([
      () => `/pages/${page()}`,
      () => `${page()}.md`,
      () => `dir/${page()}.md#x`,
      () => `img/f${random(6)}.png`,
      () => `/files/f${random(6)}`,
      () => `inc/r${random(3)}.md`,
      () => "#here",
      () => "https://app.gitbook.com/account",
      () => "broken-reference"
    ])()
  const text = () =>
    Array.from({ length: 1 + random(6) }, () =>
      some([
        () => `## ${some(words)} ${some(words)}`,
        () => `${some(words)} ${some(words)} [to](${target()})`,
        () => Array.from({ length: 5 }, () => some(words)).join(" "),
        () => `{% include "inc/r${random(3)}.md" %}`
      ])()
    ).join("\n\n")
  const edits: Array<RevisionEdit> = []
  const there = [...known]
  switch (random(8)) {
    case 0:
    case 1:
    case 2: {
      const id = page()
      known.add(id)
      const path = random(2) === 0 ? `${id}.md` : `dir/${id}.md`
      const flags = random(5) === 0 ? { noIndex: true } : {}
      const fields = {
        title: `Page ${some(words)}`,
        order: `a${random(9)}`,
        git: { oid: `${random(1000)}`, path },
        ...flags
      }
      return { pages: [[pageOf(id, fields), text()]] }
    }
    case 3:
      if (there.length > 0) {
        const id = some(there)
        known.delete(id)
        edits.push({ type: "removePage", id })
      }
      break
    case 4:
      if (there.length > 0) {
        const patch = some([
          { title: `Page ${some(words)} ${some(words)}` },
          { noIndex: true },
          { noIndex: undefined },
          { description: some(words) },
          { slug: `slug-${random(1_000_000)}` }
        ])
        edits.push({ type: "patchPage", id: some(there), patch })
      }
      break
    case 5: {
      const id = `f${random(6)}`
      edits.push({ type: "putFile", file: fileOf(id, `img/${id}.png`) })
      break
    }
    case 6: {
      const id = random(3)
      return { reusables: [[`r${id}`, `inc/r${id}.md`, text()]] }
    }
    case 7:
      if (there.length > 0) edits.push({ type: "movePage", id: some(there), parent: null, index: random(5) })
      break
  }
  return { edits }
}

/** The indexes of a space are those of its content, whatever happened to it. */
export const contentIndexSuite = (under: StoreUnderTest) =>
  describe(`content index on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("after random changes they are what is made anew of the content", () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces
          const { id: organization } = yield* newOrganization()
          for (let seed = 1; seed <= 3; seed++) {
            const { id } = yield* spaces.create(organization, {})
            const random = makeRandom(seed)
            const known = new Set<string>()
            for (let round = 1; round <= 90; round++) {
              yield* changeContent(id, someChange(random, known))
              if (round % 15 === 0) yield* checkAgainstFresh(id)
            }
            // files and reusable contents go, too
            yield* changeContent(id, {
              edits: ["f0", "f1", "f2", "f3", "f4", "f5"].flatMap(
                (file): Array<RevisionEdit> => [
                  { type: "putFile", file: fileOf(file, `img/${file}.png`) },
                  ...(random(2) === 0 ? [{ type: "removeFile", id: file } as const] : [])
                ]
              )
            })
            yield* checkAgainstFresh(id)
          }
        }).pipe(asOperator)
      )

      it.effect(
        "it takes a page along when it moves, where that is in, and leaves all as it is where it does not move",
        () =>
          Effect.gen(function* () {
            const spaces = yield* Spaces
            const state = yield* ContentIndexStore
            const search = yield* SearchStore
            const transaction = yield* Transaction
            const { id: organization } = yield* newOrganization()
            const { id } = yield* spaces.create(organization, {})
            const { id: bare } = yield* spaces.create(organization, {})
            yield* changeContent(id, { pages: [[pageOf("one"), "alpha"]] })
            const { root } = (yield* state.get(id))!
            const found = (text: string) =>
              Effect.map(
                search.find({ kind: "space", spaceId: id }, [[{ terms: [text], isPrefix: false, worth: 1 }]], 10),
                ({ candidates }) => candidates.map(({ body, pageId }) => `${pageId} ${body}`)
              )
            const before = yield* found("alpha")
            const document = {
              body: "of-beta",
              sections: [{ anchor: "", title: "", text: "beta" }],
              varies: false,
              classes: [["one"], [], [], ["beta"]],
              lines: [["one"]]
            } as const
            const move = (spaceId: string, from: string, page: string) =>
              transaction.run(state.move(spaceId, { from, to: "later", computed: null }, { id: page, document }))
            expect(yield* move(bare, root, "one")).toBeUndefined()
            expect(yield* move(id, "other", "one")).toBeUndefined()
            yield* state.put(id, { root, after: "", computed: null })
            expect(yield* move(id, root, "one")).toBeUndefined()
            yield* state.put(id, { root, after: null, computed: null })
            expect([yield* found("alpha"), yield* found("beta")]).toEqual([before, []])
            // a page that is not in is left to who puts it
            expect(yield* move(id, root, "two")).toEqual({ isPut: false })
            expect([yield* found("alpha"), yield* found("beta")]).toEqual([before, []])
            const moved = (yield* move(id, "later", "one"))!
            if (!moved.isPut) yield* transaction.run(search.put(id, new Map([["one", document]])))
            expect([yield* found("alpha"), yield* found("beta")]).toEqual([[], ["one of-beta"]])
            expect(yield* state.get(id)).toEqual({ root: "later", after: null, computed: null })
            // the stories after this one sweep the store that all of them have
            yield* state.put(id, { root, after: null, computed: null })
          }).pipe(asOperator)
      )

      it.effect("of a large change a part comes in afterwards, and nothing is missing in the end", () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces
          const index = yield* ContentIndex
          const state = yield* ContentIndexStore
          const { id: organization } = yield* newOrganization()
          const { id } = yield* spaces.create(organization, {})
          const all = Array.from({ length: 640 }, (_, i) => `page-${i}`)
          const page = (name: string, fields: Partial<PageRecord> = {}) =>
            pageOf(name, { git: { oid: "1", path: `${name}.md` }, ...fields })
          yield* changeContent(id, {
            pages: all.map((name, i) => [page(name), `alpha [next](page-${(i * 7) % 700}.md)`] as const),
            reusables: [["r0", "inc/r0.md", "[to](../page-1.md)"]]
          })
          expect((yield* state.get(id))!.after).toBe("")
          yield* index.sweep
          yield* checkAgainstFresh(id)
          yield* changeContent(id, {
            edits: all.slice(600).map((name): RevisionEdit => ({ type: "removePage", id: name })),
            pages: all.slice(0, 590).map((name, i) => [page(name), `beta [id](/pages/page-${(i * 11) % 700})`] as const)
          })
          yield* changeContent(id, { pages: [[page("page-650"), "gamma [x](page-1.md)"]] })
          yield* changeContent(id, { edits: [{ type: "removePage", id: "page-1" }] })
          yield* index.sweep
          yield* checkAgainstFresh(id)
        }).pipe(asOperator)
      )

      it.effect("takes in any page, however long and strange (threat: text abuse)", () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces
          const { id: organization } = yield* newOrganization()
          const { id } = yield* spaces.create(organization, {})
          const long = "y".repeat(5_000)
          const texts = [
            Array.from({ length: 300_000 }, (_, i) => `w${i.toString(36)}`).join(" "),
            Array.from({ length: 150_000 }, (_, i) => String.fromCodePoint(0x20000 + (i % 40_000))).join(""),
            `${"x".repeat(100_000)} ${"é".repeat(10_000)} ${"\u0301".repeat(10_000)}`,
            'a\0b [n](%00) \0[x](/pages/%00)\n\n## \0 <a href="#\0" id="\0"></a>',
            `[a](${long}) [b](/pages/${long}) [c](https://app.gitbook.com/s/${long}/${long}) [d](#${long}) ![](${long}.png)`,
            Array.from({ length: 3_000 }, (_, i) => `## h${i}\n\n[l${i}](p${i}.md)`).join("\n\n"),
            "\u{1F600}".repeat(50_000),
            "> ".repeat(3_000) + "- ".repeat(3_000)
          ]
          for (const [i, text] of texts.entries()) {
            yield* changeContent(id, {
              pages: [[pageOf(`odd-${i}`, { title: text.slice(0, 900).toWellFormed() }), text]]
            })
          }
          yield* checkAgainstFresh(id)
        }).pipe(asOperator)
      )

      it.effect(
        "60 edits of 2 spaces at once: the indexes are of what came out (threats: concurrent merges, lost updates)",
        () =>
          Effect.gen(function* () {
            const spaces = yield* Spaces
            const index = yield* ContentIndex
            const { replaceText } = yield* EditContent
            const { id: organization } = yield* newOrganization()
            const ids = [(yield* spaces.create(organization, {})).id, (yield* spaces.create(organization, {})).id]
            for (const id of ids) {
              yield* changeContent(id, { pages: Array.from({ length: 6 }, (_, i) => [pageOf(`page-${i}`), "alpha"]) })
            }
            const edits = Array.from({ length: 60 }, (_, i) => {
              const other = `https://app.gitbook.com/s/${ids[(i + 1) % 2]}/page-${i % 6}`
              const text = `beta n${i} [in](/pages/page-${(i * 5) % 7}) [out](${other})`
              return replaceText(ids[i % 2]!, `page-${Math.floor(i / 2) % 6}`, text)
            })
            yield* Effect.all([...edits, index.sweep], { concurrency: "unbounded", discard: true })
            for (const id of ids) yield* checkAgainstFresh(id)
          }).pipe(asOperator)
      )

      it.effect("who begins an index second goes on with what the first one has put in", () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces
          const lifecycle = yield* SpaceLifecycle
          const state = yield* ContentIndexStore
          const transaction = yield* Transaction
          const { id: organization } = yield* newOrganization()
          const { id } = yield* spaces.create(organization, {})
          yield* changeContent(id, { pages: [[pageOf("a"), "alpha"]] })
          const copy = yield* lifecycle.duplicate(id)
          expect(yield* state.get(copy.id)).toBeUndefined()
          const begun = yield* Deferred.make<void>()
          const others = yield* Deferred.make<void>()
          const { root } = (yield* (yield* RevisionStore).head(copy.id, primary))!
          const of = (after: string) => ({ root, after, computed: null })
          const first = transaction.run(
            Effect.gen(function* () {
              yield* state.make(copy.id, of("first"))
              yield* Deferred.succeed(begun, undefined)
              yield* Deferred.await(others)
              return yield* state.hold(copy.id)
            })
          )
          const second = Effect.andThen(
            Deferred.await(begun),
            transaction.run(Effect.andThen(state.make(copy.id, of("second")), state.hold(copy.id)))
          )
          // the second one waits for the first one, whose content is in
          const go = Effect.andThen(Effect.yieldNow, Deferred.succeed(others, undefined))
          const [one, other] = yield* Effect.all([first, second, go], { concurrency: "unbounded" })
          expect([one, other]).toEqual([of("first"), of("first")])
        }).pipe(asOperator)
      )

      it.effect("a copy is indexed while its head moves on", () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces
          const lifecycle = yield* SpaceLifecycle
          const index = yield* ContentIndex
          const { id: organization } = yield* newOrganization()
          const { id } = yield* spaces.create(organization, {})
          const name = (i: number) => `page-${i}`
          yield* changeContent(id, {
            pages: Array.from({ length: 450 }, (_, i) => [
              pageOf(name(i), { git: { oid: "1", path: `${name(i)}.md` } }),
              `alpha n${i} [next](${name((i * 7) % 450)}.md) [id](/pages/${name((i * 11) % 450)})`
            ])
          })
          const copy = yield* lifecycle.duplicate(id)
          const random = makeRandom(9)
          const known = new Set(Array.from({ length: 450 }, (_, i) => name(i)))
          const changes = Effect.gen(function* () {
            for (let round = 0; round < 40; round++) {
              const gone = [...known][random(known.size)]!
              known.delete(gone)
              yield* changeContent(copy.id, {
                edits: [{ type: "removePage", id: gone }],
                pages: [[pageOf(`fresh-${round}`, { order: "a9" }), `beta [gone](/pages/${gone})`]]
              })
              yield* Effect.yieldNow
            }
          })
          yield* Effect.all([index.sweep, changes, index.sweep], { concurrency: "unbounded", discard: true })
          yield* index.sweep
          yield* checkAgainstFresh(copy.id)
        }).pipe(asOperator)
      )
    })
  })
