/** A thread that keeps clusters of organizations, until it is ended. */
import { parentPort } from "node:worker_threads"
import type { Example } from "@octavo/core/connections/conversations/Clustering"
import { type OpenClusters, openClusters } from "./clusters.ts"

/** What is done with clusters once they are open. */
export type Method = keyof OpenClusters

/** What a thread is asked for; `close` is not answered. */
export type Order =
  | {
      readonly kind: "open"
      readonly id: number
      readonly clusters: number
      readonly examples: ReadonlyArray<Example>
      readonly counts: { readonly size: number; readonly arranged: number }
    }
  | {
      readonly kind: "call"
      readonly id: number
      readonly clusters: number
      readonly method: Method
      readonly args: ReadonlyArray<unknown>
    }
  | { readonly kind: "close"; readonly clusters: number }

/** What it answers; a thread that fails ends. */
export interface Answer {
  readonly id: number
  readonly value: unknown
}

const port = parentPort!
const open = new Map<number, OpenClusters>()

const done = (order: Exclude<Order, { readonly kind: "close" }>): unknown => {
  if (order.kind === "open") return void open.set(order.clusters, openClusters(order.examples, order.counts))
  const run = open.get(order.clusters)![order.method] as (...args: ReadonlyArray<unknown>) => unknown
  return run(...order.args)
}

port.on("message", (order: Order) => {
  if (order.kind === "close") open.delete(order.clusters)
  else port.postMessage({ id: order.id, value: done(order) } satisfies Answer)
})
