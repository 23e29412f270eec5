/** Footnotes of a text whose annotations were edited: a note that says something else, and one that nobody refers to. */
import type { FootnoteDefinition, Node, Root } from "../ast.ts"
import { parsePage } from "../parse.ts"
import { type BlockEdit, replaceBlocks } from "../print/replace.ts"
import { childrenOf } from "../visit.ts"
import { footnotesIn } from "./context.ts"
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
      uses.set(identifierOf(label), [...(uses.get(identifierOf(label)) ?? []), use])
    }
    node.nodes?.forEach((child, index) => void walk(child, [...path, "nodes", index]))
    if (node.object !== "fragment")
      node.fragments?.forEach((fragment, index) => void walk(fragment, [...path, "fragments", index]))
  }
  nodes.forEach((node, index) => void walk(node, [index]))
  return uses
}

/** The text without notes that were referred to before and are no more, one within another too. */
export const withoutLeftNotes = (before: Root, text: string): string => {
  const referred = referencesIn(before)
  if (referred.size === 0) return text
  for (let out = text; ; ) {
    const { root } = parsePage(out)
    const now = referencesIn(root)
    const edits = Array.from(footnotesIn(root.children)).flatMap(([identifier, { position }]): BlockEdit[] =>
      referred.has(identifier) && !now.has(identifier) ? [{ span: position, nodes: [] }] : []
    )
    const next = edits.length === 0 ? out : replaceBlocks(out, edits, root)
    if (next.length >= out.length) return out
    out = next
  }
}

/** Identifiers of the notes that something refers to beside themselves. */
const referencesIn = (root: Root): ReadonlySet<string> => {
  const found = new Set<string>()
  const walk = (node: Node, within: string | undefined): void => {
    if (node.type === "footnoteReference" && node.identifier !== within) found.add(node.identifier)
    const inside = node.type === "footnoteDefinition" ? node.identifier : within
    for (const child of childrenOf(node)) walk(child, inside)
  }
  walk(root, undefined)
  return found
}
