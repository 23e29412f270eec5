import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { SectionGroupRecord, SectionRecord } from "../../../src/delivery/site-records/Section.ts"
import type { SectionRecords } from "../../../src/delivery/site-records/SectionStore.ts"
import {
  childrenOf,
  inOrder,
  maxGroupNesting,
  nestingProblem,
  nextDefault,
  type Pointer,
  placeSibling,
  type Sibling,
  sectionsInOrder,
  withContent
} from "../../../src/delivery/site-records/siteOrder.ts"
import { positionsBetween } from "../../../src/kernel/shared/position.ts"

const section = (id: string): Pointer => ({ type: "site-section", id })
const group = (id: string): Pointer => ({ type: "site-section-group", id })

const row = (...pointers: ReadonlyArray<Pointer>): ReadonlyArray<Sibling> => {
  const positions = positionsBetween(null, null, pointers.length)
  return pointers.map((pointer, i) => ({ ...pointer, position: positions[i]! }))
}

/** The ids in their order after the move, or why it is refused. */
const placed = (
  siblings: ReadonlyArray<Sibling>,
  moved: Pointer,
  asked: { readonly before?: Pointer; readonly after?: Pointer }
): string => {
  const result = placeSibling(siblings, moved, asked)
  if (Result.isFailure(result)) return result.failure.message
  const changed = new Map(result.success.map(({ id, position, type }) => [`${type} ${id}`, position]))
  return [...siblings.filter(({ id, type }) => id !== moved.id || type !== moved.type), { ...moved, position: "" }]
    .map((one) => ({ id: one.id, position: changed.get(`${one.type} ${one.id}`) ?? one.position }))
    .sort((x, y) => (x.position < y.position ? -1 : 1))
    .map(({ id }) => id)
    .join("")
}

const unknown = (name: string) => `position.${name} must name another one that stands beside it`
const apart = "position: what it goes after must stand before what it goes before"

describe("place", () => {
  const siblings = row(section("a"), section("b"), group("c"), section("d"))
  // what moves, where to, then the order
  const table: ReadonlyArray<readonly [Pointer, Parameters<typeof placed>[2], string]> = [
    [section("a"), {}, "bcda"],
    [section("d"), {}, "abcd"],
    [section("d"), { before: section("a") }, "dabc"],
    [section("a"), { after: section("d") }, "bcda"],
    [section("a"), { before: group("c") }, "bacd"],
    [section("a"), { after: group("c") }, "bcad"],
    [group("c"), { after: section("a") }, "acbd"],
    [section("a"), { after: section("b"), before: group("c") }, "bacd"],
    [section("d"), { after: section("a"), before: group("c") }, "adbc"],
    [section("b"), { after: section("a"), before: group("c") }, "abcd"],
    [section("a"), { after: group("c"), before: section("b") }, apart],
    [section("a"), { after: section("b"), before: section("b") }, apart],
    [section("a"), { before: section("a") }, unknown("before")],
    [section("a"), { after: section("a") }, unknown("after")],
    [section("a"), { before: section("nothing") }, unknown("before")],
    [section("a"), { after: section("c") }, unknown("after")],
    [section("a"), { after: section("b"), before: section("x") }, unknown("before")],
    // one from elsewhere
    [section("e"), { after: section("a") }, "aebcd"],
    [section("e"), {}, "abcde"]
  ]
  it.each(table)("%o %o", (moved, asked, expected) => {
    expect(placed(siblings, moved, asked)).toBe(expected)
  })

  it("changes one position only", () => {
    const result = placeSibling(siblings, section("a"), {})
    expect(Result.isSuccess(result) && result.success.map(({ id }) => id)).toEqual(["a"])
  })

  it("any order can be reached, and positions stay short however often things move", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), fc.nat(5), fc.boolean()), { maxLength: 300 }), (moves) => {
        const ids = ["a", "b", "c", "d", "e", "f"]
        let now = row(...ids.map(section))
        let wanted = ids
        for (const [from, to, before] of moves) {
          const [moved, beside] = [ids[from]!, ids[to]!]
          if (moved === beside) continue
          const result = placeSibling(now, section(moved), { [before ? "before" : "after"]: section(beside) })
          if (Result.isFailure(result)) throw result.failure
          const changed = new Map(result.success.map(({ id, position }) => [id, position]))
          now = now.map((one) => ({ ...one, position: changed.get(one.id) ?? one.position }))
          const others = wanted.filter((id) => id !== moved)
          wanted = others.toSpliced(others.indexOf(beside) + (before ? 0 : 1), 0, moved)
        }
        const order = [...now].sort((x, y) => (x.position < y.position ? -1 : 1))
        expect(order.map(({ id }) => id)).toEqual(wanted)
        expect(Math.max(...now.map(({ position }) => position.length))).toBeLessThanOrEqual(64)
      }),
      { numRuns: 30 }
    )
  })

  it("makes all positions new when one would get long", () => {
    let now = row(section("a"), section("b"), section("c"))
    let renewed = 0
    for (let i = 0; i < 1000; i++) {
      // each goes between the first two, again and again
      const order = [...now].sort((x, y) => (x.position < y.position ? -1 : 1)).map(({ id }) => id)
      const result = placeSibling(now, section(order[2]!), { after: section(order[0]!) })
      if (Result.isFailure(result)) throw result.failure
      if (result.success.length > 1) renewed++
      const changed = new Map(result.success.map(({ id, position }) => [id, position]))
      now = now.map((one) => ({ ...one, position: changed.get(one.id) ?? one.position }))
    }
    expect(renewed).toBeGreaterThan(0)
    expect(Math.max(...now.map(({ position }) => position.length))).toBeLessThanOrEqual(64)
  })
})

