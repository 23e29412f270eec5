/**
 * Texts through a provider and a memory: what was translated once is not paid for again, also when the process dies. A
 * translation that lacks something of its source is asked for once more, alone; then the text stays in its language.
 */
import { isWhole, segmentWords } from "@octavo/document"
import { Clock, Effect } from "effect"
import { now } from "../../kernel/shared/clock.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { contentHash, utf8 } from "../../kernel/shared/hash.ts"
import { traced } from "../../kernel/shared/traced.ts"
import type { GlossaryTerm } from "../glossary/GlossaryEntry.ts"
import type { Language } from "../spaces/Space.ts"
import type { TranslationStore } from "./TranslationStore.ts"
import type { TranslatorError, TranslatorShape } from "./Translator.ts"

export interface TextsSetting {
  readonly organizationId: string
  readonly run: string
  readonly from: Language
  readonly to: Language
  readonly instructions: string
  readonly terms: ReadonlyArray<GlossaryTerm>
}

export interface TranslatedTexts {
  /** Translations by text; those that have none stay in their language. */
  readonly of: (text: string) => string | undefined
  /** Texts that this run paid for. */
  readonly paid: ReadonlySet<string>
  /** Texts that came back broken, twice. */
  readonly broken: ReadonlyArray<string>
}

/** How often a provider that is busy or away is asked again, within one attempt of a run. */
const patience = 4
/** Longest that it is waited for between two of them, in milliseconds; for more the run comes back later. */
const longestWait = 120_000
/** So many answers in a row that are of no use, and the provider is taken to be out of order. */
const mostGarbage = 5
/** Requests that are under way at the same time. */
const concurrency = 4

export const makeTranslateTexts = (
  store: TranslationStore["Service"],
  translator: TranslatorShape,
  setting: TextsSetting
) => {
  const { from, instructions, organizationId, run, terms, to } = setting
  const words = new Intl.Segmenter(from, { granularity: "word" })
  let garbage = 0

  const termsIn = (text: string): ReadonlyArray<GlossaryTerm> => {
    if (terms.length === 0) return terms
    const lower = segmentWords(text).toLowerCase()
    return terms.filter(({ source }) => lower.includes(source.toLowerCase()))
  }

  const hashOf = (text: string): string =>
    contentHash(
      utf8.encode(
        JSON.stringify([
          translator.id,
          from,
          to,
          instructions,
          text,
          ...termsIn(text).map((it) => [it.source, it.target])
        ])
      )
    )

  const wordsOf = (text: string): number => {
    let count = 0
    for (const { isWordLike } of words.segment(segmentWords(text))) if (isWordLike === true) count++
    return count
  }

  /** One request, again when the provider asks for time or is away for a moment. */
  const request = Effect.fnUntraced(function* (texts: ReadonlyArray<string>) {
    const asked = { from, to, texts, instructions, terms: [...new Set(texts.flatMap(termsIn))] }
    for (let attempt = 1; ; attempt++) {
      const answer = yield* Effect.result(translator.translate(asked))
      if (answer._tag === "Success") return answer.success
      const error = answer.failure
      const wait = error.retryAfter ?? 500 * 2 ** attempt
      if (error.reason !== "unavailable" || attempt >= patience || wait > longestWait) return yield* error
      yield* Effect.sleep(wait)
    }
  })

  /** Keeps what is whole of an answer at once; answers what is not. */
  const keep = Effect.fnUntraced(function* (texts: ReadonlyArray<string>, answers: ReadonlyArray<string>) {
    const good = texts.flatMap((text, index) => {
      const translated = answers[index]
      return translated !== undefined && isWhole(text, translated)
        ? [{ source: text, hash: hashOf(text), text: translated, run, words: wordsOf(text) }]
        : []
    })
    if (good.length > 0) {
      garbage = 0
      yield* store.remember(organizationId, good, yield* now)
    }
    const known = new Set(good.map(({ source }) => source))
    return texts.filter((text) => !known.has(text))
  })

  /** What has no translation after having been asked for. */
  const translate: (
    texts: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<string>, TranslatorError | StorageError> = Effect.fnUntraced(function* (
    texts: ReadonlyArray<string>
  ) {
    const answers = yield* request(texts).pipe(
      Effect.catchTag("TranslatorError", (error) =>
        error.reason === "garbage" && ++garbage < mostGarbage ? Effect.succeed([]) : Effect.fail(error)
      )
    )
    return yield* keep(texts, answers.length === texts.length ? answers : [])
  })

  const translateTwice = (texts: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const left = yield* translate(texts)
      return (yield* Effect.forEach(left, (text) => translate([text]))).flat()
    })

  /** Translates texts: from the memory, else by the provider. */
  return traced("TranslateTexts")(function* (texts: ReadonlyArray<string>) {
    const hashes = new Map(texts.map((text) => [text, hashOf(text)]))
    const before = yield* store.recall(organizationId, [...hashes.values()])
    const missing = [...hashes].flatMap(([text, hash]) => (before.has(hash) ? [] : [text]))
    const broken = (yield* Effect.forEach(batches(missing, translator.limits), translateTwice, { concurrency })).flat()
    const made =
      missing.length === 0
        ? before
        : new Map([
            ...before,
            ...(yield* store.recall(
              organizationId,
              missing.map((text) => hashes.get(text)!)
            ))
          ])
    yield* store.noteUse(organizationId, [...before.keys()], yield* now)
    const paid = new Set([...hashes].flatMap(([text, hash]) => (made.get(hash)?.run === run ? [text] : [])))
    return { of: (text: string) => made.get(hashes.get(text) ?? "")?.text, paid, broken } satisfies TranslatedTexts
  })
}

/** Texts in requests of at most so many texts and characters; a text that is longer goes alone. */
const batches = (
  texts: ReadonlyArray<string>,
  { characters, texts: most }: TranslatorShape["limits"]
): ReadonlyArray<ReadonlyArray<string>> => {
  const out: string[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const text of texts) {
    if (size + text.length > characters || out[out.length - 1]!.length >= most) {
      out.push([])
      size = 0
    }
    out[out.length - 1]!.push(text)
    size += text.length
  }
  return out
}

/** How long the memory keeps what is of no use, in milliseconds. */
const memoryLasts = 180 * 24 * 60 * 60 * 1000

/** Forgets what no run needed for half a year. */
export const forgetOld = (store: TranslationStore["Service"], organizationId: string) =>
  Effect.flatMap(Clock.currentTimeMillis, (ms) =>
    store.forget(organizationId, new Date(ms - memoryLasts).toISOString())
  )
