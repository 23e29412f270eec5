import { describe, expect, layer } from "@effect/vitest"
import { type ComputedSource, ComputedSources } from "@octavo/core/content/revisions/computed/ComputedSources"
import type { RevisionEdit } from "@octavo/core/content/revisions/model/RevisionEdit"
import { ComputeContent } from "@octavo/core/content/space-content/ComputeContent"
import type { DocumentPage, Page } from "@octavo/core/content/space-content/Page"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { StorageError } from "@octavo/core/kernel/shared/errors"
import { Effect, Layer } from "effect"
import { as, newOrganization, refusal, type StoreUnderTest, services } from "./harness.ts"
import { changeContent, pageOf } from "./stored-content.ts"

/** A source that lists the animals of a zoo, which others may change. */
const makeZoo = () => {
  const zoo = { animals: ["Lion", "Bear"], fails: false, pages: 0, documents: 0 }
  const source: ComputedSource = {
    type: "integration:zoo:animals",
    resolve: (_, { zoo: dependency }) =>
      Effect.sync(() => (dependency === undefined ? undefined : { zoo: { ref: "zoo", value: zoo.animals.join(" ") } })),
    pages: ({ dependencies, props }) =>
      Effect.suspend(() => {
        if (zoo.fails) return new StorageError({ operation: "zoo", retryable: true, cause: "closed" })
        zoo.pages++
        const animals = String((dependencies["zoo"] as { value: string }).value).split(" ")
        return Effect.succeed([
          {
            key: "all",
            title: String(props["title"] ?? "Animals"),
            pages: animals.map((name) => ({ key: name, title: name, document: { animal: name } }))
          }
        ])
      }),
    document: ({ props }) =>
      Effect.sync(() => {
        zoo.documents++
        return `It is a ${props["animal"]}.\n`
      })
  }
  return { zoo, source }
}

const { source, zoo } = makeZoo()

const page = (id: string, order: string, parent: string | null = null): RevisionEdit => ({
  type: "putPage",
  page: pageOf(id, { parent, order })
})

const computed = (
  id: string,
  order: string,
  { dependencies = { zoo: { ref: "zoo" } }, parent = null, ...rest }: Partial<Computed> = {}
): RevisionEdit => ({
  type: "putPage",
  page: pageOf(id, {
    type: "computed",
    title: "",
    slug: "",
    parent,
    order,
    computed: { type: rest.type ?? source.type, props: rest.props ?? {}, dependencies }
  })
})

interface Computed {
  readonly type: string
  readonly parent: string | null
  readonly props: { readonly title?: string }
  readonly dependencies: Record<string, { readonly ref: string }>
}

/** A space with what edits make. */
const newSpace = Effect.fnUntraced(function* (...edits: ReadonlyArray<RevisionEdit>) {
  const { admin, id: organization } = yield* newOrganization()
  const { id } = yield* (yield* Spaces).create(organization, {}).pipe(as(admin))
  const change = (...more: ReadonlyArray<RevisionEdit>) => changeContent(id, { edits: more })
  yield* change(...edits)
  const open = Effect.flatMap(SpaceContent, (content) => content.open(id)).pipe(as(admin))
  return { admin, id, change, open }
})

const outline = (pages: ReadonlyArray<Page>): ReadonlyArray<string> =>
  pages.flatMap((one) =>
    one.type === "document" || one.type === "group"
      ? [`${one.type} ${one.path}`, ...outline(one.pages)]
      : [`${one.type} ${one.id}`]
  )

const idAt = (pages: ReadonlyArray<Page>, path: string): string | undefined => {
  for (const one of pages) {
    if (one.type !== "document" && one.type !== "group") continue
    const found = one.path === path ? one.id : idAt(one.pages, path)
    if (found !== undefined) return found
  }
  return undefined
}