/** Records of a tree: a word is a section, a list is a group named by its first word. */
interface Group extends ReadonlyArray<string | Group> {
  readonly 0: string
}
type Nested = string | Group
const records = (...nested: ReadonlyArray<Nested>): SectionRecords => {
  const sections: Array<SectionRecord> = []
  const groups: Array<SectionGroupRecord> = []
  const add = (items: ReadonlyArray<Nested>, parent: string | null) => {
    const positions = positionsBetween(null, null, items.length)
    for (const [i, item] of items.entries()) {
      const shared = { siteId: "site", icon: null, position: positions[i]! }
      if (typeof item === "string") {
        const texts = { localizedTitle: null, description: null, localizedDescription: null, condition: null }
        const rest = { ...texts, draft: false, inDraft: false, defaultSiteSpace: null, isDefault: false }
        sections.push({ ...shared, ...rest, id: item, groupId: parent, title: item, path: item })
      } else {
        const [id, inside] = [item[0], item.slice(1)]
        groups.push({ ...shared, id, parentId: parent, title: id, localizedTitle: null, draft: false })
        add(inside, id)
      }
    }
  }
  add(nested, null)
  return { sections: sections.reverse(), groups: groups.reverse(), links: [] }
}

const ids = (items: ReadonlyArray<{ readonly id: string }>) => items.map(({ id }) => id).join(" ")

describe("the order of a site", () => {
  const tree = records("a", ["G", "b", ["H", "c"], "d"], "e", ["I"])
  it("is that of the parent, and inside it of positions", () => {
    expect(ids(childrenOf(tree, null))).toBe("a G e I")
    expect(ids(childrenOf(tree, "G"))).toBe("b H d")
    expect(ids(inOrder(tree))).toBe("a G b H c d e I")
    expect(ids(sectionsInOrder(tree))).toBe("a b c d e")
  })

  it("has keys that sort the same way", () => {
    const keys = inOrder(tree).map(({ key }) => key)
    expect([...keys].sort()).toEqual(keys)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it("shows visitors no section without content, and no group without such sections", () => {
    const shown = withContent(tree, ({ id }) => id === "a" || id === "c")
    expect(ids(inOrder(shown))).toBe("a G H c")
    expect(ids(inOrder(withContent(tree, () => false)))).toBe("")
  })
})

describe("nextDefault", () => {
  const tree = records("a", ["G", "b"], "c", "d")
  // gone, shown, next
  const table: ReadonlyArray<readonly [string, string, string | null]> = [
    ["a", "abcd", "b"],
    ["b", "abcd", "c"],
    ["d", "abcd", "a"],
    ["a", "cd", "c"],
    ["c", "ab", "a"],
    ["a", "", "b"],
    ["a", "a", "b"]
  ]
  it.each(table)("%s of %s", (gone, shown, next) => {
    expect(nextDefault(tree, gone, ({ id }) => shown.includes(id))).toBe(next)
  })
  it("is nothing when none is left", () => {
    expect(nextDefault(records("a"), "a", () => true)).toBeNull()
  })
})

describe("nestingProblem", () => {
  const chain = (depth: number): Nested => (depth === 1 ? ["g1"] : [`g${depth}`, chain(depth - 1)])
  const deep = records(chain(maxGroupNesting - 1), ["other", ["inner"]])
  const inItself = "A group cannot stand in itself or below itself"
  const tooDeep = `Groups nest at most ${maxGroupNesting} deep`
  // moved, into, problem; g1 is at the bottom, nine deep
  const table: ReadonlyArray<readonly [string | undefined, string | null, string | undefined]> = [
    [undefined, null, undefined],
    [undefined, "g1", undefined],
    ["inner", "g1", undefined],
    ["other", "g1", tooDeep],
    ["other", "g2", undefined],
    ["other", null, undefined],
    ["other", "other", inItself],
    ["other", "inner", inItself],
    ["g9", "g1", inItself],
    ["g1", "other", undefined]
  ]
  it.each(table)("%s into %s", (moved, parent, problem) => {
    expect(nestingProblem(deep, moved, parent)).toBe(problem)
  })
  it("counts a new group below the deepest one", () => {
    expect(nestingProblem(records(chain(maxGroupNesting)), undefined, "g1")).toBe(tooDeep)
  })
})
