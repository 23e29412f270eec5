/** What leaves a process beside its answers tells no secrets of addresses: lines of the log, and traces. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Mailer } from "@octavo/core/people/mail/Mailer"
import { Effect, Layer, Logger } from "effect"
import { expect, it } from "vitest"
import { logLine } from "../src/process.ts"
import { tracingLayer } from "../src/tracing.ts"

const secret = "AbcDefGhiJklMnoPqrStu1"
const address = `https://me:${secret}@docs.test/${secret}/x?token=${secret}#${secret}`

const logged = async (effect: Effect.Effect<unknown>) => {
  const lines: Array<string> = []
  const layer = Logger.layer([Logger.map(logLine, (line) => void lines.push(line))])
  await Effect.runPromise(Effect.exit(effect.pipe(Effect.provide(layer))))
  for (const line of lines) expect(JSON.parse(line)).toBeDefined()
  return lines.join("\n")
}

it.each<[string, Effect.Effect<unknown>]>([
  ["a message", Effect.logInfo(`Asked ${address}: no answer`)],
  ["a value", Effect.logInfo({ url: address })],
  ["an annotation", Effect.annotateLogs(Effect.logInfo("Asked"), { url: address })],
  ["a span", Effect.withLogSpan(Effect.logInfo("Asked"), address)],
  [
    "a defect",
    Effect.catchCause(Effect.die(new TypeError(`${address} is odd`)), (cause) => Effect.logError("Odd", cause))
  ],
  ["a path", Effect.logInfo(`GET /sites/docs/${secret}/start?jwt_token=${secret} failed`)]
])("The log tells no secrets of an address in %s", async (_, effect) => {
  const lines = await logged(effect)
  expect(lines).not.toContain(secret)
  expect(lines).toMatch(/docs/)
})

it("The log tells the whole link of a mail that nobody sends: the operator is to open it", async () => {
  const link = `https://docs.test/app/~/mail?secret=${secret}`
  const send = Effect.flatMap(Mailer, (mailer) =>
    mailer.send({ id: "1", to: "a@docs.test", subject: "Sign in", text: link, link })
  ).pipe(Effect.provide(Mailer.log), Effect.orDie)
  expect(await logged(send)).toContain(link)
})

it("Traces tell no secrets of addresses, in attributes, names and errors", async () => {
  let sent = ""
  const collector = createServer(async (request, response) => {
    for await (const piece of request) sent += piece
    response.end("{}")
  })
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve))
  const layer = tracingLayer({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json"
  })
  const work = Effect.fail(new Error(`${address} is odd`)).pipe(
    Effect.withSpan(`asks ${address}`, { kind: "client", attributes: { "url.full": address, list: [address] } })
  )
  // what is recorded is sent at the end of the layer
  await Effect.runPromise(Effect.exit(work).pipe(Effect.provide(Layer.fresh(layer)), Effect.scoped))
  collector.close()
  expect(sent).toContain("asks https://docs.test/-/x")
  expect(sent).toContain("is odd")
  expect(sent).not.toContain(secret)
})
