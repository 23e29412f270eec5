/** What every node has. Part of `ast.ts`. */
/** Offsets into the source, end exclusive. */
export interface Position {
  start: number
  end: number
}

export interface NodeBase {
  position: Position
}

/** Attributes by name; made without a prototype, so any name is safe to look up. */
export type Attributes = Record<string, string>

export type Align = "left" | "center" | "right"
