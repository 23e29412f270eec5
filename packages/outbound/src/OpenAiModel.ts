/**
 * The `LanguageModel` port over the chat endpoint that OpenAI, and most others, speak (`POST {url}/chat/completions`).
 * The address is the operator's own setting, so it may be in a private network; what it redirects to is never followed.
 */
import {
  type LanguageModelShape,
  ModelError,
  type ModelQuestion
} from "@octavo/core/kernel/language-model/LanguageModel"
import { Effect, type Redacted, Schedule, Semaphore, Stream } from "effect"
import { chatPieces } from "./chatPieces.ts"
import { addressOf, Failure, failureOf, headersOf, refusal } from "./modelCalls.ts"
import { observeCall } from "./observeCall.ts"
import { post, postJson, retryAfter } from "./postJson.ts"

export interface OpenAiConfig {
  /** Up to `/chat/completions`, like `https://api.openai.com/v1`. */
  readonly url: string
  readonly model: string
  readonly key?: Redacted.Redacted | undefined
  /** For one answer. */
  readonly timeoutMs?: number
  /** Tries in all when an answer may come later. */
  readonly attempts?: number
  /** How long an answer that is streamed may say nothing. */
  readonly silenceMs?: number
  /** Before the second try; doubled for each further one. A `Retry-After` of the provider wins. */
  readonly pauseMs?: number
}

const defaultTimeoutMs = 60_000
const defaultSilenceMs = 30_000
const defaultAttempts = 4
const defaultPauseMs = 1_000
/** Largest answer that is read, in bytes. */
const maxBytes = 2_000_000
/** Questions that are asked at the same time. */
const atOnce = 4
/** Answers that are streamed at the same time, to people who would not wait for others'. */
const streamsAtOnce = 16

export const make = (config: OpenAiConfig) =>
  Effect.map(Semaphore.make(atOnce), (semaphore): LanguageModelShape => {
    const name = `The language model ${config.model} at ${new URL(config.url).host}`
    const attempts = config.attempts ?? defaultAttempts
    let streams = 0
    /** Counts one more streamed answer for as long as the scope lasts. */
    const admitted = Effect.acquireRelease(
      Effect.suspend(() => {
        if (streams >= streamsAtOnce)
          return Effect.fail(new Failure("limited", `${name} is asked ${streams} other questions right now`, true))
        return Effect.sync(() => streams++)
      }),
      () => Effect.sync(() => streams--)
    )
    return {
      name,
      stream: (question) =>
        Stream.unwrap(Effect.andThen(admitted, streamed(config, name, question))).pipe(
          Stream.mapError(({ message, reason, retryable }) => new ModelError({ reason, message, retryable }))
        ),
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
    catch: (error) => failureOf(name, error)
  }).pipe(observeCall("model", config.url))

/** An answer in pieces, of which none comes after the stream's scope has ended. */
const streamed = Effect.fnUntraced(function* (config: OpenAiConfig, name: string, question: ModelQuestion) {
  // what is under way, a read that waits too, ends with the scope
  const ending = yield* Effect.acquireRelease(
    Effect.sync(() => new AbortController()),
    (controller) => Effect.sync(() => controller.abort())
  )
  const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(config.timeoutMs ?? defaultTimeoutMs)])
  const silence = config.silenceMs ?? defaultSilenceMs
  const attempt = <A>(run: () => Promise<A>) =>
    Effect.tryPromise({ try: run, catch: (error) => failureOf(name, error) }).pipe(
      Effect.timeoutOrElse({
        duration: silence,
        orElse: () => new Failure("timeout", `${name} did not answer in time`, true)
      })
    )
  const response = yield* attempt(() =>
    post(chatUrl(config), { ...bodyOf(config, question), stream: true }, headersOf(config), signal)
  ).pipe(observeCall("model", config.url))
  const { status } = response
  if (status !== 200) {
    yield* Effect.promise(async () => response.body?.cancel()).pipe(Effect.ignore)
    return yield* refusal(name, status, retryAfter(response.headers.get("retry-after")))
  }
  const pieces = chatPieces(response, maxBytes)[Symbol.asyncIterator]()
  let isEmpty = true
  return Stream.unfold(undefined, () =>
    Effect.flatMap(
      attempt(() => pieces.next()),
      ({ done, value }): Effect.Effect<readonly [string, undefined] | undefined, Failure> => {
        if (done === true) {
          return isEmpty
            ? Effect.fail(new Failure("garbage", `${name} answers something else than a chat completion`, true))
            : Effect.succeed(undefined)
        }
        isEmpty = false
        return Effect.succeed([value, undefined])
      }
    )
  )
})

const chatUrl = ({ url }: OpenAiConfig): string => addressOf(url, "chat/completions")

const bodyOf = ({ model }: OpenAiConfig, { instructions, json, material }: ModelQuestion) => ({
  model,
  temperature: 0,
  messages: [
    { role: "system", content: instructions },
    { role: "user", content: material }
  ],
  ...(json === true ? { response_format: { type: "json_object" } } : {})
})

const ask = async (
  config: OpenAiConfig,
  name: string,
  question: ModelQuestion,
  signal: AbortSignal
): Promise<string> => {
  const {
    isTooLarge,
    json,
    retryAfter: after,
    status
  } = await postJson(chatUrl(config), bodyOf(config, question), headersOf(config), signal, {
    maxBytes,
    wants: (status) => status === 200
  })
  if (status !== 200) throw refusal(name, status, after)
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
