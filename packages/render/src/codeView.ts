/** A block of code as it is drawn: what its fence, its tag and comments in it say, put together. Pure. */
import type { Code } from "@octavo/document"
import { languageOf } from "./codeLanguage.ts"
import { readMarkers } from "./codeMarkers.ts"
import { type FenceInfo, type LineMark, readFenceInfo } from "./fenceInfo.ts"

export interface CodeView {
  readonly language: string | undefined
  readonly title: string | undefined
  /** Number of the first line; `undefined` for code without numbers. */
  readonly firstNumber: number | undefined
  readonly wrap: boolean
  /** The code without comments that mark lines, and without the line break at its end. */
  readonly text: string
  /** What is said of each line, from the first; empty where nothing is said of any. */
  readonly marks: ReadonlyArray<ReadonlySet<LineMark>>
}

/** In these, a marker is what the text is about: there is no comment for it to stand in, or it shows how one is written. */
const literal = new Set(["md", "mdx", "markdown"])

/** Each range costs the same, however long it is. */
const addRanges = (marks: Array<Set<LineMark>>, ranges: FenceInfo["ranges"]): void => {
  for (const mark of new Set(ranges.map((range) => range.mark))) {
    const steps = new Int32Array(marks.length + 1)
    for (const { from, mark: one, to } of ranges) {
      if (one !== mark || from < 1 || to < from || from > marks.length) continue
      steps[from - 1]! += 1
      steps[Math.min(to, marks.length)]! -= 1
    }
    let open = 0
    marks.forEach((line, at) => {
      open += steps[at]!
      if (open > 0) line.add(mark)
    })
  }
}

/** What `{% code highlightedLines="1,3" %}` says, which documents with marked lines are written as. */
const ofTag = ({ attributes }: Code): FenceInfo["ranges"] =>
  (attributes?.["highlightedLines"] ?? "").split(",").flatMap((one) => {
    const line = /^\d{1,7}$/.test(one.trim()) ? Number(one) : 0
    return line === 0 ? [] : [{ mark: "highlighted" as const, from: line, to: line }]
  })

export const readCode = (node: Code): CodeView => {
  const language = languageOf(node)
  const info = readFenceInfo(node)
  const value = node.value.replace(/\r\n?/g, "\n").replace(/\n$/, "")
  const hasMarkers = language !== undefined && !literal.has(language)
  const lines = hasMarkers ? readMarkers(value) : value.split("\n").map((text) => ({ text, marks: [] }))
  const marks = lines.map((line) => new Set(line.marks))
  addRanges(marks, [...info.ranges, ...ofTag(node)])
  return {
    language,
    title: node.title || info.title,
    firstNumber:
      node.lineNumbers === true ? (info.firstNumber ?? 1) : node.lineNumbers === false ? undefined : info.firstNumber,
    wrap: node.overflow === undefined ? info.wrap === true : node.overflow === "wrap",
    text: lines.map(({ text }) => text).join("\n"),
    marks: marks.some(({ size }) => size > 0) ? marks : []
  }
}

/** The formula of a fence of the language `math`, as GitHub and GitLab have them; `undefined` of all other code. */
export const formulaIn = (node: Code): string | undefined =>
  languageOf(node) === "math" && node.children === undefined ? node.value : undefined
