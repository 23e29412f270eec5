/** Where others' words are that came into an open document, and which of them a transaction took away. */
import type { Slice } from "prosemirror-model"
import type { Transaction } from "prosemirror-state"
import type { Mappable } from "prosemirror-transform"

export interface Range {
  readonly from: number
  readonly to: number
}

/** The ranges after a transaction; those of its own are there if it brings what others wrote. */
export const othersAfter = (ranges: ReadonlyArray<Range>, tr: Transaction, isTheirs: boolean): ReadonlyArray<Range> => {
  if (!tr.docChanged) return ranges
  const mapped = mapRanges(ranges, tr.mapping)
  return isTheirs ? joined([...mapped, ...putBy(tr)]) : mapped
}

const mapRanges = (ranges: ReadonlyArray<Range>, mapping: Mappable): ReadonlyArray<Range> =>
  ranges.flatMap((range) => {
    const [from, to] = [mapping.map(range.from, 1), mapping.map(range.to, -1)]
    return from < to ? [{ from, to }] : []
  })

const putBy = (tr: Transaction): ReadonlyArray<Range> =>
  tr.mapping.maps.flatMap((map, index) => {
    const put: Range[] = []
    map.forEach((_, __, from, to) => put.push({ from, to }))
    return mapRanges(put, tr.mapping.slice(index + 1))
  })

const joined = (ranges: ReadonlyArray<Range>): ReadonlyArray<Range> => {
  const out: Range[] = []
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = out.at(-1)
    if (last === undefined || range.from > last.to) out.push(range)
    else out[out.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
  }
  return out
}

/** Of others' words, what a transaction took away, and where it was, as places are behind it. */
export const lostBy = (ranges: ReadonlyArray<Range>, tr: Transaction): ReadonlyArray<Lost> => {
  let lost: ReadonlyArray<Lost> = []
  let left = ranges
  tr.mapping.maps.forEach((map, index) => {
    lost = lost.map(({ at, slice }) => ({ at: map.map(at, 1), slice }))
    map.forEach((start, end) => {
      for (const range of left) {
        const [from, to] = [Math.max(range.from, start), Math.min(range.to, end)]
        if (from < to) lost = [...lost, { at: map.map(from, 1), slice: tr.docs[index]!.slice(from, to) }]
      }
    })
    left = mapRanges(left, map)
  })
  return lost
}

export interface Lost {
  readonly slice: Slice
  readonly at: number
}
