import fc from "fast-check"
import { diffIndices } from "node-diff3"
import { describe, expect, it } from "vitest"
import { type Alignment, align, type Hunk } from "../../src/merge/align.ts"
import { compare } from "../../src/merge/compare.ts"
import { merge3 } from "../../src/merge/merge3.ts"

type Items = ReadonlyArray<string>

/** Few letters: sequences in which nearly everything is equal to much else. */
const few = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 24 })
/** Letters among which some are in one place only. */
const many = fc.array(fc.constantFrom(..."abcdefghijklmnop"), { maxLength: 24 })
/** A sequence and another one that was made of it by edits. */
const edited = fc
  .array(fc.constantFrom("", "", "}", "x", "y", "1", "2", "3", "4", "5"), { minLength: 1, maxLength: 30 })
  .chain((base) =>
    fc
      .array(fc.tuple(fc.nat(base.length), fc.nat(3), fc.array(fc.constantFrom("", "}", "x", "new"), { maxLength: 3 })))
      .map((edits): readonly [Items, Items] => {
        const side: Array<string> = [...base]
        for (const [at, remove, insert] of edits.toSorted((a, b) => b[0] - a[0])) side.splice(at, remove, ...insert)
        return [base, side]
      })
  )
const pairs = fc.oneof(fc.tuple(few, few), fc.tuple(many, many), edited)
/** From a search that gives up at once to one that never does. */
const limits = fc.constantFrom<Alignment>({ mostEdits: 1 }, { mostEdits: 2 }, { mostEdits: 4 }, {})

const same = (base: Items, hunks: ReadonlyArray<Hunk>): number =>
  base.length - hunks.reduce((sum, { end, start }) => sum + end - start, 0)

/** The exact and slow one (Hunt and McIlroy). */
const longest = (base: Items, side: Items): number =>
  base.length - diffIndices([...base], [...side]).reduce((sum, { buffer1 }) => sum + buffer1[1], 0)

const apply = (base: Items, side: Items, hunks: ReadonlyArray<Hunk>): Items => {
  const out: Array<string> = []
  let at = 0
  for (const { end, sideEnd, sideStart, start } of hunks) {
    out.push(...base.slice(at, start), ...side.slice(sideStart, sideEnd))
    at = end
  }
  return [...out, ...base.slice(at)]
}

describe("an alignment", () => {
  it("makes the side of the base, whatever it may cost", () => {
    fc.assert(
      fc.property(pairs, limits, ([base, side], limit) => {
        const hunks = align(base, side, limit)
        expect(apply(base, side, hunks)).toEqual(side)
        let [end, sideEnd] = [-1, -1]
        for (const hunk of hunks) {
          // one item at least is equal between two changes
          expect(hunk.start).toBeGreaterThan(end)
          expect(hunk.sideStart).toBeGreaterThan(sideEnd)
          expect(hunk.end - hunk.start + hunk.sideEnd - hunk.sideStart).toBeGreaterThan(0)
          ;[end, sideEnd] = [hunk.end, hunk.sideEnd]
        }
      }),
      { numRuns: 3000 }
    )
  })
  it("keeps as many items as the longest common sequence has, within its budget", () => {
    fc.assert(
      fc.property(pairs, ([base, side]) => {
        expect(same(base, align(base, side))).toBe(longest(base, side))
      }),
      { numRuns: 3000 }
    )
  })
  it("keeps no more, and nothing that is not there, past it", () => {
    fc.assert(
      fc.property(pairs, limits, ([base, side], limit) => {
        expect(same(base, align(base, side, limit))).toBeLessThanOrEqual(longest(base, side))
      }),
      { numRuns: 1000 }
    )
  })
  it("of long sequences keeps most of what the longest common sequence has", () => {
    const random = makeRandom(7)
    const base = Array.from({ length: 3000 }, () => `${random(40)}`)
    const side = base.flatMap((item) => (random(3) === 0 ? [] : random(3) === 0 ? [`${random(40)}`, item] : [item]))
    expect(same(base, align(base, side))).toBeGreaterThan(longest(base, side) * 0.9)
  })
})

const makeRandom = (seed: number) => (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}

