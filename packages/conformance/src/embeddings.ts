/** What vectors of sections add to the retrieval of answers, when they are made, and of what. */
import { describe, expect, layer } from "@effect/vitest"
import { EmbeddingJobs } from "@octavo/core/content/embeddings/EmbeddingJobs"
import { EmbeddingStore } from "@octavo/core/content/embeddings/EmbeddingStore"
import { anonymousJudge } from "@octavo/core/content/revisions/visibleContent"
import { passageBounds } from "@octavo/core/content/search/passages"
import { Search } from "@octavo/core/content/search/Search"
import { makeJudge } from "@octavo/core/kernel/conditions/Judge"
import type { Claims } from "@octavo/core/kernel/conditions/Visitor"
import { EmbeddingModel, type EmbeddingModelShape } from "@octavo/core/kernel/language-model/EmbeddingModel"
import { ModelError } from "@octavo/core/kernel/language-model/LanguageModel"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { handbook, knownQuestions, meanings, questionsInOtherWords } from "./asked-book.ts"
import { type StoreUnderTest, type Story, services } from "./harness.ts"
import { newBook } from "./searched-space.ts"
import { changeContent, pageOf } from "./stored-content.ts"

export const embeddingsSuite = (under: StoreUnderTest) =>
  describe(`vectors of sections on ${under.name}`, () => {
    layer(services(under).pipe(Layer.provide(Layer.succeed(EmbeddingModel, model))))((it) => {
      const story: Story = it.effect
      answerStories(story)
      hiddenStories(story)
      jobStories(story)
    })
  })

const dimensions = 256

/** Every text that the model was given, in order; and why it gives nothing, while it does not. */
const given: Array<string> = []
const away: { current: ModelError | undefined } = { current: undefined }

/** How often a text has each meaning: words of one meaning stand for the same number. */
const vectorOf = (text: string): ReadonlyArray<number> => {
  const vector = new Array<number>(dimensions).fill(0)
  for (const [word] of text.toLowerCase().matchAll(/\p{L}{4,}/gu)) {
    const stem = word.replace(/(?:ing|s)$/, "").replace(/^acces$/, "access")
    let place = 7
    for (const sign of meanings[stem] ?? stem) place = (place * 31 + sign.codePointAt(0)!) % 100_003
    vector[place % dimensions]!++
  }
  return vector.map(Math.sqrt)
}

const model: EmbeddingModelShape = {
  name: "stand-in",
  embed: (texts) =>
    Effect.suspend(() => {
      if (away.current !== undefined) return Effect.fail(away.current)
      given.push(...texts)
      return Effect.succeed(texts.map(vectorOf))
    })
}

const unreachable = new ModelError({ reason: "unreachable", message: "cannot be reached", retryable: true })
const judgeOf = (claims: Claims) => makeJudge({ claims, unsigned: {} }, { adaptiveContent: true, schema: undefined })

const passages = (id: string, question: string, judge = anonymousJudge) =>
  Effect.flatMap(Search, (search) => search.passages([id], question, judge, "en"))

const titlesFor = (id: string, question: string, judge = anonymousJudge) =>
  Effect.map(passages(id, question, judge), (found) => found.map(({ pageTitle, title }) => `${pageTitle}/${title}`))

/** What the worker does until all vectors of a space are there; other stories may have left it something. */
const worked = Effect.fnUntraced(function* (id: string) {
  const jobs = yield* EmbeddingJobs
  const store = yield* EmbeddingStore
  const goal = yield* store.goal(id, model.name)
  expect(goal).toBeDefined()
  yield* jobs.sweep
  while ((yield* store.states([id])).get(id)?.mark !== goal) yield* jobs.work
})

/** A space of which somebody has asked something, with all vectors. */
const askedBook = Effect.fnUntraced(function* (pages: Parameters<typeof newBook>[0]) {
  const made = yield* newBook(pages)
  yield* passages(made.id, "anything at all")
  yield* worked(made.id)
  return made
})

