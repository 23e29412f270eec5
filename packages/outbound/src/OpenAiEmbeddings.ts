/**
 * The `EmbeddingModel` port over the endpoint that OpenAI, and most others, speak (`POST {url}/embeddings`). The address is
 * the operator's own setting, so it may be in a private network; what it redirects to is never followed.
 */
import type { EmbeddingModelShape } from "@octavo/core/kernel/language-model/EmbeddingModel"
import { ModelError } from "@octavo/core/kernel/language-model/LanguageModel"
import { Effect, type Redacted } from "effect"
import { addressOf, Failure, failureOf, headersOf, refusal } from "./modelCalls.ts"
import { observeCall } from "./observeCall.ts"
import { postJson } from "./postJson.ts"

export interface OpenAiEmbeddingsConfig {
  /** Up to `/embeddings`, like `https://api.openai.com/v1`. */
  readonly url: string
  readonly model: string
  readonly key?: Redacted.Redacted | undefined
  /** For one request. */
  readonly timeoutMs?: number
}

const defaultTimeoutMs = 60_000
/** Largest answer that is read, in bytes: 32 vectors of the largest models have a third of it. */
const maxBytes = 10_000_000
/** Most numbers of a vector. */
const maxDimensions = 4_096

export const make = (config: OpenAiEmbeddingsConfig): EmbeddingModelShape => {
  const name = `The model of embeddings ${config.model} at ${new URL(config.url).host}`
  return {
    name: config.model,
    embed: (texts) =>
      Effect.tryPromise({
        try: (signal) => ask(config, name, texts, signal),
        catch: (error) => failureOf(name, error)
      }).pipe(
        observeCall("embeddings", config.url),
        Effect.mapError(({ message, reason, retryable }) => new ModelError({ reason, message, retryable }))
      )
  }
}

const ask = async (
  config: OpenAiEmbeddingsConfig,
  name: string,
  texts: ReadonlyArray<string>,
  ending: AbortSignal
): Promise<ReadonlyArray<ReadonlyArray<number>>> => {
  const { model, timeoutMs = defaultTimeoutMs, url } = config
  const {
    isTooLarge,
    json,
    retryAfter: after,
    status
  } = await postJson(
    addressOf(url, "embeddings"),
    { model, input: texts, encoding_format: "float" },
    headersOf(config),
    AbortSignal.any([ending, AbortSignal.timeout(timeoutMs)]),
    { maxBytes, wants: (status) => status === 200 }
  )
  if (status !== 200) throw refusal(name, status, after)
  if (isTooLarge) throw new Failure("garbage", `${name} answers more than ${maxBytes} bytes`, false)
  const vectors = vectorsOf(json, texts.length)
  if (vectors === undefined)
    throw new Failure("garbage", `${name} answers something else than a vector for each text`, true)
  return vectors
}

/** The vectors in the order of their texts; `undefined` for what are none. */
const vectorsOf = (json: unknown, count: number): ReadonlyArray<ReadonlyArray<number>> | undefined => {
  const data = (json as { data?: unknown } | undefined)?.data
  if (!Array.isArray(data) || data.length !== count) return undefined
  const vectors: Array<ReadonlyArray<number>> = []
  for (const [i, one] of (data as ReadonlyArray<{ index?: unknown; embedding?: unknown } | null>).entries()) {
    const at = one?.index ?? i
    const vector = one?.embedding
    if (typeof at !== "number" || !(at in data) || vectors[at] !== undefined || !isVector(vector)) return undefined
    vectors[at] = vector
  }
  return vectors.every(({ length }) => length === vectors[0]!.length) ? vectors : undefined
}

const isVector = (value: unknown): value is ReadonlyArray<number> =>
  Array.isArray(value) && value.length > 0 && value.length <= maxDimensions && value.every(Number.isFinite)
