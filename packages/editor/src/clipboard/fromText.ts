/** Plain text as blocks: Markdown where it looks like it, rows of a spreadsheet, lines. */
import type { RichReferences } from "@octavo/document/rich/model"
import { readSnippet } from "@octavo/document/rich/snippet"
import { Fragment, type Node } from "prosemirror-model"
import { paragraph } from "../commands/nodes.ts"
import { schema } from "../schema/schema.ts"
import { toEditor } from "../toEditor/index.ts"
import { storable } from "./collector.ts"
import type { FindRef } from "./fromHtml.ts"
import { pastedTable } from "./pastedTable.ts"

/** The blocks that a plain text is. */
export const blocksOfText = (given: string, refOf: FindRef): Node[] => {
  const text = storable(given).replace(/\r\n?/g, "\n")
  return tableOf(text) ?? (looksLikeMarkdown(text) ? blocksOfMarkdown(text, refOf) : linesOf(text))
}

/** Whether a text has something that people write for Markdown alone. */
export const looksLikeMarkdown = (text: string): boolean =>
  blockSigns.test(text) || inlineSigns.some((sign) => sign.test(text))

const blockSigns =
  /^ {0,3}(?:#{1,6} \S|[-*+] \S|\d{1,9}[.)] \S|> ?\S|```|~~~|\||\{% |<details|<figure|<table|\$\$$|(?:\*\*\*|---|___)$)/m

const inlineSigns = [/\*\*[^\s*]/, /`[^`\n]+`/, /\]\([^\s)]/, /\[\^[\w-]+\]/, /~~[^\s~]/]

export const blocksOfMarkdown = (text: string, refOf: FindRef): Node[] => {
  const references: RichReferences = { refOf, hrefOf: () => undefined }
  const document = toEditor({ object: "document", data: {}, nodes: readSnippet(text, references) })
  return lowered(document.children.map(readable))
}

/**
 * Files and reusable contents go by the paths of the repository that the text is of. Where these lead is not known here,
 * and might be known to the page: they are texts.
 */
const readable = (node: Node): Node => {
  if (node.type.name === "raw_tag") {
    const source = String(node.attrs["source"])
    return /^\{% *(?:file|include)\b/.test(source) ? paragraph([schema.text(source.replace(/\s+/g, " "))]) : node
  }
  return node.isTextblock || node.isLeaf ? node : node.copy(Fragment.from(node.children.map(readable)))
}

/** A title of the text is no title of the page: headings go down a level where there is one. */
const lowered = (blocks: ReadonlyArray<Node>): Node[] => {
  const isTitle = ({ attrs, type }: Node): boolean => type.name === "heading_1" && attrs["data"].depth === 1
  if (!blocks.some(isTitle)) return [...blocks]
  return blocks.map((node) => {
    const level = /^heading_(\d)$/.exec(node.type.name)?.[1]
    if (level === undefined) return node
    const { depth, ...data } = node.attrs["data"] as { depth?: number }
    const to = Math.min(6, (depth ?? Number(level) + 1) + 1)
    const type = schema.nodes[`heading_${Math.min(4, to) - 1}`]!
    return type.create({ ...node.attrs, data: to > 4 ? { ...data, depth: to } : data }, node.content)
  })
}

/** Paragraphs between blank lines, line breaks in them. */
const linesOf = (text: string): Node[] =>
  text
    .split(/\n[ \t]*\n/)
    .map((part) => part.replace(/^\n+/, "").trimEnd())
    .filter((part) => part !== "")
    .map((part) =>
      paragraph(
        part
          .split("\n")
          .map((line) => line.replace(/[ \t]+/g, " ").trim())
          .flatMap((line, index) => [
            ...(index > 0 ? [schema.node("hard_break")] : []),
            ...(line === "" ? [] : [schema.text(line)])
          ])
      )
    )

/** A table of lines of which each has as many tabs; as spreadsheets give it, with quotes around cells of several lines. */
const tableOf = (text: string): Node[] | undefined => {
  const rows = rowsOf(text)
  const width = rows?.[0]?.length ?? 0
  if (rows === undefined || width < 2 || rows.length < 2 || rows.some((row) => row.length !== width)) return undefined
  const table = pastedTable(rows.map((row) => row.map((cell) => ({ blocks: linesOf(cell), colspan: 1, rowspan: 1 }))))
  return table && [table]
}

/** The rows; undefined as soon as one has no tab, which is the rule. */
const rowsOf = (text: string): string[][] | undefined => {
  const rows: string[][] = []
  let row: string[] = []
  const end = text.trimEnd().length
  // a blank cell at the end of the last row is one
  const last = text.endsWith("\n") ? text.length - 1 : text.length
  for (let at = 0; at <= last; ) {
    const { cell, next } = cellAt(text, at, last)
    row.push(cell)
    at = next + 1
    if (next < last && text[next] === "\t") continue
    if (row.length < 2 && next < end) return undefined
    rows.push(row)
    row = []
  }
  return rows
}

const cellAt = (text: string, at: number, last: number): { readonly cell: string; readonly next: number } => {
  if (text[at] === '"') {
    let close = text.indexOf('"', at + 1)
    while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
    const behind = text[close + 1]
    if (close !== -1 && (close + 1 >= last || behind === "\t" || behind === "\n")) {
      return { cell: text.slice(at + 1, close).replaceAll('""', '"'), next: close + 1 }
    }
  }
  let next = at
  while (next < last && text[next] !== "\t" && text[next] !== "\n") next++
  return { cell: text.slice(at, next), next }
}
