/**
 * What became of a sequence: the items that stayed, and the stretches between them. Myers, "An O(ND) Difference
 * Algorithm and Its Variations" (1986), in linear space. The fewest items are called changed as long as the search costs
 * no more than its budget; past it the sequences are split where the search got furthest, as GNU diff and Git do: what is
 * aligned is still equal and in order, though there might be an alignment with more of it.
 */

/** `base[start, end)` became `side[sideStart, sideEnd)`; one of the two may be empty. */
export interface Hunk {
  readonly start: number
  readonly end: number
  readonly sideStart: number
  readonly sideEnd: number
}

export interface Alignment {
  /** Counts looks at pairs of items, over all calls that share it. */
  readonly steps?: { count: number }
  /** Edits that are looked for in each direction before the sequences are split. Absent: as the budget says. */
  readonly mostEdits?: number
}

/** Looks that every search may take: sequences of together 2,000 items are always aligned in full. */
const budget = 2_000_000
/** However long the sequences are, so many edits are looked for in each direction before they are split. */
const leastEdits = 256

/** The changes that make the side of the base, in order. Between two of them, and around them, both are equal. */
export const align = (
  base: ReadonlyArray<string>,
  side: ReadonlyArray<string>,
  { mostEdits, steps = { count: 0 } }: Alignment = {}
): ReadonlyArray<Hunk> => {
  const numbered = makeNumbering()
  const [a, b] = [numbered(base), numbered(side)]
  const shorter = Math.min(a.length, b.length)
  let head = 0
  while (head < shorter && a[head] === b[head]) head++
  let tail = 0
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  const gone = new Uint8Array(a.length)
  const come = new Uint8Array(b.length)
  // what the other side does not have at all can't be aligned, and need not be looked at
  const left = shared(a, b, head, tail, gone)
  const right = shared(b, a, head, tail, come)
  const search = makeSearch(pick(a, left), pick(b, right), steps, mostEdits)
  search(
    (i) => (gone[left[i]!] = 1),
    (j) => (come[right[j]!] = 1)
  )
  return slid(hunksOf(gone, come), a, b)
}

/** Gives every item a number; equal items have equal numbers. */
const makeNumbering = () => {
  const numbers = new Map<string, number>()
  return (items: ReadonlyArray<string>): Int32Array =>
    Int32Array.from(items, (item) => {
      const known = numbers.get(item)
      if (known !== undefined) return known
      numbers.set(item, numbers.size)
      return numbers.size - 1
    })
}

/** Where between head and tail `items` has what `others` has there, too; all else is marked as changed. */
const shared = (
  items: Int32Array,
  others: Int32Array,
  head: number,
  tail: number,
  changed: Uint8Array
): ReadonlyArray<number> => {
  const there = new Set(others.subarray(head, others.length - tail))
  const out: Array<number> = []
  for (let i = head; i < items.length - tail; i++) {
    if (there.has(items[i]!)) out.push(i)
    else changed[i] = 1
  }
  return out
}

const pick = (items: Int32Array, places: ReadonlyArray<number>): Int32Array =>
  Int32Array.from(places, (place) => items[place]!)

