/** Order among siblings by fractional index: a key between two keys, compared by code unit. */
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing"

/** A key after `before` and before `after`; `null` is the start or the end. */
export const positionBetween = (before: string | null, after: string | null): string =>
  generateKeyBetween(before, after)

/** `count` keys in order between the two. */
export const positionsBetween = (before: string | null, after: string | null, count: number): Array<string> =>
  generateNKeysBetween(before, after, count)
