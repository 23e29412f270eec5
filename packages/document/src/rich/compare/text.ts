/** The text in blocks and content, at any depth: what says that two of them are one. */
import type { RichBlock, RichContent } from "../model.ts"
import type { ComparedBlock, ComparedContent } from "./model.ts"

type Nodes = ReadonlyArray<RichBlock | RichContent | ComparedBlock | ComparedContent>

export const textIn = (nodes: Nodes): string => {
  const parts: string[] = []
  const add = (these: Nodes): void => {
    for (const node of these) {
      if (node.object === "text") for (const { source, text } of node.leaves) parts.push(text, source ?? "")
      else {
        add(node.nodes ?? [])
        for (const fragment of node.fragments ?? []) add(fragment.nodes)
      }
    }
  }
  add(nodes)
  return parts.join(" ")
}

/** The words of a text. */
export const wordsIn = (text: string): ReadonlySet<string> => new Set(wordsOf(text))

/** The words of a text, in their order. */
export const wordsOf = (text: string): ReadonlyArray<string> => text.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
