/** Translations of spaces into other languages and their runs, as the store keeps them and as the API shows them. */

import { Schema } from "effect"
import { present } from "../../kernel/shared/defined.ts"
import { type InstanceConfig, location } from "../../kernel/shared/Instance.ts"
import { RichDocument } from "../../kernel/shared/richDocument.ts"
import { OneOf } from "../../kernel/shared/text.ts"
import { Language } from "../spaces/Space.ts"

/** There is no failed state: a run that failed is completed, and `error` says why. */
export const TranslationStatus = OneOf("TranslationStatus", ["pending", "running", "completed"])
export type TranslationStatus = typeof TranslationStatus.Type

export const TranslationErrorCode = OneOf("TranslationErrorCode", [
  "NO_PROVIDER",
  "PROVIDER_REFUSED",
  "PROVIDER_FAILED",
  "SOURCE_MISSING",
  "RESULT_LOCKED",
  "INTERNAL"
])
export type TranslationErrorCode = typeof TranslationErrorCode.Type

/** Why a run brought nothing new, for people. */
export const TranslationError = Schema.Struct({ code: TranslationErrorCode, message: Schema.String }).annotate({
  identifier: "TranslationError"
})
export type TranslationError = typeof TranslationError.Type

/** A text that stayed in its language, and why. */
export const TranslationProblem = Schema.Struct({
  page: Schema.optionalKey(Schema.String),
  text: Schema.String,
  message: Schema.String
}).annotate({ identifier: "TranslationProblem" })
export type TranslationProblem = typeof TranslationProblem.Type

/** More problems of a run than so many are counted only. */
export const problemsKept = 100

/** Durations are in seconds; words are those of the source. */
export interface TranslationStats {
  readonly runs: number
  readonly totalWords: number
  readonly totalPages: number
  readonly totalDuration: number
  readonly latestRunDuration: number
  readonly latestPages: number
  readonly latestWords: number
}

