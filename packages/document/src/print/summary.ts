/**
 * Writes `SUMMARY.md` (`docs/contributing/dialect.md#table-of-contents`). A table of contents that exists changes by the fewest lines: whatever else it says
 * stays byte for byte where it is.
 */

import { titleToSlug } from "../slug.ts"
import { parseSummary, type SummaryEntry } from "../summary.ts"
import { editSummary } from "./summary-edit.ts"
import { bulletLines, groupLine, keyOf, pathKey, type SummaryNode } from "./summary-lines.ts"

export type { SummaryNode } from "./summary-lines.ts"

/**
 * The table of contents for `after`.
 * @param previous its text so far, which says what `before` says; empty for a new one
 */
export const printSummary = (
  previous: string,
  before: ReadonlyArray<SummaryNode>,
  after: ReadonlyArray<SummaryNode>
): string => {
  const said = [parseSummary(previous).entries, after].map((tree) => JSON.stringify([meaning(tree), slugs(tree)]))
  if (said[0] === said[1]) return previous
  if (previous.trim() === "") return printAnew(after, previous)
  const edited = editSummary(previous, before, after)
  // lines that people wrote may nest in ways that no edit of a line respects: then the whole is written anew
  return says(edited, after, previous, before) ? edited : printAnew(after, previous)
}

/** With the byte order mark and the line ends that the text had. */
const printAnew = (nodes: ReadonlyArray<SummaryNode>, previous: string): string => {
  const lines = ["# Table of contents", ""]
  const outermost = new Set(nodes)
  let inGroup = false
  const walk = (list: ReadonlyArray<SummaryNode>, indent: string): void => {
    for (const node of list) {
      if (node.kind === "group") {
        if (lines.at(-1) !== "") lines.push("")
        lines.push(groupLine(node), "")
        inGroup = true
        walk(node.children, "")
        continue
      }
      if (inGroup && indent === "" && outermost.has(node)) {
        if (lines.at(-1) !== "") lines.push("")
        lines.push("***", "")
        inGroup = false
      }
      lines.push(...bulletLines(node, indent, "*"))
      walk(node.children, `${indent}  `)
    }
  }
  walk(nodes, "")
  while (lines.at(-1) === "") lines.pop()
  const newline = /\r?\n/.exec(previous)?.[0] ?? "\n"
  return (previous.startsWith("\uFEFF") ? "\uFEFF" : "") + lines.map((line) => line + newline).join("")
}

/** The meaning of a tree, as far as lines can carry it. */
const meaning = (nodes: ReadonlyArray<SummaryNode | SummaryEntry>): unknown =>
  nodes.map((node) => [
    node.kind,
    node.title,
    node.emoji ?? "",
    node.linkLabel ?? "",
    node.path === undefined ? "" : pathKey(node.path),
    node.anchor ?? "",
    node.href ?? "",
    node.computed === undefined ? "" : keyOf(node),
    meaning(node.children)
  ])

/** Of groups. One that is told apart from another by a number may be written without it. */
const slugs = (nodes: ReadonlyArray<SummaryNode | SummaryEntry>): ReadonlyArray<string> =>
  nodes.flatMap(({ kind, slug, title }) => (kind === "group" ? [slug || titleToSlug(title)] : []))

/** Whether the text says what the tree says, beside the entries that the old text had and its tree did not. */
const says = (
  text: string,
  after: ReadonlyArray<SummaryNode>,
  previous: string,
  before: ReadonlyArray<SummaryNode>
): boolean => {
  const foreign = count(parseSummary(previous).entries) - count(before)
  const entries = parseSummary(text).entries
  if (foreign === 0) return JSON.stringify(meaning(entries)) === JSON.stringify(meaning(after))
  // some of them may have become those of pages
  const more = count(entries) - count(after)
  return more >= 0 && more <= foreign
}

const count = (nodes: ReadonlyArray<SummaryNode | SummaryEntry>): number =>
  nodes.reduce((sum, { children }) => sum + 1 + count(children), 0)
