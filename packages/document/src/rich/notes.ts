/** Footnotes of a text whose annotations were edited: a note that says something else, and one that nobody refers to. */
import type { FootnoteDefinition, Node, Root } from "../ast.ts"
import { parsePage } from "../parse.ts"
import { type BlockEdit, replaceBlocks } from "../print/replace.ts"
import { childrenOf } from "../visit.ts"
import { sameBlocks } from "./match.ts"
import type { RichBlock, RichContent, RichFragment } from "./model.ts"

/** A note that has another body now. */
export interface EditedNote {
  readonly definition: FootnoteDefinition
  readonly before: ReadonlyArray<RichBlock>
  readonly wanted: ReadonlyArray<RichBlock>
  /** Where the fragment with the body stands in the JSON. */
  readonly path: ReadonlyArray<string | number>
}

/** How labels of notes are compared. */
export const identifierOf = (label: string): string => label.toLowerCase().toUpperCase()

interface Use {
  readonly body: ReadonlyArray<RichBlock>
  readonly path: ReadonlyArray<string | number>
}

/**
 * The notes of a text that annotations of a document say otherwise: all of them that name the note, and the first one
 * counts. Where one still says what the text says, those that differ become notes of their own.
 */
export const editedNotes = (
  nodes: ReadonlyArray<RichBlock>,
  definitions: ReadonlyMap<string, FootnoteDefinition>,
  bodyOf: (identifier: string) => ReadonlyArray<RichBlock> | undefined
): ReadonlyMap<string, EditedNote> => {
  const edited = new Map<string, EditedNote>()
  if (definitions.size === 0) return edited
  for (const [identifier, uses] of usesIn(nodes)) {
    const definition = definitions.get(identifier)
    const before = definition === undefined ? undefined : bodyOf(identifier)
    const [first] = uses
    if (definition === undefined || before === undefined || first === undefined) continue
    if (uses.some(({ body }) => sameBlocks(before, body))) continue
    edited.set(identifier, { definition, before, wanted: first.body, path: first.path })
  }
  return edited
}

/** Bodies of annotations by the note that they name. */
const usesIn = (nodes: ReadonlyArray<RichBlock>): ReadonlyMap<string, ReadonlyArray<Use>> => {
  const uses = new Map<string, Use[]>()
  const walk = (node: RichBlock | RichContent | RichFragment, path: ReadonlyArray<string | number>): void => {
    if (node.object === "text") return
    const label = node.object === "inline" && node.type === "annotation" ? node.data?.["label"] : undefined
    if (typeof label === "string") {
      const body = node.object === "inline" ? (node.fragments ?? []).flatMap((fragment) => fragment.nodes) : []
      const use = { body, path: [...path, "fragments", 0] }
      const known = uses.get(identifierOf(label))
      if (known === undefined) uses.set(identifierOf(label), [use])
      else known.push(use)
    }
    node.nodes?.forEach((child, index) => void walk(child, [...path, "nodes", index]))
    if (node.object !== "fragment")
      node.fragments?.forEach((fragment, index) => void walk(fragment, [...path, "fragments", index]))
  }
  nodes.forEach((node, index) => void walk(node, [index]))
  return uses
}

/** What goes may change how the rest reads: so often it is looked at again. */
const mostLooks = 4

/** The text without notes that were referred to before and are no more, those that only such notes refer to, too. */
export const withoutLeftNotes = (before: Root, text: string): string => {
  const { counts: referred } = notesIn(before)
  if (referred.size === 0) return text
  let out = text
  for (let look = 0; look < mostLooks; look++) {
    const { root } = parsePage(out)
    const edits = leftNotes(root, referred).map(({ position }): BlockEdit => ({ span: position, nodes: [] }))
    const next = edits.length === 0 ? out : replaceBlocks(out, edits, root)
    if (next.length >= out.length) return out
    out = next
  }
  return out
}

/** Notes that nothing refers to any more beside themselves and notes that go, in order. */
const leftNotes = (root: Root, referred: ReadonlyMap<string, number>): ReadonlyArray<FootnoteDefinition> => {
  const { counts, notes } = notesIn(root)
  const left: FootnoteDefinition[] = []
  const waiting = Array.from(notes.keys()).filter((identifier) => !counts.has(identifier))
  for (let identifier = waiting.pop(); identifier !== undefined; identifier = waiting.pop()) {
    if (!referred.has(identifier)) continue
    for (const { definition, references } of notes.get(identifier) ?? []) {
      left.push(definition)
      for (const other of references) {
        const count = counts.get(other)! - 1
        counts.set(other, count)
        if (count === 0) waiting.push(other)
      }
    }
  }
  return left.sort((a, b) => a.position.start - b.position.start)
}

interface Note {
  readonly definition: FootnoteDefinition
  /** The identifiers in it that are not its own, each as often as it stands there. */
  readonly references: string[]
}

/** All notes by their identifiers, and how often something refers to each beside itself. */
const notesIn = (
  root: Root
): { readonly notes: ReadonlyMap<string, ReadonlyArray<Note>>; readonly counts: Map<string, number> } => {
  const notes = new Map<string, Note[]>()
  const counts = new Map<string, number>()
  const walk = (node: Node, within: Note | undefined): void => {
    if (node.type === "footnoteReference" && node.identifier !== within?.definition.identifier) {
      counts.set(node.identifier, (counts.get(node.identifier) ?? 0) + 1)
      within?.references.push(node.identifier)
    }
    let inside = within
    if (node.type === "footnoteDefinition") {
      inside = { definition: node, references: [] }
      const known = notes.get(node.identifier)
      if (known === undefined) notes.set(node.identifier, [inside])
      else known.push(inside)
    }
    for (const child of childrenOf(node)) walk(child, inside)
  }
  walk(root, undefined)
  return { notes, counts }
}
