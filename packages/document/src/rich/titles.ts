/** Titles of columns: what they say, and their content where that is more than a text. */
import { emojiOf } from "../emoji.ts"
import type { RichContent } from "./model.ts"

/** A title as the definition of a column has it: its nodes stand beside it where they have marks or inlines. */
export const titled = (content: ReadonlyArray<RichContent>): { title: string; nodes?: ReadonlyArray<RichContent> } => {
  const title = titleText(content)
  const [only] = content
  const isPlain =
    content.length === 1 &&
    only?.object === "text" &&
    only.leaves.every((leaf) => leaf.marks.length === 0 && leaf.source === undefined)
  return isPlain ? { title } : { title, nodes: content }
}

/** What a title says without its marks. */
export const titleText = (nodes: ReadonlyArray<RichContent>): string => {
  const parts = nodes.map((node): string => {
    if (node.object === "text") return node.leaves.map((leaf) => leaf.text).join("")
    if (node.type === "emoji") return emojiOf(String(node.data?.["code"]))
    return titleText(node.nodes ?? [])
  })
  return parts.join("").replace(/\s+/g, " ").trim()
}
