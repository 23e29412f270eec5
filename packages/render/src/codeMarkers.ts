/**
 * Comments in code that say something of its lines and are no part of it: `// highlight-next-line` and
 * `// highlight-start` to `// highlight-end` (Docusaurus), `// [!code ++]` and its kin (VitePress, Shiki). Pure, in linear
 * time.
 */
import type { LineMark } from "./fenceInfo.ts"

export interface MarkedLine {
  readonly text: string
  readonly marks: ReadonlySet<LineMark>
}

const none: ReadonlySet<LineMark> = new Set()

const notations: Readonly<Record<string, LineMark>> = {
  highlight: "highlighted",
  hl: "highlighted",
  "++": "inserted",
  "--": "deleted",
  focus: "focused",
  error: "error",
  warning: "warning"
}

/** What a comment may begin with, the longer ones first. */
const openers = ["{/*", "<!--", "/*", "//", "--", "#", ";", "%"]

const closers = new Set(["", "*/", "*/}", "-->"])

const wholeLine = /^(?:\{\/\*|\/\*|\/\/|<!--|--|#|;|%) ?highlight-(next-line|start|end)(?: ?(?:\*\/\}?|-->))?$/

/** One notation, with the number of lines it is about. */
const notation = /\[!code (\+\+|--|[a-z]{2,12})(?::([^[\]]{1,200}))?\]/g

interface Noted {
  /** The line without the comment; `undefined` for a line that held nothing else. */
  readonly text: string | undefined
  readonly notes: ReadonlyArray<{ readonly mark: LineMark; readonly lines: number }>
}

/** What a line says of itself and those after it; `undefined` where it says nothing. */
const readNotation = (line: string): Noted | undefined => {
  const start = line.indexOf("[!code ")
  if (start === -1) return undefined
  const before = line.slice(0, start).trimEnd()
  const opener = openers.find((one) => before.endsWith(one))
  if (opener === undefined) return undefined
  const notes: Array<Noted["notes"][number]> = []
  let isNotation = false
  const rest = line
    .slice(start)
    .replace(notation, (whole, name: string, count: string | undefined) => {
      const mark = Object.hasOwn(notations, name) ? notations[name] : undefined
      if (mark === undefined && name !== "word") return whole
      isNotation = true
      if (mark !== undefined)
        notes.push({ mark, lines: count !== undefined && /^\d+$/.test(count) ? Number(count) : 1 })
      return ""
    })
    .trim()
  if (!isNotation) return undefined
  // a comment that says something else besides stays without the notation
  if (!closers.has(rest)) return { text: `${before} ${rest}`, notes }
  const code = before.slice(0, before.length - opener.length).trimEnd()
  return { text: code === "" ? undefined : code, notes }
}

/** The lines that are shown, and what comments said of them. */
export const readMarkers = (code: string): ReadonlyArray<MarkedLine> => {
  const lines = code.split("\n")
  if (!code.includes("[!code ") && !code.includes("highlight-")) return lines.map((text) => ({ text, marks: none }))
  const shown: Array<MarkedLine> = []
  /** How many of the lines that come each mark is still about. */
  const left = new Map<LineMark, number>()
  let isOpen = false
  const note = (notes: Noted["notes"]): void => {
    for (const { lines: count, mark } of notes) left.set(mark, Math.max(left.get(mark) ?? 0, count))
  }
  for (const line of lines) {
    const word = line.includes("highlight-") ? wholeLine.exec(line.trim())?.[1] : undefined
    if (word !== undefined) {
      if (word === "next-line") note([{ mark: "highlighted", lines: 1 }])
      else isOpen = word === "start"
      continue
    }
    const noted = readNotation(line)
    if (noted !== undefined) note(noted.notes)
    if (noted !== undefined && noted.text === undefined) continue
    const marks = new Set<LineMark>(isOpen ? ["highlighted"] : [])
    for (const [mark, count] of left) {
      marks.add(mark)
      if (count > 1) left.set(mark, count - 1)
      else left.delete(mark)
    }
    shown.push({ text: noted?.text ?? line, marks })
  }
  return shown
}
