/**
 * The inline phase: CommonMark 6 with GFM and the inlines of the dialect, in one pass over the content of a leaf.
 * The result is a list of pieces: HTML tags are still flat, to be paired by `assemble`.
 */
import { findEmail, matchAngleAutolink, matchUrl } from "./autolink.ts"
import { DelimiterStack, makeDelimiter } from "./delimiters.ts"
import { matchReference, unescapeMarkdown } from "./entities.ts"
import { type HtmlScanner, makeHtmlScanner } from "./html-scan.ts"
import { isHtmlTag } from "./html-tags.ts"
import { normalizeLabel, scanLabel, scanResource } from "./link-scan.ts"
import { type Piece, removed } from "./pieces.ts"
import type { RawDefinition } from "./raw.ts"
import { isAsciiPunctuation, type Source } from "./source.ts"

export interface References {
  definitions: ReadonlyMap<string, RawDefinition>
  footnotes: ReadonlySet<string>
}

export const parseInline = (source: Source, references: References): Piece[] =>
  new InlineParser(source.text, references).parse()

const specials = new Uint8Array(128)
for (const character of "\n\\`*_~[]!<&$hHwW@") specials[character.charCodeAt(0)] = 1

interface Bracket {
  /** Index of its piece in the list of the parser. */
  piece: number
  image: boolean
  /** Offset of the content behind it. */
  content: number
  delimiters: number
}

class InlineParser {
  readonly text: string
  readonly references: References
  readonly scanner: HtmlScanner
  readonly pieces: Piece[] = []
  readonly delimiters = new DelimiterStack()
  readonly brackets: Bracket[] = []
  /** Brackets below this height lie around a link and cannot be links themselves. */
  inactive = 0
  ticks: Map<number, number[]> | undefined
  at = 0
  textStart = 0

  constructor(text: string, references: References) {
    this.text = text
    this.references = references
    this.scanner = makeHtmlScanner(text)
  }

  parse(): Piece[] {
    const { text } = this
    while (this.at < text.length) {
      const code = text.charCodeAt(this.at)
      if (code >= 128 || specials[code] === 0) this.at++
      else this.special(code)
    }
    let end = text.length
    while (end > this.textStart && isBlank(text.charCodeAt(end - 1))) end--
    this.flush(end)
    this.delimiters.resolve(this.pieces, 0)
    return this.pieces.filter((piece) => piece !== removed)
  }

  /** Adds the plain text up to `end` and makes `end` the start of what follows. */
  flush(end: number): void {
    if (end > this.textStart) {
      this.pieces.push({ kind: "text", value: this.text.slice(this.textStart, end), start: this.textStart, end })
    }
    this.textStart = end
  }

  add(piece: Piece): void {
    this.flush(piece.start)
    this.pieces.push(piece)
    this.at = piece.end
    this.textStart = piece.end
  }

  special(code: number): void {
    switch (code) {
      case 10:
        this.newline()
        break
      case 92:
        this.backslash()
        break
      case 96:
        this.code()
        break
      case 42:
      case 95:
      case 126:
        this.delimiter()
        break
      case 91:
        this.openBracket(this.at, this.at + 1, false)
        break
      case 33:
        this.bang()
        break
      case 93:
        this.closeBracket()
        break
      case 60:
        this.angle()
        break
      case 38:
        this.reference()
        break
      case 36:
        this.math()
        break
      case 64:
        this.email()
        break
      default:
        this.address()
    }
  }

  bang(): void {
    const { text, at } = this
    if (text[at + 1] === "[" && text[at + 2] !== "^") this.openBracket(at, at + 2, true)
    else this.at++
  }

  reference(): void {
    const { text, at } = this
    const reference = matchReference(text, at)
    if (reference === undefined) this.at++
    else this.add({ kind: "text", value: reference.value, start: at, end: reference.end })
  }

  email(): void {
    const { text, at } = this
    const email = findEmail(text, this.textStart, at)
    if (email === undefined) this.at++
    else {
      const address = text.slice(email.start, email.end)
      this.literal(email.start, email.end, `mailto:${address}`, address)
    }
  }

  address(): void {
    const { text, at } = this
    const url = matchUrl(text, at)
    if (url === undefined) this.at++
    else this.literal(at, url.end, url.url, url.text)
  }

  literal(start: number, end: number, url: string, value: string): void {
    const child: Piece = { kind: "text", value, start, end }
    this.add({ kind: "link", url, image: false, literal: true, children: [child], start, end })
  }

  newline(): void {
    const { text, at } = this
    let end = at
    while (end > this.textStart && isBlank(text.charCodeAt(end - 1))) end--
    const hard = at - end >= 2 && text[at - 1] === " " && text[at - 2] === " "
    this.flush(end)
    this.textStart = end
    this.add(
      hard
        ? { kind: "leaf", make: (position) => ({ type: "break", position }), start: end, end: at + 1 }
        : { kind: "text", value: "\n", start: end, end: at + 1 }
    )
    while (isBlank(text.charCodeAt(this.at))) this.at++
    this.textStart = this.at
  }

  backslash(): void {
    const { text, at } = this
    const next = text.charCodeAt(at + 1)
    if (next === 10) {
      this.add({ kind: "leaf", make: (position) => ({ type: "break", position }), start: at, end: at + 2 })
    } else if (isAsciiPunctuation(next)) {
      this.add({ kind: "text", value: text[at + 1]!, start: at, end: at + 2 })
    } else {
      this.at++
    }
  }

