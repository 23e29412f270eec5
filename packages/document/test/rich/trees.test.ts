import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Block, printBlocks } from "../../src/index.ts"
import { blocks } from "../print/block-trees.ts"
import { bare, read, write, written } from "./json.ts"

const wrappers = new Set(
  "strong emphasis delete sub sup kbd mark link mention button footnoteReference htmlElement".split(" ")
)

/** Marks and elements around nothing, which a document has no text to put on. */
const isHollow = (node: any): boolean =>
  wrappers.has(node?.type) &&
  (node.type !== "footnoteReference" || node.children.length > 0) &&
  node.children.every(isHollow)

const prune = (value: any): any => {
  if (Array.isArray(value)) return value.filter((one) => !isHollow(one)).map(prune)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, prune(one)]))
}

/** Documents of generated trees, written once: what is read of that is a document in its plain form. */
const documents = blocks(2, 1)
  .map((nodes) => read(printBlocks(prune(nodes) as Block[]), false))
  .map((document) => write(document, "", false))
  .filter((result) => "text" in result)
  .map((result) => read((result as { text: string }).text, false))

describe("a generated document", () => {
  it("is the same after it was written and read", () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(bare(read(written(document, "", false), false))).toEqual(bare(document))
      }),
      { numRuns: 800 }
    )
  })

  it("is written as it is or refused, and hardly ever refused", () => {
    let refused = 0
    const runs = 1000
    fc.assert(
      fc.property(blocks(2, 1), (nodes) => {
        const document = read(printBlocks(prune(nodes) as Block[]), false)
        const result = write(document, "", false)
        if ("problem" in result) refused++
        else expect(bare(read(result.text, false)).nodes.length).toBe(document.nodes.length)
      }),
      { numRuns: runs }
    )
    expect(refused).toBeLessThan(runs / 100)
  })

  it("is written into another text with no trace of what stood there", () => {
    fc.assert(
      fc.property(documents, blocks(1, 1), (document, nodes) => {
        const result = write(document, printBlocks(nodes), false)
        // definitions of the text stay, and may be what an href of the document now means
        if ("text" in result) expect(bare(read(result.text, false)).nodes.length).toBe(document.nodes.length)
      }),
      { numRuns: 300 }
    )
  })
})
