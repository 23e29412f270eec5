/** What reading a page as a document needs besides the block at hand: references, footnotes, and the source. */
import type { Block, FootnoteDefinition, Node } from "../ast.ts"
import { visit } from "../visit.ts"
import type { RichBlock, RichRef, RichReferences } from "./model.ts"

export interface ReadContext {
  readonly ref: (href: string) => RichRef
  /** A file or a URL: what images, files and specifications can be. */
  readonly mediaRef: (href: string) => RichRef
  /** The body of a footnote; undefined where it cannot be shown in place. */
  readonly footnote: (identifier: string) => ReadonlyArray<RichBlock> | undefined
  readonly slice: (node: Node) => string
  readonly references: RichReferences
}

/** The footnote of a normalised label. */
export type FindFootnote = (identifier: string) => FootnoteDefinition | undefined

/** Repeated footnotes may add this much to a document: as many characters as the text has, and some more. */
const repeated = 100_000

export const makeContext = (
  text: string,
  find: FindFootnote,
  references: RichReferences,
  read: (nodes: ReadonlyArray<Block>, context: ReadContext) => RichBlock[]
): ReadContext => {
  const ref = (href: string): RichRef => references.refOf(href) ?? { kind: "url", url: href }
  const bodies = new Map<string, ReadonlyArray<RichBlock>>()
  let budget = text.length + repeated
  let isInside = false
  const footnote = (identifier: string): ReadonlyArray<RichBlock> | undefined => {
    const definition = find(identifier)
    // footnotes of footnotes stay references: they could lead anywhere
    if (definition === undefined || isInside) return undefined
    const known = bodies.get(identifier)
    if (known !== undefined) {
      budget -= definition.position.end - definition.position.start
      return budget < 0 ? undefined : known
    }
    isInside = true
    const body = read(definition.children, context)
    isInside = false
    bodies.set(identifier, body)
    return body
  }
  const context: ReadContext = {
    ref,
    mediaRef: (href) => {
      const found = ref(href)
      return found.kind === "file" ? found : { kind: "url", url: href }
    },
    footnote,
    slice: ({ position }) => text.slice(position.start, position.end),
    references
  }
  return context
}

/** The footnotes that stand in blocks; of two with one label the first counts. */
export const footnotesIn = (nodes: ReadonlyArray<Block>): ReadonlyMap<string, FootnoteDefinition> => {
  const found = new Map<string, FootnoteDefinition>()
  for (const block of nodes) {
    visit(block, (node) => {
      if (node.type === "footnoteDefinition" && !found.has(node.identifier)) found.set(node.identifier, node)
      return node.type !== "paragraph"
    })
  }
  return found
}
