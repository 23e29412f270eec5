/** Stories of translations: what is asked of a provider, what comes of it, and who may see and change it. */
import { describe, expect, layer } from "@effect/vitest"
import { Collections } from "@octavo/core/content/collections/Collections"
import { EditContent } from "@octavo/core/content/space-content/EditContent"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { SpaceStore } from "@octavo/core/content/spaces/SpaceStore"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Effect, Layer } from "effect"
import { as, newMember, newOrganization, refusal, type StoreUnderTest, type Story, services } from "./harness.ts"
import { translatedPageStories } from "./translated-pages.ts"
import { fakeProvider, newTranslatedSpace } from "./translated-space.ts"
import { translationRunStories } from "./translation-runs.ts"

export const translationsSuite = (under: StoreUnderTest) => {
  describe(`Translations on ${under.name}`, () => {
    layer(services(under).pipe(Layer.provide(fakeProvider)))((it) => {
      const story: Story = it.effect
      translationStories(story)
      translationRunStories(story)
      translatedPageStories(story)
    })
  })

  describe(`Translations without a provider on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("end with words, and can be run again", () =>
        Effect.gen(function* () {
          const { run } = yield* newTranslatedSpace({ id: "one", text: "# One\n" })
          for (const runs of [1, 2]) {
            const done = yield* run
            expect(done).toMatchObject({ status: "completed", error: { code: "NO_PROVIDER" }, stats: { runs } })
            expect(done.error!.message).toContain("OCTAVO_TRANSLATOR")
            expect(done.result).toBeUndefined()
          }
        })
      )
    })
  })
}

const translationStories = (story: Story) => {
  story("are added, run, changed and deleted; the space of the result stays", () =>
    Effect.gen(function* () {
      const { admin, get, id, org, run, space, textIn, translations } = yield* newTranslatedSpace(
        { id: "start", text: "# Start\n\nRun `npm i`, see [more](more.md#the-end).\n" },
        { id: "more", text: "# More\n\n## The end\n\nBye.\n", parent: "start" }
      )
      expect(yield* get).toEqual({
        object: "translation",
        id,
        status: "pending",
        source: { space, language: "en" },
        language: "fr",
        instructions: { object: "document", data: {}, nodes: [] },
        translateSlugs: false,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        stats: {
          runs: 0,
          totalWords: 0,
          totalPages: 0,
          totalDuration: 0,
          latestRunDuration: 0,
          latestPages: 0,
          latestWords: 0
        },
        permissions: { view: true, edit: true },
        urls: { location: `https://octavo.test/v1/orgs/${org}/translations/${id}` }
      })
      const done = yield* run
      const result = done.result!.space
      expect(yield* textIn(result, "start")).toBe("# START\n\nRUN `npm i`, SEE [MORE](more.md#the-end).\n")
      expect(yield* textIn(result, "more")).toBe('# MORE\n\n## THE END <a href="#the-end" id="the-end"></a>\n\nBYE.\n')
      const made = (yield* (yield* SpaceStore).get(result))!
      expect([made.title, made.language, made.head.revisionId]).toEqual([
        "Docs (français)",
        "fr",
        done.result!.revision
      ])
      const content = yield* SpaceContent
      const seen = yield* content.open(result).pipe(as(admin))
      const pages = yield* seen.pages({})
      expect(pages).toMatchObject([
        { id: "start", title: "START", slug: "start", pages: [{ id: "more", title: "MORE", path: "start/more" }] }
      ])
      // Start, Run see more; More, The end, Bye
      expect(done.stats).toMatchObject({ runs: 1, totalPages: 2, latestPages: 2, totalWords: 8, latestWords: 8 })

      yield* translations.update(org, id, { translateSlugs: true }).pipe(as(admin))
      expect((yield* get).translateSlugs).toBe(true)
      expect(yield* translations.remove(org, id).pipe(as(admin))).toBe(true)
      expect(yield* refusal(translations.remove(org, id).pipe(as(admin)))).toBe("NotFound")
      expect((yield* (yield* Spaces).get(result).pipe(as(admin))).id).toBe(result)
    })
  )

  story("titles make slugs of their own when asked", () =>
    Effect.gen(function* () {
      const { admin, id, org, run, translations } = yield* newTranslatedSpace(
        { id: "one", text: "# Same\n\nx\n" },
        { id: "two", text: "# same\n\nx\n" }
      )
      yield* translations.update(org, id, { translateSlugs: true }).pipe(as(admin))
      const { result } = yield* run
      const content = yield* SpaceContent
      const pages = yield* (yield* content.open(result!.space).pipe(as(admin))).pages({})
      expect(pages).toMatchObject([{ path: "same" }, { path: "same-1" }])
    })
  )

  story("are seen with their source and changed by who may make a space beside it, with a trail", () =>
    Effect.gen(function* () {
      const { admin, id, org, run, space, translations } = yield* newTranslatedSpace({ id: "one", text: "# One\n" })
      const [creator, reader, guest] = [
        yield* newMember(org, "create"),
        yield* newMember(org, "read"),
        yield* newMember(org, null)
      ]
      expect((yield* translations.get(org, id).pipe(as(reader))).permissions).toEqual({ view: true, edit: false })
      expect(yield* refusal(translations.get(org, id).pipe(as(guest)))).toBe("NotFound")
      expect((yield* translations.list(org, {}).pipe(as(guest))).count).toBe(0)
      for (const attempt of [
        translations.run(org, id),
        translations.update(org, id, {}),
        translations.remove(org, id),
        translations.create(org, { language: "de", source: { space } })
      ]) {
        expect(yield* refusal(attempt.pipe(as(reader)))).toBe("Forbidden")
      }
      const second = yield* translations.create(org, { language: "de", source: { space } }).pipe(as(creator))
      const page = yield* translations.list(org, { limit: 1 }).pipe(as(reader))
      expect([page.count, page.items[0]!.id]).toEqual([2, id])
      const rest = yield* translations.list(org, { page: page.next!.page }).pipe(as(reader))
      expect(rest.items.map((one) => one.id)).toEqual([second.id])

      const other = yield* newOrganization()
      expect(yield* refusal(translations.get(other.id, id).pipe(as(other.admin)))).toBe("NotFound")
      const foreign = translations.create(other.id, { language: "de", source: { space } })
      expect(yield* Effect.flip(foreign.pipe(as(other.admin)))).toMatchObject({
        _tag: "Invalid",
        details: [{ path: "source.space" }]
      })
      yield* run
      const { items } = yield* (yield* Audit).list(org, {}, {}).pipe(as(admin))
      const events = items.filter(({ target }) => target.type === "translation")
      expect(events.map(({ action }) => action).reverse()).toEqual([
        "translation.create",
        "translation.create",
        "translation.run"
      ])
    })
  )

  story("need a source in another language", () =>
    Effect.gen(function* () {
      const { admin, org, space, translations } = yield* newTranslatedSpace()
      const create = (input: Parameters<typeof translations.create>[1]) =>
        Effect.flip(translations.create(org, input).pipe(as(admin)))
      for (const [input, path] of [
        [{ language: "en", source: { space } }, "language"],
        [{ language: "fr", source: { space, language: "fr" } }, "language"],
        [{ language: "fr", source: { space: "nothing" } }, "source.space"]
      ] as const) {
        expect(yield* create(input)).toMatchObject({ _tag: "Invalid", details: [{ path }] })
      }
    })
  )

  story("put their result beside the source, for those who see the source", () =>
    Effect.gen(function* () {
      const { admin, get, id, org, run, space, textIn, translations } = yield* newTranslatedSpace({
        id: "one",
        text: "# One\n"
      })
      const shelf = yield* (yield* Collections).create(org, { title: "Shelf" }).pipe(as(admin))
      yield* (yield* SpaceLifecycle).move(space, { parent: shelf.id }).pipe(as(admin))
      yield* (yield* Spaces).update(space, { defaultLevel: "comment" }).pipe(as(admin))
      const { result } = yield* run
      const made = yield* (yield* Spaces).get(result!.space).pipe(as(admin))
      expect([made.parent, made.defaultLevel]).toEqual([shelf.id, "comment"])
      // a result that is gone is made again, one that is locked stays as it is
      yield* (yield* SpaceLifecycle).remove(result!.space).pipe(as(admin))
      expect((yield* get).result).toBeUndefined()
      const again = yield* run
      expect(again.result!.space).not.toBe(result!.space)
      expect(yield* textIn(again.result!.space, "one")).toBe("# ONE\n")
      yield* (yield* Spaces).update(again.result!.space, { editMode: "locked" }).pipe(as(admin))
      yield* (yield* EditContent).replaceText(space, "one", "# Two\n").pipe(as(admin))
      expect((yield* run).error).toMatchObject({ code: "RESULT_LOCKED" })
      expect(yield* textIn(again.result!.space, "one")).toBe("# ONE\n")
      yield* (yield* SpaceLifecycle).remove(space).pipe(as(admin))
      expect(yield* refusal(translations.run(org, id).pipe(as(admin)))).toBe("NotFound")
      expect((yield* translations.list(org, {}).pipe(as(admin))).count).toBe(0)
    })
  )
}
