/** Translations of spaces, their runs and the glossary, in words. Pure. */
import type { GlossaryEntry, Translation, TranslationRun } from "./api.ts"
import { languageName } from "./languages.ts"
import { counted } from "./words.ts"

/** Whether a run has not ended. */
export const isRunOpen = ({ status }: Pick<TranslationRun, "status">): boolean => status !== "completed"

interface TranslationState {
  readonly label: string
  readonly isWrong: boolean
  /** Whether something goes on, which is looked at again. */
  readonly isUnderWay: boolean
}

/**
 * How a translation is going. One that was never run is as pending as one that waits for its turn: the newest run tells.
 * @param latest `null` where there is none, `undefined` while it is not known
 */
export const translationState = (
  { error, status }: Pick<Translation, "status" | "error">,
  latest: Pick<TranslationRun, "status" | "progress" | "error"> | null | undefined
): TranslationState => {
  if (status === "pending" && latest === null) return { label: "Not run yet", isWrong: false, isUnderWay: false }
  // a run may have ended since the translation was asked for
  if (status !== "completed" && (latest == null || isRunOpen(latest)))
    return {
      label: latest?.progress ?? (status === "running" ? "Translating" : "Waiting"),
      isWrong: false,
      isUnderWay: true
    }
  const failure = status === "completed" ? error : latest?.error
  return { label: failure === undefined ? "Done" : "Failed", isWrong: failure !== undefined, isUnderWay: false }
}

/** How a run is going, or went. */
export const runState = ({ error, progress, status }: Pick<TranslationRun, "status" | "error" | "progress">): string =>
  status === "pending"
    ? (progress ?? "Waits for its turn")
    : status === "running"
      ? (progress ?? "Translating")
      : error === undefined
        ? "Translated"
        : "Failed"

/** What a run translated. */
export const runResult = ({ pages, revision, words }: Pick<TranslationRun, "pages" | "words" | "revision">): string =>
  revision === undefined ? "Nothing was new." : `${counted(words, "word")} on ${counted(pages, "page")}.`

/** What a translation did so far; `undefined` before its first run. */
export const statsWords = ({ stats: { runs, totalWords } }: Pick<Translation, "stats">): string | undefined =>
  runs === 0
    ? undefined
    : [counted(runs, "run"), ...(totalWords === 0 ? [] : [`${counted(totalWords, "word")} in all`])].join(", ")

/** What is said where nothing can translate. */
export const noProvider = "Nothing translates on this server yet."

/** A term in one language, as it is typed. */
export interface Term {
  readonly language: string
  readonly text: string
}

type Terms = GlossaryEntry["translations"]

/** The terms of an entry, those of a language first that all are looked at by. */
export const termsOf = (translations: Terms): ReadonlyArray<Term> =>
  Object.entries(translations)
    .map(([language, text]) => ({ language, text }))
    .sort((a, b) => languageName(a.language).localeCompare(languageName(b.language), "en"))

/** Typed terms as the API takes them: lines without a word say nothing. */
export const translationsOf = (terms: ReadonlyArray<Term>): Terms =>
  Object.fromEntries(terms.flatMap(({ language, text }) => (text.trim() === "" ? [] : [[language, text.trim()]])))

/** What an entry is called among others: its first term. */
export const entryName = ({ translations }: Pick<GlossaryEntry, "translations">): string =>
  translations["en"] ?? termsOf(translations)[0]?.text ?? ""

/** Entries that have the words in a term of any language, or in the name of a language, by their names. */
export const entriesWith = (entries: ReadonlyArray<GlossaryEntry>, words: string): ReadonlyArray<GlossaryEntry> => {
  const sought = words.trim().toLowerCase()
  return entries
    .filter(({ translations }) =>
      Object.entries(translations).some(([language, text]) =>
        [text, languageName(language)].some((one) => one.toLowerCase().includes(sought))
      )
    )
    .map((entry) => [entryName(entry).toLowerCase(), entry] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, entry]) => entry)
}
