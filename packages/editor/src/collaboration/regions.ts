/** Where two sides changed what they were made from: stretches in its order, which have nothing in common. */
import type { Hunk } from "./alignment.ts"

/** A stretch of the base, and where it ends in each of the two that were made of it. */
export interface Region {
  readonly start: number
  readonly end: number
  readonly mineEnd: number
  readonly theirsEnd: number
}

/** What either side changed, with all that touches it. */
export const regionsOf = (mine: ReadonlyArray<Hunk>, theirs: ReadonlyArray<Hunk>): ReadonlyArray<Region> => {
  const regions: Region[] = []
  const [own, other] = [walk(mine), walk(theirs)]
  for (;;) {
    const start = Math.min(own.next(), other.next())
    if (start === Infinity) return regions
    let end = start
    while (own.next() <= end || other.next() <= end) end = own.next() <= end ? own.pass(end) : other.pass(end)
    regions.push({ start, end, mineEnd: end + own.shift(), theirsEnd: end + other.shift() })
  }
}

/** The hunks of one side, one after the other. */
const walk = (hunks: ReadonlyArray<Hunk>) => {
  let [at, shift] = [0, 0]
  return {
    next: (): number => hunks[at]?.start ?? Infinity,
    /** How much further the side is than the base, behind the hunks that were passed. */
    shift: (): number => shift,
    pass: (reached: number): number => {
      const { end, sideEnd } = hunks[at++]!
      shift = sideEnd - end
      return Math.max(reached, end)
    }
  }
}
