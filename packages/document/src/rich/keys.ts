/** Keys of blocks: made of what a block is and says, so that they stay when other blocks change. */
import { lettered } from "../ids.ts"
import type { RichBlock, RichContent, RichFragment } from "./model.ts"

/** 53 bits of a text (cyrb53), in base 36. Not for secrets. */
export const hash = (text: string): string => {
  let [one, two] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 2654435761)
    two = Math.imul(two ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return (4294967296 * (2097151 & two) + (one >>> 0)).toString(36)
}

/**
 * The blocks with keys. The key of a block is that of its type, its data and its text; one that holds blocks is known
 * by the first text in it, so that a change further down leaves its key alone. Equal blocks are counted in their order.
 */
export const withKeys = (nodes: ReadonlyArray<RichBlock>): RichBlock[] => {
  const counts = new Map<string, number>()
  const keyed = (node: RichBlock): RichBlock => {
    const name = lettered(hash(`${node.type} ${seedOf(node)}`))
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    const { object, type, ...rest } = node
    const key = count === 0 ? name : `${name}-${count}`
    return {
      object,
      type,
      key,
      ...rest,
      ...(node.nodes !== undefined && { nodes: node.nodes.map((child) => keyedChild(child)) }),
      ...(node.fragments !== undefined && { fragments: node.fragments.map(keyedFragment) })
    }
  }
  const keyedChild = (child: RichBlock | RichContent): RichBlock | RichContent => {
    if (child.object === "block") return keyed(child)
    if (child.object === "inline" && child.fragments !== undefined) {
      return { ...child, fragments: child.fragments.map(keyedFragment) }
    }
    return child
  }
  const keyedFragment = (fragment: RichFragment): RichFragment => ({ ...fragment, nodes: fragment.nodes.map(keyed) })
  return nodes.map(keyed)
}

/** Longer texts are known by their beginning. */
const MAX_SEED = 1000

const seedOf = (node: RichBlock): string => {
  if (node.type === "table") {
    const definition = Object.values((node.data?.["definition"] ?? {}) as Record<string, { title?: string }>)
    return definition.map(({ title }) => title).join(" ")
  }
  return `${node.data === undefined ? "" : JSON.stringify(node.data)} ${firstText(node)}`
}

/** The text of the first block in a block that has any. */
export const firstText = (node: RichBlock): string => {
  const inside: ReadonlyArray<RichBlock | RichContent> = node.nodes ?? []
  const text = inlineSeed(inside)
  if (text !== "") return text
  for (const child of inside) {
    const found = child.object === "block" ? firstText(child) : ""
    if (found !== "") return found
  }
  for (const fragment of node.fragments ?? []) {
    for (const child of fragment.nodes) {
      const found = firstText(child)
      if (found !== "") return found
    }
  }
  return ""
}

const inlineSeed = (nodes: ReadonlyArray<RichBlock | RichContent>): string => {
  let out = ""
  for (const node of nodes) {
    if (node.object === "block" || out.length >= MAX_SEED) break
    if (node.object === "inline") out += node.isVoid ? JSON.stringify(node.data) : inlineSeed(node.nodes ?? [])
    else for (const leaf of node.leaves) out += leaf.text.slice(0, MAX_SEED) + (leaf.source ?? "")
  }
  return out
}
