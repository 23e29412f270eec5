/** Mixed content: telling blocks from inlines, and making either of a mixture. */
import type { Block, Content, Image, Images, Inline, Paragraph } from "./ast.ts"
import { isBlockTag } from "./html-tags.ts"

/** Types of nodes that stand in running text; tags of HTML do as their names say. */
export const inlineTypes: ReadonlySet<string> = new Set([
  "text",
  "emphasis",
  "strong",
  "delete",
  "inlineCode",
  "break",
  "link",
  "image",
  "footnoteReference",
  "mark",
  "sub",
  "sup",
  "kbd",
  "button",
  "icon",
  "emoji",
  "expression",
  "mention",
  "inlineMath",
  "html",
  "comment"
])

/** Comments and stray HTML count as inline here: they join whatever they stand in. */
export const isBlock = (node: Content): node is Block =>
  node.type === "htmlElement" ? isBlockTag(node.tag) : !inlineTypes.has(node.type)

const isNeutral = (node: Content): boolean => node.type === "comment" || node.type === "html"

const isBlankText = (node: Content): boolean => node.type === "text" && trimStart(node.value) === ""

/**
 * Blocks of mixed content: each run of inlines becomes a paragraph, a run of one image an image block; runs of
 * nothing but comments stay as they are, white space between blocks goes.
 */
export const toBlocks = (nodes: ReadonlyArray<Content>): Block[] => {
  const blocks: Block[] = []
  let run: Inline[] = []
  const flush = (): void => {
    const inlines = trimInlines(run)
    run = []
    if (inlines.every(isNeutral)) for (const node of inlines) blocks.push(node as Block)
    else blocks.push(makeParagraph(inlines))
  }
  for (const node of nodes) {
    if (isBlock(node)) {
      if (run.length > 0) flush()
      blocks.push(node)
    } else {
      run.push(node)
    }
  }
  if (run.length > 0) flush()
  return blocks
}

/** A paragraph, or the image block that a lone image makes. */
export const makeParagraph = (inlines: Inline[]): Paragraph | Images => {
  const position = { start: inlines[0]!.position.start, end: inlines[inlines.length - 1]!.position.end }
  const only = inlines[0]!
  if (inlines.length === 1 && only.type === "image" && only.size === undefined) return makeImages(only)
  const link = inlines.length === 1 && only.type === "link" && only.children.length === 1 ? only : undefined
  const linked = link?.children[0]
  if (link !== undefined && linked?.type === "image" && linked.size === undefined) {
    const images = makeImages(linked)
    images.position = position
    images.children[0]!.href = link.url
    images.children[0]!.position = link.position
    return images
  }
  return { type: "paragraph", children: inlines, position }
}

export const makeImages = (image: Image): Images => {
  const { url, darkUrl, alt, title, width, height, drawing, position } = image
  return {
    type: "images",
    children: [
      {
        type: "imagesItem",
        src: url,
        ...(darkUrl !== undefined && { darkSrc: darkUrl }),
        ...(alt !== "" && { alt }),
        ...(title !== undefined && { title }),
        ...(width !== undefined && { width }),
        ...(height !== undefined && { height }),
        ...(drawing === true && { drawing }),
        children: [],
        position
      }
    ],
    position
  }
}

/** HTML's white space only: a no-break space is content. */
const trimStart = (text: string): string => text.replace(/^[ \t\n\f\r]+/, "")

const trimEnd = (text: string): string => {
  let end = text.length
  while (end > 0 && " \t\n\f\r".includes(text[end - 1]!)) end--
  return text.slice(0, end)
}

/** Without white space at the start and at the end, also inside of the first and last text. */
export const trimInlines = (inlines: ReadonlyArray<Inline>): Inline[] => {
  let start = 0
  let end = inlines.length
  while (start < end && isBlankText(inlines[start]!)) start++
  while (end > start && isBlankText(inlines[end - 1]!)) end--
  const trimmed = inlines.slice(start, end)
  const first = trimmed[0]
  if (first?.type === "text") trimmed[0] = { ...first, value: trimStart(first.value) }
  const last = trimmed[trimmed.length - 1]
  if (last?.type === "text") trimmed[trimmed.length - 1] = { ...last, value: trimEnd(last.value) }
  return trimmed
}

/** Whether `toInlines` would leave something out. */
export const losesBlocks = (nodes: ReadonlyArray<Content>): boolean =>
  nodes.some((node) => {
    if (!isBlock(node) || node.type === "paragraph" || node.type === "heading") return false
    return node.type !== "htmlElement" || losesBlocks(node.children)
  })

/** Inlines of mixed content: paragraphs and headings give up their wrapping, other blocks are left out. */
export const toInlines = (nodes: ReadonlyArray<Content>): Inline[] => {
  const inlines: Inline[] = []
  for (const node of nodes) {
    if (!isBlock(node)) {
      inlines.push(node)
    } else if (node.type === "paragraph" || node.type === "heading") {
      const at = node.position.start
      if (inlines.length > 0) inlines.push({ type: "text", value: " ", position: { start: at, end: at } })
      for (const child of node.children) inlines.push(child)
    } else if (node.type === "htmlElement") {
      for (const child of toInlines(node.children)) inlines.push(child)
    }
  }
  return trimInlines(inlines)
}
