/** Stories of translations: what is asked of a provider, what comes of it, and who may see and change it. */
import { describe, expect, layer } from "@effect/vitest"
import { Audit } from "@octavo/core/audit/Audit"
import { Collections } from "@octavo/core/collections/Collections"
import { Blobs } from "@octavo/core/content/Blobs"
import { ComputeContent } from "@octavo/core/content/computed/ComputeContent"
import { EditContent } from "@octavo/core/content/EditContent"
import type { PageRecord } from "@octavo/core/content/model/Records"
import { RevisionTree } from "@octavo/core/content/model/RevisionTree"
import { primary } from "@octavo/core/content/Revision"
import { RevisionStore } from "@octavo/core/content/RevisionStore"
import { SpaceContent } from "@octavo/core/content/SpaceContent"
import { Glossaries } from "@octavo/core/glossary/Glossaries"
import { contentHash, utf8 } from "@octavo/core/shared/hash"
import { SpaceLifecycle } from "@octavo/core/spaces/SpaceLifecycle"
import { SpaceStore } from "@octavo/core/spaces/SpaceStore"
import { Spaces } from "@octavo/core/spaces/Spaces"
import { TranslationJobs } from "@octavo/core/translations/TranslationJobs"
import { Translations } from "@octavo/core/translations/Translations"
import { type TranslationRequest, Translator, TranslatorError } from "@octavo/core/translations/Translator"
import { Effect, Layer, Stream } from "effect"
import { as, newMember, newOrganization, refusal, type StoreUnderTest, services } from "./harness.ts"
import { changeContent, pageOf } from "./stored-content.ts"

const _at = "2026-01-01T00:00:00.000Z"

/** A language in which all words are shouted. */
const loud = (text: string): string =>
  text.replace(/(<[^>]*>|&\w+;)|[^<&]+/g, (part, tag: string | undefined) => tag ?? part.toUpperCase())

/** A provider that notes what it is asked, and fails when it is told to. */
const provider = {
  requests: [] as Array<TranslationRequest>,
  /** Answers other than the loud ones, by text; each once. */
  answers: new Map<string, string>(),
  failures: [] as Array<TranslatorError>,
  garbage: false,
  /** What happens while a request is under way; once. */
  during: undefined as Effect.Effect<unknown, unknown> | undefined,
  get asked() {
    return this.requests.flatMap(({ texts }) => texts)
  },
  reset() {
    this.requests = []
    this.answers.clear()
    this.failures = []
    this.garbage = false
    this.during = undefined
  }
}

const fakeProvider = Layer.mergeAll(
  Layer.succeed(Translator, {
    id: "loud",
    limits: { texts: 3, characters: 1000 },
    translate: (request) =>
      Effect.gen(function* () {
        provider.requests.push(request)
        const during = provider.during ?? Effect.void
        provider.during = undefined
        yield* Effect.ignore(during)
        const failure = provider.failures.shift()
        if (failure !== undefined) return yield* failure
        return request.texts.map((text) => {
          if (provider.garbage) return "<b>"
          const answer = provider.answers.get(text)
          provider.answers.delete(text)
          return answer ?? loud(text)
        })
      })
  })
)

/** Puts a term into the glossary. */
const name = (org: string, who: string, translations: Record<string, string>) =>
  Effect.flatMap(Glossaries, (glossaries) =>
    glossaries.update(org, { operations: [{ type: "insert", translations }] }).pipe(as(who))
  )

interface PageText {
  readonly id: string
  readonly text: string
  readonly parent?: string
}

