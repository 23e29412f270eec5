/** A page as a structured document. */
import { type ParsedPage, parsePage, titleHeading } from "../parse.ts"
import { footnotesIn, makeContext } from "./context.ts"
import { withKeys } from "./keys.ts"
import type { RichDocument, RichReferences } from "./model.ts"
import { blockNodes, unitOf } from "./to-blocks.ts"

export interface RichOptions {
  /** The first heading of level one is the title of a page, and no part of its document. Default true. */
  readonly titled?: boolean
  /** The text parsed, where a caller has it. */
  readonly parsed?: ParsedPage
}

/**
 * The document of a Markdown text: frontmatter and title apart, everything that it shows. Never throws, linear in the
 * length of the text. Blocks have keys that stay when other blocks change.
 */
export const readDocument = (
  text: string,
  references: RichReferences,
  { parsed, titled = true }: RichOptions = {}
): RichDocument => {
  const { root } = parsed ?? parsePage(text)
  const title = titled ? titleHeading(root) : undefined
  const footnotes = text.includes("[^") ? footnotesIn(root.children) : new Map<string, never>()
  const context = makeContext(text, (identifier) => footnotes.get(identifier), references, blockNodes)
  const nodes = root.children.flatMap((node) => (node === title ? [] : unitOf(node, context)))
  return { object: "document", data: {}, nodes: withKeys(nodes) }
}
