/** Inlines of the tree as text, leaves and inlines of a document. */
import { annotationOf } from "../annotations.ts"
import type { Button, FootnoteReference, Image, Inline, Link, Mark } from "../ast.ts"
import { emojiOf } from "../emoji.ts"
import { isOpaqueTag, isVoidTag } from "../html-tags.ts"
import { elementOf } from "../print/elements.ts"
import { openTag } from "../print/escape.ts"
import { footnoteElement, htmlInlines } from "../print/html-inlines.ts"
import { inlineText } from "../text.ts"
import type { ReadContext } from "./context.ts"
import {
  colors,
  type Data,
  defined,
  isEmptyText,
  type RichContent,
  type RichInline,
  type RichLeaf,
  type RichMark,
  type RichText,
  text
} from "./model.ts"

/** What may stand in a place: everything, text and images in links, text alone in annotations, text and code in code. */
type Allowed = "all" | "link" | "text" | "code"

/** The nodes of a block; one empty text when there are none. */
export const inlineNodes = (
  nodes: ReadonlyArray<Inline>,
  context: ReadContext,
  allowed: Allowed = "all"
): RichContent[] => {
  const reader = new InlineReader(context, allowed)
  reader.read(nodes, [])
  return reader.done()
}

/** The lines of code that holds more than text. */
export const codeLines = (nodes: ReadonlyArray<Inline>, context: ReadContext): RichContent[][] => {
  const lines: RichContent[][] = [[]]
  for (const node of inlineNodes(nodes, context, "code")) {
    if (node.object !== "text") {
      lines[lines.length - 1]!.push(node)
      continue
    }
    let leaves: RichLeaf[] = []
    const flush = (): void => {
      if (leaves.length > 0) lines[lines.length - 1]!.push({ object: "text", leaves })
      leaves = []
    }
    for (const leaf of node.leaves) {
      leaf.text.split("\n").forEach((part, index) => {
        if (index > 0) {
          flush()
          lines.push([])
        }
        if (part !== "" || leaf.source !== undefined) leaves.push({ ...leaf, text: part })
      })
    }
    flush()
  }
  return lines.map((line) => (line.length === 0 ? [text("")] : line))
}

class InlineReader {
  readonly #context: ReadContext
  readonly #allowed: Allowed
  readonly #nodes: RichContent[] = []
  #leaves: RichLeaf[] = []

  constructor(context: ReadContext, allowed: Allowed) {
    this.#context = context
    this.#allowed = allowed
  }

  done(): RichContent[] {
    this.#flush()
    return this.#nodes.length === 0 ? [text("")] : this.#nodes
  }

