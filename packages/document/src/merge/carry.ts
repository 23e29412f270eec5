/**
 * An edited text with the bytes of the file that it came from. People and programs see and send U+FFFD for a byte that
 * is no UTF-8: where they left a line, a word or the part of a word around it, the file's own byte goes back in.
 */
import { displayText, isReadable } from "../exactText.ts"
import { align } from "./align.ts"

/**
 * The exact text of an edited one.
 * @param edited what somebody sent, in the form that is shown
 * @param sources exact texts that it may be made of, the one that was edited first. Where several lines of them show the
 *   same, the one that stands in the same place counts
 */
export const carryBytes = (edited: string, sources: ReadonlyArray<string>): string => {
  if (!carries(edited, sources)) return edited
  const from = sources.flatMap((exact) => (isReadable(exact) ? [] : [{ exact, shown: displayText(exact) }]))
  if (from[0]!.shown === edited) return from[0]!.exact

  const lines = linesOf(edited)
  const carried: Array<string | undefined> = lines.map((line) => (line.includes(unknown) ? undefined : line))
  const read = from.map((source) => carryLines(source, lines, carried))
  for (const { moved } of read) moved()
  const changed = read.flatMap(({ changed }) => changed)
  const edits = lines.slice()
  for (const stretch of changed) {
    if (carried.slice(stretch.start, stretch.end).includes(undefined)) carryWords(stretch, edits)
  }
  const words = carried.includes(undefined) ? knownWords(from) : undefined
  return carried.map((line, i) => line ?? carryKnown(edits[i]!, words!)).join("")
}

const unknown = "\uFFFD"

/** Whether there may be bytes to carry over. */
export const carries = (edited: string, sources: ReadonlyArray<string>): boolean =>
  edited.includes(unknown) && !sources.every(isReadable)

interface Source {
  readonly exact: string
  readonly shown: string
}

/** A stretch of a source, and the lines that stand in its place. */
interface Changed extends Source {
  readonly start: number
  readonly end: number
}

const linesOf = (text: string): ReadonlyArray<string> => text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? []

const withoutEnd = (line: string): string => line.replace(/(?<![\r\n])[\r\n]+$/, "")

/**
 * Fills in the lines that a source has in the same order, and answers what became of the others. `moved` fills in those
 * that it has elsewhere.
 */
const carryLines = ({ exact, shown }: Source, lines: ReadonlyArray<string>, carried: Array<string | undefined>) => {
  const shownLines = linesOf(shown)
  const starts: Array<number> = [0]
  for (const line of shownLines) starts.push(starts.at(-1)! + line.length)
  const before = shownLines.map(withoutEnd)
  const after = lines.map(withoutEnd)
  const used = new Uint8Array(before.length)
  /** The line as the source has it, with the end that it has now. */
  const take = (i: number, j: number): void => {
    used[i] = 1
    carried[j] ??= exact.slice(starts[i], starts[i]! + before[i]!.length) + lines[j]!.slice(after[j]!.length)
  }
  const changed: Array<Changed> = []
  let [i, j] = [0, 0]
  for (const { end, sideEnd, sideStart, start } of align(before, after)) {
    while (i < start) take(i++, j++)
    if (start < end && sideStart < sideEnd) {
      const [first, last] = [starts[start], starts[end]]
      changed.push({ exact: exact.slice(first, last), shown: shown.slice(first, last), start: sideStart, end: sideEnd })
    }
    ;[i, j] = [end, sideEnd]
  }
  while (i < before.length) take(i++, j++)

  const moved = (): void => {
    const places = new Map<string, Array<number>>()
    for (const [place, line] of before.entries()) {
      if (!line.includes(unknown)) continue
      const known = places.get(line)
      if (known === undefined) places.set(line, [place])
      else known.push(place)
    }
    const next = new Map<string, number>()
    for (const [place, line] of after.entries()) {
      const known = carried[place] === undefined ? places.get(line) : undefined
      if (known === undefined) continue
      let at = next.get(line) ?? 0
      // each once, as long as there are some left
      while (at < known.length - 1 && used[known[at]!] === 1) at++
      take(known[at]!, place)
      next.set(line, at)
    }
  }
  return { changed, moved }
}

/** A word, or what stands between two; U+FFFD is a letter of a word. */
const tokens = /[\p{L}\p{M}\p{N}\uFFFD]+|\s+|./gsu

/** Fills in words of changed lines, and the ends of words that were changed themselves. */
const carryWords = ({ end, exact, shown, start }: Changed, lines: Array<string>): void => {
  const before = shown.match(tokens) ?? []
  const after = lines.slice(start, end).join("").match(tokens) ?? []
  const out: Array<string> = []
  let [i, j, at] = [0, 0, 0]
  const same = (until: number): void => {
    for (; i < until; i++, j++) {
      out.push(exact.slice(at, at + before[i]!.length))
      at += before[i]!.length
    }
  }
  for (const hunk of align(before, after)) {
    same(hunk.start)
    const was = before.slice(i, hunk.end).join("")
    const is = after.slice(j, hunk.sideEnd).join("")
    const bytes = exact.slice(at, at + was.length)
    const shorter = Math.min(was.length, is.length)
    let head = 0
    while (head < shorter && was[head] === is[head]) head++
    let tail = 0
    while (tail < shorter - head && was[was.length - 1 - tail] === is[is.length - 1 - tail]) tail++
    out.push(bytes.slice(0, head) + is.slice(head, is.length - tail) + bytes.slice(bytes.length - tail))
    ;[i, j, at] = [hunk.end, hunk.sideEnd, at + was.length]
  }
  same(before.length)
  const text = out.join("")
  let from = 0
  for (let line = start; line < end; line++) {
    const to = from + lines[line]!.length
    lines[line] = text.slice(from, to)
    from = to
  }
}

/** Words with bytes that are no UTF-8, by what they show; those that stand for different bytes are none. */
const knownWords = (sources: ReadonlyArray<Source>): ReadonlyMap<string, string | undefined> => {
  const words = new Map<string, string | undefined>()
  for (const { exact, shown } of sources) {
    for (const { 0: word, index } of shown.matchAll(tokens)) {
      if (!word.includes(unknown)) continue
      const found = exact.slice(index, index + word.length)
      words.set(word, words.has(word) && words.get(word) !== found ? undefined : found)
    }
  }
  return words
}

const carryKnown = (line: string, words: ReadonlyMap<string, string | undefined>): string =>
  line.replace(tokens, (word) => words.get(word) ?? word)
