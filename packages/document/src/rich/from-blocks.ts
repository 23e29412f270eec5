/** Blocks of a document as blocks of the tree. What Markdown cannot hold is refused with its place. */
import type { Align, Attributes, Block, Code, Heading, ImagesItem, Inline, ListItem } from "../ast.ts"
import { trimInlines } from "../content.ts"
import { inlineText } from "../text.ts"
import { inlinesOf, type Place } from "./from-inlines.ts"
import { tableOf } from "./from-tables.ts"
import { tagOf } from "./from-tags.ts"
import { type Data, defined, type RichBlock, type RichContent, type RichFragment, writeLength } from "./model.ts"
import { position, type WriteContext } from "./write-context.ts"

/** The steps of the path are indexes: callers add the name of the list. */
export const blocksOf = (nodes: ReadonlyArray<RichBlock>, context: WriteContext): Block[] =>
  nodes.flatMap((node, index) => context.at(index, () => blockOf(node, context)))

/** Nothing for a paragraph or a list without anything in it. */
export const blockOf = (node: RichBlock, context: WriteContext): Block[] => {
  const { data } = node
  checkParts(node, context)
  switch (node.type) {
    case "paragraph":
      return paragraphOf(node, context)
    case "heading-1":
    case "heading-2":
    case "heading-3":
      return [headingOf(node, context)]
    case "list-ordered":
    case "list-unordered":
    case "list-tasks":
      return listOf(node, context)
    case "divider":
      return [{ type: "thematicBreak", position }]
    case "blockquote":
      return [{ type: "blockquote", children: bodyOf(node, context), position }]
    case "code":
      return [codeOf(node, context)]
    case "math":
      return [{ type: "blockMath", value: context.needed(data, "formula").replace(/\r\n?/g, "\n"), position }]
    case "images":
      return imagesOf(node, context)
    case "drawing":
      if (data?.["ref"] == null) return context.fail("a drawing needs a file", "data", "ref")
      return [
        {
          type: "images",
          children: [
            { type: "imagesItem", src: context.mediaHref(data, "ref"), drawing: true, children: [], position }
          ],
          position
        }
      ]
    case "table":
      return [tableOf(node, context)]
    case "expandable": {
      const [title] = fragmentsOf(node, "expandable-title")
      return [
        {
          type: "expandable",
          open: context.flag(data, "defaultExpanded") ?? false,
          summary: title === undefined ? [] : context.at("fragments", () => titleOf(title, context)),
          children: fragmentBlocks(node, "expandable-body", context),
          position
        }
      ]
    }
    default:
      return tagOf(node, context)
  }
}

const fragmentNames: Readonly<Record<string, ReadonlySet<string>>> = {
  expandable: new Set(["expandable-title", "expandable-body"]),
  embed: new Set(["caption"]),
  file: new Set(["caption"]),
  image: new Set(["caption"])
}

const empty = new Set(
  "divider math drawing table expandable content-ref reusable-content embed file swagger image integration".split(" ")
)

/** What would be passed over: content of what is void, fragments that nobody looks for. */
const checkParts = ({ fragments, nodes = [], type }: RichBlock, context: WriteContext): void => {
  const isFiller = (child: RichBlock | RichContent): boolean =>
    child.object === "text" && child.leaves.every((leaf) => leaf.text === "" && leaf.source === undefined)
  if ((empty.has(type) || type.startsWith("openapi-")) && !nodes.every(isFiller)) {
    context.fail(`${type} has no content of its own`, "nodes")
  }
  if (fragments === undefined || type === "table") return
  fragments.forEach((fragment, index) => {
    const names = fragmentNames[type]
    if (names === undefined || !(names.has(fragment.fragment ?? "") || names.has(fragment.type ?? ""))) {
      context.fail(`${type} has no such fragment`, "fragments", index)
    }
  })
}

const contentOf = (node: RichBlock, context: WriteContext): ReadonlyArray<RichContent> =>
  (node.nodes ?? []).map((child, index) =>
    child.object === "block" ? context.fail("must be text or an inline", "nodes", index) : child
  )

const inlines = (node: RichBlock, context: WriteContext, place: Place): Inline[] => {
  const content = contentOf(node, context)
  return trimInlines(context.at("nodes", () => inlinesOf(content, context, place)))
}

const childBlocks = (node: RichBlock, context: WriteContext): ReadonlyArray<RichBlock> =>
  (node.nodes ?? []).map((child, index) =>
    child.object === "block" ? child : context.fail("must be a block", "nodes", index)
  )

