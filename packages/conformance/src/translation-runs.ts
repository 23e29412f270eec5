/** Stories of runs of a translation: what they ask for, keep, and do when a provider fails. */
import { expect } from "@effect/vitest"
import { TranslatorError } from "@octavo/core/content/translations/Translator"
import { Effect } from "effect"
import { as, type Story } from "./harness.ts"
import { name, newTranslatedSpace, provider } from "./translated-space.ts"

export const translationRunStories = (story: Story) => {
  story("run again, they ask for what changed alone, and make no revision when nothing did", () =>
    Effect.gen(function* () {
      const { get, replace, run, textIn } = yield* newTranslatedSpace(
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

  story("keep what people changed in the result, where the source did not change", () =>
    Effect.gen(function* () {
      const { replace, run, textIn } = yield* newTranslatedSpace({
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

  story("follow instructions and terms: those texts are translated anew that they touch", () =>
    Effect.gen(function* () {
      const { admin, id, org, run, translations } = yield* newTranslatedSpace({
        id: "one",
        text: "# One\n\nA space.\n"
      })
      yield* run
      provider.reset()
      yield* name(org, admin, { en: "Space", fr: "Espace" })
      yield* run
      expect(provider.requests).toMatchObject([{ texts: ["A space."], terms: [{ target: "Espace" }] }])
      provider.requests = []
      const leaves = [{ object: "leaf", text: "Be polite.", marks: [] }]
      const paragraph = { object: "block", type: "paragraph", nodes: [{ object: "text", leaves }] }
      const instructions = { object: "document" as const, data: {}, nodes: [paragraph] }
      expect((yield* translations.update(org, id, { instructions }).pipe(as(admin))).instructions).toEqual(instructions)
      yield* run
      expect(provider.requests.map((request) => request.instructions)).toEqual(["Be polite."])
      expect(provider.asked).toHaveLength(2)
    })
  )

  story("ask once more for a text that came back broken, then keep it and tell so", () =>
    Effect.gen(function* () {
      const { admin, id, org, run, textIn, translations } = yield* newTranslatedSpace({
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

  story("wait for a provider that is busy, and end with words when it refuses", () =>
    Effect.gen(function* () {
      const { admin, get, id, org, run, translations } = yield* newTranslatedSpace({
        id: "one",
        text: "# One\n\nFirst.\n"
      })
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

  story("end with words when a provider answers nothing of use, and make no space of it", () =>
    Effect.gen(function* () {
      const { run } = yield* newTranslatedSpace({ id: "one", text: "# One\n" })
      provider.garbage = true
      const { error, result } = yield* run
      expect(error).toMatchObject({ code: "PROVIDER_FAILED" })
      expect(result).toBeUndefined()
    })
  )

  story("a run that is asked for while one waits is that one; while one goes on, it follows", () =>
    Effect.gen(function* () {
      const { admin, id, org, settle, translations } = yield* newTranslatedSpace({ id: "one", text: "# One\n" })
      const run = translations.run(org, id).pipe(as(admin))
      yield* Effect.all([run, run, run])
      provider.during = Effect.andThen(run, run)
      yield* settle
      const { items } = yield* translations.runs(org, id, {}).pipe(as(admin))
      expect(items.map(({ status }) => status)).toEqual(["completed", "completed"])
      expect(provider.requests).toHaveLength(1)
    })
  )
}
