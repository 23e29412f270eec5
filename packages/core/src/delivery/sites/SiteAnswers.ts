/** Answers to questions about a site, from what the person who asks may see of its pages. Nothing is kept of either. */
import { Context, Effect, Layer, Stream } from "effect"
import { answering } from "../../content/answers/answering.ts"
import type { Sentence } from "../../content/answers/sentences.ts"
import { anonymousJudge } from "../../content/revisions/visibleContent.ts"
import type { Passage } from "../../content/search/findPassages.ts"
import { Search } from "../../content/search/Search.ts"
import type { Judge } from "../../kernel/conditions/Judge.ts"
import { LanguageModel, type ModelError } from "../../kernel/language-model/LanguageModel.ts"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { defined } from "../../kernel/shared/defined.ts"
import { type Forbidden, type NotFound, PreconditionFailed, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Access } from "../../people/permissions/Access.ts"
import { makeLoadSite } from "../site-records/loadSite.ts"
import { SiteSpaceStore } from "../site-records/SiteSpaceStore.ts"
import { SiteStore } from "../site-records/SiteStore.ts"
import { SiteCustomizations } from "./SiteCustomizations.ts"
import {
  type AnswerFormat,
  answerOf,
  begun,
  type SearchAIAnswerStream,
  type SiteQuestion,
  sourceOf
} from "./SiteQuestion.ts"
import { inScope } from "./searchScope.ts"

/** What is known of an answer before the model says a word, and its sentences as they come. */
export interface Answering {
  /** Numbered from 1 in this order. */
  readonly passages: ReadonlyArray<Passage>
  /** None where the pages do not say. */
  readonly sentences: Stream.Stream<Sentence, ModelError>
}

/** What else is known of a question. */
export interface Asking {
  /** Of the pages, as BCP 47 has it. */
  readonly language?: string | undefined
  /** How the team of the site wants answers to be (`ai.instructions`). */
  readonly instructions?: string | undefined
}

export class SiteAnswers extends Context.Service<
  SiteAnswers,
  {
    /** Whether there is a language model to ask. */
    readonly isAvailable: boolean
    /**
     * The answer as it grows: what it is made from, then more with each sentence, at last all of it. The bearer of a
     * site's token is answered from what that visitor is shown; members, in the spaces that they may read, from what is
     * shown to somebody of whom nothing is known. The model is asked when the stream is read.
     */
    readonly ask: (
      organizationId: string,
      siteId: string,
      input: SiteQuestion,
      format?: AnswerFormat
    ) => Effect.Effect<
      Stream.Stream<SearchAIAnswerStream, ModelError>,
      Forbidden | NotFound | PreconditionFailed | StorageError,
      CurrentActor
    >
    /** The same as a visitor of a site sees some spaces. Who calls it has decided that the visitor may. */
    readonly published: (
      spaceIds: ReadonlyArray<string>,
      question: string,
      judge: Judge,
      more?: Asking
    ) => Effect.Effect<Answering, PreconditionFailed | StorageError>
  }
>()("@octavo/core/delivery/sites/SiteAnswers") {
  static readonly layer = Layer.effect(
    SiteAnswers,
    Effect.gen(function* () {
      const siteSpaces = yield* SiteSpaceStore
      const pages = yield* Search
      const instance = yield* Instance
      const model = yield* LanguageModel
      const customizations = yield* SiteCustomizations
      const load = makeLoadSite(yield* Access, yield* SiteStore)

      const published = traced("SiteAnswers.published")(function* (
        spaceIds: ReadonlyArray<string>,
        question: string,
        judge: Judge,
        { instructions, language }: Asking = {}
      ): Effect.fn.Return<Answering, PreconditionFailed | StorageError> {
        if (model === undefined) return yield* withoutModel
        const passages = yield* pages.passages(spaceIds, question, judge, language)
        return { passages, sentences: answering(model, question, passages, instructions) }
      })

      const ask = traced("SiteAnswers.ask")(function* (
        organizationId: string,
        siteId: string,
        { context, question, scope }: SiteQuestion,
        format: AnswerFormat = "document"
      ) {
        const { judge = anonymousJudge, site, view } = yield* load(organizationId, siteId, "site.ask")
        const seen = yield* siteSpaces.all(site, { ...view, shownOnly: true })
        const current = context?.siteSpaceId
        const chosen = inScope(
          seen.map(({ siteSpace }) => siteSpace),
          scope ?? { mode: "default", ...defined({ currentSiteSpace: current }) }
        )
        const ids = [...new Set(chosen.map(({ spaceId }) => spaceId))]
        const language = chosen[0]?.language ?? undefined
        const { instructions } = (yield* customizations.looks(site)).site.ai
        const { passages, sentences } = yield* published(ids, question, judge, { language, instructions })
        const sources = passages.map((passage, i) => sourceOf(instance, passage, i))
        const growing = Stream.suspend(() => {
          let all: ReadonlyArray<Sentence> = []
          const parts = Stream.map(sentences, (sentence) => {
            all = [...all, sentence]
            return answerOf(sources, all, format)
          })
          // that the pages do not say is an answer, too
          const nothing = Stream.suspend(() =>
            all.length > 0 ? Stream.empty : Stream.make(answerOf(sources, all, format))
          )
          return Stream.concat(parts, nothing)
        })
        return Stream.concat(Stream.make(begun(sources)), growing)
      })

      return SiteAnswers.of({ isAvailable: model !== undefined, ask, published })
    })
  )
}

const withoutModel = Effect.suspend(
  () =>
    new PreconditionFailed({
      message:
        "This server has no language model to answer with; its operator sets one with OCTAVO_MODEL_URL and OCTAVO_MODEL_NAME"
    })
)
