import type { IncomingMessage, ServerResponse } from "node:http"
import { ModelError } from "@octavo/core/kernel/language-model/LanguageModel"
import { Effect, Fiber, Redacted, Stream } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { make } from "../src/OpenAiModel.ts"
import { type ModelServer, startModelServer } from "./modelServer.ts"

type Answer = (response: ServerResponse, request: IncomingMessage) => void

let server: ModelServer
let url: string
/** What comes next, the last one again and again. */
let answers: Array<Answer> = []

beforeAll(async () => {
  server = await startModelServer((response, request) => {
    const next = answers.length > 1 ? answers.shift()! : answers[0]!
    next(response, request)
  })
  url = `${server.origin}/v1`
})
afterAll(() => server.stop())

const says =
  (content: unknown): Answer =>
  (response) =>
    response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content } }] }))
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end("no")

/** How long silence is waited for; whatever is said has the time that it takes. */
const soon = { timeoutMs: 400, silenceMs: 300 }

const question = { instructions: "Say hello", material: "text", json: true }
const ask = (next: ReadonlyArray<Answer>, more: object = {}) => {
  answers = [...next]
  server.asked.length = 0
  return Effect.runPromise(
    Effect.flatMap(
      make({ url, model: "small", key: Redacted.make("secret-key"), pauseMs: 1, attempts: 3, ...more }),
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
  return [result.failure.reason, result.failure.retryable, server.asked.length]
}

describe("a language model behind a chat endpoint", () => {
  it("is asked in its wire format", async () => {
    expect(await ask([says("Hello")])).toMatchObject({ _tag: "Success", success: "Hello" })
    expect(server.asked).toMatchObject([
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
      const waits = first === silent ? soon : {}
      expect(await ask([first, says("Hello")], waits)).toMatchObject({ _tag: "Success", success: "Hello" })
      expect(server.asked).toHaveLength(2)
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
    expect(await failure([() => undefined], soon)).toEqual(["timeout", true, 3])
    expect(await failure([(response) => response.end("not json")])).toEqual(["garbage", true, 3])
    expect(await failure([status(401)])).toEqual(["refused", false, 1])
    expect(await failure([status(302, { location: url })])).toEqual(["refused", false, 1])
    expect(await failure([(response) => response.end("x".repeat(2_100_000))])).toEqual(["garbage", false, 1])
    expect(await failure([says("x")], { url: "http://127.0.0.1:1/v1" })).toEqual(["unreachable", true, 0])
  })
})

/** An answer that is streamed: each text as an event of its own. */
const writes =
  (...texts: ReadonlyArray<string>): Answer =>
  (response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" })
    for (const text of texts) response.write(text)
    response.end()
  }
const piece = (content: unknown) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`

const streamed = (next: Answer, more: object = {}) => {
  answers = [next]
  server.asked.length = 0
  const made = make({ url, model: "small", ...more })
  return Effect.runPromise(Effect.flatMap(made, (model) => Effect.result(Stream.runCollect(model.stream(question)))))
}

describe("an answer that is streamed", () => {
  it("comes in pieces, whatever the network makes of them", async () => {
    const text = ["Ünd", " 😀", " done"]
    const bytes = Buffer.from(
      `: hello\n\n${text.map(piece).join("")}data: {"choices":[]}\n\ndata: [DONE]\n\n${piece("more")}`
    )
    for (const size of [1, 7, 1000]) {
      const result = await streamed((response) => {
        response.writeHead(200, { "content-type": "text/event-stream" })
        for (let at = 0; at < bytes.length; at += size) response.write(bytes.subarray(at, at + size))
        response.end()
      })
      expect(result).toMatchObject({ _tag: "Success", success: text })
    }
    expect(server.asked[0]!.body).toMatchObject({
      model: "small",
      stream: true,
      messages: [{ role: "system" }, { role: "user" }]
    })
    expect(await streamed(writes(piece("a").replace("data: ", "data:").replaceAll("\n\n", "\r\n\r\n")))).toMatchObject({
      success: ["a"]
    })
  })

  it("is taken whole of a provider that does not stream", async () => {
    const whole: Answer = (response) => {
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify({ choices: [{ message: { content: "All\nof it" } }] }, undefined, 2))
    }
    expect(await streamed(whole)).toMatchObject({ success: ["All\nof it"] })
  })

  const failures: ReadonlyArray<readonly [string, Answer, string]> = [
    ["an error of the server", status(500), "unreachable"],
    ["too many requests", status(429), "limited"],
    ["a key that is not taken", status(401), "refused"],
    ["a redirect", status(302, { location: "http://127.0.0.1:1/" }), "refused"],
    ["silence", () => undefined, "timeout"],
    ["a page", (response) => response.end("<html>"), "garbage"],
    ["no words", writes(piece(""), piece(7), "data: {broken\n\n", "data: [DONE]\n\n"), "garbage"],
    ["one endless line", writes(`data: ${"x".repeat(300_000)}`), "garbage"],
    [
      "a connection that breaks",
      (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" })
        response.write(piece("a"))
        setTimeout(() => response.destroy(), 20)
      },
      "unreachable"
    ],
    [
      "a model that falls silent",
      (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" })
        response.write(piece("a"))
      },
      "timeout"
    ]
  ]
  it.each(failures)("fails once, in words, for %s", async (_, next, reason) => {
    const result = await streamed(next, reason === "timeout" ? soon : {})
    if (result._tag === "Success") throw new Error("nothing failed")
    expect(result.failure).toMatchObject({ reason, message: expect.stringMatching(/^The language model small at /) })
    expect(server.asked).toHaveLength(1)
  })

  it("ends in time when a model writes on for ever, and lets it go when nobody reads any more", async () => {
    let gone = 0
    const endless: Answer = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      const timer = setInterval(() => response.write(piece("a ")), 5)
      response.on("close", () => {
        gone++
        clearInterval(timer)
      })
    }
    expect(await streamed(endless, soon)).toMatchObject({ _tag: "Failure", failure: { reason: "timeout" } })
    await expect.poll(() => gone).toBe(1)
    answers = [endless]
    const model = await Effect.runPromise(make({ url, model: "small" }))
    expect(await Effect.runPromise(Stream.runCollect(Stream.take(model.stream(question), 2)))).toEqual(["a ", "a "])
    await expect.poll(() => gone).toBe(2)
    // while the first piece is waited for, too
    answers = [(response) => response.on("close", () => gone++)]
    server.asked.length = 0
    const fiber = Effect.runFork(Stream.runDrain(model.stream(question)))
    await expect.poll(() => server.asked.length).toBe(1)
    await Effect.runPromise(Fiber.interrupt(fiber))
    await expect.poll(() => gone).toBe(3)
  })

  it("waits for no other one: more than 16 at a time are refused at once", async () => {
    answers = [() => undefined]
    server.asked.length = 0
    const model = await Effect.runPromise(make({ url, model: "small" }))
    const fibers = Array.from({ length: 16 }, () => Effect.runFork(Stream.runDrain(model.stream(question))))
    await expect.poll(() => server.asked.length).toBe(16)
    const one = Effect.result(Stream.runCollect(model.stream(question)))
    expect(await Effect.runPromise(one)).toMatchObject({ failure: { reason: "limited" } })
    await Effect.runPromise(Fiber.interruptAll(fibers))
    answers = [writes(piece("a"))]
    expect(await Effect.runPromise(one)).toMatchObject({ success: ["a"] })
  })
})