const answerStories = (story: Story) => {
  story(
    "of questions without a shared word hardly one is given its section by words, and nearly all are by vectors",
    () =>
      Effect.gen(function* () {
        const { id } = yield* newBook(handbook)
        const missed = Effect.fnUntraced(function* (questions: typeof knownQuestions) {
          const all: Array<string> = []
          for (const { anchor, page, question } of questions) {
            const found = yield* passages(id, question)
            if (!found.some((one) => one.pageTitle === page && one.anchor === anchor)) all.push(question)
          }
          return all
        })
        // the first question asks for vectors, and is answered without
        expect(yield* missed(questionsInOtherWords)).toEqual(questionsInOtherWords.map(({ question }) => question))
        yield* worked(id)
        expect(yield* missed(questionsInOtherWords)).toEqual([])
        // those that words find are found as before
        expect((yield* missed(knownQuestions)).length).toBeLessThanOrEqual(10)
        const told = yield* passages(id, questionsInOtherWords[0]!.question)
        expect(told.length).toBeLessThanOrEqual(passageBounds.count)
        expect(
          told.find(({ anchor, pageTitle }) => pageTitle === "Mail server" && anchor === "installing")
        ).toMatchObject({
          path: expect.any(String),
          text: expect.stringContaining("Unpack the archive")
        })
      })
  )

  story("where the model is away, words decide alone, and it is left alone for a while", () =>
    Effect.gen(function* () {
      const { id } = yield* askedBook([
        ["Postal", "The mail arrives."],
        ["Other", "Other things."]
      ])
      expect(yield* titlesFor(id, "postbox?")).toEqual(["Postal/"])
      away.current = unreachable
      expect(yield* titlesFor(id, "postbox?")).toEqual([])
      expect(yield* titlesFor(id, "arrives")).toEqual(["Postal/"])
      away.current = undefined
      const asked = given.length
      expect(yield* titlesFor(id, "postbox?")).toEqual([])
      expect(given.length).toBe(asked)
      yield* TestClock.adjust("31 seconds")
      expect(yield* titlesFor(id, "postbox?")).toEqual(["Postal/"])
    }).pipe(Effect.ensuring(Effect.sync(() => (away.current = undefined))))
  )
}

const hiddenStories = (story: Story) => {
  story(
    "nothing of what this visitor is not shown is given, and no hidden part is made a vector (threat: hidden content listed)",
    () =>
      Effect.gen(function* () {
        const { id } = yield* newBook([])
        const on = "visitor.claims.staff"
        yield* changeContent(id, {
          pages: [
            [pageOf("open", { title: "Open" }), "The mail arrives."],
            [pageOf("staff", { title: "Staff", condition: on }), "Mail of the staff: secret one."],
            [pageOf("below", { title: "Below", parent: "staff" }), "Mail below the staff: secret two."],
            [pageOf("mixed", { title: "Mixed" }), `Mixed.\n\n{% if ${on} %}\n\nMail of secret three.\n\n{% endif %}`],
            [pageOf("unlisted", { title: "Unlisted", noIndex: true }), "Mail of secret four."]
          ]
        })
        yield* passages(id, "postbox?")
        yield* worked(id)
        expect(given.filter((text) => /secret (?:three|four)/.test(text))).toEqual([])
        expect(yield* titlesFor(id, "postbox?")).toEqual(["Open/"])
        expect(new Set(yield* titlesFor(id, "postbox?", judgeOf({ staff: true })))).toEqual(
          new Set(["Open/", "Staff/", "Below/"])
        )
        // a condition holds from the moment on in which it is written, whatever vectors there are
        yield* changeContent(id, { pages: [[pageOf("open", { title: "Open", condition: on }), "The mail arrives."]] })
        expect(yield* titlesFor(id, "postbox?")).toEqual([])
        yield* changeContent(id, {
          pages: [[pageOf("open", { title: "Open" }), `{% if ${on} %}\n\nThe mail arrives.\n\n{% endif %}`]]
        })
        expect(yield* titlesFor(id, "postbox?")).toEqual([])
      })
  )

  story("pages that are hidden take the place of none that is shown", () =>
    Effect.gen(function* () {
      const { id } = yield* newBook([["Open", "The mail arrives today."]])
      const hidden = Array.from(
        { length: 40 },
        (_, n) => [pageOf(`hidden-${n}`, { title: "Mail", condition: "visitor.claims.staff" }), "Mail."] as const
      )
      yield* changeContent(id, { pages: hidden })
      yield* passages(id, "postbox?")
      yield* worked(id)
      expect(yield* titlesFor(id, "postbox?")).toEqual(["Open/"])
      const all = yield* titlesFor(id, "postbox?", judgeOf({ staff: true }))
      expect(new Set(all)).toEqual(new Set(["Mail/"]))
    })
  )

  story("a page that has changed since its vectors were made is let pass until there are others", () =>
    Effect.gen(function* () {
      const { id } = yield* askedBook([["Letters", "The mail arrives."]])
      yield* changeContent(id, { pages: [[pageOf("p0000", { title: "Letters" }), "Parcels arrive."]] })
      expect(yield* titlesFor(id, "postbox?")).toEqual([])
      yield* worked(id)
      expect(yield* titlesFor(id, "postbox?")).toEqual([])
      yield* changeContent(id, { pages: [[pageOf("p0000", { title: "Mail" }), "Parcels arrive."]] })
      yield* worked(id)
      expect(yield* titlesFor(id, "postbox?")).toEqual(["Mail/"])
      yield* changeContent(id, { edits: removal("p0000") })
      expect(yield* titlesFor(id, "postbox?")).toEqual([])
    })
  )
}