/** Pages that a source makes, in the place of the page that names it. */
export const computedContentSuite = (under: StoreUnderTest) =>
  describe(`computed content on ${under.name}`, () => {
    const sources = Layer.succeed(ComputedSources, new Map([[source.type, source]]))
    layer(services(under).pipe(Layer.provideMerge(sources)))((it) => {
      it.effect("stands where its page stands, for every way of reading", () =>
        Effect.gen(function* () {
          zoo.animals = ["Lion", "Bear"]
          const { open } = yield* newSpace(page("one", "a0"), computed("zoo", "a1"), page("two", "a2"))
          const content = yield* open
          const pages = yield* content.pages({})
          expect(outline(pages)).toEqual([
            "document one",
            "document animals",
            "document animals/lion",
            "document animals/bear",
            "document two"
          ])
          expect(outline((yield* content.content({})).pages)).toEqual(outline(pages))
          const lion = yield* content.pageByPath("animals/lion", { format: "markdown" })
          expect(lion).toMatchObject({
            title: "Lion",
            markdown: "It is a Lion.\n",
            computed: {
              type: source.type,
              props: { animal: "Lion" },
              dependencies: { zoo: { ref: "zoo", value: "Lion Bear" } }
            },
            computedSeed: lion.id
          })
          expect(yield* content.page(lion.id, { format: "markdown" })).toEqual(lion)
          const all = yield* content.pageByPath("animals", { format: "markdown" })
          expect(all).toMatchObject({ markdown: "", pages: [{ title: "Lion" }, { title: "Bear" }] })
          expect((yield* content.expanded.ancestors(lion.id)).map(({ title }) => title)).toEqual(["Animals"])
          expect(yield* refusal(content.page("zoo", {}))).toBe("NotFound")
          expect(yield* content.page("one", {})).toMatchObject({ title: "one" })
        })
      )

      it.effect("is left out when it is not wanted", () =>
        Effect.gen(function* () {
          const { open } = yield* newSpace(page("one", "a0"), computed("zoo", "a1"))
          const content = yield* open
          const computedId = idAt(yield* content.pages({}), "animals")!
          expect(outline(yield* content.pages({ computed: false }))).toEqual(["document one"])
          expect(outline((yield* content.content({ computed: false })).pages)).toEqual(["document one"])
          expect(yield* refusal(content.page(computedId, { computed: false }))).toBe("NotFound")
          expect(yield* refusal(content.pageByPath("animals", { computed: false }))).toBe("NotFound")
        })
      )

      it.effect("keeps its ids, and is made anew only when a dependency changed", () =>
        Effect.gen(function* () {
          zoo.animals = ["Ant", "Bee"]
          const { change, open } = yield* newSpace(computed("zoo", "a1"))
          const before = yield* open
          const ant = (yield* before.pageByPath("animals/ant", {})).id
          const [pages, documents] = [zoo.pages, zoo.documents]
          yield* change(page("one", "a2"))
          const edited = yield* open
          expect(yield* edited.page(ant, {})).toMatchObject({ title: "Ant", path: "animals/ant" })
          expect([zoo.pages, zoo.documents]).toEqual([pages, documents])

          zoo.animals = ["Ant", "Cat"]
          yield* change(page("two", "a3"))
          const after = yield* open
          expect(outline(yield* after.pages({})).slice(0, 3)).toEqual([
            "document animals",
            "document animals/ant",
            "document animals/cat"
          ])
          expect((yield* after.pageByPath("animals/ant", {})).id).toBe(ant)
          expect(zoo.pages).toBe(pages + 1)
          expect(after.tag).not.toBe(edited.tag)
        })
      )

      it.effect("the same source twice makes different pages, and no two of one path", () =>
        Effect.gen(function* () {
          zoo.animals = ["Lion"]
          const { open } = yield* newSpace(page("animals", "a0"), computed("first", "a1"), computed("second", "a2"))
          const pages = yield* (yield* open).pages({})
          expect(outline(pages)).toEqual([
            "document animals",
            "document animals-1",
            "document animals-1/lion",
            "document animals-2",
            "document animals-2/lion"
          ])
          expect(idAt(pages, "animals-1/lion")).not.toBe(idAt(pages, "animals-2/lion"))
        })
      )

      it.effect("below a page has that page's path, and may be the home page", () =>
        Effect.gen(function* () {
          zoo.animals = ["Lion"]
          const below = yield* newSpace(page("one", "a0"), computed("zoo", "a0", { parent: "one" }))
          const content = yield* below.open
          expect(outline(yield* content.pages({}))).toEqual([
            "document one",
            "document one/animals",
            "document one/animals/lion"
          ])
          const lion = yield* content.pageByPath("one/animals/lion", {})
          expect((yield* content.expanded.ancestors(lion.id)).map(({ title }) => title)).toEqual(["one", "Animals"])
          expect(yield* content.page("one", {})).toMatchObject({ pages: [{ title: "Animals" }] })
          const alone = yield* newSpace(computed("zoo", "a0"), page("one", "a1"))
          expect(yield* (yield* alone.open).pageByPath("", {})).toMatchObject({ title: "Animals" })
        })
      )

      it.effect("stays a computed page when nothing can compute it, and everything else is read", () =>
        Effect.gen(function* () {
          zoo.animals = ["Owl"]
          zoo.fails = true
          const { change, open } = yield* newSpace(
            page("one", "a0"),
            computed("unknown", "a1", { type: "builtin:unknown" }),
            computed("missing", "a2", { dependencies: {} }),
            computed("failing", "a3", { props: { title: "Zoo" } })
          )
          const stubs = ["document one", "computed unknown", "computed missing"]
          expect(outline(yield* (yield* open).pages({}))).toEqual([...stubs, "computed failing"])
          zoo.fails = false
          yield* change(page("two", "a4"))
          expect(outline(yield* (yield* open).pages({}))).toEqual([
            ...stubs,
            "document zoo",
            "document zoo/owl",
            "document two"
          ])
        })
      )

      it.effect("may be all that a space begins with", () =>
        Effect.gen(function* () {
          zoo.animals = ["Lion"]
          const { admin, id: organization } = yield* newOrganization()
          const spaces = yield* Spaces
          const content = yield* SpaceContent
          const dependencies = { zoo: { ref: "zoo" } }
          const make = (computedSource: { type: string; dependencies: Record<string, { ref: string }> }) =>
            spaces.create(organization, { title: "Zoo", computedSource }).pipe(as(admin))
          const { id } = yield* make({ type: source.type, dependencies })
          const shown = Effect.flatMap(content.open(id), ({ pages }) => pages({})).pipe(as(admin))
          expect(outline(yield* shown)).toEqual(["document animals", "document animals/lion"])
          zoo.animals = ["Lion", "Bear"]
          // what a source depends on is in the store: a commit goes with each change of it
          yield* spaces.update(id, { emoji: "🦁" }).pipe(as(admin))
          expect(outline(yield* shown)).toContain("document animals/bear")
          expect(yield* refusal(make({ type: source.type, dependencies: {} }))).toBe("NotFound")
          expect(yield* refusal(make({ type: "builtin:unknown", dependencies }))).toBe("Invalid")
          expect((yield* spaces.list(organization, {}).pipe(as(admin))).count).toBe(1)
        })
      )

      it.effect("can be computed without a page, under any seed", () =>
        Effect.gen(function* () {
          zoo.animals = ["Lion"]
          const { admin, id } = yield* newSpace(page("one", "a0"))
          const computing = yield* ComputeContent
          const compute = (type: string, seed: string, dependencies = {}) =>
            computing.pages(id, { source: { type, props: {}, dependencies }, seed }).pipe(as(admin))
          const zoos = { zoo: { ref: "zoo" } }
          const pages = yield* compute(source.type, "s", zoos)
          expect(outline(pages)).toEqual(["document animals", "document animals/lion"])
          const again = yield* compute(source.type, "s", zoos)
          expect(idAt(again, "animals/lion")).toBe(idAt(pages, "animals/lion"))
          expect(idAt(yield* compute(source.type, "t", zoos), "animals")).not.toBe(idAt(pages, "animals"))
          // a page says which document it shows
          const lion = pages.flatMap((one) => ("pages" in one ? one.pages : []))[0] as DocumentPage
          const document = yield* computing
            .document(id, { source: lion.computed!, seed: lion.computedSeed! })
            .pipe(as(admin))
          expect(JSON.stringify(document.nodes)).toContain("It is a Lion.")
          expect(document.object).toBe("document")
          const source404 = { source: { type: source.type }, seed: "s" }
          expect(yield* refusal(computing.document(id, source404)).pipe(as(admin))).toBe("NotFound")
          const stranger = yield* newOrganization()
          expect(yield* refusal(computing.document(id, source404)).pipe(as(stranger.admin))).toBe("NotFound")
          expect(yield* refusal(compute("builtin:unknown", "s"))).toBe("Invalid")
          expect(yield* refusal(compute(source.type, "s"))).toBe("NotFound")
        })
      )
    })
  })
