/** What the server counts, in Prometheus' form at `/metrics`. */
import { timingSafeEqual } from "node:crypto"
import { constants, monitorEventLoopDelay, PerformanceObserver, performance } from "node:perf_hooks"
import { type Counter, counter, gauge, histogram, type Labels } from "@octavo/core/kernel/shared/metrics"
import { takeLongestText } from "@octavo/document"
import { apiTargetOf, operationOf } from "@octavo/http"
import { type Dialect, type QueueState, queueStates, waitingDeliveries } from "@octavo/storage-sql"
import { Context, Effect, Redacted } from "effect"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import type * as SqlClient from "effect/sql/SqlClient"
import { redacted, type Secret } from "./config.ts"

const boundaries = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The part of the application that a path belongs to: few values, never an id. */
const areaOf = (url: string): string =>
  url.startsWith("/v1/")
    ? "api"
    : url.startsWith("/sites/")
      ? "site"
      : url.startsWith("/~files/")
        ? "file"
        : url.startsWith("/~pdf/")
          ? "pdf"
          : "other"

/** Methods that are counted by their name; whatever else a client may think of is one. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

interface Answered {
  readonly method: string
  readonly url: string
  readonly status: number
  /** Of a lane that knows it already. */
  readonly operation: string | undefined
}

/** Counts one answer with a status, and the seconds that it took. */
type Count = (status: number, seconds: number) => void

const countOf = (labels: { readonly method: string; readonly area: string; readonly operation: string }): Count => {
  const about = "Time from a request's first byte to the end of its answer"
  const time = histogram("octavo_http_request_duration_seconds", about, boundaries, labels)
  /** By the first digit of the status. */
  const answers: Array<Counter | undefined> = []
  return (status, seconds) => {
    const kind = Math.floor(status / 100)
    answers[kind] ??= counter("octavo_http_requests_total", "Answered requests", { ...labels, status: `${kind}xx` })
    answers[kind].value++
    time(seconds)
  }
}

/** By operation and method, as they are: to put a key together takes longer than to count. */
const counts = new Map<string, Map<string, Count>>()

/** Counts one answer: by operation of the contract, never by what stands in its path. */
export const countRequest = (
  { method: given, operation: known, status, url: asked }: Answered,
  milliseconds: number
): void => {
  const url = apiTargetOf(asked) ?? asked
  const method = methods.has(given) ? given : "other"
  const area = areaOf(url)
  const operation = known ?? (area === "api" ? (operationOf(method, url)?.id ?? "none") : area)
  let byMethod = counts.get(operation)
  if (byMethod === undefined) {
    byMethod = new Map()
    counts.set(operation, byMethod)
  }
  let count = byMethod.get(method)
  if (count === undefined) {
    count = countOf({ method, area, operation })
    byMethod.set(method, count)
  }
  count(status, milliseconds / 1000)
}

const pages = (lane: "kept" | "drawn") =>
  counter("octavo_published_pages_total", "Answers of published sites: from those at hand, or made anew", { lane })

/** Answers of published sites, by where they come from. */
export const publishedPages = { kept: pages("kept"), drawn: pages("drawn") }

const refused = (limit: string) =>
  counter("octavo_rate_limit_refusals_total", "Requests that were refused because too many came", { limit })

/** Refusals by the limit that was reached. */
export const refusals = {
  token: refused("token"),
  address: refused("address"),
  page: refused("page"),
  note: refused("note"),
  pdf: refused("pdf"),
  ask: refused("ask")
}

let inFlight = 0

/** Notes that a request came; to be called again with -1 when it is over. */
export const noteInFlight = (by: 1 | -1): void => {
  inFlight += by
}

