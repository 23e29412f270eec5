/** What the server counts, in Prometheus' form at `/metrics`. */
import { Context, Metric } from "effect"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"

const requests = Metric.counter("octavo_http_requests_total", { description: "Answered requests", incremental: true })
const seconds = Metric.histogram("octavo_http_request_duration_seconds", {
  description: "Time from a request's first byte to the end of its answer",
  boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
})
const memory = Metric.gauge("octavo_process_resident_memory_bytes", { description: "Memory of the process" })
const started = Metric.gauge("octavo_process_start_time_seconds", { description: "Unix time of the start" })

const empty = Context.empty()
const byLabel = new Map<
  string,
  { readonly count: Metric.Metric<number, unknown>; readonly time: Metric.Metric<number, unknown> }
>()

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

/** Counts one answer. */
export const countRequest = (method: string, url: string, status: number, milliseconds: number): void => {
  const area = areaOf(url)
  const kind = `${Math.floor(status / 100)}xx`
  const key = `${method} ${area} ${kind}`
  let metrics = byLabel.get(key)
  if (metrics === undefined) {
    if (byLabel.size > 200) return
    const labels = { method, area, status: kind }
    metrics = { count: Metric.withAttributes(requests, labels), time: Metric.withAttributes(seconds, labels) }
    byLabel.set(key, metrics)
  }
  metrics.count.updateUnsafe(1, empty)
  metrics.time.updateUnsafe(milliseconds / 1000, empty)
}

started.updateUnsafe(Math.floor(Date.now() / 1000), empty)

/** The metrics as Prometheus reads them. */
export const formatMetrics = (): string => {
  memory.updateUnsafe(process.memoryUsage.rss(), empty)
  return PrometheusMetrics.formatUnsafe(empty)
}