/** Says which items of two sequences are not aligned. */
const makeSearch = (
  a: Int32Array,
  b: Int32Array,
  steps: { count: number },
  mostEdits: number = Math.max(leastEdits, Math.floor(budget / (a.length + b.length + 1)))
) => {
  /** The furthest place in `a` on each diagonal (place in `a` less place in `b`), from the start and from the end. */
  const forward = new Int32Array(a.length + b.length + 3)
  const backward = new Int32Array(a.length + b.length + 3)
  const zero = b.length + 1
  const never = a.length + b.length + 2

  /** A place through which a shortest path from corner to corner leads, or the furthest one within the budget. */
  const split = (x0: number, x1: number, y0: number, y1: number): readonly [x: number, y: number] => {
    const lowest = x0 - y1
    const highest = x1 - y0
    const start = x0 - y0
    const end = x1 - y1
    const odd = ((start - end) & 1) !== 0
    let [fLow, fHigh, bLow, bHigh] = [start, start, end, end]
    forward[zero + start] = x0
    backward[zero + end] = x1
    for (let edits = 1; ; edits++) {
      if (fLow > lowest) forward[zero + --fLow - 1] = -1
      else fLow++
      if (fHigh < highest) forward[zero + ++fHigh + 1] = -1
      else fHigh--
      for (let d = fHigh; d >= fLow; d -= 2) {
        const [below, above] = [forward[zero + d - 1]!, forward[zero + d + 1]!]
        let x = below >= above ? below + 1 : above
        const from = x
        while (x < x1 && x - d < y1 && a[x] === b[x - d]) x++
        steps.count += x - from + 1
        forward[zero + d] = x
        if (odd && bLow <= d && d <= bHigh && backward[zero + d]! <= x) return [x, x - d]
      }
      if (bLow > lowest) backward[zero + --bLow - 1] = never
      else bLow++
      if (bHigh < highest) backward[zero + ++bHigh + 1] = never
      else bHigh--
      for (let d = bHigh; d >= bLow; d -= 2) {
        const [below, above] = [backward[zero + d - 1]!, backward[zero + d + 1]!]
        let x = below < above ? below : above - 1
        const from = x
        while (x > x0 && x - d > y0 && a[x - 1] === b[x - d - 1]) x--
        steps.count += from - x + 1
        backward[zero + d] = x
        if (!odd && fLow <= d && d <= fHigh && x <= forward[zero + d]!) return [x, x - d]
      }
      if (edits < mostEdits) continue
      let [reached, at] = [-1, x0]
      for (let d = fHigh; d >= fLow; d -= 2) {
        const x = Math.min(forward[zero + d]!, x1, y1 + d)
        if (x + x - d > reached) [reached, at] = [x + x - d, x]
      }
      let [left, until] = [never, x1]
      for (let d = bHigh; d >= bLow; d -= 2) {
        const x = Math.max(backward[zero + d]!, x0, y0 + d)
        if (x + x - d < left) [left, until] = [x + x - d, x]
      }
      return x1 + y1 - left < reached - (x0 + y0) ? [at, reached - at] : [until, left - until]
    }
  }

  return (gone: (i: number) => void, come: (j: number) => void): void => {
    const open: Array<readonly [x0: number, x1: number, y0: number, y1: number]> = [[0, a.length, 0, b.length]]
    for (let box = open.pop(); box !== undefined; box = open.pop()) {
      let [x0, x1, y0, y1] = box
      while (x0 < x1 && y0 < y1 && a[x0] === b[y0]) [x0, y0] = [x0 + 1, y0 + 1]
      while (x0 < x1 && y0 < y1 && a[x1 - 1] === b[y1 - 1]) [x1, y1] = [x1 - 1, y1 - 1]
      if (x0 === x1) while (y0 < y1) come(y0++)
      else if (y0 === y1) while (x0 < x1) gone(x0++)
      else {
        const [x, y] = split(x0, x1, y0, y1)
        open.push([x, x1, y, y1], [x0, x, y0, y])
      }
    }
  }
}

const hunksOf = (gone: Uint8Array, come: Uint8Array): ReadonlyArray<Hunk> => {
  const hunks: Array<Hunk> = []
  let [i, j] = [0, 0]
  while (i < gone.length || j < come.length) {
    const [start, sideStart] = [i, j]
    while (gone[i] === 1) i++
    while (come[j] === 1) j++
    if (i > start || j > sideStart) hunks.push({ start, end: i, sideStart, sideEnd: j })
    else [i, j] = [i + 1, j + 1]
  }
  return hunks
}

/**
 * Of equal items the last ones are those that came or went: `a a` to `a a a` may be read in three ways, and two sides of
 * a merge that say the same are to be read in the same way.
 */
const slid = (hunks: ReadonlyArray<Hunk>, base: Int32Array, side: Int32Array): ReadonlyArray<Hunk> =>
  hunks.map((hunk, index) => {
    const { end, sideEnd, sideStart, start } = hunk
    if (start !== end && sideStart !== sideEnd) return hunk
    const [items, from, to] = start === end ? [side, sideStart, sideEnd] : [base, start, end]
    const room = (hunks[index + 1]?.start ?? base.length + 1) - end - 1
    let by = 0
    while (by < room && to + by < items.length && items[from + by] === items[to + by]) by++
    return { start: start + by, end: end + by, sideStart: sideStart + by, sideEnd: sideEnd + by }
  })
