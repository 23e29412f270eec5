/**
 * The port of models that make vectors of texts: what means nearly the same points nearly the same way, in whatever words.
 * Nothing in Octavo needs one. Adapter: `@octavo/outbound/OpenAiEmbeddings`.
 */
import type { Effect } from "effect"
import { reference } from "../shared/reference.ts"
import type { ModelError } from "./LanguageModel.ts"

export interface EmbeddingModelShape {
  /** What its vectors are kept under: vectors of two names are never compared. */
  readonly name: string
  /** A vector for each text, in their order, all of one length. Nothing is tried again. */
  readonly embed: (texts: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<ReadonlyArray<number>>, ModelError>
}

/** The configured model; `undefined` without one. */
export const EmbeddingModel = reference<EmbeddingModelShape | undefined>(
  "@octavo/core/embedding-model",
  () => undefined
)
