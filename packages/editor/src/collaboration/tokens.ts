/**
 * Blocks side by side as one text: the start of each textblock, its words, blanks and inlines, and blocks of blocks as
 * wholes. A paragraph that is split has one start more, one that is joined one less; so words stay the same words.
 */
import { Fragment, type Node } from "prosemirror-model"
import type { NumberOf } from "./numbering.ts"

export interface Token {
  readonly kind: "start" | "inline" | "whole"
  /** The textblock that it starts or stands in, or the whole. */
  readonly block: Node
  /** Text in its marks, or an inline. Empty for starts and wholes. */
  readonly nodes: ReadonlyArray<Node>
  /** The word or the character that it is. */
  readonly text?: string
  readonly from: number
  readonly to: number
  /** The place behind the block. */
  readonly until: number
}

/** @param at place of the first of the blocks */
export const tokensOf = (blocks: ReadonlyArray<Node>, at: number): Token[] => {
  const tokens: Token[] = []
  let from = at
  for (const block of blocks) {
    const until = from + block.nodeSize
    if (block.isTextblock) {
      tokens.push({ kind: "start", block, nodes: [], from, to: from + 1, until })
      addInlines(tokens, block, from + 1)
    } else tokens.push({ kind: "whole", block, nodes: [], from, to: until, until })
    from = until
  }
  return tokens
}

const words = /[\p{L}\p{M}\p{N}_]+|[\s\S]/gu

const addInlines = (tokens: Token[], block: Node, at: number): void => {
  const until = at + block.nodeSize - 1
  let from = at
  let run: Node[] = []
  const endRun = (): void => {
    const content = Fragment.from(run)
    let offset = 0
    for (const [text] of content.textBetween(0, content.size).matchAll(words)) {
      const end = offset + text.length
      const nodes = content.cut(offset, end).content
      tokens.push({ kind: "inline", block, nodes, text, from: from + offset, to: from + end, until })
      offset = end
    }
    from += content.size
    run = []
  }
  for (const child of block.children) {
    if (child.isText) run.push(child)
    else {
      endRun()
      tokens.push({ kind: "inline", block, nodes: [child], from, to: from + child.nodeSize, until })
      from += child.nodeSize
    }
  }
  endRun()
}

export const isWord = ({ text }: Token): boolean => text !== undefined && /^[\p{L}\p{M}\p{N}_]/u.test(text)

export const isBlank = ({ text }: Token): boolean => text === " " || text === "\t"

/**
 * The blocks of tokens.
 * @param first the textblock that inlines stand in which come before any start; absent: one like that which they had
 */
export const blocksOf = (tokens: ReadonlyArray<Token>, first?: Node): Node[] => {
  const blocks: Node[] = []
  let [open, nodes]: [Node | undefined, Node[]] = [first, []]
  const close = (): void => {
    if (open !== undefined) blocks.push(open.copy(Fragment.from(nodes)))
    ;[open, nodes] = [undefined, []]
  }
  for (const token of tokens) {
    if (token.kind === "inline") {
      open ??= token.block.type.create({ ...token.block.attrs, key: null })
      nodes.push(...token.nodes)
      continue
    }
    close()
    if (token.kind === "start") open = token.block
    else blocks.push(token.block)
  }
  close()
  return blocks
}

/** What aligns tokens. Textblocks that can become each other have the same start; wholes are paired by others. */
export const nameOf = ({ block, kind, nodes, text }: Token, numberOf: NumberOf): string => {
  if (kind === "inline") return text === undefined ? `inline ${numberOf(nodes[0]!.mark([]))}` : `text ${text}`
  return block.type.isInGroup("block") ? kind : `${kind} ${block.type.name}`
}
