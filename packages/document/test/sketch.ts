/** A tree as one line, so that cases read as a table: `hint(info)[paragraph["text"]]`. */
import { childrenOf, type Node, parsePage } from "../src/index.ts"

export const sketchPage = (text: string): string => parsePage(text).root.children.map(sketch).join(" ")

export const sketch = (node: Node): string => {
  if (node.type === "text") return JSON.stringify(node.value)
  const facts = Object.entries(node)
    .filter(([key, value]) => !skipped.has(key) && value !== false && value !== undefined)
    .filter(([, value]) => typeof value !== "object" || (Array.isArray(value) && value.every((item) => !isNode(item))))
    .filter(([, value]) => !Array.isArray(value) || value.length > 0)
    .map(([key, value]) => `${key}=${Array.isArray(value) ? JSON.stringify(value) : value}`)
  const head = facts.length === 0 ? node.type : `${node.type}(${facts.join(" ")})`
  const children = childrenOf(node).map(sketch).join(" ")
  return children === "" ? head : `${head}[${children}]`
}

const skipped = new Set(["type", "position", "attributes", "tag", "anchor", "spread", "children", "closed"])

const isNode = (value: unknown): boolean => typeof value === "object" && value !== null && "type" in value
