/** Walks over a tree in document order. */
import type { Node } from "./ast.ts"

/** Calls `enter` for every node; what lies below is skipped when it answers false. Summaries come before bodies. */
export const visit = (node: Node, enter: (node: Node) => boolean): void => {
  if (!enter(node)) return
  for (const child of childrenOf(node)) visit(child, enter)
}

/** All children of a node, whatever field holds them. */
export const childrenOf = (node: Node): ReadonlyArray<Node> => {
  if (node.type === "expandable") return [...node.summary, ...node.children]
  if (node.type === "richTable") return [...node.columns, ...node.rows]
  return "children" in node && node.children !== undefined ? node.children : []
}
