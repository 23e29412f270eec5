/**
 * Three-way merge of sequences. Two changes meet only where they touch the same items of the base: neighbours that were
 * changed on different sides both go in, without asking. Symmetric: exchanging the sides exchanges nothing but the
 * order of the two sides of a conflict.
 */
import { align, type Hunk } from "./align.ts"

/** A place that both sides changed, and not alike. */
export interface Clash<T> {
  readonly base: ReadonlyArray<T>
  readonly ours: ReadonlyArray<T>
  readonly theirs: ReadonlyArray<T>
}

export type Piece<T> =
  /** Untouched by both: the three forms of one item, equal under the key. */
  | { readonly kind: "same"; readonly base: T; readonly ours: T; readonly theirs: T }
  /** Changed by one side, or by both alike; `other` is what the side has that did not change it. */
  | ({ readonly kind: "changed"; readonly items: ReadonlyArray<T> } & Pick<Clash<T>, "base"> & {
        readonly other: ReadonlyArray<T>
      })
  | ({ readonly kind: "clash" } & Clash<T>)

/**
 * Aligns three sequences.
 * @param key items with equal keys are the same item
 */
export const merge3 = <T>(
  base: ReadonlyArray<T>,
  ours: ReadonlyArray<T>,
  theirs: ReadonlyArray<T>,
  key: (item: T) => string
): ReadonlyArray<Piece<T>> => {
  const keys = { base: base.map(key), ours: ours.map(key), theirs: theirs.map(key) }
  const left = makeSide(ours, hunksOf(keys.base, keys.ours))
  const right = makeSide(theirs, hunksOf(keys.base, keys.theirs))
  const pieces: Array<Piece<T>> = []
  let at = 0
  const same = (until: number) => {
    for (; at < until; at++) {
      pieces.push({ kind: "same", base: base[at]!, ours: left.item(at), theirs: right.item(at) })
    }
  }
  for (;;) {
    const region = nextRegion(left, right)
    if (region === undefined) break
    same(region.start)
    const mine = left.take(region)
    const other = right.take(region)
    const origin = base.slice(region.start, region.end)
    if (!mine.changed) pieces.push({ kind: "changed", items: other.items, base: origin, other: mine.items })
    else if (!other.changed || equal(mine.items, other.items, key)) {
      pieces.push({ kind: "changed", items: mine.items, base: origin, other: other.items })
    } else pieces.push({ kind: "clash", base: origin, ours: mine.items, theirs: other.items })
    at = region.end
  }
  same(base.length)
  return pieces
}

const equal = <T>(a: ReadonlyArray<T>, b: ReadonlyArray<T>, key: (item: T) => string): boolean =>
  a.length === b.length && a.every((item, i) => key(item) === key(b[i]!))

/** Replacements of as many items as they replace are taken apart, so that each meets only changes of its own item. */
const hunksOf = (base: ReadonlyArray<string>, side: ReadonlyArray<string>): ReadonlyArray<Hunk> =>
  align(base, side).flatMap((hunk) => {
    const length = hunk.end - hunk.start
    if (length !== hunk.sideEnd - hunk.sideStart) return [hunk]
    return Array.from({ length }, (_, i) => ({
      start: hunk.start + i,
      end: hunk.start + i + 1,
      sideStart: hunk.sideStart + i,
      sideEnd: hunk.sideStart + i + 1
    }))
  })

type Range = Pick<Hunk, "start" | "end">

/** One side, walked hunk by hunk. */
const makeSide = <T>(items: ReadonlyArray<T>, hunks: ReadonlyArray<Hunk>) => {
  let next = 0
  /** Where the side stands against the base, after the hunks that were taken. */
  let shift = 0
  return {
    peek: (ahead: number) => hunks[next + ahead],
    item: (baseIndex: number): T => items[baseIndex + shift]!,
    /** What the side has for a region of the base; its hunks in it are done with. */
    take: ({ start, end }: { readonly start: number; readonly end: number }) => {
      const from = start + shift
      let changed = false
      for (let hunk = hunks[next]; hunk !== undefined && inside(hunk, start, end); hunk = hunks[++next]) {
        shift = hunk.sideEnd - hunk.end
        changed = true
      }
      return { items: items.slice(from, end + shift), changed }
    }
  }
}

/** An insertion at the end of a region belongs to it only if it is all there is. */
const inside = (hunk: Hunk, start: number, end: number): boolean =>
  hunk.end <= end && (hunk.start < end || (start === end && hunk.start === start))

interface Ahead {
  /** The hunk that is `ahead` of the next one. */
  readonly peek: (ahead: number) => Hunk | undefined
}

/** The next stretch of the base that somebody changed: one hunk, and every hunk that hangs together with it. */
const nextRegion = (left: Ahead, right: Ahead): { readonly start: number; readonly end: number } | undefined => {
  const a = left.peek(0)
  const b = right.peek(0)
  const first = a === undefined || b === undefined ? (a ?? b) : before(a, b) ? a : b
  if (first === undefined) return undefined
  let region = { start: first.start, end: first.end }
  let [i, j] = first === a ? [1, 0] : [0, 1]
  for (;;) {
    const [nextLeft, nextRight] = [left.peek(i), right.peek(j)]
    const takeLeft = nextLeft !== undefined && overlap(region, nextLeft)
    const takeRight = nextRight !== undefined && overlap(region, nextRight)
    if (!takeLeft && !takeRight) return region
    const hunk = takeLeft ? nextLeft : nextRight!
    region = { start: Math.min(region.start, hunk.start), end: Math.max(region.end, hunk.end) }
    if (takeLeft) i++
    else j++
  }
}

/** Whether two hunks touch the same items, or insert at the same place. */
const overlap = (a: Range, b: Range): boolean =>
  a.start === a.end && b.start === b.end
    ? a.start === b.start
    : a.start === a.end
      ? a.start > b.start && a.start < b.end
      : b.start === b.end
        ? b.start > a.start && b.start < a.end
        : a.start < b.end && b.start < a.end

const before = (a: Range, b: Range): boolean => a.start < b.start || (a.start === b.start && a.end <= b.end)