export interface TranslationRecord extends TranslationStats {
  readonly id: string
  readonly organizationId: string
  readonly sourceSpace: string
  readonly sourceLanguage: Language
  readonly language: Language
  readonly instructions: RichDocument | null
  /** Whether pages of the result have slugs of their translated titles. */
  readonly translateSlugs: boolean
  readonly status: TranslationStatus
  /** Of the last run that came to an end. */
  readonly error: TranslationError | null
  /** The space of the result, and the last revision that a run made there. */
  readonly resultSpace: string | null
  readonly resultRevision: string | null
  /** Content that the last run made, before what people changed in the result was merged with it. */
  readonly resultRoot: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

export interface TranslationRunRecord {
  readonly id: string
  readonly translationId: string
  readonly status: TranslationStatus
  /** Who asked for it; `null` for the operator. */
  readonly requestedBy: string | null
  /** What is being done, for people. */
  readonly progress: string | null
  /** Revision of the source that was translated. */
  readonly sourceRevision: string | null
  /** Revision of the result; `null` when nothing new came of it. */
  readonly revision: string | null
  readonly pages: number
  readonly words: number
  readonly error: TranslationError | null
  readonly problems: ReadonlyArray<TranslationProblem>
  readonly problemCount: number
  readonly createdAt: string
  readonly startedAt: string | null
  readonly finishedAt: string | null
}

/** A translation, as the API shows it. */
export const Translation = Schema.Struct({
  object: Schema.Literal("translation"),
  id: Schema.String,
  status: TranslationStatus,
  source: Schema.Struct({ space: Schema.String, language: Language }),
  language: Language,
  instructions: RichDocument,
  translateSlugs: Schema.Boolean,
  result: Schema.optionalKey(Schema.Struct({ space: Schema.String, revision: Schema.String, language: Language })),
  error: Schema.optionalKey(TranslationError),
  createdAt: Schema.String,
  updatedAt: Schema.String,
  stats: Schema.Struct({
    runs: Schema.Number,
    totalWords: Schema.Number,
    totalPages: Schema.Number,
    totalDuration: Schema.Number,
    latestRunDuration: Schema.Number,
    latestPages: Schema.Number,
    latestWords: Schema.Number
  }),
  permissions: Schema.Struct({ view: Schema.Boolean, edit: Schema.Boolean }),
  urls: Schema.Struct({ location: Schema.String })
}).annotate({ identifier: "Translation" })
export type Translation = typeof Translation.Type

/** One run of a translation, as the API shows it. */
export const TranslationRun = Schema.Struct({
  object: Schema.Literal("translation-run"),
  id: Schema.String,
  status: TranslationStatus,
  progress: Schema.optionalKey(Schema.String),
  sourceRevision: Schema.optionalKey(Schema.String),
  revision: Schema.optionalKey(Schema.String),
  pages: Schema.Number,
  words: Schema.Number,
  error: Schema.optionalKey(TranslationError),
  problems: Schema.Array(TranslationProblem),
  problemCount: Schema.Number,
  createdAt: Schema.String,
  startedAt: Schema.optionalKey(Schema.String),
  finishedAt: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "TranslationRun" })
export type TranslationRun = typeof TranslationRun.Type

/** Body of `POST /v1/orgs/{organizationId}/translations`. */
export const NewTranslation = Schema.Struct({
  language: Language,
  source: Schema.Struct({
    space: Schema.String,
    /** Default: the language of the space, else English. */
    language: Schema.optionalKey(Language)
  }),
  instructions: Schema.optionalKey(RichDocument),
  /** Whether pages of the result get slugs of their translated titles, which changes their addresses. Default false. */
  translateSlugs: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "NewTranslation" })
export type NewTranslation = typeof NewTranslation.Type

/** Body of `PUT /v1/orgs/{organizationId}/translations/{translationId}`: what is left out stays. */
export const TranslationUpdate = Schema.Struct({
  instructions: Schema.optionalKey(RichDocument),
  translateSlugs: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "TranslationUpdate" })
export type TranslationUpdate = typeof TranslationUpdate.Type

const noInstructions: RichDocument = { object: "document", data: {}, nodes: [] }

/**
 * @param edit whether the caller may change and run it
 * @param showsResult whether the caller may see the space of the result
 */
export const toTranslation = (
  instance: InstanceConfig,
  record: TranslationRecord,
  edit: boolean,
  showsResult: boolean
): Translation => ({
  object: "translation",
  id: record.id,
  status: record.status,
  source: { space: record.sourceSpace, language: record.sourceLanguage },
  language: record.language,
  instructions: record.instructions ?? noInstructions,
  translateSlugs: record.translateSlugs,
  ...(showsResult && record.resultSpace !== null && record.resultRevision !== null
    ? { result: { space: record.resultSpace, revision: record.resultRevision, language: record.language } }
    : {}),
  ...present({ error: record.error }),
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
  stats: {
    runs: record.runs,
    totalWords: record.totalWords,
    totalPages: record.totalPages,
    totalDuration: Math.round(record.totalDuration),
    latestRunDuration: Math.round(record.latestRunDuration),
    latestPages: record.latestPages,
    latestWords: record.latestWords
  },
  permissions: { view: true, edit },
  urls: { location: location(instance, `/orgs/${record.organizationId}/translations/${record.id}`) }
})

export const toTranslationRun = (run: TranslationRunRecord): TranslationRun => ({
  object: "translation-run",
  id: run.id,
  status: run.status,
  ...present({ progress: run.progress, sourceRevision: run.sourceRevision, revision: run.revision }),
  pages: run.pages,
  words: run.words,
  ...present({ error: run.error }),
  problems: run.problems,
  problemCount: run.problemCount,
  createdAt: run.createdAt,
  ...present({ startedAt: run.startedAt, finishedAt: run.finishedAt })
})
