/** From a `{% … %}` tag and its body to a node. One row per tag; what is unknown stays an `unknownBlock`. */
import type {
  Attributes,
  Block,
  Code,
  Column,
  Comment,
  Content,
  Heading,
  HintStyle,
  Node,
  Position,
  Step,
  StrayTag,
  Tab,
  TagBlock,
  Update
} from "./ast.ts"
import { unescapeMarkdown } from "./entities.ts"
import { parseArguments, type TagToken } from "./tag-scan.ts"

/** What every row starts from. */
interface Base {
  tag: string
  attributes: Attributes
  closed?: boolean
  position: Position
}

/** The nodes of a tag; `closed` is undefined for tags that stand alone. A row may give more than one node. */
export const makeTagNodes = (
  token: TagToken,
  children: Block[],
  position: Position,
  closed: boolean | undefined
): Content[] => {
  const { attributes, positional } = parseArguments(token.argument)
  const base: Base = { tag: token.name, attributes, ...(closed !== undefined && { closed }), position }
  if (token.name === "code") return makeCode(base, token, children)
  return [makeNode(token, base, positional ?? "", children)]
}

const styles = new Map<string, HintStyle>([
  ["info", "info"],
  ["tip", "info"],
  ["note", "info"],
  ["success", "success"],
  ["working", "success"],
  ["warning", "warning"],
  ["warn", "warning"],
  ["caution", "warning"],
  ["danger", "danger"],
  ["error", "danger"]
])

/** Foreign styles are read as the nearest of ours. */
export const hintStyle = (style: string | undefined): HintStyle => styles.get((style ?? "").toLowerCase()) ?? "info"

const makeNode = (token: TagToken, base: Base, positional: string, children: Block[]): TagBlock => {
  const { attributes } = base
  const own = (name: string): string => attributes[name] ?? ""
  /** Words for readers are Markdown text; names, paths and code are what they are. */
  const words = (name: string): string => unescapeMarkdown(own(name))
  switch (token.name) {
    case "hint":
      return { type: "hint", ...base, style: hintStyle(attributes["style"]), ...optional(attributes, "icon"), children }
    case "tabs":
      return { type: "tabs", ...base, ...flag(attributes, "fullWidth"), children: partsOf(children, "tab") }
    case "code-tabs":
      return { type: "tabs", ...base, children: partsOf(children, "tab") }
    case "tab":
    case "code-tabs-item":
      return { type: "tab", ...base, title: words("title"), ...optional(attributes, "icon"), children }
    case "stepper":
      return { type: "stepper", ...base, children: partsOf(children, "step") }
    case "step": {
      const first = children[0]
      const title: { title?: Heading } = first?.type === "heading" ? { title: first } : {}
      return { type: "step", ...base, ...optional(attributes, "icon"), ...title, children }
    }
    case "columns":
      return { type: "columns", ...base, ...flag(attributes, "fullWidth"), children: partsOf(children, "column") }
    case "column": {
      const align = attributes["verticalAlignment"] ?? attributes["valign"]
      const known = align === "top" || align === "middle" || align === "bottom"
      const vertical: { verticalAlignment?: "top" | "middle" | "bottom" } = known ? { verticalAlignment: align } : {}
      return { type: "column", ...base, ...optional(attributes, "width"), ...vertical, children }
    }
    case "content-ref":
      return { type: "contentRef", ...base, url: own("url") || positional, children }
    case "page-ref":
      return { type: "contentRef", ...base, url: own("page") || own("url") || positional, children }
    case "include":
    case "include_relative":
      return { type: "include", ...base, path: positional || token.argument }
    case "embed": {
      const content = captioned(children, attributes, base.position)
      return {
        type: "embed",
        ...base,
        url: own("url") || positional,
        ...flag(attributes, "fullWidth"),
        children: content
      }
    }
    case "file":
      return {
        type: "file",
        ...base,
        src: own("src") || positional,
        children: captioned(children, attributes, base.position)
      }
    case "openapi":
      return { type: "openapi", ...base, src: own("src"), path: own("path"), method: own("method"), children }
    case "openapi-operation":
      return {
        type: "openapiOperation",
        ...base,
        ...spec(attributes, children),
        path: own("path"),
        method: own("method")
      }
    case "openapi-webhook":
      return {
        type: "openapiWebhook",
        ...base,
        ...spec(attributes, children),
        name: own("name"),
        method: own("method")
      }
    case "openapi-schemas": {
      const grouped = attributes["grouped"] !== "false"
      return { type: "openapiSchemas", ...base, ...spec(attributes, children), schemas: list(own("schemas")), grouped }
    }
    case "swagger": {
      const rest = {
        ...optional(attributes, "src"),
        ...optional(attributes, "baseUrl"),
        ...(own("summary") !== "" && { summary: words("summary") })
      }
      return { type: "swagger", ...base, path: own("path"), method: own("method"), ...rest, children }
    }
    case "swagger-description":
      return { type: "swaggerPart", ...base, part: "description", children }
    case "swagger-parameter":
      return { type: "swaggerPart", ...base, part: "parameter", children }
    case "swagger-response":
      return { type: "swaggerPart", ...base, part: "response", children }
    case "updates": {
      const format = attributes["format"]
      const known = format === "numeric" || format === "short" ? format : "full"
      return { type: "updates", ...base, format: known, children: partsOf(children, "update") }
    }
    case "update":
      return { type: "update", ...base, date: own("date"), tags: list(own("tags")), children }
    case "if":
      return { type: "if", ...base, attributes: none(), expression: token.argument, children }
    case "prompt": {
      const expanded = attributes["defaultExpanded"]
      return {
        type: "prompt",
        ...base,
        description: words("description"),
        ...optional(attributes, "icon"),
        ...flag(attributes, "openInAIProviders"),
        defaultExpanded: expanded === "full" || expanded === "partial" ? expanded : "hidden",
        children
      }
    }
    default:
      return makeForeign(token, base, children)
  }
}

