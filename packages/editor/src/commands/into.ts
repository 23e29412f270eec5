/** Blocks of one kind as blocks of another: what they say is all there. */

import { emojiOf } from "@octavo/document/emoji"
import type { Node } from "prosemirror-model"
import { type Data, dataOf, textOf } from "../schema/attributes.ts"
import { schema } from "../schema/schema.ts"
import { isCode, isList, isText, nodeType, paragraph } from "./nodes.ts"

/** The blocks that a block of another kind is made of; undefined where that kind cannot hold all that these say. */
export type Into = (blocks: ReadonlyArray<Node>) => ReadonlyArray<Node> | undefined

/** What a block says as paragraphs, headings and the blocks between them: what is around them is taken away. */
const unwrapped = (node: Node): ReadonlyArray<Node> | undefined => {
  const { name } = node.type
  if (isList(node)) return node.children.flatMap(({ children }) => children)
  if (name === "blockquote" || name === "hint") return node.children
  if (isCode(node)) return textOfCode(node)
  switch (name) {
    case "expandable": {
      const [title, ...body] = node.children
      return title!.childCount === 0 ? body : [paragraph(title!.content), ...body]
    }
    case "tabs":
      return node.children.flatMap((tab) => {
        const title = textOf(dataOf(tab), "title") ?? ""
        return title === "" ? tab.children : [heading("heading_2", [schema.text(title)]), ...tab.children]
      })
    case "stepper":
    case "columns":
      return node.children.flatMap(({ children }) => children)
    default:
      return undefined
  }
}

/** The lines in one paragraph, and the title of the code before it. Sources in code are none in a text. */
const textOfCode = (node: Node): ReadonlyArray<Node> | undefined => {
  const isText = node.children.every((line) => line.children.every(({ type }) => !sources.has(type.name)))
  if (!isText) return undefined
  const title = textOf(dataOf(node), "title") ?? ""
  const text = paragraph(linesOf(node.children))
  return title === "" ? [text] : [paragraph([schema.text(title)]), text]
}

const sources = new Set(["inline_source", "raw"])

const heading = (name: string, content: ReadonlyArray<Node>): Node => schema.node(name, null, content)

const linesOf = (lines: ReadonlyArray<Node>): Node[] =>
  lines.flatMap((line, index) => [...(index === 0 ? [] : [schema.node("hard_break")]), ...line.children])

/** One block that holds others gives these; several stay what they are. */
const contentOf = (blocks: ReadonlyArray<Node>): ReadonlyArray<Node> => {
  const [only] = blocks
  return (blocks.length === 1 ? unwrapped(only!) : undefined) ?? blocks
}

// ---------------------------------------------------------------- text

/** Paragraphs or headings: every text that is not in a block of its own. */
export const intoText =
  (name: string, data: Data = {}): Into =>
  (blocks) => {
    const inside = contentOf(blocks)
    if (!inside.some(isText)) return undefined
    return inside.map((node) => (isText(node) ? textAs(name, data, node) : node))
  }

const kept = new Set(["align", "id"])

/** The text as another kind of text; a heading keeps its anchor. */
const textAs = (name: string, data: Data, node: Node): Node => {
  const isHeading = name !== "paragraph"
  const own = Object.entries(dataOf(node)).filter(([field]) => kept.has(field) && (isHeading || field !== "id"))
  return nodeType(name).create({ key: node.attrs["key"], data: { ...Object.fromEntries(own), ...data } }, node.content)
}

/** Lines of code: the text without marks. Undefined where something in it is no text, or has a note. */
export const intoCode: Into = (blocks) => {
  const [only] = blocks
  if (blocks.length === 1 && isCode(only!)) return blocks
  const lines = contentOf(blocks).map((node) => (isText(node) ? plainText(node) : undefined))
  if (!lines.every((line) => line !== undefined)) return undefined
  const code = lines.flatMap((line) => line.split("\n")).map(codeLine)
  return [schema.node("code_block", null, code)]
}

export const codeLine = (text: string): Node => schema.node("code_line", null, text === "" ? [] : [schema.text(text)])

