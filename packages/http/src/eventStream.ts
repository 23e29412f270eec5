/** Server-sent events as a response: texts, with a word now and then that keeps the connection. */
import { type Duration, Stream } from "effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

const headers = {
  "cache-control": "no-store",
  // proxies that gather what they pass on would hold events back
  "x-accel-buffering": "no"
}

/** @param last what is said when the stream has come to its end by itself */
export const eventStream = (texts: Stream.Stream<string>, keepAlive: Duration.Input, last: () => string = () => "") => {
  const comments = Stream.map(Stream.drop(Stream.tick(keepAlive), 1), () => ":\n\n")
  const kept = Stream.merge(texts, comments, { haltStrategy: "left" })
  return HttpServerResponse.stream(Stream.encodeText(Stream.concat(kept, Stream.sync(last))), {
    contentType: "text/event-stream",
    headers
  })
}
