/**
 * Inlines as texts for translation, and back. A text is XML: characters are escaped, `<x1/>` stands for what is not to
 * be translated (code, images, expressions, `{{ … }}`), `<x2>…</x2>` for what the words in it have (a link, emphasis).
 */
import type { Content, Inline, Text } from "../ast.ts"
import { isBlock } from "../content.ts"
import { plainText } from "../text.ts"

/** A text to translate, with what its numbers stand for. */
export interface Segment {
  readonly text: string
  readonly nodes: ReadonlyMap<number, Inline>
}

/** Templates of other tools, and addresses: they are read by machines. */
const verbatim = /\{\{[^{}]*\}\}|\{%[^%]*%\}|(?:https?:\/\/|www\.)[^\s<>]+|(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/gi

const hasWords = (text: string): boolean => /\p{L}/u.test(text)

const containers = new Set(["emphasis", "strong", "delete", "link", "mark", "sub", "sup", "button", "htmlElement"])

/** The text of inlines; `undefined` when no words are in it. */
export const segmentOf = (inlines: ReadonlyArray<Inline>): Segment | undefined => {
  const nodes = new Map<number, Inline>()
  const next = (node: Inline): number => {
    nodes.set(nodes.size + 1, node)
    return nodes.size
  }
  let words = false
  const textOf = ({ position, value }: Text): string => {
    const plain = value.replace(/[ \t\r\n]+/g, " ")
    let out = ""
    let at = 0
    const add = (part: string) => {
      words ||= hasWords(part)
      out += escapeXml(part)
    }
    for (const match of plain.matchAll(verbatim)) {
      add(plain.slice(at, match.index))
      out += `<x${next({ type: "text", value: match[0], position })}/>`
      at = match.index + match[0].length
    }
    add(plain.slice(at))
    return out
  }
  const walk = (children: ReadonlyArray<Inline>): string =>
    children
      .map((node) => {
        if (node.type === "text") return textOf(node)
        const inner = translatable(node)
        const id = next(node)
        return inner === undefined ? `<x${id}/>` : `<x${id}>${walk(inner)}</x${id}>`
      })
      .join("")
  const text = walk(inlines)
  return words ? { text, nodes } : undefined
}

/** What of an inline is to be translated; `undefined` when it stays as it is. */
const translatable = (node: Inline): ReadonlyArray<Inline> | undefined => {
  if (!containers.has(node.type) || !("children" in node)) return undefined
  const inner = (node.children as ReadonlyArray<Content>).filter(isInline)
  if (inner.length < node.children.length) return undefined
  const words = plainText(node)
  // a link that shows its address
  if (node.type === "link" && words === node.url) return undefined
  return hasWords(words) ? inner : undefined
}

export const isInline = (node: Content): node is Inline => !isBlock(node)

/** A plain text as a text for translation. */
export const plainSegment = (text: string): string | undefined => (hasWords(text) ? escapeXml(text) : undefined)

/** What a reader sees of a text for translation. */
export const segmentWords = (text: string): string => unescapeXml(text.replace(/<\/?x\d+\/?>/g, ""))

/**
 * Whether a translation has all that its source has: every number once, in the same one around it, with words where there
 * were some.
 */
export const isWhole = (source: string, translated: string): boolean => {
  const before = read(source)
  const after = read(translated)
  if (before === undefined || after === undefined || translated.trim() === "") return false
  // some answer with more than they were asked for
  if (segmentWords(translated).length > 10 * segmentWords(source).length + 200) return false
  const places = placesOf(before)
  const found = placesOf(after)
  if (places.size !== found.size) return false
  return [...places].every(([id, { empty, parent }]) => {
    const there = found.get(id)
    return there !== undefined && there.parent === parent && there.empty === empty
  })
}

/** The inlines of a whole translation. */
export const inlinesOf = (segment: Segment, translated: string): ReadonlyArray<Inline> | undefined => {
  const parts = isWhole(segment.text, translated) ? read(translated) : undefined
  const position = { start: 0, end: 0 }
  const made = (list: ReadonlyArray<Part>): Inline[] =>
    list.reduce<Inline[]>((out, part) => {
      if (typeof part === "string") return appended(out, { type: "text", value: part, position })
      const node = segment.nodes.get(part.id)!
      if (isEmpty(part)) return appended(out, node)
      return appended(out, { ...node, children: made(part.parts) } as Inline)
    }, [])
  return parts === undefined ? undefined : made(parts)
}

/** The plain text of a translation of one; `undefined` when it is none. */
export const plainOf = (source: string, translated: string): string | undefined =>
  isWhole(source, translated) ? unescapeXml(translated).replace(/\s+/g, " ").trim() : undefined

/** Texts beside each other are one, as they are read. */
const appended = (nodes: Inline[], node: Inline): Inline[] => {
  const last = nodes[nodes.length - 1]
  if (node.type === "text" && last?.type === "text") {
    nodes[nodes.length - 1] = { ...last, value: last.value + node.value }
  } else if (node.type !== "text" || node.value !== "") nodes.push(node)
  return nodes
}

// ---------------------------------------------------------------- XML

type Part = string | { readonly id: number; readonly parts: ReadonlyArray<Part> }

const isEmpty = ({ parts }: Exclude<Part, string>): boolean =>
  parts.every((part) => typeof part === "string" && part.trim() === "")

/** The tree of a text; `undefined` for one that is not well formed. */
const read = (text: string): ReadonlyArray<Part> | undefined => {
  const stack: Array<{ id: number; parts: Part[] }> = [{ id: 0, parts: [] }]
  const seen = new Set<number>()
  let at = 0
  const top = () => stack[stack.length - 1]!
  const add = (part: string) => {
    if (part !== "") top().parts.push(unescapeXml(part))
  }
  for (const match of text.matchAll(/<(\/?)\s*x(\d+)\s*(\/?)>|<(?=[a-z/!?])/gi)) {
    const [whole, close, number, void_] = match
    if (number === undefined) return undefined
    add(text.slice(at, match.index))
    at = match.index + whole.length
    const id = Number(number)
    if (close === "/") {
      if (top().id !== id || stack.length === 1) return undefined
      const done = stack.pop()!
      top().parts.push(done)
      continue
    }
    if (seen.has(id) || id === 0) return undefined
    seen.add(id)
    if (void_ === "/") top().parts.push({ id, parts: [] })
    else stack.push({ id, parts: [] })
  }
  add(text.slice(at))
  return stack.length === 1 ? top().parts : undefined
}

const placesOf = (parts: ReadonlyArray<Part>) => {
  const places = new Map<number, { readonly parent: number; readonly empty: boolean }>()
  const walk = (list: ReadonlyArray<Part>, parent: number): void => {
    for (const part of list) {
      if (typeof part === "string") continue
      places.set(part.id, { parent, empty: isEmpty(part) })
      walk(part.parts, part.id)
    }
  }
  walk(parts, 0)
  return places
}

const escapeXml = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00A0" }

const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    const sound = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return sound ? String.fromCodePoint(code) : whole
  })
