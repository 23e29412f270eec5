/** Where tags stand on their lines, and which of them are open. */
import type { LineCursor } from "./line.ts"
import type { OpenTags, RawContainer } from "./raw.ts"
import { trimmedEnd } from "./source.ts"
import { isBranchTag, isKnownTag, scanTag, type TagToken, tagShape } from "./tag-scan.ts"

/**
 * A tag that is glued to text in front of it (`docs/contributing/dialect.md#what-an-importer-must-survive`: `</table>{% hint …`, `text {% endhint %}`). It counts when
 * nothing but tags follows on the line, or when the line began with a tag; else it is talked about, not used. So is
 * an end tag whose opener is not open, a tag that nobody knows but for its end, and an `if` in running text (Liquid). The branches and the end of an open `if`
 * always count, so that none of them is shown for text. Code spans are passed over. A `</details>` that ends the line is
 * found too, as a token without a name.
 */
export const findMidlineTag = (
  line: LineCursor,
  html: boolean,
  isOpen: (name: string) => boolean
): TagToken | undefined => {
  const { text, end } = line
  const afterTag = text.startsWith("%}", lastNonspace(text, line.start, line.nonspace) - 1)
  const counts = (token: TagToken): boolean => {
    if (token.kind === "close" ? !isOpen(token.name) : !isKnownTag(token.name)) return false
    if (token.name === "if") return token.kind === "close" || afterTag || token.start === line.nonspace
    return afterTag || isFollowedByTags(text, token.end, end)
  }
  const branches = isOpen("if")
  const accepted = (name: string): boolean => isKnownTag(name) || (branches && isBranchTag(name)) || isOpen(name)
  let at = line.nonspace
  let close = -1
  while (at < end) {
    const code = text.charCodeAt(at)
    if (code === 92 && !html) {
      at += 2
    } else if (code === 96 && !html) {
      at = skipCodeSpan(text, at, end)
    } else if (code === 123 && text.charCodeAt(at + 1) === 37) {
      const token = scanTag(text, at, end, accepted)
      if (token !== undefined && isBranchTag(token.name)) return token
      if (token !== undefined && counts(token)) return token
      if (token === undefined) {
        if (close < at) close = nextClose(text, at, end)
        if (close === end) return undefined
      }
      at = token?.end ?? at + 2
    } else if (code === 60 && at > line.nonspace && !html && text.startsWith("</details>", at)) {
      if (trimmedEnd(text, at + 10, end) === at + 10) {
        return { kind: "close", name: "", argument: "", start: at, end: at + 10 }
      }
      at += 10
    } else {
      at++
    }
  }
  return undefined
}

const lastNonspace = (text: string, start: number, at: number): number => trimmedEnd(text, start, at) - 1

const isFollowedByTags = (text: string, at: number, end: number): boolean => {
  let i = at
  while (i < end && (text.charCodeAt(i) === 32 || text.charCodeAt(i) === 9)) i++
  return i >= end || text.startsWith("{%", i)
}

const nextClose = (text: string, at: number, end: number): number => {
  for (let i = at; i + 1 < end; i++) if (text.charCodeAt(i) === 37 && text.charCodeAt(i + 1) === 125) return i
  return end
}

/** End of the code span at `at`; a run of backticks that is not closed on the line hides the rest of it. */
const skipCodeSpan = (text: string, at: number, end: number): number => {
  let open = at
  while (open < end && text.charCodeAt(open) === 96) open++
  const length = open - at
  let i = open
  while (i < end) {
    if (text.charCodeAt(i) !== 96) {
      i++
      continue
    }
    const from = i
    while (i < end && text.charCodeAt(i) === 96) i++
    if (i - from === length) return i
  }
  return end
}

/** Keeps book of the tags of one container: an opener is pushed, an end tag pops up to its opener. */
export const noteTag = (open: OpenTags, token: TagToken): void => {
  const count = open.counts.get(token.name) ?? 0
  if (token.kind === "open") {
    if (tagShape(token.name) === "void") return
    open.names.push(token.name)
    open.counts.set(token.name, count + 1)
    return
  }
  if (count === 0) return
  for (let name = open.names.pop(); name !== undefined; name = open.names.pop()) {
    open.counts.set(name, open.counts.get(name)! - 1)
    if (name === token.name) return
  }
}

/** How many containers stay open for an end tag: up to the innermost that holds its opener, else all of them. */
export const findOpenTag = (stack: ReadonlyArray<RawContainer>, matched: number, name: string): number => {
  for (let i = matched; i > 0; i--) if ((stack[i - 1]!.openTags.counts.get(name) ?? 0) > 0) return i
  return matched
}
