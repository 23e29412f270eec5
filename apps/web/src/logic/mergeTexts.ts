/** Two edits of one text, brought together by lines, and within a line by its letters. Nothing of either is lost. Pure. */

interface Hunk {
  /** Lines of the base that are replaced. */
  readonly start: number
  readonly end: number
  readonly lines: ReadonlyArray<string>
}

/** Most pairs of lines that are compared; longer edits count as one. */
const mostPairs = 1_000_000

export const commonStart = <A>(one: ArrayLike<A>, other: ArrayLike<A>): number => {
  const most = Math.min(one.length, other.length)
  let at = 0
  while (at < most && one[at] === other[at]) at++
  return at
}
export const commonEnd = <A>(one: ArrayLike<A>, other: ArrayLike<A>, start: number): number => {
  const most = Math.min(one.length, other.length) - start
  let at = 0
  while (at < most && one[one.length - 1 - at] === other[other.length - 1 - at]) at++
  return at
}

/** What one text has in place of lines of another, in order. */
export const hunksOf = (base: ReadonlyArray<string>, next: ReadonlyArray<string>): ReadonlyArray<Hunk> => {
  const start = commonStart(base, next)
  const end = commonEnd(base, next, start)
  const from = base.slice(start, base.length - end)
  const to = next.slice(start, next.length - end)
  if (from.length === 0 && to.length === 0) return []
  if (from.length * to.length > mostPairs) return [{ start, end: start + from.length, lines: to }]
  // lengths of the longest common sequences of what is left
  const width = to.length + 1
  const lengths = new Uint32Array((from.length + 1) * width)
  for (let row = from.length - 1; row >= 0; row--)
    for (let column = to.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        from[row] === to[column]
          ? lengths[(row + 1) * width + column + 1]! + 1
          : Math.max(lengths[(row + 1) * width + column]!, lengths[row * width + column + 1]!)
  const hunks: Array<Hunk> = []
  let [row, column] = [0, 0]
  while (row < from.length || column < to.length) {
    if (row < from.length && column < to.length && from[row] === to[column]) {
      row++
      column++
      continue
    }
    const [top, left] = [row, column]
    while (row < from.length || column < to.length) {
      if (row < from.length && column < to.length && from[row] === to[column]) break
      const skipsRow =
        column >= to.length ||
        (row < from.length && lengths[(row + 1) * width + column]! >= lengths[row * width + column + 1]!)
      if (skipsRow) row++
      else column++
    }
    hunks.push({ start: start + top, end: start + row, lines: to.slice(left, column) })
  }
  return hunks
}

/** The lines that a side has for a part of the base. */
const sideOf = (base: ReadonlyArray<string>, hunks: ReadonlyArray<Hunk>, start: number, end: number): Array<string> => {
  const lines: Array<string> = []
  let at = start
  for (const hunk of hunks) {
    lines.push(...base.slice(at, hunk.start), ...hunk.lines)
    at = hunk.end
  }
  return [...lines, ...base.slice(at, end)]
}

/** Two edits of the same place: one after the other where they are beside each other, else both as they are. */
const together = (base: string, mine: string, theirs: string): string => {
  const edit = (side: string) => {
    const start = commonStart(base, side)
    const end = commonEnd(base, side, start)
    return { start, end: base.length - end, text: side.slice(start, side.length - end) }
  }
  const [own, other] = [edit(mine), edit(theirs)]
  const [first, second] = other.start <= own.start ? [other, own] : [own, other]
  if (first.end > second.start) return theirs === "" ? mine : mine === "" ? theirs : `${theirs}\n${mine}`
  // words that were written at one place stay two, on an empty line as two lines
  const { end: at } = first
  const isEmptyLine = (at === 0 || base[at - 1] === "\n") && (at === base.length || base[at] === "\n")
  const isOnePlace = at === second.start && first.text !== "" && second.text !== ""
  const between = isOnePlace ? (isEmptyLine && first.start === at ? "\n" : " ") : ""
  const middle = base.slice(first.end, second.start)
  return base.slice(0, first.start) + first.text + middle + between + second.text + base.slice(second.end)
}

const areSame = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  one.length === other.length && one.every((line, index) => line === other[index])

/** Lines in place of those of a part of the base, which both sides have edited. */
const mergedLines = (
  base: ReadonlyArray<string>,
  mine: ReadonlyArray<string>,
  theirs: ReadonlyArray<string>
): ReadonlyArray<string> => {
  if (areSame(mine, theirs) || areSame(theirs, base)) return mine
  if (areSame(mine, base)) return theirs
  // a side that has no line here has not an empty one
  if (mine.length === 0) return theirs
  if (theirs.length === 0) return mine
  if (base.length === 0) return [...theirs, ...mine]
  return together(base.join("\n"), mine.join("\n"), theirs.join("\n")).split("\n")
}

/** Hunks that concern one part of the base. */
interface Group {
  readonly start: number
  readonly end: number
  readonly mine: ReadonlyArray<Hunk>
  readonly theirs: ReadonlyArray<Hunk>
}

/** @param joins whether hunks beside each other concern one part */
const groupsOf = (mine: ReadonlyArray<Hunk>, theirs: ReadonlyArray<Hunk>, joins: boolean): ReadonlyArray<Group> => {
  const groups: Array<Group> = []
  const all = [
    ...mine.map((hunk) => ({ hunk, mine: [hunk], theirs: [] })),
    ...theirs.map((hunk) => ({ hunk, mine: [], theirs: [hunk] }))
  ].toSorted(({ hunk: one }, { hunk: other }) => one.start - other.start || one.end - other.end)
  for (const { hunk, ...sides } of all) {
    const last = groups.at(-1)
    const isSame = last !== undefined && last.start === hunk.start && last.end === hunk.end
    if (last !== undefined && (hunk.start < last.end || isSame || (joins && hunk.start === last.end)))
      groups[groups.length - 1] = {
        start: last.start,
        end: Math.max(last.end, hunk.end),
        mine: [...last.mine, ...sides.mine],
        theirs: [...last.theirs, ...sides.theirs]
      }
    else groups.push({ start: hunk.start, end: hunk.end, ...sides })
  }
  return groups
}

/** What stands in place of lines, of which either side, or both, made others. */
type MergeLines = typeof mergedLines

const mergeBy = (
  [base, mine, theirs]: readonly [base: string, mine: string, theirs: string],
  mergeLines: MergeLines,
  joins: boolean
): string => {
  const lines = base.split("\n")
  const merged: Array<string> = []
  let at = 0
  for (const { end, mine: own, start, theirs: other } of groupsOf(
    hunksOf(lines, mine.split("\n")),
    hunksOf(lines, theirs.split("\n")),
    joins
  )) {
    merged.push(...lines.slice(at, start))
    const part = lines.slice(start, end)
    merged.push(...mergeLines(part, sideOf(lines, own, start, end), sideOf(lines, other, start, end)))
    at = end
  }
  return [...merged, ...lines.slice(at)].join("\n")
}

/** @param base what both were made from */
export const mergeTexts = (base: string, mine: string, theirs: string): string =>
  mergeBy([base, mine, theirs], mergedLines, false)

/**
 * A text as I have it, in the server's words wherever I did nothing since it was sent.
 * @param answered what was sent, as the server says it: nobody else wrote in it
 */
export const rewordText = (sent: string, mine: string, answered: string): string =>
  mergeBy([sent, mine, answered], (before, own, other) => (areSame(own, before) ? other : own), true)
