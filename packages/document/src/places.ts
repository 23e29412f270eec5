/** Offsets into a text as lines and columns, and back. */

/** Where something stands in a text: both count from 1, columns in UTF-16 units. */
export interface TextPlace {
  line: number
  column: number
}

export const placeAt = (text: string, offset: number): TextPlace => {
  const start = text.lastIndexOf("\n", offset - 1) + 1
  let line = 1
  for (let end = text.indexOf("\n"); end >= 0 && end < offset; end = text.indexOf("\n", end + 1)) line++
  return { line, column: offset - start + 1 }
}

/** The end of the text for a place behind it. */
export const offsetAt = (text: string, { column, line }: TextPlace): number => {
  let at = 0
  for (let n = 1; n < line; n++) {
    const end = text.indexOf("\n", at)
    if (end === -1) break
    at = end + 1
  }
  return Math.min(text.length, at + column - 1)
}
