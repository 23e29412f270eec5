import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type Ordered, siblingsOrder } from "../../../src/content/revisions/model/SiblingOrder.ts"

const ids = (text: string): ReadonlyArray<string> => text.split(" ").filter((id) => id !== "")

const keyed = (order: ReadonlyArray<string>): ReadonlyArray<Ordered> =>
  siblingsOrder([], order).map((key, i) => ({ id: order[i]!, order: key }))

const longestRise = (values: ReadonlyArray<number>): number => {
  const lengths: Array<number> = []
  values.forEach((value, i) => {
    lengths[i] = 1 + Math.max(0, ...lengths.filter((_, j) => values[j]! < value))
  })
  return Math.max(0, ...lengths)
}

describe("siblingsOrder", () => {
  it.each([
    ["the same order", "a b c", "a b c", 3],
    ["one moved down", "a b c d", "b c a d", 3],
    ["one moved up", "a b c d", "d a b c", 3],
    ["one removed", "a b c", "a c", 2],
    ["some added", "a b", "x a y z b w", 2],
    ["all new", "a b", "x y", 0],
    ["reversed", "a b c", "c b a", 1],
    ["none left", "a b", "", 0]
  ])("%s", (_, before, after, kept) => {
    const previous = keyed(ids(before))
    const keys = siblingsOrder(previous, ids(after))
    assert.deepStrictEqual(keys, [...keys].sort())
    assert.strictEqual(new Set(keys).size, ids(after).length)
    const old = new Map(previous.map(({ id, order }) => [id, order]))
    assert.strictEqual(ids(after).filter((id, i) => old.get(id) === keys[i]).length, kept)
  })

  it("keeps as many keys as a rising order allows", () => {
    const all = Array.from({ length: 40 }, (_, i) => `p${i}`)
    const previous = keyed(all)
    const place = new Map(all.map((id, i) => [id, i]))
    fc.assert(
      fc.property(fc.shuffledSubarray([...all, "n1", "n2", "n3"]), (next) => {
        const keys = siblingsOrder(previous, next)
        keys.forEach((key, i) => {
          if (i > 0) assert.isTrue(keys[i - 1]! < key)
        })
        const known = next.flatMap((id) => place.get(id) ?? [])
        const kept = next.filter((id, i) => previous[place.get(id) ?? -1]?.order === keys[i])
        assert.strictEqual(kept.length, longestRise(known))
      })
    )
  })

  it("gives new keys where old ones are equal or no keys", () => {
    const keys = siblingsOrder(
      [
        { id: "a", order: "a1" },
        { id: "b", order: "a1" },
        { id: "c", order: "?" },
        { id: "d", order: "a2" }
      ],
      ["a", "b", "c", "d"]
    )
    assert.strictEqual(keys[3], "a2")
    assert.deepStrictEqual([...new Set(keys)].sort(), keys)
  })
})
