import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { ModelError } from "@octavo/core/kernel/language-model/LanguageModel"
import { Effect, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { make } from "../src/OpenAiModel.ts"

type Answer = (response: ServerResponse, request: IncomingMessage) => void

let server: Server
let url: string
/** What comes next, the last one again and again. */
let answers: Array<Answer> = []
const asked: Array<{ readonly headers: IncomingMessage["headers"]; readonly url: string; readonly body: any }> = []

beforeAll(async () => {
  server = createServer((request, response) => {
    const pieces: Array<Buffer> = []
    request.on("data", (piece) => pieces.push(piece))
    request.on("end", () => {
      asked.push({ headers: request.headers, url: request.url!, body: JSON.parse(Buffer.concat(pieces).toString()) })
      const next = answers.length > 1 ? answers.shift()! : answers[0]!
      next(response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const says =
  (content: unknown): Answer =>
  (response) =>
    response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content } }] }))
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end("no")

const question = { instructions: "Say hello", material: "text", json: true }
const ask = (next: ReadonlyArray<Answer>, more: object = {}) => {
  answers = [...next]
  asked.length = 0
  return Effect.runPromise(
    Effect.flatMap(
      make({ url, model: "small", key: Redacted.make("secret-key"), pauseMs: 1, attempts: 3, timeoutMs: 300, ...more }),
      (model) => Effect.result(model.ask(question))
    )
  )
}
const failure = async (next: ReadonlyArray<Answer>, more: object = {}) => {
  const result = await ask(next, more)
  if (result._tag === "Success") throw new Error("nothing failed")
  expect(result.failure).toBeInstanceOf(ModelError)
  expect(result.failure.message).toMatch(/^The language model small at 127\.0\.0\.1:\d+ /)
  expect(result.failure.message).not.toContain("secret-key")
  return [result.failure.reason, result.failure.retryable, asked.length]
}

describe("a language model behind a chat endpoint", () => {
  it("is asked in its wire format", async () => {
    expect(await ask([says("Hello")])).toMatchObject({ _tag: "Success", success: "Hello" })
    expect(asked).toMatchObject([
      {
        url: "/v1/chat/completions",
        headers: { authorization: "Bearer secret-key", "content-type": "application/json" },
        body: {
          model: "small",
          messages: [
            { role: "system", content: "Say hello" },
            { role: "user", content: "text" }
          ],
          response_format: { type: "json_object" }
        }
      }
    ])
  })

  it("is asked again after what passes: too many requests, errors of the server, cut connections, garbage, silence", async () => {
    const cut: Answer = (response) => {
      response.writeHead(200, { "content-length": "1000" })
      response.write('{"choices"')
      setTimeout(() => response.destroy(), 5)
    }
    const silent: Answer = () => undefined
    for (const first of [
      status(429),
      status(500),
      status(503),
      cut,
      says(""),
      says(7),
      silent,
      (r: ServerResponse) => r.end("<html>")
    ]) {
      expect(await ask([first, says("Hello")])).toMatchObject({ _tag: "Success", success: "Hello" })
      expect(asked).toHaveLength(2)
    }
  })

  it("waits for as long as it is told, and gives up for now when that is long", async () => {
    const began = performance.now()
    expect(await ask([status(429, { "retry-after": "1" }), says("Hello")])).toMatchObject({ _tag: "Success" })
    expect(performance.now() - began).toBeGreaterThan(990)
    expect(await failure([status(429, { "retry-after": "3600" })])).toEqual(["limited", true, 1])
  })

  it("fails with what happened, after so many tries", async () => {
    expect(await failure([status(500)])).toEqual(["unreachable", true, 3])
    expect(await failure([() => undefined])).toEqual(["timeout", true, 3])
    expect(await failure([(response) => response.end("not json")])).toEqual(["garbage", true, 3])
    expect(await failure([status(401)])).toEqual(["refused", false, 1])
    expect(await failure([status(302, { location: url })])).toEqual(["refused", false, 1])
    expect(await failure([(response) => response.end("x".repeat(2_100_000))])).toEqual(["garbage", false, 1])
    expect(await failure([says("x")], { url: "http://127.0.0.1:1/v1" })).toEqual(["unreachable", true, 0])
  })
})
