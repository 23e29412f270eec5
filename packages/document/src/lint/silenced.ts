/**
 * Comments that silence rules: `<!-- octavo-check-disable RULES -->` until `<!-- octavo-check-enable -->` or the end of the
 * page, `<!-- octavo-check-disable-next-line RULES -->` for the line behind it. Without rules, all of them.
 */
import type { Comment } from "../ast.ts"

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
 * @param comments of a page, in order
 * @param body where the text behind its frontmatter begins: no comment can stand before what is said of that, or of the
 * page as a whole, so that any comment silences these
 */
export const silencedBy = (text: string, comments: ReadonlyArray<Comment>, body = 0): ReadonlyArray<Silence> => {
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
