/** Writing a structured document: into a text that is there, of which only what differs is printed anew. */
import type { Block, FootnoteDefinition, Root } from "../ast.ts"
import { parsePage, titleHeading } from "../parse.ts"
import { printBlocks } from "../print/blocks.ts"
import { newlineOf } from "../print/lines.ts"
import { type BlockEdit, replaceBlocks } from "../print/replace.ts"
import { escapeTitle } from "../print/title.ts"
import { footnotesIn, makeContext } from "./context.ts"
import { BlockEdits } from "./edits.ts"
import { blockOf } from "./from-blocks.ts"
import { withKeys } from "./keys.ts"
import { saysSameLetters } from "./letters.ts"
import { sameBlocks } from "./match.ts"
import { isBlankParagraph, type RichBlock, type RichDocument, type RichProblem, type RichReferences } from "./model.ts"
import { editedNotes, identifierOf, withoutLeftNotes } from "./notes.ts"
import { type RichOptions, readDocument } from "./read.ts"
import { type RichLimits, readShape } from "./shape.ts"
import { blockNodes, unitOf } from "./to-blocks.ts"
import { Refused, WriteContext } from "./write-context.ts"

export interface WriteDocumentOptions extends Pick<RichOptions, "titled"> {
  /** The text as it is now: frontmatter, title and every block that did not change keep their bytes. Default empty. */
  readonly base?: string
  /** Title of the page: written in front where a block would be taken for it, that is a heading of level one. */
  readonly title?: string | undefined
  readonly limits?: RichLimits
  /** What Markdown cannot hold as it is gets the nearest form that says the same letters, and is refused where there is none. */
  readonly nearest?: boolean | undefined
}

/**
 * The Markdown of a document, or why it cannot be written. What comes out reads back as the same document: what
 * Markdown cannot hold is refused, or has the nearest form. Blocks are known by their keys, else by what they say. Never
 * throws.
 */
export const writeDocument = (
  value: unknown,
  references: RichReferences,
  options: WriteDocumentOptions = {}
): { readonly text: string } | { readonly problem: RichProblem } => {
  const document = readShape(value, options.limits)
  if ("path" in document) return { problem: document }
  try {
    return written(document, references, options)
  } catch (error) {
    if (error instanceof Refused) return { problem: error.problem }
    throw error
  }
}

const written = (
  document: RichDocument,
  references: RichReferences,
  options: WriteDocumentOptions
): { readonly text: string } | { readonly problem: RichProblem } => {
  const { titled = true } = options
  const wanted = document.nodes.filter((node) => !isBlankParagraph(node))
  const hasFirstLevel = wanted.some(({ data, type }) => type === "heading-1" && data?.["depth"] === 1)
  const needsTitle = titled && hasFirstLevel && options.title !== undefined
  const base = needsTitle ? withTitle(options.base ?? "", options.title) : (options.base ?? "")
  const { root } = parsePage(base)
  const title = titled ? titleHeading(root) : undefined
  const definitions = footnotesIn(root.children)
  const reading = makeContext(base, (identifier) => definitions.get(identifier), references, blockNodes)
  const siblings = root.children
  const lengths: number[] = []
  const flat: RichBlock[] = []
  for (const node of siblings) {
    const unit = node === title ? [] : unitOf(node, reading)
    lengths.push(unit.length)
    for (const one of unit) flat.push(one)
  }
  const keyed = withKeys(flat)
  const notes = editedNotes(document.nodes, definitions, reading.footnote)
  const writeOptions = {
    labels: labelsIn(base, definitions.values()),
    bodyOf: (label: string) => notes.get(identifierOf(label))?.wanted ?? reading.footnote(identifierOf(label)),
    hasTitle: title !== undefined || !titled || !hasFirstLevel
  }
  const places = numbers(document.nodes)
  let problem: RichProblem | undefined
  let near: string | undefined
  for (const way of ways) {
    const writing = new WriteContext(references, writeOptions)
    const edits = new BlockEdits(base, reading, writing, way)
    writing.at("nodes", () => edits.siblings({ nodes: siblings, lengths, keyed, first: title }, wanted, places))
    const now = new Map(definitions)
    for (const [identifier, note] of notes) now.set(identifier, edits.note(note))
    if (edits.isEmpty) return { text: base }
    const text = withoutLeftNotes(root, withFootnotes(applied(base, root, edits), writing.definitions))
    const read = readDocument(text, references, { titled }).nodes
    const different = differenceOf(read, wanted, places, (block, place) =>
      meaningOf(block, place, references, new WriteContext(references, writeOptions), now)
    )
    if (different === undefined) return { text }
    if (options.nearest === true && near === undefined && saysSameLetters(read, wanted)) near = text
    problem ??= {
      path: `nodes.${different}`,
      message: "Markdown cannot hold this: it would read back as something else"
    }
  }
  return near === undefined ? { problem: problem! } : { text: near }
}

