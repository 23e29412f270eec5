/** A path in the structured document leads to the node that has what stands there. */
import type { RichBlock, RichDocument } from "@octavo/document"
import fc from "fast-check"
import type { Node } from "prosemirror-model"
import { describe, expect, it } from "vitest"
import { fromEditor, placeOf, toEditor } from "../src/index.ts"
import { read } from "./documents.ts"
import { forms, trees, written } from "./pages.ts"

interface Place {
  readonly path: string
  readonly key: string
}

/** Blocks that have a key of their own in the document, with their paths: those that stand in other blocks. */
const placesIn = ({ nodes }: RichDocument): Place[] => {
  const places: Place[] = []
  const walk = (blocks: ReadonlyArray<RichBlock>, path: string): void =>
    blocks.forEach((block, index) => {
      const at = `${path}nodes.${index}`
      if (block.key !== undefined) places.push({ path: at, key: block.key })
      const inside = (block.nodes ?? []).filter((one): one is RichBlock => one.object === "block")
      walk(inside, `${at}.`)
      if (block.type === "expandable") walk(block.fragments?.[1]?.nodes ?? [], `${at}.fragments.1.`)
    })
  walk(nodes, "")
  return places
}

const leads = (text: string): void => {
  const doc = toEditor(read(text, false))
  const own = new Map<unknown, number>()
  doc.descendants(({ attrs }, at) => {
    if (attrs["key"] !== undefined) own.set(attrs["key"], at)
  })
  for (const { key, path } of placesIn(fromEditor(doc))) {
    const at = placeOf(doc, path)
    const node = at === undefined ? null : doc.nodeAt(at)
    // what has no node of its own is in one that is kept as source, or around which an element without a form is
    expect(JSON.stringify(node), `${path} of ${text}`).toContain(key)
    if (own.has(key) && !isInUnknown(doc, own.get(key)!)) expect(at, `${path} of ${text}`).toBe(own.get(key))
    expect(placeOf(doc, `${path}.data.title`), path).toBe(at)
  }
}

const isInUnknown = (doc: Node, at: number): boolean => {
  const $at = doc.resolve(at)
  for (let depth = $at.depth; depth > 0; depth--) if ($at.node(depth).type.name.startsWith("unknown")) return true
  return false
}

describe("the place of a block", () => {
  it.each(forms)("is found in %s", (_, text) => leads(text))

  it("is found in whatever is in each other", () => {
    fc.assert(fc.property(fc.oneof(written, trees), leads), { numRuns: 200 })
  })

  it("is none for what is no block", () => {
    const doc = toEditor(read("a\n", false))
    for (const path of ["", "data", "nodes", "nodes.7", "nodes.x", "fragments.0"])
      expect(placeOf(doc, path)).toBeUndefined()
  })
})