  read(nodes: ReadonlyArray<Inline>, marks: ReadonlyArray<RichMark>): void {
    for (let at = 0; at < nodes.length; at++) {
      const node = nodes[at]!
      const note = annotationOf(node, nodes[at + 1])
      if (note !== undefined && this.#annotation(note, note.children, marks)) at++
      else this.#one(node, marks)
    }
  }

  #one(node: Inline, marks: ReadonlyArray<RichMark>): void {
    switch (node.type) {
      case "text":
        this.#leaf(
          this.#allowed === "code" ? node.value : node.value.replace(/(?:(?<![ \t])[ \t]+)?\n[ \t]*/g, " "),
          marks
        )
        return
      case "break":
        this.#leaf("\n", marks)
        return
      case "inlineCode":
        this.#leaf(node.value.replace(/\n/g, " "), withMark(marks, { object: "mark", type: "code" }))
        return
      case "strong":
      case "emphasis":
      case "delete":
      case "kbd":
      case "sup":
      case "sub":
        this.read(node.children, withMark(marks, { object: "mark", type: markTypes[node.type] }))
        return
      case "mark":
        this.#mark(node, marks)
        return
      case "link":
        this.#link(node, marks)
        return
      case "image":
        this.#image(node, marks)
        return
      case "footnoteReference":
        if (this.#annotation(node, node.children, marks)) return
        if (this.#isEmpty(node.children)) this.#source(`[^${node.label}]`, marks)
        else this.#around(footnoteElement(node.label), node.children, "</a>", marks)
        return
      case "button":
        this.#button(node, marks)
        return
      case "icon":
        if (node.color !== undefined && !colors.has(node.color)) this.#source(sourceOf(node), marks)
        else this.#void("icon", { icon: node.name, color: node.color }, marks, node)
        return
      case "emoji":
        if (node.value !== emojiOf(node.code)) this.#source(sourceOf(node), marks)
        else this.#void("emoji", { code: node.code }, marks, node)
        return
      case "expression":
        this.#void("expression", { expression: node.source }, marks, node)
        return
      case "inlineMath":
        this.#void("inline-math", { formula: node.value }, marks, node)
        return
      case "mention": {
        const label = inlineText(node.children)
        if (!node.children.every((child) => child.type === "text") && !this.#isEmpty(node.children))
          this.#element(node, marks)
        else {
          const own = label === baseName(node.url) ? undefined : label
          this.#void("mention", { ref: this.#context.ref(node.url), label: own }, marks, node)
        }
        return
      }
      case "htmlElement":
        this.#element(node, marks)
        return
      default:
        this.#source(sourceOf(node), marks)
    }
  }

  #mark(node: Mark, marks: ReadonlyArray<RichMark>): void {
    const { background = "default", color = "default" } = node
    const known = colors.has(color) && colors.has(background) && (color !== "default" || background !== "default")
    if (known && node.color !== "default" && node.background !== "default") {
      this.read(node.children, withMark(marks, { object: "mark", type: "color", data: { text: color, background } }))
    } else this.#element(node, marks)
  }

  #link(node: Link, marks: ReadonlyArray<RichMark>): void {
    if (this.#allowed !== "all") {
      const open = openTag("a", [
        ["href", node.url],
        ["title", node.title]
      ])
      this.#around(open, node.children, "</a>", marks)
      return
    }
    const reader = new InlineReader(this.#context, "link")
    reader.read(node.children, marks)
    const data = defined({ ref: this.#context.ref(node.url), title: node.title })
    this.#push({ object: "inline", type: "link", isVoid: false, data, nodes: reader.done() })
  }

  #image(node: Image, marks: ReadonlyArray<RichMark>): void {
    const { alt, darkUrl, height, size, title, url, width } = node
    const data = {
      ref: this.#context.mediaRef(url),
      refDark: darkUrl === undefined ? undefined : this.#context.mediaRef(darkUrl),
      caption: title,
      alt: alt === "" ? undefined : alt,
      size,
      width,
      height
    }
    this.#void("inline-image", data, marks, node)
  }

  #button(node: Button, marks: ReadonlyArray<RichMark>): void {
    const { action, attributes, children, icon, kind, query, url } = node
    const target = url !== undefined ? { ref: this.#context.ref(url) } : { action: actionOf(action, query, attributes) }
    const plain = children.every((child) => child.type === "text") || this.#isEmpty(children)
    if (!plain || (url === undefined && target.action === undefined)) {
      this.#element(node, marks)
      return
    }
    const size = sizes.has(attributes["data-size"] ?? "") ? attributes["data-size"] : undefined
    const others = Object.entries(attributes).filter(
      ([name, value]) =>
        !buttonAttributes.has(name) && !(name === "data-size" && size !== undefined) && !isButtonClass(name, value)
    )
    const rest = others.length === 0 ? undefined : Object.fromEntries(others)
    const data = { label: inlineText(children), kind, size, icon, ...target, attributes: rest }
    this.#void("button", data, marks, node)
  }

  #isEmpty(nodes: ReadonlyArray<Inline>): boolean {
    return nodes.length === 0 || isEmptyText(inlineNodes(nodes, this.#context, "text"))
  }

  /** Whether the reference has a body that can be shown. */
  #annotation(node: FootnoteReference, children: ReadonlyArray<Inline>, marks: ReadonlyArray<RichMark>): boolean {
    if (this.#allowed !== "all" && this.#allowed !== "code") return false
    const body = this.#context.footnote(node.identifier)
    if (body === undefined) return false
    const reader = new InlineReader(this.#context, "text")
    if (children.length === 0) reader.#leaf(`[^${node.label}]`, marks)
    else reader.read(children, marks)
    this.#push({
      object: "inline",
      type: "annotation",
      isVoid: false,
      data: { label: node.label },
      nodes: reader.done(),
      fragments: [{ object: "fragment", fragment: "annotation-body", type: "annotation-body", nodes: body }]
    })
    return true
  }

  /** Anything that is written as an element: its tags as source, what it holds between them. */
  #element(node: Inline, marks: ReadonlyArray<RichMark>): void {
    if (node.type === "mention") {
      const open = openTag("a", [
        ["href", node.url],
        ["data-mention", ""]
      ])
      this.#around(open, node.children, "</a>", marks)
      return
    }
    if (node.type === "htmlElement" && (isVoidTag(node.tag) || isOpaqueTag(node.tag) || node.children.length === 0)) {
      this.#source(isOpaqueTag(node.tag) ? this.#context.slice(node) : sourceOf(node), marks)
      return
    }
    const element = elementOf(node)
    if (element === undefined) this.#source(sourceOf(node), marks)
    else this.#around(element.open, element.children, element.close, marks)
  }

  #around(open: string, children: ReadonlyArray<Inline>, close: string, marks: ReadonlyArray<RichMark>): void {
    this.#source(open, marks)
    this.read(children, marks)
    this.#source(close, marks)
  }

