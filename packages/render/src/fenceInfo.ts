/**
 * What stands behind the language of a fence, as other systems write it: Docusaurus, Expressive Code (Starlight),
 * VitePress, Nextra, Material for MkDocs, Hugo, Zola and Pandoc. Pure; nothing that is stored changes.
 */
import { defined } from "@octavo/core/kernel/shared/defined"
import type { Code } from "@octavo/document"

/** What is said of a line of code. */
export type LineMark = "highlighted" | "inserted" | "deleted" | "focused" | "error" | "warning"

export interface FenceInfo {
  readonly title?: string
  /** Number of the first line; absent where no numbers are asked for. */
  readonly firstNumber?: number
  readonly wrap?: boolean
  /** First and last line of each range, from 1, in the order in which they were written. */
  readonly ranges: ReadonlyArray<{ readonly mark: LineMark; readonly from: number; readonly to: number }>
}

/** Characters of an info string that are read. */
const longest = 2_000

const largestNumber = 1_000_000

/** `{1,3-5}`, `[name]`, `name`, `name="value"`, `name=3,5`, `name=[3]`, `name{1}`, or a text in quotes that stands alone. */
const part =
  /\s+|\{([^{}]*)\}|\[([^[\]]*)\]|"[^"]*"|'[^']*'|:?([A-Za-z_][\w-]*)(?:=(?:"([^"]*)"|'([^']*)'|\{([^{}]*)\}|\[([^[\]]*)\]|((?:[^\s{}"',]|,(?![A-Za-z_]))*(?: \d[\d-]*(?![^\s,]))*))|\{([^{}]*)\})?|./gs

const marks: Readonly<Record<string, LineMark>> = {
  mark: "highlighted",
  highlight: "highlighted",
  hl_lines: "highlighted",
  ins: "inserted",
  del: "deleted"
}

const titles = new Set(["title", "filename", "file", "name"])
const numbers = new Set([
  ...["showlinenumbers", "line-numbers", "linenums", "startlinenumber"],
  ...["linenos", "linenostart", "numberlines", "number-lines", "startfrom"]
])

/** Ranges of `1,3-5`, of `1 3-5`, of `1,"3-5"`, and of `"a label":1-3`; nothing where it is something else. */
const rangesOf = (text: string): ReadonlyArray<readonly [from: number, to: number]> => {
  const listed = text
    .replace(/"[^"]*":/g, "")
    .replace(/["']/g, "")
    .trim()
  if (!/^[\d\s,-]+$/.test(listed)) return []
  return listed.split(/[\s,]+/).flatMap((one): Array<readonly [number, number]> => {
    const [, from, to] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(one) ?? []
    return from === undefined ? [] : [[Number(from), Number(to ?? from)]]
  })
}

/** Braces with attributes, `{ .py title="a.py" }` or `{linenos=table}`, without the braces: what is in them stands for itself. */
const opened = (text: string): string =>
  text.replace(/(?<![=\w])\{([^{}]*)\}/g, (braces, inner: string) =>
    /[a-z]/i.test(inner) && rangesOf(inner).length === 0 ? ` ${inner} ` : braces
  )

const isOff = (value: string | undefined): boolean => value === "false" || value === "0"

/** What is written behind the language: the document's first word may hold some of it, as in `js{1,3}`. */
const restOf = ({ lang = "", meta = "" }: Code): string => {
  const end = lang.search(/[{:[,]/)
  return opened(`${end === -1 ? "" : lang.slice(end)} ${meta}`.slice(0, longest))
}

export const readFenceInfo = (code: Code): FenceInfo => {
  const rest = restOf(code)
  let title: string | undefined
  let firstNumber: number | undefined
  let wrap: boolean | undefined
  const ranges: Array<FenceInfo["ranges"][number]> = []
  const add = (mark: LineMark, text: string): void => {
    for (const [from, to] of rangesOf(text)) ranges.push({ mark, from, to })
  }
  for (const [, braces, brackets, name, double, single, listed, array, bare, called] of rest.matchAll(part)) {
    if (braces !== undefined) add("highlighted", braces)
    else if (brackets !== undefined) title ??= brackets.trim()
    else if (name !== undefined) {
      const key = name.toLowerCase()
      const value = double ?? single ?? listed ?? array ?? bare ?? called
      const mark = Object.hasOwn(marks, key) ? marks[key] : undefined
      if (mark !== undefined && value !== undefined) add(mark, value)
      else if (titles.has(key)) title ??= value?.trim()
      else if (numbers.has(key)) {
        const first = value !== undefined && /^\d{1,7}$/.test(value) ? Number(value) : undefined
        firstNumber = isOff(value) ? undefined : Math.min(first ?? firstNumber ?? 1, largestNumber)
      } else if (key === "no-line-numbers") firstNumber = undefined
      else if (key === "wrap") wrap = !isOff(value)
    }
  }
  return { ranges, ...defined({ title: title || undefined, firstNumber, wrap }) }
}
