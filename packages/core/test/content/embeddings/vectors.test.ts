import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type NearSection, nearestSteps, sideBySide, toBytes } from "../../../src/content/embeddings/vectors.ts"

const finished = (steps: Generator<void, ReadonlyArray<NearSection>, void>): ReadonlyArray<NearSection> => {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

const cosine = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number =>
  a.reduce((sum, one, i) => sum + one * b[i]!, 0) / (Math.hypot(...a) * Math.hypot(...b))

const number = fc.double({ min: -1, max: 1, noNaN: true }).filter((one) => Math.abs(one) > 0.01)
const vector = fc.array(number, { minLength: 16, maxLength: 16 })

const spaceOf = (vectors: ReadonlyArray<ReadonlyArray<number>>, from = 0) =>
  sideBySide(vectors.map((one, i) => ({ number: from + (i >> 1), at: i & 1, mark: `${i >> 1}`, vector: toBytes(one) })))

describe("vectors in bytes", () => {
  it("point where the vectors do", () => {
    fc.assert(
      fc.property(vector, (one) => {
        const kept = new Int8Array(toBytes(one).buffer)
        expect(Math.max(...kept.map(Math.abs))).toBe(127)
        expect(cosine(one, Array.from(kept))).toBeGreaterThan(0.995)
      })
    )
    expect(toBytes([0, 0])).toEqual(new Uint8Array(2))
  })

  it("are found from the nearest on, as many as are wanted, over several spaces and but for hidden pages", () => {
    fc.assert(
      fc.property(
        vector,
        fc.array(vector, { maxLength: 12 }),
        fc.array(vector, { maxLength: 12 }),
        fc.array(fc.nat(12), { maxLength: 4 }),
        fc.integer({ min: 1, max: 8 }),
        (question, one, other, hidden, most) => {
          const without = new Set(hidden)
          const first = finished(nearestSteps(question, spaceOf(one), without, [], most))
          const found = finished(nearestSteps(question, spaceOf(other, 100), without, first, most))
          const scoreOf = (kept: ReadonlyArray<number>) =>
            cosine(question, Array.from(new Int8Array(toBytes(kept).buffer)))
          const all = [...one.flatMap((kept, i) => (without.has(i >> 1) ? [] : [scoreOf(kept)])), ...other.map(scoreOf)]
          const expected = all
            .filter((score) => score > 0)
            .sort((a, b) => b - a)
            .slice(0, most)
          expect(found.map(({ score }) => score)).toEqual(expected.map((score) => expect.closeTo(score, 10)))
          for (const { number } of found) expect(without.has(number)).toBe(false)
        }
      )
    )
  })

  it("of another length, or of nothing, are compared with nothing", () => {
    const space = sideBySide([
      { number: 1, at: 0, mark: "a", vector: toBytes([1, 0]) },
      { number: 2, at: 0, mark: "b", vector: toBytes([1, 0, 0]) },
      { number: 3, at: 0, mark: "c", vector: toBytes([0, 0]) }
    ])
    expect(space.numbers).toEqual([1, 3])
    expect(finished(nearestSteps([1, 0], space, new Set(), [], 9)).map((one) => one.number)).toEqual([1])
    expect(finished(nearestSteps([1, 0, 0], space, new Set(), [], 9))).toEqual([])
    expect(finished(nearestSteps([0, 0], space, new Set(), [], 9))).toEqual([])
    expect(finished(nearestSteps([1], sideBySide([]), new Set(), [], 9))).toEqual([])
  })

  it("leave others a turn while many are compared", () => {
    const dimensions = 1_000
    const one = Array.from({ length: dimensions }, (_, i) => (i % 7) - 3)
    const space = sideBySide(
      Array.from({ length: 6_000 }, (_, i) => ({ number: i, at: 0, mark: "", vector: toBytes(one) }))
    )
    const steps = nearestSteps(one, space, new Set(), [], 3)
    let turns = 0
    while (steps.next().done !== true) turns++
    expect(turns).toBe(3)
  })
})
