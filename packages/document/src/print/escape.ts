/** Text as Markdown or HTML that reads as that text, in the style of `docs/contributing/dialect.md#printing`: a backslash only where it is needed. */
import { isAsciiPunctuation } from "../source.ts"

export interface TextPlace {
  /** In the text of a link: `]` would end it. */
  link: boolean
  /** Bare addresses are no links here, as in the text of a link. */
  literal?: boolean
  /** First character of what follows the text; empty at the end of the block. */
  next: string
}

const alone: TextPlace = { link: false, next: "" }

/** One line of running text. Line feeds and what only counts at the start of a line are left to the caller. */
export const escapeText = (text: string, place: TextPlace = alone): string => {
  let out = ""
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (!isEscaped(text, at, place)) continue
    out += `${text.slice(from, at)}\\`
    from = at
  }
  return out + text.slice(from)
}

const isEscaped = (text: string, at: number, { link, literal = link, next }: TextPlace): boolean => {
  const after = at + 1 < text.length ? text[at + 1]! : next
  switch (text[at]) {
    case "`":
    case "*":
    case "_":
    case "~":
    case "[":
      return true
    case "]":
      return link
    case "\\":
      return after === "" || after === "\n" || isAsciiPunctuation(after.charCodeAt(0))
    case "<":
      return /[a-zA-Z/!?]/.test(after) || ((literal || at + 1 === text.length) && after.trim() !== "")
    case "&":
      return /[a-zA-Z#]/.test(after)
    case "$":
      return after === "$"
    case "!":
      return at + 1 === text.length && after === "["
    case "{":
      return after === "%"
    case "@":
      return !literal && /[\w+.-]/.test(text[at - 1] ?? "") && /[\w-]/.test(after)
    case ":":
      return !literal && after === "/" && text[at + 2] === "/" && /https?$/i.test(text.slice(Math.max(0, at - 5), at))
    case ".":
      return !literal && /www$/i.test(text.slice(Math.max(0, at - 3), at))
    default:
      return false
  }
}

/** What would start a block at the start of a line; `first` is the first line of its block. */
export const escapeLineStart = (line: string, first: boolean): string => {
  const numbered = /^\d{1,9}(?=[.)](?:[ \t]|$))/.exec(line)
  if (numbered !== null) return `${numbered[0]}\\${line.slice(numbered[0].length)}`
  const starts =
    /^(?:#{1,6}(?=[ \t]|$)|>|[-+](?=[ \t]|$)|-[- \t]+$)/.test(line) ||
    (!first && (/^=+[ \t]*$/.test(line) || /^[- \t]*[|:][|:\- \t]*$/.test(line)))
  return starts ? `\\${line}` : line
}

/** A heading's text: `#` at its end would be taken for its closing. */
export const escapeHeadingEnd = (text: string): string => text.replace(/(^|[ \t])(#+)$/, "$1\\$2")

export const characterReference = (character: string): string =>
  `&#x${character.codePointAt(0)!.toString(16).toUpperCase()};`

/** What `unescapeMarkdown` would undo: in destinations, titles and info strings. */
const escapeValue = (text: string): string =>
  text
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, "\\\\")
    .replace(/&(?=[a-zA-Z#])|\{(?=%)|`/g, "\\$&")
    .replace(/[\n\r]/g, characterReference)

/** In angle brackets when it holds spaces or parentheses, or when they are there already. */
export const printDestination = (url: string, angled = false): string => {
  const value = escapeValue(url)
  if (!angled && !/[\0-\x20()]|^</.test(value)) return value
  return `<${value.replace(/[<>]/g, "\\$&")}>`
}

/** `destination "title"`; an empty destination needs its brackets in front of a title. */
export const printResource = (url: string, title: string | undefined): string =>
  title === undefined ? printDestination(url) : `${printDestination(url, url === "")} ${printTitle(title)}`

const printTitle = (title: string): string => `"${escapeValue(title).replace(/"/g, '\\"')}"`

/** The info string of a fence. */
export const printInfo = (lang: string | undefined, meta: string | undefined): string =>
  escapeValue([lang ?? "", meta ?? ""].join(" ").trim()).replace(/\\`/g, "&#x60;")

/** Text of an HTML block or element. A tag of the dialect counts there too. */
export const escapeHtml = (text: string): string =>
  text
    .replace(/[&<]/g, characterReference)
    .replace(/\{(?=%)/g, characterReference)
    .replace(/[\n\r]+/g, " ")

const escapeHtmlValue = (value: string): string =>
  value.replace(/[&"`\n\r]/g, characterReference).replace(/\{(?=%)/g, characterReference)

const written = new Set(["alt", "src", "href", "title", "class", "style", "value", "label"])

/** `<tag name="value">`; an empty value is left out where HTML has flags. */
export const openTag = (tag: string, attributes: ReadonlyArray<readonly [string, string | undefined]>): string => {
  let out = `<${tag}`
  for (const [name, value] of attributes) {
    if (value === undefined) continue
    out += value === "" && !written.has(name) ? ` ${name}` : ` ${name}="${escapeHtmlValue(value)}"`
  }
  return `${out}>`
}

/** Text for readers in a value of a tag: what `unescapeMarkdown` would undo, and what no value can hold. */
export const escapeTagWords = (text: string): string =>
  text.replace(/\\(?=[!-/:-@[-`{-~]|$)|[\n\r]|(?<=%)\}|&(?=(?:#[xX]?[0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);)/g, (one) =>
    one === "&" ? "\\&" : characterReference(one)
  )

/** What stands in a `{% … %}` tag, which ends at the first `%}` and with its line: neither can be written. */
export const inTag = (text: string): string => text.replace(/[\n\r]+/g, " ").replaceAll("%}", "% }")

/** A formula between `$$`, of which it can have none. */
export const inMath = (formula: string): string => formula.replace(/\$(?=\$)/g, "$ ").replace(/^\$|\$$/g, " $ ")

/** A value of a tag in its quotes. */
export const printTagValue = (value: string): string => {
  const line = inTag(value)
  if (/\\$/.test(line) && !/[\s="'“”]/.test(line)) return line
  if (/[“”]/.test(line) && !line.includes("'")) return `'${line}'`
  return `"${line.replace(/"/g, '\\"')}"`
}
