/** Trees as rows: what is seen, what a filter leaves, where keys lead. */
import { describe, expect, it } from "vitest"
import {
  branchesOf,
  filterTree,
  findNode,
  foldedText,
  pathTo,
  rowsOf,
  stepOf,
  type TreeNode,
  windowOf
} from "../src/logic/tree.ts"

const node = (title: string, ...children: ReadonlyArray<TreeNode>): TreeNode => ({ id: title, title, children })
const tree = [node("Álpha", node("Beta", node("Gamma")), node("Delta")), node("Epsilon")]
const seen = (open: ReadonlyArray<string>) => rowsOf(tree, new Set(open))

describe("Rows of a tree", () => {
  it("are its nodes, those below open ones with their levels and places", () => {
    expect(seen([]).map(({ node }) => node.title)).toEqual(["Álpha", "Epsilon"])
    expect(
      seen(["Álpha", "Beta"]).map(({ isOpen, level, node, position, size }) => [
        node.title,
        level,
        position,
        size,
        isOpen
      ])
    ).toEqual([
      ["Álpha", 1, 1, 2, true],
      ["Beta", 2, 1, 2, true],
      ["Gamma", 3, 1, 1, undefined],
      ["Delta", 2, 2, 2, undefined],
      ["Epsilon", 1, 2, 2, undefined]
    ])
  })

  it("leave out what is below a closed node, open or not", () => {
    expect(seen(["Beta"]).map(({ node }) => node.title)).toEqual(["Álpha", "Epsilon"])
  })
})

it("A filter keeps what has all words, whatever their case and accents, and what is above it", () => {
  const titles = (text: string) => {
    const left = filterTree(tree, text)
    return rowsOf(left, branchesOf(left)).map(({ node }) => node.title)
  }
  expect(titles("GAM")).toEqual(["Álpha", "Beta", "Gamma"])
  expect(titles("alpha")).toEqual(["Álpha"])
  expect(titles("eps lon")).toEqual(["Epsilon"])
  expect(titles("nothing")).toEqual([])
  expect(filterTree(tree, "  ")).toBe(tree)
  expect(foldedText("Ünïcode")).toBe("unicode")
})

it("The way to a node is what is above it; there is none to what is not there", () => {
  expect(pathTo(tree, "Gamma")).toEqual(["Álpha", "Beta"])
  expect(pathTo(tree, "Epsilon")).toEqual([])
  expect(pathTo(tree, "Zeta")).toBeUndefined()
  expect(findNode(tree, ({ title }) => title === "Delta")?.id).toBe("Delta")
})

// Álpha, Beta (closed), Delta, Epsilon
const half = seen(["Álpha"])
it.each([
  ["ArrowDown", 0, { focus: 1 }],
  ["ArrowDown", 3, undefined],
  ["ArrowUp", 0, undefined],
  ["ArrowUp", 2, { focus: 1 }],
  ["Home", 2, { focus: 0 }],
  ["End", 0, { focus: 3 }],
  ["PageDown", 0, { focus: 3 }],
  ["PageUp", 3, { focus: 0 }],
  ["ArrowRight", 0, { focus: 1 }],
  ["ArrowRight", 1, { toggle: 1 }],
  ["ArrowRight", 2, undefined],
  ["ArrowLeft", 0, { toggle: 0 }],
  ["ArrowLeft", 1, { focus: 0 }],
  ["ArrowLeft", 3, undefined],
  ["e", 0, { focus: 3 }],
  ["a", 3, { focus: 0 }],
  ["z", 0, undefined],
  ["Tab", 0, undefined]
])("%s on row %i does what the pattern of trees says", (key, at, step) => {
  expect(stepOf(key, half, at)).toEqual(step)
})

describe("Of three thousand rows", () => {
  const view = (top: number) => windowOf(3000, 32, { top, height: 640 }, 5)
  it("those in view are there, with a few around them and the one that has the focus", () => {
    expect(view(0)).toEqual(Array.from({ length: 29 }, (_, index) => index))
    expect(view(32_000)[0]).toBe(5)
    expect(view(32_000)[1]).toBe(992)
    expect(view(32_000)).toHaveLength(38)
    expect(windowOf(3000, 32, { top: 0, height: 640 }, 2999).at(-1)).toBe(2999)
  })
  it("none is twice, and none is beyond the ends", () => {
    for (let top = 0; top <= 3000 * 32; top += 1111) {
      const rows = view(top)
      expect(new Set(rows).size).toBe(rows.length)
      expect(rows.every((row) => row >= 0 && row < 3000)).toBe(true)
    }
    expect(windowOf(0, 32, { top: 0, height: 640 }, 0)).toEqual([])
  })
})
