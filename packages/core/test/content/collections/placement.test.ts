import { Result } from "effect"
import { generateNKeysBetween } from "fractional-indexing"
import { describe, expect, it } from "vitest"
import type { ContentPosition, Neighbour } from "../../../src/content/collections/input.ts"
import {
  maxNesting,
  nestingProblem,
  placeAmong,
  positionsInPlaceOf,
  same
} from "../../../src/content/collections/placement.ts"
import type { Content, Sibling } from "../../../src/content/collections/TreeStore.ts"

/** `A` is a collection, `a` a space, `-a` a deleted space. */
const content = (name: string): Content => ({
  kind: /[A-Z]/.test(name) ? "collection" : "space",
  id: name.replace("-", "")
})
const siblings = (names: string): ReadonlyArray<Sibling> => {
  const list = names.split(" ").filter((name) => name !== "")
  const keys = generateNKeysBetween(null, null, list.length)
  return list.map((name, i) => ({ ...content(name), position: keys[i]!, deleted: name.startsWith("-") }))
}
const ref = (name: string): Neighbour =>
  content(name).kind === "space" ? { type: "space", space: name } : { type: "collection", collection: name }

/** The order after the move, or the tag of why there is none. */
const moved = (names: string, what: string, asked: ContentPosition): string => {
  const there = siblings(names)
  const result = placeAmong(there, content(what), asked)
  if (Result.isFailure(result)) return result.failure._tag
  const all = [
    ...there.filter((sibling) => !same(sibling, content(what))),
    { ...content(what), position: result.success, deleted: false }
  ]
  expect(new Set(all.map(({ position }) => position)).size).toBe(all.length)
  return all
    .sort((a, b) => (a.position < b.position ? -1 : 1))
    .map(({ deleted, id }) => (deleted ? `-${id}` : id))
    .join(" ")
}

describe("placeAmong", () => {
  const before = (name: string) => ({ before: ref(name) })
  const after = (name: string) => ({ after: ref(name) })
  it.each<readonly [string, string, ContentPosition, string]>([
    // among what it does not stand in yet
    ["", "x", {}, "x"],
    ["a B c", "x", {}, "a B c x"],
    ["a B c", "X", before("a"), "X a B c"],
    ["a B c", "x", after("c"), "a B c x"],
    ["a B c", "x", before("B"), "a x B c"],
    ["a B c", "x", after("B"), "a B x c"],
    ["a B c", "x", { ...after("a"), ...before("B") }, "a x B c"],
    ["a B c d", "x", { ...after("a"), ...before("d") }, "a x B c d"],
    // among its own siblings
    ["a B c", "a", {}, "B c a"],
    ["a B c", "c", before("a"), "c a B"],
    ["a B c", "B", after("c"), "a c B"],
    ["a B c", "a", { ...after("B"), ...before("c") }, "B a c"],
    // nothing would change
    ["a B c", "c", {}, "Conflict"],
    ["a", "a", {}, "Conflict"],
    ["a B c", "a", before("B"), "Conflict"],
    ["a B c", "B", after("a"), "Conflict"],
    ["a B c", "B", { ...after("a"), ...before("c") }, "Conflict"],
    ["a B c d", "c", { ...after("a"), ...before("d") }, "Conflict"],
    // no position there
    ["a B c", "x", before("y"), "Invalid"],
    ["a B c", "x", after("y"), "Invalid"],
    ["a B c", "a", before("a"), "Invalid"],
    ["a B c", "x", before("x"), "Invalid"],
    ["a B c", "x", { ...after("B"), ...before("a") }, "Invalid"],
    ["a B c", "x", { ...after("B"), ...before("B") }, "Invalid"],
    ["a B c", "x", { ...after("a"), ...before("y") }, "Invalid"],
    // a space does not pass for a collection of the same id
    ["a B c", "x", { before: { type: "space", space: "B" } }, "Invalid"],
    // the deleted keep their place, and are no neighbours
    ["a -b c", "x", after("a"), "a x -b c"],
    ["a -b c", "x", before("c"), "a -b x c"],
    ["a -b", "x", {}, "a -b x"],
    ["a c -b", "c", {}, "Conflict"],
    ["a -b c", "c", after("a"), "Conflict"],
    ["a -b c", "x", after("b"), "Invalid"]
  ])("[%s] with %s %o becomes [%s]", (names, what, asked, expected) => {
    expect(moved(names, what, asked)).toBe(expected)
  })
})

describe("positionsInPlaceOf", () => {
  it.each([
    ["a B c", "B", 3],
    ["B", "B", 2],
    ["a B", "B", 1],
    ["B -c", "B", 4],
    ["a B c", "B", 0]
  ])("[%s] without %s has room for %i there", (names, what, count) => {
    const there = siblings(names)
    const index = there.findIndex((sibling) => same(sibling, content(what)))
    const keys = positionsInPlaceOf(there, content(what), count)
    expect(keys).toHaveLength(count)
    const all = [
      ...there.slice(0, index).map((it) => it.position),
      ...keys,
      ...there.slice(index + 1).map((it) => it.position)
    ]
    expect([...all].sort((a, b) => (a < b ? -1 : 1))).toEqual(all)
    expect(new Set(all).size).toBe(all.length)
  })
})

describe("nestingProblem", () => {
  const path = (...ids: ReadonlyArray<string>) => ids.map((id) => ({ id }))
  const deep = path(...Array.from({ length: maxNesting }, (_, i) => `c${i}`))
  it.each<readonly [string, ReturnType<typeof path>, Content | undefined, number, RegExp | undefined]>([
    ["the root holds anything", path(), content("A"), 5, undefined],
    ["a collection holds another", path("B", "C"), content("A"), 1, undefined],
    ["not itself", path("A"), content("A"), 1, /itself/],
    ["nor what stands around it", path("B", "A", "C"), content("A"), 2, /itself/],
    ["a space of the same id is another thing", path("A"), { kind: "space", id: "A" }, 0, undefined],
    ["the deepest collection holds spaces", deep, content("a"), 0, undefined],
    ["and no collection", deep, content("A"), 1, /100 deep/],
    ["new ones count", deep, undefined, 1, /100 deep/],
    ["what comes along counts", deep.slice(2), content("A"), 3, /100 deep/],
    ["to the limit it fits", deep.slice(2), content("A"), 2, undefined]
  ])("%s", (_, around, what, height, expected) => {
    const problem = nestingProblem(around, what, height)
    if (expected === undefined) expect(problem).toBeUndefined()
    else expect(problem).toMatch(expected)
  })
})
