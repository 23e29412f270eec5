/**
 * What every request passes in front of the router, in order. A step answers the request, or looks at it and lets it pass
 * on. Lanes that answer without the router are steps as others are: whatever stands before them holds for them too. What
 * surrounds the routes themselves is the list at the end of `http/src/app.ts`.
 */
import type * as http from "node:http"
import { requestIdOf } from "@octavo/core/kernel/shared/requestId"
import { normalizeUrl } from "@octavo/http"
import type { CountedResponse } from "./countedResponse.ts"
import { countRequest, noteInFlight } from "./metrics.ts"
import type { makeBodyWatch, makeStallWatch } from "./slowClients.ts"

/** @returns whether the request is answered, now or later, and passes no other step */
export type Step = (request: http.IncomingMessage, response: CountedResponse) => boolean

/** What takes part in a server, from its start on. */
export interface Parts {
  readonly bodies: ReturnType<typeof makeBodyWatch>
  readonly stalls: ReturnType<typeof makeStallWatch>
  /** An answer was sent. */
  readonly sent: () => void
  readonly probes: Step
  readonly metrics: Step
  /** Answers while there is no application. */
  readonly starting: Step
  readonly draining: Step
}

/** What takes part once the application is built. */
export interface ApplicationParts {
  readonly arrived: Step
  readonly limits: Step
  readonly traced: Step
  readonly publishedPages: Step
  readonly api: Step
  readonly router: Step
}

/**
 * Counts answers as they end.
 * @param sent what is told of each that was sent
 */
const counted = (sent: () => void): Step => {
  // one listener for all: one of its own for each answer takes a twentieth of what a kept page takes
  function ended(this: CountedResponse): void {
    noteInFlight(-1)
    if (!this.writableFinished) return
    const { begun, operation, req, statusCode: status } = this
    countRequest({ method: req.method ?? "", url: req.url!, status, operation }, performance.now() - begun)
    sent()
  }
  return (_, response) => {
    noteInFlight(1)
    response.begun = performance.now()
    response.on("close", ended)
    return false
  }
}

/** @param application its parts; asked only behind the step that answers while there is none */
export const pipeline = (parts: Parts, application: () => ApplicationParts): ReadonlyArray<Step> => [
  // the target in its one form, for limits and router alike
  (request) => {
    request.url = normalizeUrl(request.url ?? "/")
    return false
  },
  // slow clients: a body that does not come (threat: slow clients and floods)
  (request, response) => {
    parts.bodies.watch(request, response)
    return false
  },
  // the request's id, which stands in the answer, in the log and in errors
  (request, response) => {
    response.requestId = requestIdOf(request.headers["x-request-id"])
    return false
  },
  // slow clients: an answer that is not read
  (request, response) => {
    parts.stalls.answering(request.socket, response)
    return false
  },
  // metrics: how many are answered at once, how each was answered, and how long it took
  counted(parts.sent),
  // /healthz and /readyz, which answer before there is an application
  parts.probes,
  // /metrics
  parts.metrics,
  // 503 until the application is built
  parts.starting,
  // a server that stops keeps no connection
  parts.draining,
  // what other processes committed, looked for once for requests that came together: before anything that may wait
  (request, response) => application().arrived(request, response),
  // limits of clients, by their token or their address
  (request, response) => application().limits(request, response),
  // tracing: what is followed takes the router's way, since lanes leave no trace
  (request, response) => application().traced(request, response),
  // lane: published pages that are at hand, compressed and with the headers that they were drawn with
  (request, response) => application().publishedPages(request, response),
  // lane: reads of the API whose answers are at hand
  (request, response) => application().api(request, response),
  // the router: routes and their middleware, compressed on the way out
  (request, response) => application().router(request, response)
]