const removal = (...ids: ReadonlyArray<string>) => ids.map((id) => ({ type: "removePage", id }) as const)

const jobStories = (story: Story) => {
  story("a text is given to the model once, wherever it stands, and forgotten when no page has it", () =>
    Effect.gen(function* () {
      const store = yield* EmbeddingStore
      const jobs = yield* EmbeddingJobs
      const text = "## Ours\n\nThe mail of this story."
      const own = (texts: ReadonlyArray<string>) => texts.filter((one) => one.includes("of this story"))
      const begun = own(given).length
      const one = yield* askedBook([["Letters", text]])
      const two = yield* askedBook([["Letters", text]])
      yield* changeContent(one.id, { pages: [[pageOf("more", { title: "Letters" }), `${text}\n\n## More\n\nWords.`]] })
      yield* worked(one.id)
      expect(own(given).length - begun).toBe(1)
      expect(yield* store.count(one.id)).toBe(3)
      // nothing is asked for that is there
      const all = given.length
      yield* jobs.sweep
      expect(given.length).toBe(all)
      yield* changeContent(one.id, { edits: removal("p0000", "more") })
      expect(yield* store.count(one.id)).toBe(0)
      yield* TestClock.adjust("2 hours")
      yield* jobs.sweep
      expect(yield* titlesFor(two.id, "postbox?")).toEqual(["Letters/Ours"])
      yield* changeContent(two.id, { edits: removal("p0000") })
      // for a while they may be wanted again
      yield* jobs.sweep
      yield* changeContent(two.id, { pages: [[pageOf("again", { title: "Letters" }), text]] })
      yield* worked(two.id)
      expect(own(given).length - begun).toBe(1)
      yield* changeContent(two.id, { edits: removal("again") })
      yield* TestClock.adjust("2 hours")
      yield* jobs.sweep
      yield* changeContent(two.id, { pages: [[pageOf("anew", { title: "Letters" }), text]] })
      yield* worked(two.id)
      expect(own(given).length - begun).toBe(2)
    })
  )

  story("a run that breaks off goes on where it was", () =>
    Effect.gen(function* () {
      const store = yield* EmbeddingStore
      const jobs = yield* EmbeddingJobs
      const { id } = yield* newBook(
        Array.from({ length: 25 }, (_, n) => [`Broken ${n}`, `Text of broken ${n}.`] as const)
      )
      yield* passages(id, "anything")
      const own = () => given.filter((text) => text.includes("Text of broken")).length
      const before = own()
      const { embed } = model
      let asked = 0
      // the second batch finds nobody
      const broken: EmbeddingModelShape["embed"] = (texts) =>
        Effect.suspend(() => (++asked === 2 ? Effect.fail(unreachable) : embed(texts)))
      Object.assign(model, { embed: broken })
      while (asked < 2) yield* jobs.work
      Object.assign(model, { embed })
      expect(yield* store.count(id)).toBe(10)
      expect((yield* store.states([id])).get(id)!.mark).toBe("")
      // after a while it is tried again
      yield* TestClock.adjust("1 minute")
      yield* worked(id)
      expect(yield* store.count(id)).toBe(25)
      expect(own() - before).toBe(25)
    })
  )
}
