/** Lines of two texts beside each other: those that stayed, went and came. Pure. */
import { align } from "@octavo/document/merge/align"

export interface Line {
  readonly change: "same" | "deleted" | "inserted"
  readonly text: string
  /** Number of the line before, from 1; absent for one that came. */
  readonly before?: number
  /** Number of the line after, from 1; absent for one that went. */
  readonly after?: number
}

/** Lines around a change that are shown with it. */
const around = 3

/** The changed lines with those around them, in stretches between which lines that stayed are left out. */
export const lineChanges = (before: string, after: string): ReadonlyArray<ReadonlyArray<Line>> => {
  const [lines, sideLines] = [linesOf(before), linesOf(after)]
  const all: Line[] = []
  let [at, sideAt] = [0, 0]
  const same = (until: number): void => {
    while (at < until) all.push({ change: "same", text: lines[at]!, before: ++at, after: ++sideAt })
  }
  for (const { end, sideEnd, start } of align(lines, sideLines)) {
    same(start)
    while (at < end) all.push({ change: "deleted", text: lines[at]!, before: ++at })
    while (sideAt < sideEnd) all.push({ change: "inserted", text: sideLines[sideAt]!, after: ++sideAt })
  }
  same(lines.length)
  const stretches: Line[][] = []
  let last = Number.NEGATIVE_INFINITY
  all.forEach((line, index) => {
    const isNear = all.slice(Math.max(0, index - around), index + around + 1).some(({ change }) => change !== "same")
    if (!isNear) return
    if (index === last + 1) stretches.at(-1)!.push(line)
    else stretches.push([line])
    last = index
  })
  return stretches
}

const linesOf = (text: string): ReadonlyArray<string> => {
  if (text === "") return []
  const lines = text.split("\n")
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines
}
