/** Order among siblings: fractional index keys (strings that sort), so that moving one page writes one record. */
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing"

/** A sibling and its key. */
export interface Ordered {
  readonly id: string
  readonly order: string
}

/** Siblings sort by key; equal keys, which two change requests may produce, by id. */
export const compareOrder = (a: Ordered, b: Ordered): number =>
  a.order < b.order ? -1 : a.order > b.order ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0

/** Whether text is a key that others can be made around. */
export const isOrderKey = (text: string): boolean => {
  try {
    generateKeyBetween(text, null)
    return true
  } catch {
    return false
  }
}

/**
 * Keys for siblings in a new order, one for each id of `next`, strictly rising. As many of the `previous` keys as
 * possible are kept (the longest run of them that rises already): the same order gives the same keys, and moving one
 * among many changes one key. Ids that `previous` lacks get new keys between their neighbours.
 */
export const siblingsOrder = (previous: ReadonlyArray<Ordered>, next: ReadonlyArray<string>): ReadonlyArray<string> => {
  const known = new Map(previous.map(({ id, order }) => [id, order]))
  const kept = longestRise(
    next.map((id) => known.get(id)).map((key) => (key !== undefined && isOrderKey(key) ? key : undefined))
  )
  const keys: Array<string> = []
  let left: string | null = null
  for (const at of [...kept, next.length]) {
    const right: string | null = at < next.length ? known.get(next[at]!)! : null
    keys.push(...generateNKeysBetween(left, right, at - keys.length))
    if (right !== null) keys.push(right)
    left = right
  }
  return keys
}

/** Indices of a longest strictly rising subsequence, by patience sorting: O(n log n). */
const longestRise = (keys: ReadonlyArray<string | undefined>): ReadonlyArray<number> => {
  // tails[n]: index of the smallest key that ends a run of n + 1; before[i]: the run's previous index
  const tails: Array<number> = []
  const before: Array<number> = []
  keys.forEach((key, i) => {
    if (key === undefined) return
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (keys[tails[middle]!]! < key) low = middle + 1
      else high = middle
    }
    before[i] = low === 0 ? -1 : tails[low - 1]!
    tails[low] = i
  })
  const rise: Array<number> = []
  for (let i = tails.at(-1) ?? -1; i >= 0; i = before[i]!) rise.push(i)
  return rise.reverse()
}
