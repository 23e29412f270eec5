/** How much can be pasted: what a page holds, and what somebody can edit without waiting for it. */
import { Fragment, type Node } from "prosemirror-model"
import { isCell } from "../commands/nodes.ts"

/** Bytes of text that a page has at most. */
const mostBytes = 1_000_000

/** Of HTML, most of which says how things look: beyond it the plain text is taken. */
export const mostHtml = 5_000_000

/** Cells of tables that are drawn, and edited, without a wait. */
export const mostCells = 5000

/** Thrown inside of this folder only. */
export class TooManyCells extends Error {}

const tooLong = "Nothing was pasted: with it the page would be larger than 1 MB. Make several pages of it."
const tooManyCells =
  "Nothing was pasted: a table on a page has at most 5,000 cells. Paste a part of it, or add it as a file."
const nothing = "There is no text to paste."

const encoder = new TextEncoder()

interface Copied {
  readonly html: string
  readonly text: string
}

/** Why a text is not even read; undefined where it is. @param size of the page that it comes into */
export const problemOfText = ({ html, text }: Copied, size: number): string | undefined => {
  if (html === "" || html.length > mostHtml) {
    if (text.trim() === "") return html === "" ? nothing : tooLong
    return size + bytesOf(text) > mostBytes ? tooLong : undefined
  }
  if (size + shownIn(html) > mostBytes) return tooLong
  return countOf(html, /<t[dh]\b/gi) > mostCells ? tooManyCells : undefined
}

/** The blocks that a paste is, or why they are too much. */
export const blocksOrProblem = (
  make: () => ReadonlyArray<Node>,
  size: number
): { readonly blocks: ReadonlyArray<Node> } | { readonly problem: string } => {
  try {
    const blocks = make()
    const problem = blocks.length === 0 ? nothing : problemOfBlocks(Fragment.from([...blocks]), size)
    return problem === undefined ? { blocks } : { problem }
  } catch (error) {
    if (error instanceof TooManyCells) return { problem: tooManyCells }
    throw error
  }
}

/** Why what is to come into a page is too much; undefined where it is not. */
export const problemOfBlocks = (content: Fragment, size: number): string | undefined => {
  if (size + content.size > mostBytes) return tooLong
  let cells = 0
  content.descendants((node) => {
    if (isCell(node)) cells++
    return !node.isTextblock
  })
  return cells > mostCells ? tooManyCells : undefined
}

/** Characters of HTML that are no tags, comments, styles and scripts. Looks at each once. */
const shownIn = (html: string): number => {
  if (html.length <= mostBytes) return 0
  const folded = html.toLowerCase()
  // some letters are two in lower case: then places are others
  const lower = folded.length === html.length ? folded : html
  let shown = 0
  for (let at = 0; at < html.length; ) {
    const sign = html.indexOf("<", at)
    if (sign === -1) return shown + html.length - at
    shown += sign - at
    const close = closes.find(([open]) => lower.startsWith(open, sign))?.[1] ?? ">"
    const end = lower.indexOf(close, sign + 1)
    if (end === -1) return shown
    at = end + close.length
  }
  return shown
}

const closes = [
  ["<!--", "-->"],
  ["<style", "</style"],
  ["<script", "</script"]
] as const

/** Bytes as UTF-8; of what is too long anyway, at least as many as are too many. */
const bytesOf = (text: string): number => (text.length > mostBytes ? text.length : encoder.encode(text).length)

const countOf = (text: string, sign: RegExp): number => {
  let count = 0
  for (sign.lastIndex = 0; sign.exec(text) !== null; ) count++
  return count
}
