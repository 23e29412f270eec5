/**
 * Content cut out of a page, and the way back: a leaf block is a list of pieces ("segments"), its content is their
 * text joined by a separator, and every offset of the content maps to an offset of the page.
 */

/** Start and end of one piece of a line in the page, end exclusive. */
export interface Segment {
  start: number
  end: number
}

export interface Source {
  text: string
  /** Offset in the page of an offset in `text`. */
  at: (offset: number) => number
}

/** Joins segments: lines by line feeds, pieces of one line by nothing. A lookup costs O(log segments). */
export const joinSegments = (page: string, segments: ReadonlyArray<Segment>, separator: "\n" | "" = "\n"): Source => {
  const first = segments[0]
  if (first === undefined) return { text: "", at: () => 0 }
  if (segments.length === 1) {
    return { text: clean(page.slice(first.start, first.end)), at: (offset) => first.start + offset }
  }
  const starts: number[] = []
  const parts: string[] = []
  let length = 0
  for (const segment of segments) {
    starts.push(length)
    parts.push(page.slice(segment.start, segment.end))
    length += segment.end - segment.start + separator.length
  }
  const at = (offset: number): number => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    const segment = segments[low]!
    return Math.min(segment.start + offset - starts[low]!, segment.end)
  }
  return { text: clean(parts.join(separator)), at }
}

/** NUL is never part of a text (CommonMark 2.3); one unit for one unit, so that offsets stay. */
const clean = (text: string): string => (text.includes("\0") ? text.replaceAll("\0", "\uFFFD") : text)

export const isSpaceOrTab = (code: number): boolean => code === 32 || code === 9

export const isWhitespace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13)

export const isDigit = (code: number): boolean => code >= 48 && code <= 57

export const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

export const isAsciiPunctuation = (code: number): boolean =>
  (code >= 33 && code <= 47) || (code >= 58 && code <= 64) || (code >= 91 && code <= 96) || (code >= 123 && code <= 126)

/** The end of a piece without the spaces and tabs in front of it. */
export const trimmedEnd = (text: string, start: number, end: number): number => {
  let at = end
  while (at > start && isSpaceOrTab(text.charCodeAt(at - 1))) at--
  return at
}