const makeForeign = (token: TagToken, base: Base, children: Block[]): TagBlock => {
  if (!token.name.startsWith("@")) {
    return { type: "unknownBlock", ...base, name: token.name, argument: token.argument, children }
  }
  const slash = token.name.indexOf("/")
  const vendor = token.name.slice(1, slash === -1 ? undefined : slash)
  return { type: "integration", ...base, vendor, block: slash === -1 ? "" : token.name.slice(slash + 1), children }
}

const none = (): Attributes => Object.create(null) as Attributes

/** `{% code %}` lends its attributes to the fence inside; anything else in there stays beside it. */
const makeCode = (base: Base, token: TagToken, children: Block[]): Content[] => {
  const { attributes, position } = base
  const index = children.findIndex((child) => child.type === "code")
  if (index === -1) return [makeForeign(token, base, children)]
  const overflow = attributes["overflow"]
  const code: Code = {
    ...(children[index] as Code),
    ...optional(attributes, "title"),
    ...((overflow === "wrap" || overflow === "scroll") && { overflow }),
    ...flag(attributes, "lineNumbers"),
    ...flag(attributes, "fullWidth"),
    ...flag(attributes, "expandable"),
    attributes
  }
  if (children.length === 1) return [{ ...code, position }]
  return children.map((child, at) => (at === index ? code : child))
}

const optional = <Name extends string>(attributes: Attributes, name: Name): { [K in Name]?: string } => {
  const value = attributes[name]
  return (value === undefined || value === "" ? {} : { [name]: value }) as { [K in Name]?: string }
}

const flag = <Name extends string>(attributes: Attributes, name: Name): { [K in Name]?: boolean } => {
  const value = attributes[name]
  return (value === undefined ? {} : { [name]: value !== "false" }) as { [K in Name]?: boolean }
}

const list = (value: string): string[] =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "")

type Part = Tab | Step | Column | Update

/**
 * Children of tabs, stepper, columns, updates. What stands between the parts has no place there; it is kept visible
 * by joining the part before, or a part of its own in front.
 */
const partsOf = <Name extends Part["type"]>(
  children: ReadonlyArray<Block>,
  name: Name
): Array<Extract<Part, { type: Name }> | Comment | StrayTag> => {
  const parts: Array<Part | Comment | StrayTag> = []
  let last: Part | undefined
  for (const child of children) {
    if (child.type === name) {
      last = child as Part
      parts.push(last)
    } else if (child.type === "comment" || child.type === "strayTag") {
      parts.push(child)
    } else if (last !== undefined) {
      last.children.push(child)
      last.position = { start: last.position.start, end: child.position.end }
    } else {
      last = implicitPart(name, child)
      parts.push(last)
    }
  }
  return parts as Array<Extract<Part, { type: Name }> | Comment | StrayTag>
}

const implicitPart = (name: Part["type"], child: Block): Part => {
  const base = { tag: name, attributes: none(), position: child.position, children: [child] }
  if (name === "tab") return { type: "tab", ...base, title: "" }
  if (name === "update") return { type: "update", ...base, date: "", tags: [] }
  return { type: name, ...base }
}

/** The caption is the body, or else the attribute of older files. */
const captioned = (children: Block[], attributes: Attributes, position: Position): Block[] => {
  const caption = attributes["caption"]
  if (children.length > 0 || caption === undefined || caption === "") return children
  return [{ type: "paragraph", children: [{ type: "text", value: unescapeMarkdown(caption), position }], position }]
}

const spec = (attributes: Attributes, children: Block[]): { spec: string; url?: string; children: Block[] } => {
  const url = firstLink(children)
  return { spec: attributes["spec"] ?? "", ...(url !== undefined && { url }), children }
}

const firstLink = (nodes: ReadonlyArray<Node>): string | undefined => {
  for (const node of nodes) {
    if (node.type === "link") return node.url
    if (node.type === "paragraph") return firstLink(node.children)
  }
  return undefined
}
