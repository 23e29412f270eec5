import { counter } from "@octavo/core/kernel/shared/metrics"
import { Effect, Exit } from "effect"

/** Metrics and traces of a call to another server, by the purpose and the host alone. */
export const observeCall =
  (purpose: "embeddings" | "fetch" | "model" | "renderer" | "translator", url: string) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    call.pipe(
      Effect.onExit((exit) =>
        Effect.sync(() => {
          const outcome = Exit.isSuccess(exit) ? "done" : "failed"
          counter("octavo_outbound_requests_total", "Calls to other servers", { purpose, outcome }).value++
        })
      ),
      Effect.withSpan(`outbound ${purpose}`, {
        kind: "client",
        attributes: URL.canParse(url) ? { "server.address": new URL(url).host } : {}
      })
    )
