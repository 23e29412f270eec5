/** The sentence that a page begins with: what it is about, where its author has not said so. */

import { makeLru } from "@octavo/core/kernel/shared/lru"
import { childrenOf, type Node, type Paragraph, type Root, visit } from "@octavo/document"
import { isBlank, plainText } from "./text.ts"

/** Search engines show about as much. */
const longest = 200
/** A sentence that is shorter takes the next one along. */
const shortest = 60
/** Of a paragraph as much is read. */
const mostRead = 1_000

/** What stands in a page beside its text. */
const apart: ReadonlySet<Node["type"]> = new Set(["table", "richTable", "expandable", "tabs", "update", "blockquote"])

/** A cache of what finds the ends of sentences, by language. */
const segmenters = makeLru<Intl.Segmenter>(256 * 1024, "sentences")
/** Bytes of one, about. */
const segmenterBytes = 16 * 1024

const segmenterOf = (language: string): Intl.Segmenter => {
  const known = segmenters.get(language)
  if (known !== undefined) return known
  const made = new Intl.Segmenter(language, { granularity: "sentence" })
  segmenters.set(language, made, segmenterBytes)
  return made
}

const hasExpression = (node: Node): boolean =>
  node.type === "expression" || childrenOf(node).some((child) => hasExpression(child))

/** Whether a paragraph says something by itself: not a lone picture, link or button, nor what differs by its reader. */
const isProse = (paragraph: Paragraph): boolean =>
  !isBlank(paragraph.children) &&
  paragraph.children.some((node) => node.type === "text" && /\p{L}/u.test(node.value)) &&
  !hasExpression(paragraph)

const firstParagraph = (root: Root): Paragraph | undefined => {
  const atTop = root.children.find((node): node is Paragraph => node.type === "paragraph" && isProse(node))
  if (atTop !== undefined) return atTop
  let found: Paragraph | undefined
  visit(root, (node) => {
    if (found === undefined && node.type === "paragraph" && isProse(node)) found = node
    return found === undefined && !apart.has(node.type)
  })
  return found
}

/** A text cut between words. */
const cut = (text: string): string => {
  if (text.length <= longest) return text
  const end = text.lastIndexOf(" ", longest - 1)
  return `${text.slice(0, end < shortest ? longest - 1 : end).replace(/[\s,;:.\ud800-\udbff]$/, "")}…`
}

/** The first sentence of a page as plain text, or its first two where that one is short; `undefined` without text. */
export const firstSentence = (root: Root, language: string): string | undefined => {
  const paragraph = firstParagraph(root)
  if (paragraph === undefined) return undefined
  const words = paragraph.children.filter(({ type }) => type !== "image" && type !== "footnoteReference")
  const text = plainText(words).slice(0, mostRead)
  let taken = ""
  for (const { segment } of segmenterOf(language).segment(text)) {
    if (taken !== "" && taken.length + segment.trimEnd().length > longest) break
    taken += segment
    if (taken.length >= shortest) break
  }
  return cut(taken.trim()) || undefined
}