describe("the steps of an alignment", () => {
  const random = makeRandom(3)
  const letters = (length: number, of: number) => Array.from({ length }, () => `${random(of)}`)
  const shapes: ReadonlyArray<readonly [string, (length: number) => readonly [Items, Items]]> = [
    ["equal items, of which some went", (n) => [Array(n).fill("x"), Array(n - 100).fill("x")]],
    [
      "equal items around one that moved",
      (n) => [
        ["y", ...Array(n).fill("x")],
        [...Array(n).fill("x"), "y"]
      ]
    ],
    [
      "equal items, each second replaced",
      (n) => [Array(n).fill("x"), Array.from({ length: n }, (_, i) => (i % 2 ? "x" : `${i}`))]
    ],
    ["two letters at random", (n) => [letters(n, 2), letters(n, 2)]],
    ["forty letters at random", (n) => [letters(n, 40), letters(n, 40)]],
    ["nothing in common", (n) => [letters(n, 9), Array(n).fill("x")]],
    [
      "turned around",
      (n) => [Array.from({ length: n }, (_, i) => `${i}`), Array.from({ length: n }, (_, i) => `${n - i}`)]
    ],
    [
      "halves exchanged",
      (n) => {
        const items = Array.from({ length: n }, (_, i) => `${i}`)
        return [items, [...items.slice(n / 2), ...items.slice(0, n / 2)]]
      }
    ],
    [
      "blocks of equal items and their ends",
      (n) => [
        Array.from({ length: n }, (_, i) => (i % 50 === 0 ? "y" : "x")),
        Array.from({ length: n }, (_, i) => (i % 51 === 0 ? "y" : "x"))
      ]
    ]
  ]
  it.each(shapes)("%s: at most 1,500 for each item", (_, shape) => {
    for (const length of [1000, 4000, 16_000, 64_000]) {
      const [base, side] = shape(length)
      const steps = { count: 0 }
      expect(apply(base, side, align(base, side, { steps }))).toEqual(side)
      expect(steps.count / (base.length + side.length)).toBeLessThan(1500)
    }
  })
})

describe("of equal items", () => {
  it("those are said to come or go that stand last, so that two sides which did the same are read alike", () => {
    expect(align(["a", "p", "b"], ["a", "p", "p", "b"])).toEqual([{ start: 2, end: 2, sideStart: 2, sideEnd: 3 }])
    const pieces = merge3(["z", "a", "p", "b"], ["z", "a", "p", "p", "b"], ["Z", "a", "p", "p", "b"], (item) => item)
    expect(pieces.filter(({ kind }) => kind === "clash")).toEqual([])
    expect(taken(pieces)).toEqual(["Z", "a", "p", "p", "b"])
  })
})

/** What a merge gives; ours where the sides clash. */
const taken = (pieces: ReturnType<typeof merge3<string>>): Items =>
  pieces.flatMap((piece) =>
    piece.kind === "same" ? [piece.ours] : piece.kind === "changed" ? piece.items : piece.ours
  )

describe("a merge of sequences", () => {
  const key = (item: string) => item
  it("takes what one side alone changed, and what both changed alike", () => {
    fc.assert(
      fc.property(pairs, ([base, side]) => {
        for (const pieces of [
          merge3(base, side, base, key),
          merge3(base, base, side, key),
          merge3(base, side, side, key)
        ]) {
          expect(pieces.some(({ kind }) => kind === "clash")).toBe(false)
          expect(taken(pieces)).toEqual(side)
        }
      }),
      { numRuns: 1000 }
    )
  })
  it("accounts for every item of the base, and loses none that a side added", () => {
    fc.assert(
      fc.property(fc.tuple(few, few, few), ([base, ours, theirs]) => {
        const pieces = merge3(base, ours, theirs, key)
        expect(pieces.flatMap((piece) => (piece.kind === "same" ? [piece.base] : piece.base))).toEqual(base)
        for (const side of [ours, theirs]) {
          const merged = pieces.flatMap((piece) =>
            piece.kind === "same"
              ? [piece.ours]
              : piece.kind === "changed"
                ? piece.items
                : [...piece.ours, ...piece.theirs]
          )
          for (const item of side) if (!base.includes(item)) expect(merged).toContain(item)
        }
      }),
      { numRuns: 1000 }
    )
  })
})

describe("a comparison", () => {
  it("has both sequences in order, and equal items where it says so", () => {
    fc.assert(
      fc.property(pairs, ([before, after]) => {
        const pieces = compare(before, after, (item) => item)
        expect(pieces.flatMap((piece) => (piece.kind === "same" ? [piece.before] : piece.before))).toEqual(before)
        expect(pieces.flatMap((piece) => (piece.kind === "same" ? [piece.after] : piece.after))).toEqual(after)
        for (const piece of pieces) if (piece.kind === "same") expect(piece.after).toBe(piece.before)
      })
    )
  })
})
