/**
 * HTML as a tree of elements, for what is pasted. It needs no DOM and makes none, so nothing of it can be loaded or run.
 * As lenient as browsers where programs write what they should not; linear in the length of the text.
 */
import { decodeEntities } from "@octavo/document/entities"

export interface HtmlElement {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Array<HtmlElement | string>
}

/** Elements that are within as many others are no elements: their content is. */
const deepest = 100

const set = (names: string): ReadonlySet<string> => new Set(names.split(" "))

const voids = set("area base br col embed hr img input link meta param source track wbr")

/** What is in these is never text that a reader sees. */
const opaque = set(
  "script style title textarea template xmp iframe noembed noframes noscript object svg math select head"
)

/** What is in these is no markup. */
const unparsed = set("script style title textarea xmp iframe noembed noframes noscript")

/** The elements that a start tag ends, looked for up to those of `within`. */
const ends: ReadonlyMap<string, { readonly closes: ReadonlySet<string>; readonly within: ReadonlySet<string> }> =
  new Map([
    ["li", { closes: set("li"), within: set("ul ol") }],
    ["dt", { closes: set("dt dd"), within: set("dl") }],
    ["dd", { closes: set("dt dd"), within: set("dl") }],
    ["td", { closes: set("td th"), within: set("tr table") }],
    ["th", { closes: set("td th"), within: set("tr table") }],
    ["tr", { closes: set("tr"), within: set("table") }],
    ["thead", { closes: set("thead tbody tfoot"), within: set("table") }],
    ["tbody", { closes: set("thead tbody tfoot"), within: set("table") }],
    ["tfoot", { closes: set("thead tbody tfoot"), within: set("table") }],
    ...["p", "div", "ul", "ol", "table", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "hr"].map(
      (tag) => [tag, { closes: set("p"), within: set("td th li div blockquote section article body details") }] as const
    )
  ])

/** The tree of an HTML text. */
export const parseHtml = (html: string): HtmlElement => {
  const root: HtmlElement = { tag: "body", attributes: {}, children: [] }
  const open: HtmlElement[] = [root]
  const counts = new Map<string, number>()
  const count = (tag: string, by: number): number => {
    const now = (counts.get(tag) ?? 0) + by
    counts.set(tag, now)
    return now
  }
  const closeTo = (depth: number): void => {
    while (open.length > depth) count(open.pop()!.tag, -1)
  }
  const addText = (text: string): void => {
    if (text !== "") open[open.length - 1]!.children.push(decodeEntities(text))
  }
  for (let at = 0; at < html.length; ) {
    const next = html.indexOf("<", at)
    if (next === -1 || next === html.length - 1) {
      addText(html.slice(at))
      break
    }
    const token = tokenAt(html, next)
    if (token === undefined) {
      addText(html.slice(at, next + 1))
      at = next + 1
      continue
    }
    addText(html.slice(at, next))
    at = token.end
    if (token.kind === "close" && count(token.tag, 0) > 0) {
      const depth = open.findLastIndex(({ tag }) => tag === token.tag)
      if (depth > 0) closeTo(depth)
    }
    if (token.kind !== "open") continue
    const { tag } = token
    const rule = ends.get(tag)
    if (rule !== undefined) {
      const from = open.findLastIndex((one) => rule.closes.has(one.tag) || rule.within.has(one.tag))
      if (from > 0 && rule.closes.has(open[from]!.tag)) closeTo(from)
    }
    const element: HtmlElement = { tag, attributes: token.attributes, children: [] }
    if (!opaque.has(tag)) open[open.length - 1]!.children.push(element)
    if (voids.has(tag) || token.isClosed) continue
    if (unparsed.has(tag)) {
      const close = closeOf(html, tag, at)
      if (close === -1) break
      at = close
    }
    // of what is too deep the text alone is kept
    if (open.length < deepest) {
      open.push(element)
      count(tag, 1)
    } else if (!opaque.has(tag)) open[open.length - 1]!.children.pop()
  }
  return root
}

/** Where an element of text ends; -1 where it does not. */
const closeOf = (html: string, tag: string, from: number): number => {
  for (let at = html.indexOf("</", from); at !== -1; at = html.indexOf("</", at + 2)) {
    const end = at + 2 + tag.length
    const isName = html.slice(at + 2, end).toLowerCase() === tag
    if (isName && (end >= html.length || /[\s/>]/.test(html[end]!))) return at
  }
  return -1
}

type Token =
  | {
      readonly kind: "open"
      readonly tag: string
      readonly attributes: Record<string, string>
      readonly isClosed: boolean
      readonly end: number
    }
  | { readonly kind: "close"; readonly tag: string; readonly end: number }
  | { readonly kind: "comment"; readonly end: number }

const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

const tagName = /[^\s/>]+/y

/** The tag or comment at a place; undefined where the sign is text. */
const tokenAt = (html: string, at: number): Token | undefined => {
  const next = html.charCodeAt(at + 1)
  if (isLetter(next)) return openAt(html, at)
  const isEnd = html[at + 1] === "/"
  if (isEnd && isLetter(html.charCodeAt(at + 2))) {
    tagName.lastIndex = at + 2
    const tag = tagName.exec(html)![0].toLowerCase()
    return { kind: "close", tag, end: behind(html, ">", at + 2) }
  }
  if (html.startsWith("<!--", at)) return { kind: "comment", end: behind(html, "-->", at + 4) }
  if (isEnd || html[at + 1] === "!" || html[at + 1] === "?") return { kind: "comment", end: behind(html, ">", at + 2) }
  return undefined
}

/** Behind the next of a text, or the end. */
const behind = (html: string, text: string, from: number): number => {
  const found = html.indexOf(text, from)
  return found === -1 ? html.length : found + text.length
}

const blanks = /[\s/]*/y
const attributeName = /[^\s/>=]+/y
const equals = /\s*=\s*/y
const bareValue = /[^\s>]*/y

const match = (pattern: RegExp, text: string, at: number): string => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ""
}

const openAt = (html: string, at: number): Token => {
  const name = match(tagName, html, at + 1)
  const attributes: Record<string, string> = Object.create(null)
  let cursor = at + 1 + name.length
  for (;;) {
    cursor += match(blanks, html, cursor).length
    if (cursor >= html.length || html[cursor] === ">") break
    const attribute = match(attributeName, html, cursor) || html[cursor]!
    cursor += attribute.length
    const sign = match(equals, html, cursor)
    let value = ""
    if (sign !== "") {
      cursor += sign.length
      const quote = html[cursor]
      if (quote === '"' || quote === "'") {
        const end = html.indexOf(quote, cursor + 1)
        value = html.slice(cursor + 1, end === -1 ? html.length : end)
        cursor = end === -1 ? html.length : end + 1
      } else {
        value = match(bareValue, html, cursor)
        cursor += value.length
      }
    }
    const key = attribute.toLowerCase()
    if (known.has(key) && !(key in attributes)) attributes[key] = decodeEntities(value)
  }
  const isClosed = html[cursor - 1] === "/"
  return { kind: "open", tag: name.toLowerCase(), attributes, isClosed, end: Math.min(html.length, cursor + 1) }
}

/** The attributes that anything is made of; no others are kept. */
const known = set(
  "href src alt title class style type checked start colspan rowspan lang id datetime role value align open data-lang data-language data-checked"
)
