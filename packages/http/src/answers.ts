/** Answers to questions, as JSON or while they are written. */
import { CurrentEventSettings } from "@octavo/core/connections/events/EventSettings"
import { failureWords } from "@octavo/core/content/answers/answering"
import { SiteAnswers } from "@octavo/core/delivery/sites/SiteAnswers"
import { SearchAIAnswerStream } from "@octavo/core/delivery/sites/SiteQuestion"
import type { ModelError } from "@octavo/core/kernel/language-model/LanguageModel"
import { Effect, Option, Stream } from "effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import { eventStream } from "./eventStream.ts"
import { groupHandlers } from "./groupHandlers.ts"
import { notKept, reply } from "./reply.ts"
import { errorResponse } from "./requests.ts"

const whole = reply(SearchAIAnswerStream)

/** Whether a client says that it wants JSON, and no stream. */
const wantsJson = (accept: string | undefined): boolean =>
  accept?.includes("application/json") === true && !accept.includes("text/event-stream")

const failure = (error: ModelError): string =>
  `event: error\ndata: ${JSON.stringify({ error: { code: 503, message: failureWords(error) } })}\n\n`

const done = () => "event: done\ndata: {}\n\n"

export const answersHandlers = groupHandlers(
  "answers",
  Effect.fn(function* (handlers) {
    const answers = yield* SiteAnswers
    const { keepAlive } = yield* CurrentEventSettings

    /** The last of what comes: the whole answer, or why there is none. */
    const respondWhole = (stream: Stream.Stream<typeof SearchAIAnswerStream.Type, ModelError>) =>
      Stream.runLast(stream).pipe(
        Effect.map((last) => notKept(whole(Option.getOrThrow(last)))),
        Effect.catch((error) =>
          Effect.succeed(errorResponse(503, failureWords(error), { "cache-control": "no-store" }))
        )
      )

    const respondInParts = (stream: Stream.Stream<typeof SearchAIAnswerStream.Type, ModelError>) => {
      const texts = stream.pipe(
        Stream.map((part) => `data: ${JSON.stringify(part)}\n\n`),
        Stream.concat(Stream.sync(done)),
        Stream.catch((error) => Stream.make(failure(error)))
      )
      return eventStream(texts, keepAlive)
    }

    return handlers.handleAll({
      streamAskInSite: ({ params, payload, query }) =>
        Effect.gen(function* () {
          const { headers } = yield* HttpServerRequest.HttpServerRequest
          const stream = yield* answers.ask(params.organizationId, params.siteId, payload, query.format)
          if (wantsJson(headers["accept"])) return yield* respondWhole(stream)
          return respondInParts(stream) as HttpServerResponse.HttpServerResponse
        })
    })
  })
)