/** A space of an organization with these pages, and ways to go on with it. */
const newSpace = Effect.fnUntraced(function* (...pages: ReadonlyArray<PageText>) {
  provider.reset()
  const { admin, id: org } = yield* newOrganization()
  const { id: space } = yield* (yield* Spaces).create(org, { title: "Docs", language: "en" }).pipe(as(admin))
  yield* changeContent(space, {
    pages: pages.map(({ id, parent, text }, index) => [
      pageOf(id, { title: /^# (.*)/m.exec(text)?.[1] ?? id, parent: parent ?? null, order: `a${index}` }),
      text
    ])
  })
  const translations = yield* Translations
  const { id } = yield* translations.create(org, { language: "fr", source: { space } }).pipe(as(admin))
  const get = translations.get(org, id).pipe(as(admin))
  /** Carries out what waits, until this translation is done. */
  const settle = Effect.gen(function* () {
    for (;;) {
      const translation = yield* get
      if (translation.status === "completed") return translation
      yield* (yield* TranslationJobs).work
    }
  })
  const run = Effect.andThen(translations.run(org, id).pipe(as(admin)), settle)
  const replace = (page: string, text: string, where = space) =>
    Effect.flatMap(EditContent, (content) => content.replaceText(where, page, text)).pipe(as(admin))
  const textIn = (where: string, page: string) =>
    Effect.gen(function* () {
      const head = (yield* (yield* RevisionStore).head(where, primary))!
      const tree = yield* (yield* RevisionTree).open(head.root)
      const record = (yield* tree.page(page))!
      return record.body === undefined ? "" : (yield* tree.body(record.body)).text
    })
  return { admin, org, space, id, translations, get, run, settle, replace, textIn }
})

export const translationsSuite = (under: StoreUnderTest) => {
  describe(`Translations on ${under.name}`, () => {
    layer(services(under).pipe(Layer.provide(fakeProvider)))((it) => {
      it.effect("are added, run, changed and deleted; the space of the result stays", () =>
        Effect.gen(function* () {
          const { admin, get, id, org, run, space, textIn, translations } = yield* newSpace(
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
          expect(yield* textIn(result, "more")).toBe(
            '# MORE\n\n## THE END <a href="#the-end" id="the-end"></a>\n\nBYE.\n'
          )
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

      it.effect("run again, they ask for what changed alone, and make no revision when nothing did", () =>
        Effect.gen(function* () {
          const { get, replace, run, textIn } = yield* newSpace(
            { id: "one", text: "# One\n\nFirst.\n\nSecond.\n" },
            { id: "two", text: "# Two\n\nThird.\n" }
          )
          const first = yield* run
          expect([...provider.asked].sort()).toEqual(["First.", "One", "Second.", "Third.", "Two"])
          provider.reset()
          const again = yield* run
          expect(provider.requests).toEqual([])
          expect(again.result).toEqual(first.result)
          expect(again.stats).toMatchObject({ runs: 2, totalWords: 5, latestWords: 0, latestPages: 0, totalPages: 2 })

          yield* replace("one", "# One\n\nFirst.\n\nAnother second.\n")
          const third = yield* run
          expect(provider.asked).toEqual(["Another second."])
          expect(third.result!.space).toBe(first.result!.space)
          expect(third.result!.revision).not.toBe(first.result!.revision)
          expect(yield* textIn(third.result!.space, "one")).toBe("# ONE\n\nFIRST.\n\nANOTHER SECOND.\n")
          expect((yield* get).stats).toMatchObject({ runs: 3, totalWords: 7, latestWords: 2, latestPages: 1 })
        })
      )

      it.effect("keep what people changed in the result, where the source did not change", () =>
        Effect.gen(function* () {
          const { replace, run, textIn } = yield* newSpace({
            id: "one",
            text: "# One\n\nFirst.\n\nSecond.\n\nThird.\n"
          })
          const { result } = yield* run
          yield* replace("one", "# ONE\n\nFirst, by hand.\n\nSECOND.\n\nThird, by hand.\n", result!.space)
          yield* replace("one", "# One\n\nFirst.\n\nNew second.\n\nNew third.\n")
          yield* run
          expect(yield* textIn(result!.space, "one")).toBe("# ONE\n\nFirst, by hand.\n\nNEW SECOND.\n\nNEW THIRD.\n")
        })
      )

      it.effect("follow instructions and terms: those texts are translated anew that they touch", () =>
        Effect.gen(function* () {
          const { admin, id, org, run, translations } = yield* newSpace({ id: "one", text: "# One\n\nA space.\n" })
          yield* run
          provider.reset()
          yield* name(org, admin, { en: "Space", fr: "Espace" })
          yield* run
          expect(provider.requests).toMatchObject([{ texts: ["A space."], terms: [{ target: "Espace" }] }])
          provider.requests = []
          const leaves = [{ object: "leaf", text: "Be polite.", marks: [] }]
          const paragraph = { object: "block", type: "paragraph", nodes: [{ object: "text", leaves }] }
          const instructions = { object: "document" as const, data: {}, nodes: [paragraph] }
          expect((yield* translations.update(org, id, { instructions }).pipe(as(admin))).instructions).toEqual(
            instructions
          )
          yield* run
          expect(provider.requests.map((request) => request.instructions)).toEqual(["Be polite."])
          expect(provider.asked).toHaveLength(2)
        })
      )

      it.effect("ask once more for a text that came back broken, then keep it and tell so", () =>
        Effect.gen(function* () {
          const { admin, id, org, run, textIn, translations } = yield* newSpace({
            id: "one",
            text: "Lost `a` once.\n\nLost `b` always.\n"
          })
          provider.answers.set("Lost <x1/> once.", "PERDU")
          const two = "Lost <x1/> always."
          const translate = provider.answers.get.bind(provider.answers)
          provider.answers.get = (text) => (text === two ? "PERDU" : translate(text))
          const done = yield* run
          provider.answers.get = Map.prototype.get.bind(provider.answers)
          expect(done.error).toBeUndefined()
          // the two texts have different code, and one text: it is the mark that counts
          expect(provider.asked.filter((text) => text === two)).toHaveLength(2)
          expect(yield* textIn(done.result!.space, "one")).toBe("LOST `a` ONCE.\n\nLost `b` always.\n")
          const runs = yield* translations.runs(org, id, {}).pipe(as(admin))
          expect(runs.items).toMatchObject([
            { status: "completed", problemCount: 1, problems: [{ page: "one", text: two }], pages: 1 }
          ])
        })
      )

      it.effect("wait for a provider that is busy, and end with words when it refuses", () =>
        Effect.gen(function* () {
          const { admin, get, id, org, run, translations } = yield* newSpace({ id: "one", text: "# One\n\nFirst.\n" })
          provider.failures.push(new TranslatorError({ reason: "unavailable", message: "busy", retryAfter: 0 }))
          yield* run
          expect(provider.requests).toHaveLength(2)
          provider.reset()
          yield* name(org, admin, { en: "First", fr: "Premier" })
          provider.failures.push(new TranslatorError({ reason: "refused", message: "The key is not known" }))
          const refused = yield* run
          expect(refused).toMatchObject({
            status: "completed",
            error: { code: "PROVIDER_REFUSED", message: "The key is not known" },
            stats: { runs: 2, latestWords: 0 }
          })
          expect(refused.result).toBeDefined()
          yield* run
          expect((yield* get).error).toBeUndefined()
          const { items } = yield* translations.runs(org, id, {}).pipe(as(admin))
          expect(items.map(({ error }) => error?.code)).toEqual([undefined, "PROVIDER_REFUSED", undefined])
        })
      )

      it.effect("end with words when a provider answers nothing of use, and make no space of it", () =>
        Effect.gen(function* () {
          const { run } = yield* newSpace({ id: "one", text: "# One\n" })
          provider.garbage = true
          const { error, result } = yield* run
          expect(error).toMatchObject({ code: "PROVIDER_FAILED" })
          expect(result).toBeUndefined()
        })
      )

      it.effect("a run that is asked for while one waits is that one; while one goes on, it follows", () =>
        Effect.gen(function* () {
          const { admin, id, org, settle, translations } = yield* newSpace({ id: "one", text: "# One\n" })
          const run = translations.run(org, id).pipe(as(admin))
          yield* Effect.all([run, run, run])
          provider.during = Effect.andThen(run, run)
          yield* settle
          const { items } = yield* translations.runs(org, id, {}).pipe(as(admin))
          expect(items.map(({ status }) => status)).toEqual(["completed", "completed"])
          expect(provider.requests).toHaveLength(1)
        })
      )

      it.effect("titles make slugs of their own when asked", () =>
        Effect.gen(function* () {
          const { admin, id, org, run, translations } = yield* newSpace(
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

      it.effect("are seen with their source and changed by who may make a space beside it, with a trail", () =>
        Effect.gen(function* () {
          const { admin, id, org, run, space, translations } = yield* newSpace({ id: "one", text: "# One\n" })
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

      it.effect("pages that are computed of one follow it, beside the source alone", () =>
        Effect.gen(function* () {
          const { admin, id, org, replace, run, space } = yield* newSpace(
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

      it.effect("pages that are computed of one lead to one another, and to the files of the source", () =>
        Effect.gen(function* () {
          const { admin, id, org, run, space } = yield* newSpace(
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

      it.effect("need a source in another language", () =>
        Effect.gen(function* () {
          const { admin, org, space, translations } = yield* newSpace()
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

      it.effect("put their result beside the source, for those who see the source", () =>
        Effect.gen(function* () {
          const { admin, get, id, org, run, space, textIn, translations } = yield* newSpace({
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
    })
  })

  describe(`Translations without a provider on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("end with words, and can be run again", () =>
        Effect.gen(function* () {
          const { run } = yield* newSpace({ id: "one", text: "# One\n" })
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
