/** Server-sent events: what happens as text, with a word now and then that keeps the connection. */
import { CurrentEventSettings } from "@octavo/core/connections/events/EventSettings"
import { Events } from "@octavo/core/connections/events/Events"
import type { SpaceEvent } from "@octavo/core/connections/events/SpaceEvent"
import { Effect, Stream } from "effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { answerTooManyRequests } from "./constantTimeNotFound.ts"
import { groupHandlers } from "./groupHandlers.ts"

/** When the server ends a stream: after how many milliseconds its client connects again, not all at the same time. */
const retry = () => `retry: ${1000 + Math.floor(Math.random() * 2000)}\n\n`

const toText = ({ data, event, id }: SpaceEvent): string =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

const headers = {
  "cache-control": "no-store",
  // proxies that gather what they pass on would hold events back
  "x-accel-buffering": "no"
}

export const eventsHandlers = groupHandlers(
  "events",
  Effect.fn(function* (handlers) {
    const events = yield* Events
    const { keepAlive } = yield* CurrentEventSettings

    const respond = (stream: Stream.Stream<SpaceEvent>) => {
      const comments = Stream.map(Stream.drop(Stream.tick(keepAlive), 1), () => ":\n\n")
      const texts = Stream.merge(Stream.map(stream, toText), comments, { haltStrategy: "left" })
      return HttpServerResponse.stream(Stream.encodeText(Stream.concat(texts, Stream.sync(retry))), {
        contentType: "text/event-stream",
        headers
      })
    }

    return handlers.handleAll({
      streamSpaceEvents: ({ params, query }) =>
        answerTooManyRequests(Effect.map(events.space(params.spaceId, query), respond)),
      streamChangeRequestEvents: ({ params, query }) =>
        answerTooManyRequests(Effect.map(events.changeRequest(params.spaceId, params.changeRequestId, query), respond))
    })
  })
)