/** Labels that a new note cannot have: those of notes, and those of no note, which are text until there is one. */
const labelsIn = (text: string, definitions: Iterable<FootnoteDefinition>): ReadonlySet<string> => {
  const labels = new Set(Array.from(definitions, ({ label }) => label.toLowerCase()))
  for (const [, label] of text.matchAll(/\[\^([^\s[\]\\]+)\]/g)) labels.add(label!.toLowerCase())
  return labels
}

/** The text with a title above its blocks, if it has none. */
const withTitle = (text: string, title: string): string => {
  const { frontmatter, root } = parsePage(text)
  if (titleHeading(root) !== undefined || title.trim() === "") return text
  const newline = newlineOf(text)
  const start = root.children[0]?.position.start ?? text.length
  const at = Math.max(text.lastIndexOf("\n", start - 1) + 1, frontmatter?.position.end ?? 0)
  const before = text.slice(0, at)
  const gap = frontmatter === undefined || /\n[ \t]*\r?\n$/.test(before) ? "" : newline
  const rest = text.slice(at)
  const below = rest === "" ? "" : newline + rest
  return `${before}${gap}# ${escapeTitle(title.replace(/\s+/g, " ").trim())}${newline}${below}`
}

/** How blocks are edited: with as little change as reads back right. */
const ways = [
  { isNested: true, keepsForm: true },
  { isNested: true, keepsForm: false },
  { isNested: false, keepsForm: false },
  { isNested: false, keepsForm: false, isJoined: true }
]

/** Places in the JSON of the blocks that count. */
const numbers = (nodes: ReadonlyArray<RichBlock>): number[] =>
  nodes.flatMap((node, index) => (isBlankParagraph(node) ? [] : [index]))

/** What a block says, in the form in which it is read. */
const meaningOf = (
  block: RichBlock,
  place: number,
  references: RichReferences,
  writing: WriteContext,
  definitions: ReadonlyMap<string, FootnoteDefinition>
): RichBlock | undefined => {
  const blocks = writing.at("nodes", () => writing.at(place, () => blockOf(block, writing)))
  const added = footnotesIn(writing.definitions)
  const find = (identifier: string) => added.get(identifier) ?? definitions.get(identifier)
  return blockNodes(blocks, makeContext("", find, references, blockNodes))[0]
}

/** Place of the first block that does not read back as what it was said to be. */
const differenceOf = (
  read: ReadonlyArray<RichBlock>,
  wanted: ReadonlyArray<RichBlock>,
  places: ReadonlyArray<number>,
  meaning: (block: RichBlock, place: number) => RichBlock | undefined
): number | undefined => {
  const at = wanted.findIndex((block, index) => {
    const one = read[index]
    if (one === undefined) return true
    return !sameBlocks([one], [block]) && !agrees(one, block, meaning(block, places[index]!))
  })
  if (at === -1 && read.length === wanted.length) return undefined
  return places[at === -1 ? wanted.length - 1 : at] ?? 0
}

/** Whether a block reads as it is, or as it is meant; one that holds blocks, whether each of them does. */
const agrees = (read: RichBlock, wanted: RichBlock, meant: RichBlock | undefined): boolean => {
  if (meant === undefined) return false
  if (sameBlocks([read], [meant]) || sameBlocks([read], [wanted])) return true
  const [own, said, right] = [read, wanted, meant].map(({ nodes = [] }) => nodes)
  if (own!.length === 0 || own!.length !== said!.length || own!.length !== right!.length) return false
  if (!sameBlocks([{ ...read, nodes: [] }], [{ ...meant, nodes: [] }])) return false
  return own!.every((one, index) => {
    const [a, b] = [said![index]!, right![index]!]
    return one.object === "block" && a.object === "block" && b.object === "block" && agrees(one, a, b)
  })
}

const applied = (base: string, root: Root, edits: BlockEdits): string => {
  if (root.children.length > 0) return replaceBlocks(base, edits.all, root)
  const printed = printBlocks(edits.added)
  if (printed === "") return base
  const newline = newlineOf(base)
  const gap =
    base === "" || base === "\uFEFF"
      ? ""
      : /\n[ \t]*\r?\n$/.test(base)
        ? ""
        : base.endsWith("\n")
          ? newline
          : newline + newline
  return base + gap + `${printed}\n`.replaceAll("\n", newline)
}

/** Footnotes stand at the end. */
const withFootnotes = (text: string, definitions: ReadonlyArray<Block>): string => {
  if (definitions.length === 0) return text
  const { root } = parsePage(text)
  const end = root.children[root.children.length - 1]?.position.end ?? text.length
  const edit: BlockEdit = { span: { start: end, end }, nodes: definitions }
  return replaceBlocks(text, [edit])
}
