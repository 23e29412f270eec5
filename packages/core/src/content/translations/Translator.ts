/** The port of machine translation: texts in, texts out. What a text may hold is told by `segment` of the document. */
import { Data, type Effect, Schema } from "effect"
import { reference } from "../../kernel/shared/reference.ts"
import type { GlossaryTerm } from "../glossary/GlossaryEntry.ts"
import type { Language } from "../spaces/Space.ts"

export interface TranslationRequest {
  readonly from: Language
  readonly to: Language
  /**
   * Texts in XML: characters are escaped, and `<x1/>` or `<x2>…</x2>` stand for what is not to be translated or for
   * what the words in them have, such as emphasis. Each has its own number in its text.
   */
  readonly texts: ReadonlyArray<string>
  /** What an author asks of the translation; empty for nothing. */
  readonly instructions: string
  /** Those terms of the glossary that stand in one of the texts. */
  readonly terms: ReadonlyArray<GlossaryTerm>
}

/**
 * Nothing came of a request.
 * `refused`: asking again is of no use (a wrong key, no such model, nothing left to spend);
 * `garbage`: what came back is no answer; `unavailable`: it may go better after a while.
 */
export class TranslatorError extends Schema.TaggedError<TranslatorError>()("TranslatorError", {
  reason: Schema.Literals(["refused", "garbage", "unavailable"]),
  message: Schema.String,
  /** How long the provider wants to be left alone, in milliseconds. */
  retryAfter: Schema.optionalKey(Schema.Number)
}) {}

/** A provider. */
export interface TranslatorShape {
  /** Names what translates: what another one translated is translated anew. */
  readonly id: string
  /** Most texts, and most characters in all, of one request. */
  readonly limits: { readonly texts: number; readonly characters: number }
  /** As many texts as were given, in their order. */
  readonly translate: (request: TranslationRequest) => Effect.Effect<ReadonlyArray<string>, TranslatorError>
}

/** The translator of this installation; without one a language model translates, when there is one. */
export const Translator = reference<TranslatorShape | undefined>(
  "@octavo/core/content/translations/Translator",
  () => undefined
)

/** Nothing can be translated before a provider is set up. */
export class NoProvider extends Data.TaggedError("NoProvider") {
  override readonly message =
    "No provider of translations is configured: set OCTAVO_TRANSLATOR, or OCTAVO_MODEL_URL, on the server, then run the translation again"
}
