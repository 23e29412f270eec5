/**
 * The `LanguageModel` port over the chat endpoint that OpenAI, and most others, speak (`POST {url}/chat/completions`).
 * The address is the operator's own setting, so it may be in a private network; what it redirects to is never followed.
 */
import {
  type LanguageModelShape,
  ModelError,
  type ModelQuestion
} from "@octavo/core/kernel/language-model/LanguageModel"
import { ifDefined } from "@octavo/core/kernel/shared/defined"
import { Effect, Redacted, Schedule, Semaphore } from "effect"
import { observeCall } from "./observeCall.ts"
import { postJson } from "./postJson.ts"

export interface OpenAiConfig {
  /** Up to `/chat/completions`, like `https://api.openai.com/v1`. */
  readonly url: string
  readonly model: string
  readonly key?: Redacted.Redacted | undefined
  /** For one answer. */
  readonly timeoutMs?: number
  /** Tries in all when an answer may come later. */
  readonly attempts?: number
  /** Before the second try; doubled for each further one. A `Retry-After` of the provider wins. */
  readonly pauseMs?: number
}

const defaultTimeoutMs = 60_000
const defaultAttempts = 4
const defaultPauseMs = 1_000
/** A provider that wants to be left alone for longer is given up for now. */
const longestPauseMs = 60_000
/** Largest answer that is read, in bytes. */
const maxBytes = 2_000_000
/** Questions that are asked at the same time. */
const atOnce = 4

export const make = (config: OpenAiConfig) =>
  Effect.map(Semaphore.make(atOnce), (semaphore): LanguageModelShape => {
    const name = `The language model ${config.model} at ${new URL(config.url).host}`
    const attempts = config.attempts ?? defaultAttempts
    return {
      name,
      ask: (question) =>
        Effect.suspend(() => {
          return answer(config, name, question).pipe(
            Effect.retry({ schedule: patience(config), while: ({ isPassing }) => isPassing, times: attempts - 1 }),
            Effect.mapError(({ message, reason, retryable }) => new ModelError({ reason, message, retryable })),
            semaphore.withPermits(1)
          )
        })
    }
  })

/** With what the provider says about when to come back, in milliseconds. */
class Failure extends ModelError {
  readonly after: number | undefined
  constructor(reason: ModelError["reason"], message: string, retryable: boolean, after?: number) {
    super({ reason, message, retryable })
    this.after = after
  }
  /** Whether it is worth waiting for here and now. */
  get isPassing(): boolean {
    return this.retryable && (this.after ?? 0) <= longestPauseMs
  }
}

/** What the provider says comes first. */
const patience = ({ pauseMs = defaultPauseMs }: OpenAiConfig) =>
  Schedule.exponential(pauseMs).pipe(
    Schedule.setInputType<Failure>(),
    Schedule.modifyDelay(({ duration, input }) => Effect.succeed(input.after ?? duration))
  )

const answer = (config: OpenAiConfig, name: string, question: ModelQuestion): Effect.Effect<string, Failure> =>
  Effect.tryPromise({
    try: (signal) =>
      ask(config, name, question, AbortSignal.any([signal, AbortSignal.timeout(config.timeoutMs ?? defaultTimeoutMs)])),
    catch: (error) =>
      error instanceof Failure
        ? error
        : error instanceof DOMException && error.name === "TimeoutError"
          ? new Failure("timeout", `${name} did not answer in time`, true)
          : new Failure("unreachable", `${name} cannot be reached, or broke off`, true)
  }).pipe(observeCall("model", config.url))

const ask = async (
  config: OpenAiConfig,
  name: string,
  question: ModelQuestion,
  signal: AbortSignal
): Promise<string> => {
  const { isTooLarge, json, retryAfter, status } = await postJson(
    `${config.url.replace(/(?<!\/)\/+$/, "")}/chat/completions`,
    {
      model: config.model,
      temperature: 0,
      messages: [
        { role: "system", content: question.instructions },
        { role: "user", content: question.material }
      ],
      ...(question.json === true ? { response_format: { type: "json_object" } } : {})
    },
    ifDefined(config.key, (key) => ({ authorization: `Bearer ${Redacted.value(key)}` })),
    signal,
    { maxBytes, wants: (status) => status === 200 }
  )
  if (status === 429 || status >= 500) {
    throw new Failure(status === 429 ? "limited" : "unreachable", `${name} answers ${status}`, true, retryAfter)
  }
  if (status !== 200) {
    throw new Failure("refused", `${name} answers ${status}; look at its address, key and model`, false)
  }
  if (isTooLarge) throw new Failure("garbage", `${name} answers more than ${maxBytes} bytes`, false)
  const text = contentOf(json)
  if (text === undefined) throw new Failure("garbage", `${name} answers something else than a chat completion`, true)
  return text
}

const contentOf = (json: unknown): string | undefined => {
  const content = (json as { choices?: [{ message?: { content?: unknown } }] } | undefined)?.choices?.[0]?.message
    ?.content
  return typeof content === "string" && content.trim() !== "" ? content : undefined
}
