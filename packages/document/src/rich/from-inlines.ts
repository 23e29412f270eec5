/** Text, leaves and inlines of a document as inlines of the tree. */
import { noteHref } from "../annotations.ts"
import type { Block, Inline, Link } from "../ast.ts"
import { emojiOf } from "../emoji.ts"
import { inlineText } from "../text.ts"
import { blocksOf } from "./from-blocks.ts"
import { colors, type Data, type RichContent, type RichInline, type RichLeaf, type RichMark } from "./model.ts"
import { baseName, sameMark } from "./to-inlines.ts"
import { isRecord, position, type WriteContext } from "./write-context.ts"

/** In HTML an annotation is an element; in code line feeds count. */
export type Place = "markdown" | "html" | "code"

interface Item {
  readonly marks: ReadonlyArray<RichMark>
  readonly nodes: ReadonlyArray<Inline>
}

export const inlinesOf = (nodes: ReadonlyArray<RichContent>, context: WriteContext, place: Place): Inline[] => {
  const items: Item[] = []
  nodes.forEach((node, index) =>
    context.at(index, () => {
      if (node.object === "text") addLeaves(node.leaves, items, context, place)
      else items.push(inlineOf(node, context, place))
    })
  )
  return nest(items, 0, items.length, 0)
}

/** Marks as nested inlines: the first mark is the outermost, neighbours share what they have in common. */
const nest = (items: ReadonlyArray<Item>, from: number, to: number, depth: number): Inline[] => {
  const out: Inline[] = []
  for (let at = from; at < to; ) {
    const { marks, nodes } = items[at]!
    const mark = marks[depth]
    if (mark === undefined) {
      for (const node of nodes) pushInline(out, node)
      at++
      continue
    }
    let end = at + 1
    while (end < to && items[end]!.marks[depth] !== undefined && sameMark(items[end]!.marks[depth]!, mark)) end++
    out.push(wrapped(mark, nest(items, at, end, depth + 1)))
    at = end
  }
  return out
}

const pushInline = (out: Inline[], node: Inline): void => {
  const last = out[out.length - 1]
  if (node.type === "text" && last?.type === "text") out[out.length - 1] = { ...last, value: last.value + node.value }
  else out.push(node)
}

const wrapped = ({ data, type }: RichMark, children: Inline[]): Inline => {
  if (type !== "color") return { type: wrappers[type]!, children, position } as Inline
  const [color, background] = [data?.["text"], data?.["background"]]
  return {
    type: "mark",
    ...(typeof color === "string" && color !== "default" && { color }),
    ...(typeof background === "string" && background !== "default" && { background }),
    children,
    position
  }
}

const wrappers: Readonly<Record<string, string>> = {
  bold: "strong",
  italic: "emphasis",
  strikethrough: "delete",
  keyboard: "kbd",
  superscript: "sup",
  subscript: "sub"
}

/** The marks but for that of code, which is the innermost. A colour that says nothing is none. */
const readMarks = (
  marks: ReadonlyArray<RichMark>,
  context: WriteContext
): { marks: ReadonlyArray<RichMark>; isCode: boolean } => {
  if (marks.length === 0) return { marks, isCode: false }
  const kept: RichMark[] = []
  let isCode = false
  marks.forEach((mark, index) => {
    if (mark.type === "code") isCode = true
    else if (mark.type === "color") {
      for (const name of ["text", "background"]) {
        const value = mark.data?.[name] ?? "default"
        if (typeof value !== "string" || !colors.has(value)) context.fail("is no colour", "marks", index, "data", name)
      }
      const { background = "default", text = "default" } = mark.data ?? {}
      if (text !== "default" || background !== "default") {
        addMark(kept, { object: "mark", type: "color", data: { text, background } })
      }
    } else if (wrappers[mark.type] === undefined)
      context.fail(`there is no mark ${JSON.stringify(mark.type)}`, "marks", index, "type")
    else addMark(kept, mark)
  })
  return { marks: kept, isCode }
}

const addMark = (marks: RichMark[], mark: RichMark): void => {
  if (!marks.some((one) => one.type === mark.type)) marks.push(mark)
}

const addLeaves = (leaves: ReadonlyArray<RichLeaf>, items: Item[], context: WriteContext, place: Place): void => {
  leaves.forEach((leaf, index) => {
    const { isCode, marks } = context.at("leaves", () => context.at(index, () => readMarks(leaf.marks ?? [], context)))
    const { source } = leaf
    const value = leaf.text.replace(/\r\n?/g, "\n")
    if (source !== undefined) {
      if (value !== "") context.fail("a leaf has a text or a source, not both", "leaves", index, "source")
      if (source !== "") items.push({ marks, nodes: [{ type: "html", value: source, position }] })
    } else if (isCode) {
      if (value !== "")
        items.push({ marks, nodes: [{ type: "inlineCode", value: value.replaceAll("\n", " "), position }] })
    } else if (value !== "") items.push({ marks, nodes: textOf(value, place, context) })
  })
}

/** Line feeds are hard breaks, but in code; of many blanks HTML reads one. */
const textOf = (text: string, place: Place, context: WriteContext): Inline[] => {
  const isHtml = place === "html" || (place === "markdown" && context.isInHtml)
  const value = isHtml ? text.replace(/[ \t]+/g, " ") : text
  if (place === "code" || !value.includes("\n")) return [{ type: "text", value, position }]
  const nodes: Inline[] = []
  value.split("\n").forEach((line, index) => {
    if (index > 0) nodes.push({ type: "break", position })
    if (line !== "") nodes.push({ type: "text", value: line, position })
  })
  return nodes
}

