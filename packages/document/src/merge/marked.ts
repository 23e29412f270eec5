/** Places of a text where both sides of a merge stand between markers, as `mergeText` and Git write them. */
import type { SideNames } from "./mergeText.ts"
import { type Line, linesOf, settledLines, type Take, textOf } from "./textBlocks.ts"

/** Both sides of a place, and what its markers call them. */
export interface MarkedClash {
  readonly ours: string
  readonly theirs: string
  readonly names: SideNames
}

interface Marked {
  /** Lines from the first marker to the one behind the last. */
  readonly start: number
  readonly end: number
  readonly ours: ReadonlyArray<Line>
  readonly theirs: ReadonlyArray<Line>
  readonly names: SideNames
}

/** In one pass: whatever begins again before it ends is no place, and neither is what never ends. */
const placesIn = (lines: ReadonlyArray<Line>): ReadonlyArray<Marked> => {
  const places: Array<Marked> = []
  let start = -1
  let middle = -1
  for (const [at, { text }] of lines.entries()) {
    if (/^<{7} /.test(text)) {
      start = at
      middle = -1
    } else if (start !== -1 && middle === -1 && /^={7}$/.test(text)) middle = at
    else if (middle !== -1 && /^>{7} /.test(text)) {
      const names = { ours: lines[start]!.text.slice(8), theirs: text.slice(8) }
      places.push({
        start,
        end: at + 1,
        ours: lines.slice(start + 1, middle),
        theirs: lines.slice(middle + 1, at),
        names
      })
      start = -1
      middle = -1
    }
  }
  return places
}

const clashOf = ({ names, ours, theirs }: Marked): MarkedClash => ({
  ours: textOf(ours),
  theirs: textOf(theirs),
  names
})

/** The places of a text where both sides stand between markers. */
export const markedClashes = (text: string): ReadonlyArray<MarkedClash> =>
  text.includes("<<<<<<< ") ? placesIn(linesOf(text)).map(clashOf) : []

/**
 * The text with what was decided in the place of markers and sides; nothing else of it changes.
 * @param takeOf what was decided; undefined leaves both sides, and the markers
 */
export const settleMarked = (text: string, takeOf: (clash: MarkedClash) => Take | undefined): string => {
  const lines = linesOf(text)
  const parts: Array<Line> = []
  let at = 0
  for (const place of placesIn(lines)) {
    const take = takeOf(clashOf(place))
    if (take === undefined) continue
    parts.push(...lines.slice(at, place.start), ...settledLines(place, take))
    at = place.end
  }
  return textOf([...parts, ...lines.slice(at)])
}
