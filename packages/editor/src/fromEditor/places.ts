/** Where a block of the structured document stands in the editor. */
import type { Node } from "prosemirror-model"
import { blocksOf } from "./blocks.ts"

/**
 * The place of the innermost node that has what a path of the document leads to, as in `nodes.2.nodes.0.data`; undefined
 * for a path that leads to no block.
 */
export const placeOf = (doc: Node, path: string): number | undefined => {
  const steps = path.split(".")
  let [parent, start] = [doc, 0]
  let found: number | undefined
  for (let at = 0; at + 1 < steps.length; at += 2) {
    const index = Number(steps[at + 1])
    // of what can be opened, the second fragment are its blocks
    if (parent.type.name === "expandable" && steps[at] === "fragments" && index === 1) continue
    const child = steps[at] === "nodes" && holdsParts(parent) ? childAt(parent, index) : undefined
    if (child === undefined) break
    found = start + child.offset
    ;[parent, start] = [child.node, found + 1]
  }
  return found
}

/** Whether the nodes of a block are those that it has in the editor. */
const holdsParts = (node: Node): boolean => !node.inlineContent && !isUnknown(node) && node.type.name !== "table"

const isUnknown = ({ type }: Node): boolean => type.name.startsWith("unknown")

/** The child that has a block of a number. Ends of what has no form are blocks, too; a title is none. */
const childAt = (parent: Node, index: number): { readonly node: Node; readonly offset: number } | undefined => {
  let before = parent.type.name === "expandable" ? -1 : 0
  let offset = 0
  for (const node of parent.children) {
    before += isUnknown(node) ? blocksOf([node]).length : 1
    if (index < before) return { node, offset }
    offset += node.nodeSize
  }
  return undefined
}
