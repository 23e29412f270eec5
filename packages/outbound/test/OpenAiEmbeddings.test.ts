import type { ServerResponse } from "node:http"
import { Effect, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { make } from "../src/OpenAiEmbeddings.ts"
import { type ModelServer, startModelServer } from "./modelServer.ts"

let server: ModelServer
let url: string
let answer: (response: ServerResponse) => void

beforeAll(async () => {
  server = await startModelServer((response) => answer(response))
  url = `${server.origin}/v1/`
})
afterAll(() => server.stop())

/** How long silence is waited for; whatever is said has the time that it takes. */
const soon = { timeoutMs: 300 }

const ask = (how: typeof answer, more: object = {}) => {
  answer = how
  server.asked.length = 0
  const model = make({ url, model: "near", key: Redacted.make("secret-key"), ...more })
  return Effect.runPromise(Effect.result(model.embed(["one", "two"])))
}
const json =
  (body: unknown): typeof answer =>
  (response) =>
    response.end(JSON.stringify(body))
const data = (...vectors: ReadonlyArray<unknown>) => ({
  data: vectors.map((embedding, index) => ({ object: "embedding", index, embedding }))
})

describe("a model of embeddings behind an endpoint", () => {
  it("is asked in its wire format, and answers in the order of the texts", async () => {
    const { data: all } = data([1, 0.5], [0, -1])
    expect(await ask(json({ data: all.toReversed() }))).toMatchObject({
      success: [
        [1, 0.5],
        [0, -1]
      ]
    })
    expect(server.asked).toMatchObject([
      {
        url: "/v1/embeddings",
        headers: { authorization: "Bearer secret-key", "content-type": "application/json" },
        body: { model: "near", input: ["one", "two"], encoding_format: "float" }
      }
    ])
    // local servers leave the numbers out
    expect(await ask(json({ data: [{ embedding: [1] }, { embedding: [2] }] }))).toMatchObject({ success: [[1], [2]] })
  })

  it.each<[string, typeof answer, string, boolean]>([
    ["nothing", (response) => response.end(), "garbage", true],
    ["no JSON", (response) => response.end("<p>"), "garbage", true],
    ["null", json(null), "garbage", true],
    ["nulls", json({ data: [null, null] }), "garbage", true],
    ["one too few", json(data([1])), "garbage", true],
    ["one too many", json(data([1], [1], [1])), "garbage", true],
    ["two of one text", json({ data: [0, 0].map((index) => ({ index, embedding: [1] })) }), "garbage", true],
    ["one of no text", json({ data: [0, 7].map((index) => ({ index, embedding: [1] })) }), "garbage", true],
    ["two lengths", json(data([1], [1, 2])), "garbage", true],
    ["no numbers", json(data(["1"], ["2"])), "garbage", true],
    ["empty ones", json(data([], [])), "garbage", true],
    ["long ones", json(data(Array(5000).fill(1), Array(5000).fill(1))), "garbage", true],
    ["base64", json(data("AAAA", "AAAA")), "garbage", true],
    ["too much", (response) => response.end("1".repeat(10_000_001)), "garbage", false],
    ["429", (response) => response.writeHead(429).end(), "limited", true],
    ["500", (response) => response.writeHead(500).end(), "unreachable", true],
    ["401", (response) => response.writeHead(401).end(), "refused", false],
    // nobody is led elsewhere with the key
    ["302", (response) => response.writeHead(302, { location: url }).end(), "refused", false],
    ["silence", () => {}, "timeout", true],
    ["a broken line", (response) => response.destroy(), "unreachable", true]
  ])("%s is told as what it is", async (_, how, reason, retryable) => {
    const result = await ask(how, reason === "timeout" ? soon : {})
    expect(result).toMatchObject({ failure: { _tag: "ModelError", reason, retryable } })
    expect(result).toMatchObject({
      failure: { message: expect.stringMatching(/^The model of embeddings near at 127\.0\.0\.1:\d+ /) }
    })
    expect(JSON.stringify(result)).not.toContain("secret-key")
    expect(server.asked).toHaveLength(1)
  })
})
