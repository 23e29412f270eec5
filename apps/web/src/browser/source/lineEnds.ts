/** Ends of lines: the editor knows one of them for a text, the text keeps its own. Pure. */

export interface LineEnds {
  /** What the editor splits lines at; what else ends a line stands in it. */
  readonly separator: string | undefined
  /** A text as the editor has it. */
  readonly inside: (text: string) => string
  /** A text of the editor as the page has it. */
  readonly outside: (text: string) => string
}

/** All lines of a text end alike, or each keeps its end as a character. */
export const lineEndsOf = (text: string): LineEnds => {
  const inside = (other: string) => other.replaceAll("\r\n", "\n")
  if (!text.includes("\r")) return { separator: undefined, inside, outside: (other) => other }
  const isWindows = /^(?:[^\r\n]|\r\n)*$/.test(text)
  if (isWindows) return { separator: undefined, inside, outside: (other) => other.replaceAll("\n", "\r\n") }
  return { separator: "\n", inside: (other) => other, outside: (other) => other }
}
