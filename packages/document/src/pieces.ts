/** What the inline parser makes: a flat or nested list of pieces with offsets into the content. */
import type { Inline, Position } from "./ast.ts"
import type { HtmlToken } from "./html-scan.ts"

/** A piece of inline content; offsets are those of the content, not yet of the page. */
export type Piece = { start: number; end: number } & (
  | { kind: "text"; value: string }
  /** `next` is the index behind what was wrapped, for the resolution of the delimiters around it. */
  | { kind: "wrap"; type: "emphasis" | "strong" | "delete"; children: Piece[]; next: number }
  | { kind: "link"; url: string; title?: string; image: boolean; literal: boolean; children: Piece[] }
  | { kind: "html"; token: HtmlToken }
  | { kind: "leaf"; make: (position: Position) => Inline }
)

/** Stands in a list for a delimiter that was used up, so that indices stay. */
export const removed: Piece = { kind: "text", value: "", start: 0, end: 0 }
