/**
 * Comments that silence rules: `<!-- octavo-check-disable RULES -->` until `<!-- octavo-check-enable -->` or the end of the
 * file, `<!-- octavo-check-disable-next-line RULES -->` for the line behind it. Without rules, all of them. YAML has the
 * same words behind a `#`.
 */
import { CST, Lexer } from "yaml"
import type { Comment } from "../ast.ts"

/** What is between its marks, and where it stands with them. */
type CommentText = Pick<Comment, "position" | "value">

const mark = "octavo-check-"
const order = /^\s*octavo-check-(disable-next-line|disable|enable)\b([\w\s,-]*)$/

/** A part of a text in which rules are silenced: plain data, which can be brought to another thread. */
export interface Silence {
  readonly start: number
  readonly end: number
  /** Empty for all. */
  readonly rules: ReadonlySet<string>
}

/** Before the first letter: the offset of what is about a file as a whole. */
export const wholeFile = -1

/** Whether a rule is silenced at an offset. */
export const isSilenced = (silences: ReadonlyArray<Silence>, rule: string, offset: number): boolean =>
  silences.some(({ end, rules, start }) => offset >= start && offset < end && (rules.size === 0 || rules.has(rule)))

/**
 * @param comments of a file, in order
 * @param body where its first letter stands that may have a comment before it: what is said of those above, or of the file
 * as a whole, any comment silences
 */
export const silencedBy = (text: string, comments: ReadonlyArray<CommentText>, body = 0): ReadonlyArray<Silence> => {
  const all: Silence[] = []
  let open: Array<{ start: number; rules: ReadonlySet<string> }> = []
  for (const { position, value } of comments) {
    const match = order.exec(value)
    if (match === null) continue
    const rules = new Set((match[2] ?? "").split(/[\s,]+/).filter((rule) => rule !== ""))
    if (match[1] === "disable-next-line") {
      const line = endOfLine(text, position.end)
      all.push({ start: line, end: endOfLine(text, nextContent(text, line)), rules })
    } else if (match[1] === "disable") {
      open.push({ start: position.end, rules })
      all.push({ start: wholeFile, end: body, rules })
    } else {
      const still: typeof open = []
      for (const one of open) {
        const isEnded = rules.size === 0 || [...one.rules].some((rule) => rules.has(rule))
        if (isEnded) all.push({ ...one, end: position.start })
        else still.push(one)
      }
      open = still
    }
  }
  for (const one of open) all.push({ ...one, end: text.length + 1 })
  return all
}

const endOfLine = (text: string, from: number): number => {
  const end = text.indexOf("\n", from)
  return end === -1 ? text.length + 1 : end + 1
}

/** An empty line may stand behind a comment, so that it is a block of its own. */
const nextContent = (text: string, from: number): number => {
  let at = from
  while (at < text.length && /[\r\n]/.test(text[at]!)) at++
  return at
}

/** What comments silence in a file that is no page: markup where its path says so, or YAML. */
export const silencedIn = (path: string, text: string): ReadonlyArray<Silence> =>
  isMarkup(path) ? silencedInMarkup(text) : silencedInYaml(text)

/** Whether a file that is no Markdown may have comments. */
export const hasComments = (path: string): boolean => /\.ya?ml$/i.test(path) || isMarkup(path)

const isMarkup = (path: string): boolean => /\.(?:svg|xml|html?)$/i.test(path)

/** Of a text that may be no YAML, too: one with a fault has comments all the same. */
export const silencedInYaml = (text: string): ReadonlyArray<Silence> => {
  if (!text.includes(mark)) return []
  const comments: CommentText[] = []
  let body: number | undefined
  let start = 0
  let isScalar = false
  for (const token of new Lexer().lex(text)) {
    const type: CST.TokenType | null = isScalar ? "scalar" : CST.tokenType(token)
    isScalar = !isScalar && type === "scalar"
    // these stand for nothing in the text; behind the sign of a scalar is what it says
    if (isScalar || type === "doc-mode" || type === "flow-error-end") continue
    const end = start + token.length
    if (type === "comment") comments.push({ value: token.slice(1), position: { start, end } })
    else if (!beforeContent.has(type)) body ??= start
    start = end
  }
  return silencedBy(text, comments, body ?? text.length)
}

/** What stands before the first letter that YAML has a value for. */
const beforeContent: ReadonlySet<CST.TokenType | null> = new Set([
  "byte-order-mark",
  "directive-line",
  "doc-start",
  "newline",
  "space"
])

const silencedInMarkup = (text: string): ReadonlyArray<Silence> => {
  const comments: CommentText[] = []
  for (let start = text.indexOf("<!--"); start !== -1; ) {
    const close = text.indexOf("-->", start + 4)
    if (close === -1) break
    const end = close + 3
    comments.push({ value: text.slice(start + 4, close), position: { start, end } })
    start = text.indexOf("<!--", end)
  }
  return silencedBy(text, comments)
}
