import { EventEmitter } from "node:events"
import type { IncomingMessage } from "node:http"
import { describe, expect, it } from "vitest"
import type { CountedResponse } from "../src/countedResponse.ts"
import { type ApplicationParts, type Parts, pipeline, type Step } from "../src/pipeline.ts"

const lanes = ["publishedPages", "api"] as const

/** Sends one request through the list, answered by the step of that name; which steps it met. */
const met = (answering: string, url = "https://docs.example/page;x", hasApplication = true) => {
  const seen: Array<string> = []
  const step =
    (name: string): Step =>
    () => {
      seen.push(name)
      return name === answering
    }
  const parts: Parts = {
    bodies: { watch: () => void seen.push("bodies"), stop: () => {} },
    stalls: { answering: () => void seen.push("stalls"), onTimeout: () => {} },
    sent: () => {},
    probes: step("probes"),
    metrics: step("metrics"),
    starting: step("starting"),
    draining: step("draining")
  } as unknown as Parts
  const application: ApplicationParts = {
    arrived: step("arrived"),
    limits: step("limits"),
    traced: step("traced"),
    publishedPages: step("publishedPages"),
    api: step("api"),
    router: step("router")
  }
  const request = { url, method: "GET", headers: { "x-request-id": "abcdefgh12345678" } } as unknown as IncomingMessage
  const response = new EventEmitter() as unknown as CountedResponse
  const steps = pipeline(parts, () => {
    if (!hasApplication) throw new Error("There is no application yet")
    return application
  })
  for (const one of steps) if (one(request, response)) break
  return { seen, request, response }
}

const all = [
  "bodies",
  "stalls",
  "probes",
  "metrics",
  "starting",
  "draining",
  "arrived",
  "limits",
  "traced",
  "publishedPages",
  "api",
  "router"
]

describe("what a request passes", () => {
  it.each([...lanes, "router"])("before it is answered by %s is all that stands before it", (answering) => {
    const { request, response, seen } = met(answering)
    expect(seen).toEqual(all.slice(0, all.indexOf(answering) + 1))
    expect(request.url).toBe("/page%3Bx")
    expect(response.requestId).toBe("abcdefgh12345678")
    expect(response.listenerCount("close")).toBe(1)
  })

  it.each(["limits", "traced"])("ends with %s where that answers: no lane is asked", (answering) => {
    const { seen } = met(answering)
    expect(lanes.some((lane) => seen.includes(lane))).toBe(false)
  })

  it.each(["probes", "metrics", "starting"])("needs no application where %s answers", (answering) => {
    expect(met(answering, "/healthz", false).seen.at(-1)).toBe(answering)
  })
})
