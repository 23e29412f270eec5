/** What makes one text of another, as few and small changes: who edits the one keeps caret and place. Pure. */
import { commonEnd, commonStart, hunksOf } from "./mergeTexts.ts"

/** Offsets are those of the text before. */
export interface TextChange {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** Lines with their ends, so that they can be joined as they are. */
const linesOf = (text: string): ReadonlyArray<string> => text.split(/(?<=\n)/)

export const textChanges = (before: string, after: string): ReadonlyArray<TextChange> => {
  const lines = linesOf(before)
  const starts = [0]
  for (const line of lines) starts.push(starts.at(-1)! + line.length)
  return hunksOf(lines, linesOf(after)).map(({ end, lines: next, start }) => {
    const old = before.slice(starts[start], starts[end])
    const text = next.join("")
    const same = commonStart(old, text)
    const sameEnd = commonEnd(old, text, same)
    return {
      from: starts[start]! + same,
      to: starts[end]! - sameEnd,
      insert: text.slice(same, text.length - sameEnd)
    }
  })
}