// ---------------------------------------------------------------- inlines

const inlineOf = (node: RichInline, context: WriteContext, place: Place): Item => {
  const { data } = node
  const own = data?.["marks"]
  const marks = Array.isArray(own) && own.every(isMark) ? readMarks(own, context).marks : []
  const one = (inline: Inline): Item => ({ marks, nodes: [inline] })
  switch (node.type) {
    case "link": {
      const title = context.text(data, "title")
      const children = context.at("nodes", () => inlinesOf(node.nodes ?? [], context, place))
      return one({
        type: "link",
        url: context.href(data, "ref"),
        ...(title !== undefined && { title }),
        children,
        position
      })
    }
    case "mention": {
      const url = context.href(data, "ref")
      const value = context.text(data, "label") ?? baseName(url)
      return one({ type: "mention", url, children: value === "" ? [] : [{ type: "text", value, position }], position })
    }
    case "emoji": {
      const code = context.needed(data, "code")
      const value = emojiOf(code)
      if (value === "") return context.fail("must be code points in hex, joined by -", "data", "code")
      return one({ type: "emoji", code, value, position })
    }
    case "icon": {
      const name = context.needed(data, "icon")
      if (!/^[\w-]+$/.test(name)) return context.fail("must be the name of an icon", "data", "icon")
      const color = context.oneOf(data, "color", [...colors])
      return one({ type: "icon", name, ...(color !== undefined && { color }), position })
    }
    case "expression":
      return one({ type: "expression", source: context.needed(data, "expression").trim(), position })
    case "inline-math":
      return one({ type: "inlineMath", value: context.needed(data, "formula"), position })
    case "inline-image":
      return one(imageOf(data, context))
    case "button":
      return one(buttonOf(data, context))
    case "annotation":
      return { marks, nodes: annotationOf(node, context, place) }
    default:
      return context.fail(`there is no inline ${JSON.stringify(node.type)}`, "type")
  }
}

const isMark = (value: unknown): value is RichMark => isRecord(value) && typeof value["type"] === "string"

const imageOf = (data: Data | undefined, context: WriteContext): Inline => {
  const title = context.text(data, "caption")
  const size = context.oneOf(data, "size", ["original", "line"])
  const [width, height] = [context.text(data, "width"), context.text(data, "height")]
  const darkUrl = data?.["refDark"] == null ? undefined : context.mediaHref(data, "refDark")
  return {
    type: "image",
    url: context.mediaHref(data, "ref"),
    alt: context.text(data, "alt") ?? "",
    ...(darkUrl !== undefined && { darkUrl }),
    ...(title !== undefined && { title }),
    ...(size !== undefined && { size }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    position
  }
}

const buttonOf = (data: Data | undefined, context: WriteContext): Inline => {
  const value = context.needed(data, "label")
  const kind = context.oneOf(data, "kind", ["primary", "secondary"]) ?? "primary"
  const size = context.oneOf(data, "size", ["small", "medium", "large"])
  const icon = context.text(data, "icon")
  const url = context.optionalHref(data, "ref")
  const action = context.record(data, "action")
  const does = context.oneOf(action, "action", ["search", "ask", "select"])
  if (url === undefined && does === undefined) return context.fail("needs a ref or an action", "data")
  const query = does === "select" ? undefined : context.text(action, "query")
  const slug = does === "select" ? context.needed(action, "slug") : undefined
  const attributes: Record<string, string> = {
    ...(url === undefined ? { type: "button" } : { href: url }),
    class: `button ${kind}`,
    ...(does !== undefined && { "data-action": does }),
    ...(query !== undefined && { "data-query": query }),
    ...(slug !== undefined && { "data-slug": slug }),
    ...(size !== undefined && { "data-size": size }),
    ...(icon !== undefined && { "data-icon": icon }),
    ...context.attributes(data)
  }
  return {
    type: "button",
    kind,
    ...(url !== undefined && { url }),
    ...(icon !== undefined && { icon }),
    ...(does !== undefined && { action: does }),
    ...(query !== undefined && { query }),
    attributes,
    children: value === "" ? [] : [{ type: "text", value, position }],
    position
  }
}

/** `[text](#user-content-fn-1)[^1]`, or the mark alone where the text is nothing but it. */
const annotationOf = (node: RichInline, context: WriteContext, place: Place): Inline[] => {
  const { data, fragments = [], nodes = [] } = node
  const children = context.at("nodes", () => inlinesOf(nodes, context, place))
  const wanted = context.text(data, "label")
  const said = fragments.flatMap((fragment) => fragment.nodes)
  const known = context.known(wanted, said)
  const body = (): Block[] => {
    const blocks = context.at("fragments", () =>
      fragments.flatMap((fragment, index) =>
        context.at(index, () => context.at("nodes", () => blocksOf(fragment.nodes, context)))
      )
    )
    return fragments.length === 0 ? context.fail("needs a body", "fragments") : blocks
  }
  const bare = children.length === 0 || (wanted !== undefined && inlineText(children) === `[^${wanted}]`)
  const label = known ?? context.define(wanted, body(), said)
  const identifier = label.toLowerCase().toUpperCase()
  if (place !== "markdown") return [{ type: "footnoteReference", identifier, label, children, position }]
  const reference: Inline = { type: "footnoteReference", identifier, label, children: [], position }
  const link: Link = { type: "link", url: noteHref(label), children, position }
  return bare ? [reference] : [link, reference]
}
