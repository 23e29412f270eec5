/** What is pasted, as content of the editor. */
import type { RichRef } from "@octavo/document/rich/model"
import { Fragment, type Node, Slice } from "prosemirror-model"
import { blocksOfHtml, type FindRef } from "./fromHtml.ts"
import { blocksOfText, looksLikeMarkdown } from "./fromText.ts"
import { type HtmlElement, parseHtml } from "./html.ts"
import { blocksOrProblem, mostHtml, problemOfText } from "./limits.ts"

export interface Clipboard {
  readonly html?: string | undefined
  readonly text?: string | undefined
}

export interface PasteOptions {
  /** What an address of this installation leads to. */
  readonly refOf?: (url: string) => RichRef | undefined
  /** How much is on the page already. */
  readonly size?: number
  /** Hears why something is not pasted, in words for a person. */
  readonly onProblem?: (problem: string) => void
}

/** What is pasted, or why it cannot be, in words for a person. */
export const readPaste = (
  { html = "", text = "" }: Clipboard,
  { refOf = () => undefined, size = 0 }: PasteOptions = {}
): { readonly slice: Slice } | { readonly problem: string } => {
  const early = problemOfText({ html, text }, size)
  if (early !== undefined) return { problem: early }
  const read = blocksOrProblem(() => blocksOf(html, text, refOf), size)
  return "problem" in read ? read : { slice: openSlice(read.blocks) }
}

/** The content of the clipboard; undefined where it cannot be pasted. */
export const pasted = (clipboard: Clipboard, options: PasteOptions = {}): Slice | undefined => {
  const read = readPaste(clipboard, options)
  return "slice" in read ? read.slice : undefined
}

const blocksOf = (html: string, text: string, refOf: FindRef): Node[] => {
  const isUseful = html !== "" && html.length <= mostHtml && !(looksLikeMarkdown(text) && isPlain(parseHtml(html)))
  const blocks = isUseful ? blocksOfHtml(html, refOf) : []
  return blocks.length > 0 ? blocks : blocksOfText(text, refOf)
}

/** Whether HTML says nothing but lines: what editors of code give for the text that is in them. */
const isPlain = ({ children }: HtmlElement): boolean =>
  children.every((child) => typeof child === "string" || (plain.has(child.tag) && isPlain(child)))

const plain = new Set(["html", "body", "meta", "div", "span", "br", "p", "pre", "font"])

/** Text at the ends joins what it is pasted into. */
const openSlice = (blocks: ReadonlyArray<Node>): Slice => {
  const isParagraph = (node: Node | undefined): boolean => node?.type.name === "paragraph"
  return new Slice(Fragment.from([...blocks]), isParagraph(blocks[0]) ? 1 : 0, isParagraph(blocks.at(-1)) ? 1 : 0)
}
