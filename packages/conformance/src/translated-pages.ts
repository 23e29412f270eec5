/** Stories of pages that are computed of a translation. */
import { expect } from "@effect/vitest"
import { ContentIndexStore } from "@octavo/core/content/content-index/ContentIndexStore"
import { Blobs } from "@octavo/core/content/revisions/Blobs"
import type { PageRecord } from "@octavo/core/content/revisions/model/Records"
import { Search } from "@octavo/core/content/search/Search"
import { ComputeContent } from "@octavo/core/content/space-content/ComputeContent"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { Effect, Stream } from "effect"
import { as, refusal, type Story } from "./harness.ts"
import { changeContent, pageOf } from "./stored-content.ts"
import { newTranslatedSpace } from "./translated-space.ts"

export const translatedPageStories = (story: Story) => {
  story("pages that are computed of one follow it, beside the source alone", () =>
    Effect.gen(function* () {
      const { admin, id, org, replace, run, space } = yield* newTranslatedSpace(
        { id: "one", text: "# One\n\nFirst.\n" },
        { id: "two", text: "# Two\n", parent: "one" }
      )
      const compute = yield* ComputeContent
      const other = yield* (yield* Spaces).create(org, { title: "Other" }).pipe(as(admin))
      const input = {
        source: {
          type: "builtin:translation",
          props: {},
          dependencies: { translation: { ref: { kind: "translation", translation: id } } }
        },
        seed: "seed"
      }
      const pages = compute.pages(other.id, input).pipe(as(admin))
      expect(yield* refusal(pages)).toBe("NotFound")
      const { result } = yield* run
      expect(yield* pages).toMatchObject([{ title: "ONE", path: "one", pages: [{ title: "TWO" }] }])
      const document = compute
        .document(other.id, {
          ...input,
          source: { ...input.source, props: { space: result!.space, document: "one" } }
        })
        .pipe(as(admin))
      expect(JSON.stringify(yield* document)).toContain("FIRST.")
      yield* replace("one", "# One\n\nSecond.\n")
      yield* run
      expect(JSON.stringify(yield* document)).toContain("SECOND.")
      // seen by fewer people, the source is not shown where more come
      yield* (yield* Spaces).update(space, { defaultLevel: "admin" }).pipe(as(admin))
      expect(yield* refusal(pages)).toBe("NotFound")
    })
  )

  story("pages that are computed of one lead to one another, and to the files of the source", () =>
    Effect.gen(function* () {
      const { admin, id, org, replace, run, space } = yield* newTranslatedSpace(
        { id: "one", text: "# One\n\nSee [two](/pages/two#end), [none](/pages/none) and ![](/files/cat).\n" },
        { id: "two", text: "# Two\n\nBack to [one](/pages/one).\n", parent: "one" }
      )
      const blob = contentHash(utf8.encode("cat"))
      yield* (yield* Blobs).put(Stream.make(utf8.encode("cat")))
      yield* changeContent(space, {
        edits: [{ type: "putFile", file: { id: "cat", name: "cat.png", contentType: "image/png", size: 3, blob } }]
      })
      yield* run
      const { id: other } = yield* (yield* Spaces).create(org, { title: "Other" }).pipe(as(admin))
      const dependencies = { translation: { ref: { kind: "translation", translation: id } } }
      yield* changeContent(other, {
        pages: [
          [
            pageOf("here", {
              type: "computed",
              title: "",
              slug: "",
              order: "a1",
              computed: { type: "builtin:translation", props: {}, dependencies }
            })
          ]
        ]
      })
      const found = (query: string) =>
        Effect.flatMap(Search, (search) => search.organization(org, query, {})).pipe(
          as(admin),
          Effect.map(({ items }) => items.find((item) => item.id === other)?.pages.map(({ title }) => title))
        )
      expect(yield* found("back")).toEqual(["TWO"])
      yield* replace("two", "# Two\n\nForth to [one](/pages/one).\n")
      yield* run
      expect((yield* (yield* ContentIndexStore).computedPages(other)).size).toBe(2)
      expect([yield* found("back"), yield* found("forth")]).toEqual([undefined, ["TWO"]])
      const opened = yield* (yield* SpaceContent).open(other).pipe(as(admin))
      const pages = yield* opened.expanded.pages()
      const [one] = pages
      const [two] = one!.pages
      const textOf = (page: PageRecord) => Effect.map(opened.expanded.body(page.body!), ({ text }) => text)
      const first = yield* textOf(one!.page)
      expect(first).toContain(`[TWO](/pages/${two!.page.id}#end)`)
      expect(first).toContain("(/pages/none)")
      expect(first).toMatch(/!\[\]\(https?:\/\/[^)]*\/~files\/[^)]*\/cat\.png\)/)
      expect(yield* textOf(two!.page)).toContain(`[ONE](/pages/${one!.page.id})`)
    })
  )
}
