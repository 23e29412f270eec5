/** Two texts against each other, line by line and word by word. Pure. */
import { compare } from "@octavo/document"
import { isLike } from "./blocks.ts"

/** A piece of a line; `changed` when the other line does not have it. */
export interface Part {
  readonly text: string
  readonly changed: boolean
}

export interface Line {
  /** Counted from 1. */
  readonly number: number
  readonly parts: ReadonlyArray<Part>
}

export type Row =
  | { readonly kind: "same"; readonly before: Line; readonly after: Line }
  /** A line that was edited has both sides; one that was added or removed has one. */
  | { readonly kind: "changed"; readonly before?: Line; readonly after?: Line }
  /** Lines that are the same and left out. */
  | { readonly kind: "gap"; readonly count: number }

/** Lines around a change that are shown. */
const context = 3
/** Under this, two lines have too little in common for their words to be compared. */
const alike = 0.3

const linesOf = (text: string): ReadonlyArray<{ readonly number: number; readonly text: string }> =>
  text === ""
    ? []
    : text
        .replace(/\r?\n$/, "")
        .split(/\r?\n/)
        .map((line, index) => ({ number: index + 1, text: line }))

const wordsOf = (line: string): ReadonlyArray<string> => line.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

/** Neighbours of a kind as one. */
const joined = (parts: ReadonlyArray<Part>): ReadonlyArray<Part> => {
  const out: Array<Part> = []
  for (const part of parts) {
    const last = out.at(-1)
    if (last?.changed === part.changed) out[out.length - 1] = { text: last.text + part.text, changed: part.changed }
    else out.push(part)
  }
  return out
}

/** Both sides of a line that was edited. */
const edited = (before: string, after: string): readonly [before: ReadonlyArray<Part>, after: ReadonlyArray<Part>] => {
  if (!isLike(before, after, alike)) {
    return [[{ text: before, changed: false }], [{ text: after, changed: false }]]
  }
  const left: Array<Part> = []
  const right: Array<Part> = []
  for (const piece of compare(wordsOf(before), wordsOf(after), (word) => word)) {
    if (piece.kind === "same") {
      left.push({ text: piece.before, changed: false })
      right.push({ text: piece.after, changed: false })
      continue
    }
    for (const text of piece.before) left.push({ text, changed: true })
    for (const text of piece.after) right.push({ text, changed: true })
  }
  return [joined(left), joined(right)]
}

/** Every line of both texts, with long stretches that are the same folded into gaps. Empty for equal texts. */
export const compareLines = (before: string, after: string): ReadonlyArray<Row> => {
  const rows: Array<Row> = []
  const plain = ({ number, text }: { readonly number: number; readonly text: string }): Line => ({
    number,
    parts: [{ text, changed: false }]
  })
  for (const piece of compare(linesOf(before), linesOf(after), ({ text }) => text)) {
    if (piece.kind === "same") {
      rows.push({ kind: "same", before: plain(piece.before), after: plain(piece.after) })
      continue
    }
    for (let i = 0; i < Math.max(piece.before.length, piece.after.length); i++) {
      const [old, next] = [piece.before[i], piece.after[i]]
      if (old !== undefined && next !== undefined) {
        const [left, right] = edited(old.text, next.text)
        rows.push({
          kind: "changed",
          before: { number: old.number, parts: left },
          after: { number: next.number, parts: right }
        })
      } else if (old !== undefined) rows.push({ kind: "changed", before: plain(old) })
      else if (next !== undefined) rows.push({ kind: "changed", after: plain(next) })
    }
  }
  return folded(rows)
}

const folded = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const near = new Set<number>()
  rows.forEach((row, index) => {
    if (row.kind === "same") return
    for (let i = index - context; i <= index + context; i++) near.add(i)
  })
  if (near.size === 0) return []
  const out: Array<Row> = []
  let count = 0
  const close = (): void => {
    if (count > 0) out.push({ kind: "gap", count })
    count = 0
  }
  rows.forEach((row, index) => {
    if (!near.has(index)) {
      count++
      return
    }
    close()
    out.push(row)
  })
  close()
  return out
}
