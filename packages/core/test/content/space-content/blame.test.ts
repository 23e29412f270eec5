/** Which version each block of a page came with. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { blame, earlierBlocks, earlierPlaces } from "../../../src/content/space-content/blame.ts"

/** The version of each block of the first one, which is the newest. */
const blamed = (versions: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<number> => {
  const way = blame(versions[0]!.length)
  for (let at = 0; at < versions.length - 1; at++) way.step(at, earlierPlaces(versions[at + 1]!, versions[at]!))
  return way.versions(versions.length - 1)
}

describe("blocks of a page", () => {
  it.each([
    ["one version", [["a", "b"]], [0, 0]],
    [
      "an edit",
      [
        ["a", "B"],
        ["a", "b"]
      ],
      [1, 0]
    ],
    [
      "one that came between",
      [
        ["a", "n", "b"],
        ["a", "b"]
      ],
      [1, 0, 1]
    ],
    [
      "one edited earlier",
      [
        ["a", "b", "c"],
        ["a", "b", "C"],
        ["a", "B", "C"],
        ["a", "B", "C", "d"]
      ],
      [3, 1, 0]
    ],
    ["one that went and came back", [["a", "b"], ["a"], ["a", "b"]], [2, 0]],
    [
      "a move",
      [
        ["b", "a"],
        ["a", "b"]
      ],
      [1, 0]
    ],
    ["nothing", [[], ["a"]], []]
  ] as const)("are of the version that they came with: %s", (_, versions, expected) => {
    // of two that change places either may be the one that moved
    const found = blamed(versions)
    expect(_ === "a move" ? found.toSorted().toReversed() : found).toEqual(expected)
  })

  it("stand in their version and all since, and not in the one before it, in order", () => {
    const version = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 8 })
    fc.assert(
      fc.property(fc.array(version, { minLength: 1, maxLength: 8 }), (versions) => {
        const found = blamed(versions)
        expect(found).toHaveLength(versions[0]!.length)
        found.forEach((at, block) => {
          for (let one = 0; one <= at; one++) expect(versions[one]).toContain(versions[0]![block])
        })
        // as many as are of older versions were there then
        for (let at = 0; at < versions.length; at++)
          expect(found.filter((one) => one > at).length).toBeLessThanOrEqual(versions[at + 1]?.length ?? 0)
      })
    )
  })

  it("are told apart by all that they say, and not by where they stand", () => {
    const earlier = (before: string, after: string) => earlierBlocks.run({ before, after })
    expect(earlier("# T\n\nOne.\n\n* a\n", "---\nicon: x\n---\n\nNew.\n\nOne.\n\n* a\n")).toEqual([undefined, 0, 1])
    expect(earlier("One.\n", "**One.**\n")).toEqual([undefined])
    expect(earlier("[a](b.md)\n", "[a](c.md)\n")).toEqual([undefined])
  })
})