/** The text that the content of a node is, where it is nothing but text. */
export const plainText = (node: Node): string | undefined => {
  let text = ""
  for (const { attrs, isText, marks, text: own, type } of node.children) {
    if (marks.some((mark) => mark.type.name === "annotation")) return undefined
    if (isText) text += own!
    else if (type.name === "hard_break") text += "\n"
    else if (type.name === "raw") text += String(attrs["source"])
    else {
      const said = inlineText(type.name, attrs["data"] as Data)
      if (said === undefined) return undefined
      text += said
    }
  }
  return text
}

const inlineText = (name: string, data: Data = {}): string | undefined => {
  switch (name) {
    case "emoji":
      return emojiOf(textOf(data, "code") ?? "")
    case "expression":
      return textOf(data, "expression")
    case "inline_math":
      return textOf(data, "formula")
    default:
      return undefined
  }
}

// ---------------------------------------------------------------- blocks around blocks

/** A list with an item for each block; a list changes its kind. */
export const intoList =
  (name: string): Into =>
  (blocks) => {
    const [only] = blocks
    const isTask = name === "list_tasks"
    const items =
      blocks.length === 1 && isList(only!)
        ? only!.children.map((item) => itemAs(item, isTask))
        : contentOf(blocks).map((node) => {
            const own = isText(node) ? textAs("paragraph", {}, node) : node
            return nodeType("list_item").create({ data: isTask ? { checked: false } : {} }, [own])
          })
    return items.length === 0 ? undefined : [schema.node(name, null, items)]
  }

const itemAs = (item: Node, isTask: boolean): Node => {
  const { checked, ...data } = dataOf(item)
  const box = isTask ? { checked: typeof checked === "boolean" ? checked : false } : {}
  return item.type.create({ ...item.attrs, data: { ...data, ...box } }, item.content)
}

/** A block around them: a quotation, a hint, a condition. */
export const intoSoft =
  (name: string, data: Data = {}): Into =>
  (blocks) => {
    const [only] = blocks
    if (blocks.length === 1 && only!.type.name === name) return blocks
    return [schema.node(name, { data }, [...contentOf(blocks)])]
  }

/** An expandable: the first text is its title. */
export const intoExpandable: Into = (blocks) => {
  const [only] = blocks
  if (blocks.length === 1 && only!.type.name === "expandable") return blocks
  const [first, ...rest] = contentOf(blocks)
  const isTitle = first !== undefined && isText(first)
  const title = schema.node("expandable_title", null, isTitle ? first.content : undefined)
  const body = isTitle || first === undefined ? rest : [first, ...rest]
  return [schema.node("expandable", null, [title, ...(body.length === 0 ? [paragraph()] : body)])]
}

/** A part for each heading, or one part. */
export const intoParts =
  (name: string, part: string, least = 1): Into =>
  (blocks) => {
    const [only] = blocks
    if (blocks.length === 1 && only!.type.name === name) return blocks
    const parts: Node[][] = []
    for (const node of contentOf(blocks)) {
      if (parts.length === 0 || (node.type.name.startsWith("heading_") && name !== "columns")) parts.push([node])
      else parts[parts.length - 1]!.push(node)
    }
    const made = parts.map((content) => partOf(part, content))
    while (made.length < least) made.push(schema.node(part, null, [paragraph()]))
    return [schema.node(name, null, made)]
  }

/** A tab takes its title from a plain heading; a step has its heading in it. */
const partOf = (part: string, content: ReadonlyArray<Node>): Node => {
  const [first, ...rest] = content
  const title = part === "tabs_item" && first!.type.name.startsWith("heading_") ? titleOf(first!) : undefined
  if (title === undefined) return schema.node(part, null, [...content])
  return schema.node(part, { data: { title } }, rest.length === 0 ? [paragraph()] : rest)
}

const titleOf = (node: Node): string | undefined => {
  const isPlain = node.children.every(({ isText, marks }) => isText && marks.length === 0)
  const text = node.textContent
  return isPlain && text.trim() === text && text !== "" ? text : undefined
}
