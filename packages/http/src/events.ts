/** Server-sent events: what happens in spaces and change requests, as text. */
import { CurrentEventSettings } from "@octavo/core/connections/events/EventSettings"
import { Events } from "@octavo/core/connections/events/Events"
import type { SpaceEvent } from "@octavo/core/connections/events/SpaceEvent"
import { Effect, Stream } from "effect"
import { answerTooManyRequests } from "./constantTimeNotFound.ts"
import { eventStream } from "./eventStream.ts"
import { groupHandlers } from "./groupHandlers.ts"

/** When the server ends a stream: after how many milliseconds its client connects again, not all at the same time. */
const retry = () => `retry: ${1000 + Math.floor(Math.random() * 2000)}\n\n`

const toText = ({ data, event, id }: SpaceEvent): string =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

export const eventsHandlers = groupHandlers(
  "events",
  Effect.fn(function* (handlers) {
    const events = yield* Events
    const { keepAlive } = yield* CurrentEventSettings

    const respond = (stream: Stream.Stream<SpaceEvent>) => eventStream(Stream.map(stream, toText), keepAlive, retry)

    return handlers.handleAll({
      streamSpaceEvents: ({ params, query }) =>
        answerTooManyRequests(Effect.map(events.space(params.spaceId, query), respond)),
      streamChangeRequestEvents: ({ params, query }) =>
        answerTooManyRequests(Effect.map(events.changeRequest(params.spaceId, params.changeRequestId, query), respond))
    })
  })
)
