/** What is copied, as Markdown for programs that take plain text. */
import { isBlankParagraph, type RichRef } from "@octavo/document/rich/model"
import { writeSnippet } from "@octavo/document/rich/snippet"
import type { Fragment, Node, Slice } from "prosemirror-model"
import { isCode, paragraph } from "../commands/nodes.ts"
import { fromEditor } from "../fromEditor/index.ts"
import { schema } from "../schema/schema.ts"

/** The Markdown of what is selected; of a part of one text, that text with its marks. */
export const markdownOf = (slice: Slice, hrefOf: (ref: RichRef) => string | undefined = () => undefined): string => {
  const content = partOf(slice)
  const areLines = content.childCount > 0 && content.content.every(({ type }) => type.spec.code === true)
  if (areLines) return content.content.map(({ textContent }) => textContent).join("\n")
  const isInline = content.childCount > 0 && content.content.every((node) => node.isInline)
  const blocks = isInline ? [paragraph(content)] : wholeBlocks(content)
  const references = { refOf: () => undefined, hrefOf: (ref: RichRef) => hrefOf(ref) ?? "" }
  const nodes = fromEditor(schema.node("doc", null, blocks.length === 0 ? [paragraph()] : blocks)).nodes
  return (
    writeSnippet(
      nodes.filter((node) => !isBlankParagraph(node)),
      references
    ) ?? content.textBetween(0, content.size, "\n\n")
  )
}

/** What is selected of a block, without the block: a part of a text, lines of code. */
const partOf = ({ content, openEnd, openStart }: Slice): Fragment => {
  let [inside, open] = [content, Math.min(openStart, openEnd)]
  for (; open > 0 && inside.childCount === 1; open--) {
    const only = inside.firstChild!
    if (!only.isTextblock && !isCode(only) && only.childCount > 1) break
    inside = only.content
  }
  return inside
}

/** Blocks that can stand by themselves: of parts of one, what they hold, or what holds them. */
const wholeBlocks = (content: Fragment): Node[] =>
  content.content.flatMap((node): Node[] => {
    if (node.type.isInGroup("block") && node.type.validContent(node.content)) return [node]
    if (node.isInline) return [paragraph([node])]
    if (node.type.name === "list_item") return [schema.node("list_unordered", null, [node])]
    if (node.isTextblock) return [paragraph(node.content)]
    if (node.type.name === "table_row" || node.type.name === "table_head") return [paragraph(rowText(node))]
    return wholeBlocks(node.content)
  })

const rowText = (row: Node): Node[] => {
  const text = row.children.map((cell) => cell.textBetween(0, cell.content.size, " ")).join("\t")
  return text === "" ? [] : [schema.text(text)]
}
