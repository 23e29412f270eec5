/** What became of a sequence: the alignment of a merge in which one side did nothing. */
import { merge3 } from "./merge3.ts"

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
