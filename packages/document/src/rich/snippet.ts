/** A piece of Markdown as blocks and back, without a page around it: no frontmatter, title or anchors. Runs in browsers. */
import { parseBlocks } from "../blocks.ts"
import { convertDocument } from "../convert.ts"
import { printBlocks } from "../print/blocks.ts"
import { footnotesIn, makeContext } from "./context.ts"
import { blocksOf } from "./from-blocks.ts"
import type { RichBlock, RichReferences } from "./model.ts"
import { blockNodes } from "./to-blocks.ts"
import { Refused, WriteContext } from "./write-context.ts"

/** What a piece of Markdown says. Never throws, linear in the length of the text. The blocks have no keys. */
export const readSnippet = (text: string, references: RichReferences): RichBlock[] => {
  const blocks = convertDocument(text, parseBlocks(text, 0))
  const footnotes = footnotesIn(blocks)
  return blockNodes(
    blocks,
    makeContext(text, (identifier) => footnotes.get(identifier), references, blockNodes)
  )
}

/** The Markdown of blocks; undefined where one of them cannot be written. */
export const writeSnippet = (nodes: ReadonlyArray<RichBlock>, references: RichReferences): string | undefined => {
  const context = new WriteContext(references, { labels: new Set(), bodyOf: () => undefined, hasTitle: true })
  try {
    const blocks = blocksOf(nodes, context)
    return printBlocks([...blocks, ...context.definitions])
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}
