/** The form of a text that was there, kept where what is printed anew says nothing else. */
import { merge3 } from "../merge/merge3.ts"

/**
 * What is printed of something, with the escapes, marks, destinations and white space that its source had wherever they
 * say the same: the changes that lead from `old` to `printed`, made in `source`. It reads as `printed` does in nearly
 * all cases; callers see whether it does.
 * @param old what is printed of what `source` says
 */
export const inForm = (source: string, old: string, printed: string): string => {
  if (source === old || old === printed) return old === printed ? source : printed
  const [was, is, there] = [tokens(old), tokens(printed), tokens(source)]
  if (pairs(was, is) > mostPairs || pairs(was, there) > mostPairs) return printed
  return merge3(was, is, there, (token) => token)
    .map((piece) =>
      piece.kind === "same" ? piece.ours : (piece.kind === "changed" ? piece.items : piece.ours).join("")
    )
    .join("")
}

/** Words, and runs of what pads and underlines; all else one by one. */
const tokens = (text: string): string[] => text.match(/[\p{L}\p{N}]+|[ \t]+|-+|./gsu) ?? []

/** Aligning takes time in the product of the lengths of what differs, at worst. */
const mostPairs = 2_000_000

const pairs = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): number => {
  const shorter = Math.min(one.length, other.length)
  let head = 0
  while (head < shorter && one[head] === other[head]) head++
  let tail = 0
  while (tail < shorter - head && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail++
  return (one.length - head - tail) * (other.length - head - tail)
}