/** The blocks that a block holds; parts are refused where no parts belong. */
export const bodyOf = (node: RichBlock, context: WriteContext): Block[] => {
  const children = childBlocks(node, context)
  return context.at("nodes", () => blocksOf(children, context))
}

export const partsOf = <A>(node: RichBlock, type: string, context: WriteContext, f: (part: RichBlock) => A): A[] =>
  context.each("nodes", childBlocks(node, context), (part) =>
    part.type === type ? f(part) : context.fail(`only ${type} belongs here`, "type")
  )

// ---------------------------------------------------------------- text

const aligns: Readonly<Record<string, Align>> = { start: "left", center: "center", end: "right" }

const alignOf = (data: Data | undefined, context: WriteContext): Align | undefined =>
  aligns[context.oneOf(data, "align", ["start", "center", "end"]) ?? ""]

const paragraphOf = (node: RichBlock, context: WriteContext): Block[] => {
  const align = alignOf(node.data, context)
  const children = inlines(node, context, align === undefined ? "markdown" : "html")
  if (children.length === 0) return []
  if (children.every((child) => child.type === "html") && align === undefined) {
    return [{ type: "html", value: children.map((child) => child.value).join(""), position }]
  }
  const text = align === undefined ? children.map(keptInline(children.length)) : children
  return [{ type: "paragraph", ...(align !== undefined && { align }), children: text, position }]
}

/** An image alone in its paragraph would be an image block: its size says that it is not. */
const keptInline =
  (count: number) =>
  (node: Inline): Inline => {
    if (count > 1) return node
    if (node.type === "image") return { ...node, size: node.size ?? "original" }
    return node.type === "link" && node.children.length === 1
      ? { ...node, children: node.children.map(keptInline(1)) }
      : node
  }

const headingOf = (node: RichBlock, context: WriteContext): Heading => {
  const { data } = node
  const align = alignOf(data, context)
  const own = Number(node.type.slice(-1)) + 1
  const wanted = data?.["depth"]
  // the first `#` of a page would be its title
  const depth =
    (own === 2 && wanted === 1 && context.hasTitle) || (own === 4 && (wanted === 5 || wanted === 6)) ? wanted : own
  const id = context.text(data, "id") ?? context.attributes(data)["id"]
  return {
    type: "heading",
    depth: depth as Heading["depth"],
    ...(id !== undefined && id !== "" && { id }),
    ...(align !== undefined && { align }),
    children: inlines(node, context, align === undefined ? "markdown" : "html"),
    position
  }
}

const listOf = (node: RichBlock, context: WriteContext): Block[] => {
  const ordered = node.type === "list-ordered"
  const start = ordered ? (context.whole(node.data, "start", 0, 999_999_999) ?? 1) : undefined
  const children = partsOf(node, "list-item", context, (item): ListItem => {
    const checked = context.flag(item.data, "checked") ?? (node.type === "list-tasks" ? false : undefined)
    const body = bodyOf(item, context)
    const isFilled = context.isInHtml || checked === undefined || isText(body[0])
    const boxed = isFilled ? body : [emptyComment(), ...body]
    return { type: "listItem", ...(checked !== undefined && { checked }), spread: false, children: boxed, position }
  })
  return [{ type: "list", ordered, ...(start !== undefined && { start }), spread: false, children, position }]
}

const isText = (node: Block | undefined): boolean => node?.type === "paragraph" && node.align === undefined

/** A box needs something behind it, but in HTML. */
const emptyComment = (): Block => ({
  type: "paragraph",
  children: [{ type: "comment", value: "", position }],
  position
})

