/** What became of a sequence, item by item. */
import { noteTextLength } from "../longestText.ts"
import { align } from "./align.ts"

export type Compared<T> =
  /** Equal under the key. */
  | { readonly kind: "same"; readonly before: T; readonly after: T }
  /** What stands between two items that are the same; one of the lists may be empty. */
  | { readonly kind: "changed"; readonly before: ReadonlyArray<T>; readonly after: ReadonlyArray<T> }

/**
 * Aligns two sequences, in order.
 * @param key items with equal keys are the same item
 */
export const compare = <T>(
  before: ReadonlyArray<T>,
  after: ReadonlyArray<T>,
  key: (item: T) => string
): ReadonlyArray<Compared<T>> => {
  const out: Array<Compared<T>> = []
  let [i, j] = [0, 0]
  const same = (until: number): void => {
    while (i < until) out.push({ kind: "same", before: before[i++]!, after: after[j++]! })
  }
  const [keys, sideKeys] = [before.map(key), after.map(key)]
  noteTextLength(lengthOf(keys) + lengthOf(sideKeys))
  for (const { end, sideEnd, sideStart, start } of align(keys, sideKeys)) {
    same(start)
    out.push({ kind: "changed", before: before.slice(start, end), after: after.slice(sideStart, sideEnd) })
    ;[i, j] = [end, sideEnd]
  }
  same(before.length)
  return out
}

const lengthOf = (texts: ReadonlyArray<string>): number => texts.reduce((sum, { length }) => sum + length, 0)