  /** An inline without content; as source where only text may stand. */
  #void(type: string, data: Record<string, unknown>, marks: ReadonlyArray<RichMark>, node: Inline): void {
    const fits =
      this.#allowed === "all" ||
      (this.#allowed === "link" && type === "inline-image") ||
      (this.#allowed === "code" && type === "expression")
    if (!fits) {
      this.#source(sourceOf(node), marks)
      return
    }
    const own = defined({ ...data, marks: marks.length === 0 ? undefined : marks })
    this.#push({ object: "inline", type, isVoid: true, data: own })
  }

  #leaf(value: string, marks: ReadonlyArray<RichMark>): void {
    if (value === "") return
    const last = this.#leaves[this.#leaves.length - 1]
    if (last !== undefined && last.source === undefined && sameMarks(last.marks, marks)) {
      this.#leaves[this.#leaves.length - 1] = { ...last, text: last.text + value }
    } else this.#leaves.push({ object: "leaf", text: value, marks })
  }

  #source(source: string, marks: ReadonlyArray<RichMark>): void {
    const last = this.#leaves[this.#leaves.length - 1]
    if (last?.source !== undefined && sameMarks(last.marks, marks)) {
      this.#leaves[this.#leaves.length - 1] = { ...last, source: last.source + source }
    } else this.#leaves.push({ object: "leaf", text: "", marks, source })
  }

  #push(node: RichInline): void {
    this.#flush()
    this.#nodes.push(node)
  }

  #flush(): void {
    if (this.#leaves.length > 0) this.#nodes.push({ object: "text", leaves: this.#leaves } satisfies RichText)
    this.#leaves = []
  }
}

const markTypes = {
  strong: "bold",
  emphasis: "italic",
  delete: "strikethrough",
  kbd: "keyboard",
  sup: "superscript",
  sub: "subscript"
} as const

/** One mark of a type: the innermost counts. */
const withMark = (marks: ReadonlyArray<RichMark>, mark: RichMark): ReadonlyArray<RichMark> =>
  marks.some((one) => one.type === mark.type)
    ? marks.map((one) => (one.type === mark.type ? mark : one))
    : [...marks, mark]

const sameMarks = (first: ReadonlyArray<RichMark>, second: ReadonlyArray<RichMark>): boolean =>
  first === second || (first.length === second.length && first.every((mark, at) => sameMark(mark, second[at]!)))

export const sameMark = (first: RichMark, second: RichMark): boolean =>
  first.type === second.type &&
  first.data?.["text"] === second.data?.["text"] &&
  first.data?.["background"] === second.data?.["background"]

const actionOf = (action: string | undefined, query: string | undefined, attributes: Data): Data | undefined => {
  if (action === "search" || action === "ask") return { action, ...(query !== undefined && { query }) }
  const slug = attributes["data-slug"]
  return action === "select" && typeof slug === "string" && query === undefined ? { action, slug } : undefined
}

const sizes = new Set(["small", "medium", "large"])
const buttonAttributes = new Set(["href", "type", "data-action", "data-query", "data-icon", "data-slug"])
const isButtonClass = (name: string, value: string): boolean =>
  name === "class" && /^button(?: primary| secondary)?$/.test(value)

export const baseName = (url: string): string => /(?<![^/])([^/]+)\/?$/.exec(url.split(/[?#]/, 1)[0]!)?.[1] ?? url

/** One inline as it is written where nothing else may stand. */
const sourceOf = (node: Inline): string => {
  if (node.type === "inlineMath") return `$$${node.value}$$`
  if (node.type === "footnoteReference" && node.children.length === 0) return `[^${node.label}]`
  return htmlInlines([node])
}
