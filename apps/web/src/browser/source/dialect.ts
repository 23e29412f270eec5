/** Markdown of the dialect, as far as it is told apart by colour: tags, frontmatter, maths, HTML and code. Pure. */
import { markdownLanguage } from "@codemirror/lang-markdown"
import { Language } from "@codemirror/language"
import { styleTags, tags } from "@lezer/highlight"
import { parser as html } from "@lezer/html"
import type {
  BlockContext,
  BlockParser,
  Element,
  InlineParser,
  Line,
  MarkdownConfig,
  MarkdownParser
} from "@lezer/markdown"
import { parseCode } from "@lezer/markdown"

interface MakesElements {
  readonly elt: (type: string, from: number, to: number, children?: ReadonlyArray<Element>) => Element
}

/** Characters of a tag, which lies on one line; a longer one is text. */
const longestTag = 4000

/** What a tag begins with, and its name. */
const tagStart = /^\{%[ \t]*([\w/@.-]+)/
const attribute = /([\w:-]+)(?:\s*=\s*("[^"\n]*"|'[^'\n]*'|“[^”\n]*”|[^\s"'%]+))?/g

/** The tag that begins at an offset of a text. @param start where the text begins in the page */
const tagAt = (cx: MakesElements, text: string, offset: number, start: number): Element | undefined => {
  const near = text.slice(offset, offset + longestTag)
  const end = near.indexOf("%}", 2)
  const whole = near.slice(0, end + 2)
  const [begin, name] = (end === -1 || whole.includes("\n") ? null : tagStart.exec(whole)) ?? []
  if (begin === undefined || name === undefined || begin.length > end) return undefined
  const from = start + offset
  const restFrom = from + begin.length
  const nameFrom = restFrom - name.length
  const rest = whole.slice(begin.length, end)
  const parts = [cx.elt("DialectMark", from, from + 2), cx.elt("DialectName", nameFrom, restFrom)]
  for (const one of rest.matchAll(attribute)) {
    const at = restFrom + one.index
    parts.push(cx.elt("DialectAttribute", at, at + one[1]!.length))
    if (one[2] !== undefined) parts.push(cx.elt("DialectValue", at + one[0].length - one[2].length, at + one[0].length))
  }
  const to = from + whole.length
  parts.push(cx.elt("DialectMark", to - 2, to))
  return cx.elt("DialectTag", from, to, parts)
}

const openBrace = 123
const dollar = 36

const isTagLine = ({ next, pos, text }: Line): boolean =>
  next === openBrace && /^\{%[^\n]*%\}\s*$/.test(text.slice(pos))

/** A line of tags is a block of its own: what comes behind it goes on with none of its text. */
const tagLine: BlockParser = {
  name: "TagLine",
  before: "IndentedCode",
  parse: (cx: BlockContext, line: Line) => {
    if (!isTagLine(line)) return false
    const from = cx.lineStart + line.pos
    const text = line.text.slice(line.pos)
    cx.addElement(cx.elt("TagLine", from, from + text.length, cx.parser.parseInline(text, from)))
    cx.nextLine()
    return true
  },
  endLeaf: (_, line) => isTagLine(line)
}

const tagInText: InlineParser = {
  name: "DialectTag",
  parse: (cx, next, pos) => {
    if (next !== openBrace || cx.char(pos + 1) !== 37) return -1
    const found = tagAt(cx, cx.text, pos - cx.offset, cx.offset)
    return found === undefined ? -1 : cx.addElement(found)
  }
}

const mathInText: InlineParser = {
  name: "Math",
  parse: (cx, next, pos) => {
    if (next !== dollar || cx.char(pos + 1) !== dollar) return -1
    const end = cx.text.indexOf("$$", pos - cx.offset + 2)
    return end === -1 ? -1 : cx.addElement(cx.elt("Math", pos, cx.offset + end + 2))
  }
}

const fence = /^---[ \t]*\r?$/

/** The header of a page. A page may begin with a line across it as well: a header's first line has a key. */
const frontmatter: BlockParser = {
  name: "Frontmatter",
  before: "HorizontalRule",
  parse: (cx, line) => {
    if (cx.lineStart !== 0 || !fence.test(line.text) || !/^[\w-]+:|^#/.test(cx.peekLine())) return false
    const parts = [cx.elt("FrontmatterMark", 0, 3)]
    while (cx.nextLine()) {
      const { text } = line
      const at = cx.lineStart
      if (fence.test(text)) {
        parts.push(cx.elt("FrontmatterMark", at, at + 3))
        cx.nextLine()
        break
      }
      const [comment] = /^\s*#.*/.exec(text) ?? []
      const [, before = "", key] = /^(\s*(?:- )?)([\w-]+):(?=\s|$)/.exec(text) ?? []
      if (comment !== undefined) parts.push(cx.elt("FrontmatterComment", at, at + comment.length))
      else if (key !== undefined)
        parts.push(cx.elt("FrontmatterKey", at + before.length, at + before.length + key.length))
    }
    cx.addElement(cx.elt("Frontmatter", 0, cx.prevLineEnd(), parts))
    return true
  }
}

const additions: MarkdownConfig = {
  defineNodes: [
    { name: "TagLine", block: true },
    "DialectTag",
    "DialectMark",
    "DialectName",
    "DialectAttribute",
    "DialectValue",
    "Math",
    { name: "Frontmatter", block: true },
    "FrontmatterMark",
    "FrontmatterKey",
    "FrontmatterComment"
  ],
  parseBlock: [frontmatter, tagLine],
  parseInline: [tagInText, mathInText],
  props: [
    styleTags({
      "DialectMark FrontmatterMark": tags.punctuation,
      DialectName: tags.keyword,
      "DialectAttribute FrontmatterKey": tags.propertyName,
      DialectValue: tags.attributeValue,
      Math: tags.special(tags.string),
      "Frontmatter/...": tags.attributeValue,
      FrontmatterComment: tags.comment
    })
  ]
}

/** What the language's commands know of lists and quotes holds for it as well. */
export const dialect = new Language(
  markdownLanguage.data,
  (markdownLanguage.parser as MarkdownParser).configure([
    { remove: ["Subscript", "Superscript"] },
    additions,
    parseCode({ htmlParser: html.configure({ dialect: "noMatch" }) })
  ]),
  [],
  "markdown"
)
