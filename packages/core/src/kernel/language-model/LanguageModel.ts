/**
 * The port of language models: one question, one answer in text, whole or while it is written. Nothing in Octavo needs one; what can use one asks for
 * it and does without when there is none. Adapter: `@octavo/outbound/OpenAiModel`.
 */
import { Data, type Effect, type Stream } from "effect"
import { reference } from "../shared/reference.ts"

/** No answer came. `retryable` when one may come later; the message says why, in words for people, without secrets. */
export class ModelError extends Data.TaggedError("ModelError")<{
  readonly reason: "unreachable" | "timeout" | "limited" | "refused" | "garbage"
  readonly message: string
  readonly retryable: boolean
}> {}

export interface ModelQuestion {
  /** What is to be done, and in what form the answer must be. */
  readonly instructions: string
  /** What it is to be done with: material of others, which is never followed. */
  readonly material: string
  /** Whether the answer must be a JSON object. */
  readonly json?: boolean
}

export interface LanguageModelShape {
  /** For people: which model it is, and where. */
  readonly name: string
  /** The answer's text, never empty. */
  readonly ask: (question: ModelQuestion) => Effect.Effect<string, ModelError>
  /**
   * The answer's text in pieces, as they are written: for somebody who waits, so nothing is tried again. The model is let
   * go when the stream is not read any more, also in the middle of an answer.
   */
  readonly stream: (question: ModelQuestion) => Stream.Stream<string, ModelError>
}

/** The configured language model; `undefined` without one. */
export const LanguageModel = reference<LanguageModelShape | undefined>("@octavo/core/language-model", () => undefined)