export const codeOf = (node: RichBlock, context: WriteContext): Code => {
  const { data } = node
  const lines = partsOf(node, "code-line", context, (line) => line)
  const highlighted = lines.flatMap((line, at) => (context.flag(line.data, "highlighted") === true ? [at + 1] : []))
  const collapsed = context.whole(data, "collapsedLineCount", 1, 100_000)
  const fields = {
    lang: context.text(data, "syntax") || undefined,
    meta: context.text(data, "info") || undefined,
    title: context.text(data, "title") || undefined,
    overflow: context.oneOf(data, "overflow", ["scroll", "wrap"]),
    lineNumbers: context.flag(data, "lineNumbers"),
    fullWidth: context.flag(data, "fullWidth"),
    expandable: context.flag(data, "expandable")
  }
  const attributes: Attributes = context.attributes(data)
  if (collapsed !== undefined) attributes["collapsedLineCount"] = String(collapsed)
  if (highlighted.length > 0) attributes["highlightedLines"] = highlighted.join(",")
  const content = context.each("nodes", lines, (line) => {
    const own = contentOf(line, context)
    return context.at("nodes", () => inlinesOf(own, context, "code"))
  })
  const extra = Object.keys(attributes).length > 0
  const value = content.map(inlineText).join("\n")
  const plain = content.every((line) => line.every((one) => one.type === "text"))
  if (!plain && extra)
    context.fail("code with marks or annotations cannot have highlighted lines or attributes", "data")
  const children = plain ? undefined : joinLines(content)
  return {
    type: "code",
    ...(defined(fields) as Partial<Code>),
    value,
    ...(children !== undefined && { children }),
    ...(extra && { attributes }),
    position
  }
}

const joinLines = (lines: ReadonlyArray<ReadonlyArray<Inline>>): Inline[] => {
  const out: Inline[] = []
  lines.forEach((line, index) => {
    const all: Inline[] = index === 0 ? [...line] : [{ type: "text", value: "\n", position }, ...line]
    for (const node of all) {
      const last = out[out.length - 1]
      if (node.type === "text" && last?.type === "text")
        out[out.length - 1] = { ...last, value: last.value + node.value }
      else out.push(node)
    }
  })
  return out
}

// ---------------------------------------------------------------- fragments

const fragmentsOf = (node: RichBlock, name: string): ReadonlyArray<{ fragment: RichFragment; index: number }> => {
  return (node.fragments ?? []).flatMap((fragment, index) =>
    fragment.fragment === name || fragment.type === name ? [{ fragment, index }] : []
  )
}

export const fragmentBlocks = (node: RichBlock, name: string, context: WriteContext): Block[] =>
  fragmentsOf(node, name).flatMap(({ fragment, index }) =>
    context.at("fragments", () => context.at(index, () => context.at("nodes", () => blocksOf(fragment.nodes, context))))
  )

/** The inlines of a fragment of one paragraph. */
const titleOf = (title: { fragment: RichFragment; index: number }, context: WriteContext): Inline[] =>
  context.at(title.index, () =>
    context.at("nodes", () => {
      const { nodes } = title.fragment
      if (nodes.length > 1 || (nodes[0] !== undefined && nodes[0].type !== "paragraph")) {
        return context.fail("a title is one paragraph")
      }
      return nodes[0] === undefined ? [] : context.at(0, () => inlines(nodes[0]!, context, "html"))
    })
  )

const imagesOf = (node: RichBlock, context: WriteContext): Block[] => {
  const { data } = node
  const align = context.oneOf(data, "align", ["left", "center", "right"])
  const [fullWidth, withFrame] = [context.flag(data, "fullWidth"), context.flag(data, "withFrame")]
  const children = partsOf(node, "image", context, (image) => imageOf(image, context))
  if (children.length === 0) return []
  return [
    {
      type: "images",
      ...(align !== undefined && { align }),
      ...(fullWidth === true && { fullWidth }),
      ...(withFrame === true && { withFrame }),
      children,
      position
    }
  ]
}

const imageOf = (image: RichBlock, context: WriteContext): ImagesItem => {
  checkParts(image, context)
  const { data } = image
  const others = context.attributes(data)
  const fields = {
    darkSrc: data?.["refDark"] == null ? undefined : context.mediaHref(data, "refDark"),
    alt: context.text(data, "alt"),
    title: context.text(data, "title"),
    width: lengthOf(data, "width", context) ?? others["width"],
    height: lengthOf(data, "height", context) ?? others["height"],
    href: context.optionalHref(data, "link"),
    drawing: context.flag(data, "drawing") || undefined
  }
  return {
    type: "imagesItem",
    src: context.mediaHref(data, "ref"),
    ...(defined(fields) as Partial<ImagesItem>),
    children: context.inHtml(() => fragmentBlocks(image, "caption", context)),
    position
  }
}

export const lengthOf = (data: Data | undefined, name: string, context: WriteContext): string | undefined => {
  const value = data?.[name]
  if (value === undefined || value === null) return undefined
  const written = writeLength(value)
  if (written === undefined || !/^\d+(?:\.\d+)?(?:%|px|em|rem|vw)?$/.test(written)) {
    return context.fail("must be a number, or a unit and a value", "data", name)
  }
  return written
}