gauge(
  "octavo_longest_text_characters",
  "Longest text that the thread that answers read or compared itself, since it was last asked",
  takeLongestText
)
gauge("octavo_http_requests_in_flight", "Requests that are being answered", () => inFlight)
const startedAt = Math.floor(Date.now() / 1000)
gauge("octavo_process_start_time_seconds", "Unix time of the start", () => startedAt)
gauge("octavo_process_resident_memory_bytes", "Memory of the process", () => process.memoryUsage.rss())
gauge("octavo_process_heap_used_bytes", "Memory of JavaScript objects", () => process.memoryUsage().heapUsed)
gauge("octavo_process_heap_size_bytes", "Memory held for JavaScript objects", () => process.memoryUsage().heapTotal)
gauge("octavo_process_external_memory_bytes", "Memory beside JavaScript's", () => process.memoryUsage().external)
const cpu = (): number => {
  const { system, user } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Watched from the first time that somebody asks: nobody pays for what is not read. */
const watchProcess = (() => {
  let watched = false
  return () => {
    if (watched) return
    watched = true
    const lag = monitorEventLoopDelay({ resolution: 20 })
    lag.enable()
    const about = "How late the event loop is, since it was last asked"
    for (const [quantile, percent] of [
      ["0.5", 50],
      ["0.99", 99]
    ] as const) {
      gauge("octavo_event_loop_lag_seconds", about, () => finite(lag.percentile(percent) / 1e9), { quantile })
    }
    // the last one that is read
    gauge(
      "octavo_event_loop_lag_seconds",
      about,
      () => {
        const most = finite(lag.max / 1e9)
        lag.reset()
        return most
      },
      { quantile: "1" }
    )
    let last = performance.eventLoopUtilization()
    gauge(
      "octavo_event_loop_utilization_ratio",
      "Share of time that the event loop worked, since it was last asked",
      () => {
        const now = performance.eventLoopUtilization()
        const { utilization } = performance.eventLoopUtilization(now, last)
        last = now
        return finite(utilization)
      }
    )
    const collections: Readonly<Record<number, string>> = {
      [constants.NODE_PERFORMANCE_GC_MINOR]: "minor",
      [constants.NODE_PERFORMANCE_GC_MAJOR]: "major",
      [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: "incremental",
      [constants.NODE_PERFORMANCE_GC_WEAKCB]: "weak"
    }
    const collected = (kind: string): Labels => ({ kind })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { kind } = (entry as unknown as { readonly detail: { readonly kind: number } }).detail
        const labels = collected(collections[kind] ?? "other")
        counter("octavo_gc_runs_total", "Garbage collections since the first scrape", labels).value++
        counter("octavo_gc_seconds_total", "Time of garbage collections since the first scrape", labels).value +=
          entry.duration / 1000
      }
    }).observe({ entryTypes: ["gc"] })
  }
})()

const finite = (value: number): number => (Number.isFinite(value) ? value : 0)

const processor = counter("octavo_process_cpu_seconds_total", "Time of processors that was used")

let queues: ReadonlyArray<QueueState> = []
const known = new Set<string>()

/** A queue that was seen once is told with zeros when it has no more jobs. */
const noteQueues = (states: ReadonlyArray<QueueState>): void => {
  queues = states
  for (const { queue } of states) {
    if (known.has(queue)) continue
    known.add(queue)
    const of = () => queues.find((one) => one.queue === queue)
    for (const state of ["waiting", "running", "failed"] as const) {
      gauge("octavo_jobs", "Jobs that have not ended, and those that failed for good", () => of()?.[state] ?? 0, {
        queue,
        state
      })
    }
    const about = "Age of the oldest job that has not ended"
    gauge("octavo_jobs_oldest_seconds", about, () => of()?.oldest ?? 0, { queue })
  }
}

let deliveries = { waiting: 0, oldest: 0 }
gauge("octavo_webhook_deliveries_waiting", "Deliveries to webhooks that were not taken yet", () => deliveries.waiting)
gauge("octavo_webhook_deliveries_oldest_seconds", "Age of the oldest of them", () => deliveries.oldest)

/** How long the database may take to tell how jobs and deliveries stand. */
const patience = "2 seconds"

/**
 * The metrics as Prometheus reads them.
 * @param services those of the application, once it has started; without them nothing is told of what the store has
 */
export const formatMetrics = async (
  services: Context.Context<SqlClient.SqlClient | Dialect> | undefined
): Promise<string> => {
  watchProcess()
  processor.value = cpu()
  if (services !== undefined) {
    const states = await Effect.runPromise(
      Effect.all([queueStates, waitingDeliveries]).pipe(
        Effect.timeout(patience),
        Effect.option,
        Effect.provideContext(services)
      )
    )
    if (states._tag === "Some") {
      noteQueues(states.value[0])
      deliveries = states.value[1]
    }
  }
  return PrometheusMetrics.formatUnsafe(Context.empty())
}

/** Whether the metrics may be told: to everybody, or to whom has the token when there is one. */
export const mayScrape = (token: Secret | undefined, authorization: string | undefined): boolean => {
  if (token === undefined) return true
  const expected = Buffer.from(`Bearer ${Redacted.value(redacted(token))}`)
  const given = Buffer.from(authorization ?? "")
  return given.length === expected.length && timingSafeEqual(given, expected)
}
