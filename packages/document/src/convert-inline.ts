/** From inline pieces to nodes: positions in the page, HTML paired, neighbouring texts joined. */

import { assemble, type Event } from "./assemble.ts"
import type { Content, Inline, Position } from "./ast.ts"
import { isBlock } from "./content.ts"
import { unescapeMarkdown } from "./entities.ts"
import { htmlEvent } from "./html-events.ts"
import { parseInline, type References } from "./inline.ts"
import type { Piece } from "./pieces.ts"
import type { Source } from "./source.ts"
import { inlineText } from "./text.ts"

/** Nesting of inline markup; deeper markup stays as its source. */
const MAX_INLINE_DEPTH = 40

/** The content of one leaf. Blocks among the result come from HTML blocks in running text. */
export const convertInline = (source: Source, references: References, depth: number): Content[] =>
  new InlineConverter(source).convert(parseInline(source, references), depth, 0, false)

class InlineConverter {
  readonly #source: Source

  constructor(source: Source) {
    this.#source = source
  }

  convert(pieces: ReadonlyArray<Piece>, depth: number, level: number, inLink: boolean): Content[] {
    const events: Event[] = []
    for (const piece of pieces) this.#add(piece, depth, level, inLink, events)
    return mergeTexts(assemble(events, depth))
  }

  #add(piece: Piece, depth: number, level: number, inLink: boolean, events: Event[]): void {
    const position = { start: this.#source.at(piece.start), end: this.#end(piece) }
    switch (piece.kind) {
      case "text":
        events.push({ kind: "node", node: { type: "text", value: piece.value, position } })
        return
      case "leaf":
        events.push({ kind: "node", node: piece.make(position) })
        return
      case "html":
        events.push(htmlEvent(piece.token, position, this.#source.text.slice(piece.start, piece.end)))
        return
    }
    if (level >= MAX_INLINE_DEPTH) {
      const value = this.#source.text.slice(piece.start, piece.end)
      events.push({ kind: "node", node: { type: "text", value, position } })
      return
    }
    const children = this.convert(piece.children, depth + 1, level + 1, inLink || piece.kind === "link")
    // A bare address inside of a link or an image is its text, no link of its own.
    if (piece.kind === "link" && piece.literal && inLink) {
      const value = unescapeMarkdown(this.#source.text.slice(piece.start, piece.end))
      events.push({ kind: "node", node: { type: "text", value, position } })
      return
    }
    for (const node of makeWrapped(piece, children, position)) events.push({ kind: "node", node })
  }

  /** The end in the page: behind the last character, not in front of the next one, which may be lines away. */
  #end(piece: Piece): number {
    return piece.end > piece.start ? this.#source.at(piece.end - 1) + 1 : this.#source.at(piece.end)
  }
}

const makeWrapped = (piece: Piece & { kind: "wrap" | "link" }, content: Content[], position: Position): Content[] => {
  if (piece.kind === "link" && piece.image) {
    const { url, title } = piece
    const alt = inlineText(content)
    return [{ type: "image", url, alt, ...(title !== undefined && { title }), position }]
  }
  if (content.some(isBlock)) return content
  const children = content as Inline[]
  if (piece.kind === "wrap") return [{ type: piece.type, children, position }]
  const { url, title } = piece
  if (title === "mention") return [{ type: "mention", url, children, position }]
  return [{ type: "link", url, ...(title !== undefined && { title }), children, position }]
}

/** Neighbouring texts become one: escapes, references and unused delimiters leave pieces behind. */
const mergeTexts = (nodes: ReadonlyArray<Content>): Content[] => {
  const merged: Content[] = []
  let values: string[] = []
  let start = 0
  let end = 0
  const flush = (): void => {
    if (values.length > 0) merged.push({ type: "text", value: values.join(""), position: { start, end } })
    values = []
  }
  for (const node of nodes) {
    if (node.type !== "text") {
      flush()
      merged.push(node)
      continue
    }
    if (values.length === 0) start = node.position.start
    values.push(node.value)
    end = node.position.end
  }
  flush()
  return merged
}
