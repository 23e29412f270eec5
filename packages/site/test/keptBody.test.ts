import { gunzipSync, gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import type { TextAnswer } from "../src/published/answers.ts"
import { changed, KeptBody, keeping } from "../src/published/keptBody.ts"

const text = new TextEncoder().encode("One sentence after the other. ".repeat(500))
const packed = gzipSync(text)
const answerOf = (body: Uint8Array): TextAnswer => ({ kind: "text", status: 200, body, etag: '"1"', headers: {} })

describe("the body of an answer that is kept", () => {
  it("is what was made, and then what somebody got of it", () => {
    const answer = keeping(answerOf(text.slice()))
    const { body, kept } = answer
    expect([kept.weight, kept.length, kept.form("gzip")]).toEqual([text.length, text.length, undefined])
    // another cache keeps the same body
    expect(keeping(answerOf(body)).kept).toBe(kept)
    expect(keeping(answer)).toBe(answer)

    const told: Array<number> = []
    const [one, other] = [{}, {}]
    kept.onWeight(one, () => told.push(-1))
    kept.onWeight(one, () => told.push(kept.weight))
    kept.onWeight(other, () => told.push(kept.weight))
    KeptBody.of(body)!.pack("gzip", packed, gunzipSync)
    expect(told).toEqual([packed.length, packed.length])
    expect([kept.length, kept.form("gzip"), kept.form("br")]).toEqual([text.length, packed, undefined])
  })

  it("is unpacked once for all who ask for the text, and the same body is found by that", () => {
    let unpacked = 0
    const kept = new KeptBody(text.slice())
    const made = keeping({ ...answerOf(kept.bytes), fleeting: true })
    kept.pack("gzip", packed, (bytes) => {
      unpacked++
      return gunzipSync(bytes)
    })
    const told: Array<number> = []
    kept.onWeight({}, () => told.push(kept.weight))
    const closed = changed(made, { headers: { "x-robots-tag": "noindex" } })
    expect([closed.headers, closed.fleeting, closed.kept, unpacked]).toEqual([
      { "x-robots-tag": "noindex" },
      true,
      kept,
      0
    ])
    const { body } = closed
    expect(Buffer.from(body).equals(text)).toBe(true)
    expect(KeptBody.of(body)).toBe(kept)
    expect([made.body, closed.body].map((one) => one === body)).toEqual([true, true])
    expect(unpacked).toBe(1)
    expect(told).toEqual([packed.length + text.length])
    // another coding takes its place again, beside the first one
    kept.pack("br", packed.subarray(1), () => text)
    expect(kept.weight).toBe(2 * packed.length - 1)
  })
})
