/** What became of a sequence: the alignment of a merge in which one side did nothing. */
import { merge3 } from "./merge3.ts"

export type Compared<T> =
  /** Equal under the key. */
  | { readonly kind: "same"; readonly before: T; readonly after: T }
  /** What stands between two items that are the same; one of the lists may be empty. */
  | { readonly kind: "changed"; readonly before: ReadonlyArray<T>; readonly after: ReadonlyArray<T> }

/** Aligning takes time in the product of the lengths, at worst: where that is more, all between the ends was changed. */
const mostPairs = 2_000_000

/**
 * Aligns two sequences, in order.
 * @param key items with equal keys are the same item
 */
export const compare = <T>(
  before: ReadonlyArray<T>,
  after: ReadonlyArray<T>,
  key: (item: T) => string
): ReadonlyArray<Compared<T>> => {
  const shorter = Math.min(before.length, after.length)
  const isSame = (i: number, j: number): boolean => key(before[i]!) === key(after[j]!)
  let head = 0
  while (head < shorter && isSame(head, head)) head++
  let tail = 0
  while (tail < shorter - head && isSame(before.length - 1 - tail, after.length - 1 - tail)) tail++
  const [old, next] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)]
  const pair = (i: number, j: number): Compared<T> => ({ kind: "same", before: before[i]!, after: after[j]! })
  return [
    ...Array.from({ length: head }, (_, i) => pair(i, i)),
    ...(old.length * next.length > mostPairs
      ? [{ kind: "changed" as const, before: old, after: next }]
      : aligned(old, next, key)),
    ...Array.from({ length: tail }, (_, i) => pair(before.length - tail + i, after.length - tail + i))
  ]
}

const aligned = <T>(
  before: ReadonlyArray<T>,
  after: ReadonlyArray<T>,
  key: (item: T) => string
): ReadonlyArray<Compared<T>> => {
  const out: Array<Compared<T>> = []
  for (const piece of merge3(before, before, after, key)) {
    if (piece.kind === "same") {
      out.push({ kind: "same", before: piece.base, after: piece.theirs })
      continue
    }
    const items = piece.kind === "changed" ? piece.items : piece.theirs
    const last = out.at(-1)
    if (last?.kind !== "changed") out.push({ kind: "changed", before: piece.base, after: items })
    else {
      out[out.length - 1] = { kind: "changed", before: last.before.concat(piece.base), after: last.after.concat(items) }
    }
  }
  return out
}