  code(): void {
    const { text, at } = this
    let open = at
    while (text.charCodeAt(open) === 96) open++
    const close = this.findTicks(open - at, open)
    if (close === -1) {
      this.at = open
      return
    }
    let value = text.slice(open, close).replaceAll("\n", " ")
    if (value.length > 2 && value.startsWith(" ") && value.endsWith(" ") && value.trim() !== "")
      value = value.slice(1, -1)
    const end = close + open - at
    this.add({ kind: "leaf", make: (position) => ({ type: "inlineCode", value, position }), start: at, end })
  }

  /** The next run of exactly `length` backticks; runs are collected once, and each list is only walked forward. */
  findTicks(length: number, from: number): number {
    if (this.ticks === undefined) {
      this.ticks = new Map()
      for (const match of this.text.matchAll(/`+/g)) {
        const runs = this.ticks.get(match[0].length)
        if (runs === undefined) this.ticks.set(match[0].length, [match.index])
        else runs.push(match.index)
      }
      for (const runs of this.ticks.values()) runs.reverse()
    }
    const runs = this.ticks.get(length) ?? []
    while (runs.length > 0 && runs[runs.length - 1]! < from) runs.pop()
    return runs[runs.length - 1] ?? -1
  }

  math(): void {
    const { text, at, scanner } = this
    const close = text[at + 1] === "$" ? scanner.find("$$", at + 2) : -1
    const value = close === -1 ? "" : text.slice(at + 2, close).trim()
    if (value === "") {
      this.at += text[at + 1] === "$" ? 2 : 1
      return
    }
    this.add({ kind: "leaf", make: (position) => ({ type: "inlineMath", value, position }), start: at, end: close + 2 })
  }

  delimiter(): void {
    const { text, at } = this
    const delimiter = makeDelimiter(text, at)
    const end = at + delimiter.count
    if (!delimiter.canOpen && !delimiter.canClose) {
      this.at = end
      return
    }
    this.add({ kind: "text", value: text.slice(at, end), start: at, end })
    this.delimiters.push(delimiter, this.pieces.length - 1)
  }

  openBracket(start: number, content: number, image: boolean): void {
    const { text } = this
    if (!image && text[content] === "^") {
      const end = scanLabel(text, start)
      const label = end === -1 ? "" : text.slice(content + 1, end - 1)
      const identifier = normalizeLabel(label)
      if (label !== "" && this.references.footnotes.has(identifier)) {
        this.add({
          kind: "leaf",
          make: (position) => ({ type: "footnoteReference", identifier, label, children: [], position }),
          start,
          end
        })
        return
      }
    }
    this.add({ kind: "text", value: text.slice(start, content), start, end: content })
    this.brackets.push({ piece: this.pieces.length - 1, image, content, delimiters: this.delimiters.height })
  }

  closeBracket(): void {
    const { text, at } = this
    const opener = this.brackets.pop()
    const active = opener !== undefined && (opener.image || this.brackets.length >= this.inactive)
    this.inactive = Math.min(this.inactive, this.brackets.length)
    const target = active ? (scanResource(text, at + 1) ?? this.findDefinition(opener, at)) : undefined
    if (opener === undefined || target === undefined) {
      this.at++
      return
    }
    this.flush(at)
    this.delimiters.resolve(this.pieces, opener.delimiters)
    const start = this.pieces[opener.piece]!.start
    const children = this.pieces.splice(opener.piece).filter((piece) => piece !== removed)
    children.shift()
    const { url, title, end } = target
    this.add({
      kind: "link",
      url,
      ...(title !== undefined && { title }),
      image: opener.image,
      literal: false,
      children,
      start,
      end
    })
    if (!opener.image) this.inactive = this.brackets.length
  }

  findDefinition(opener: Bracket, at: number): { url: string; title?: string; end: number } | undefined {
    const { text } = this
    const { definitions } = this.references
    if (definitions.size === 0) return undefined
    const labelEnd = text[at + 1] === "[" ? scanLabel(text, at + 1) : -1
    const full = labelEnd > at + 3
    if (!full && at - opener.content > 999) return undefined
    const label = full ? text.slice(at + 2, labelEnd - 1) : text.slice(opener.content, at)
    const definition = definitions.get(normalizeLabel(label))
    if (definition === undefined) return undefined
    const end = labelEnd === -1 ? at + 1 : labelEnd
    return { url: definition.url, ...(definition.title !== undefined && { title: definition.title }), end }
  }

  angle(): void {
    const { text, at, scanner } = this
    const autolink = matchAngleAutolink(text, at)
    if (autolink !== undefined) {
      const child: Piece = { kind: "text", value: autolink.text, start: at + 1, end: autolink.end - 1 }
      const { url, end } = autolink
      this.add({ kind: "link", url, image: false, literal: false, children: [child], start: at, end })
      return
    }
    const token = scanner.scan(at)
    if (token === undefined || ((token.kind === "open" || token.kind === "close") && !isHtmlTag(token.tag))) {
      this.at++
      return
    }
    if (token.kind === "open" && token.tag === "code" && token.attributes["class"] === "expression") {
      const close = scanner.find("</code>", token.end)
      if (close !== -1) {
        const source = unescapeMarkdown(text.slice(token.end, close)).trim()
        this.add({
          kind: "leaf",
          make: (position) => ({ type: "expression", source, position }),
          start: at,
          end: close + 7
        })
        return
      }
    }
    this.add({ kind: "html", token, start: at, end: token.end })
  }
}

const isBlank = (code: number): boolean => code === 32 || code === 9
