/** `{% … %}` blocks: their attributes in the order of `docs/contributing/dialect.md#tags`, as written where they say what the node says. */
import type { Attributes, TagBlock } from "../ast.ts"
import { unescapeMarkdown } from "../entities.ts"
import { hintStyle } from "../tag-nodes.ts"
import { escapeTagWords, inTag, printTagValue } from "./escape.ts"

/** The opening tag of a block. */
export const printTag = (node: TagBlock): string => {
  switch (node.type) {
    case "include":
      return `{% ${node.tag} ${printTagValue(node.path)} %}`
    case "if":
      return `{% ${`if ${inTag(node.expression)}`.trim()} %}`
    case "unknownBlock":
      return node.argument === "" ? `{% ${node.name} %}` : `{% ${node.name} ${node.argument} %}`
    default:
      return printTagLine(node.tag, tagAttributes(node))
  }
}

export const printTagLine = (tag: string, attributes: Record<string, string | undefined>): string => {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${printTagValue(value!)}`)
  return `{% ${tag}${written.join("")} %}`
}

/** A field of a node, what its attributes say of it, and how it is written when they say something else. */
type Field = readonly [name: string, says: unknown, is: unknown, written?: string]

/** The attributes of a `{% code %}`. */
export const orderAttributes = (
  attributes: Attributes,
  fields: ReadonlyArray<Field>
): Record<string, string | undefined> => {
  const ordered: Record<string, string | undefined> = Object.create(null)
  for (const [name, says, is, written] of fields) {
    ordered[name] = says === is ? attributes[name] : is === undefined ? undefined : (written ?? String(is))
  }
  for (const [name, value] of Object.entries(attributes)) if (!(name in ordered)) ordered[name] = value
  return ordered
}

export const optional = (attributes: Attributes, name: string): string | undefined => attributes[name] || undefined

export const flag = (attributes: Attributes, name: string): boolean | undefined =>
  attributes[name] === undefined ? undefined : attributes[name] !== "false"

const tagAttributes = (node: TagBlock): Record<string, string | undefined> => {
  const { attributes } = node
  const text = (name: string, is: string | undefined): Field => [name, attributes[name] ?? "", is]
  const maybe = (name: string, is: string | undefined): Field => [name, optional(attributes, name), is]
  const words = (name: string, is: string | undefined): Field =>
    is === undefined ? maybe(name, is) : [name, unescapeMarkdown(attributes[name] ?? ""), is, escapeTagWords(is)]
  const truth = (name: string, is: boolean | undefined): Field => [name, flag(attributes, name), is]
  const list = (name: string, is: ReadonlyArray<string>): Field => [name, parts(attributes[name]), is.join(",")]
  return orderAttributes(attributes, fieldsOf(node, { text, maybe, words, truth, list }))
}

interface Fields {
  text: (name: string, is: string | undefined) => Field
  maybe: (name: string, is: string | undefined) => Field
  /** Text for readers, with its escapes. */
  words: (name: string, is: string | undefined) => Field
  truth: (name: string, is: boolean | undefined) => Field
  list: (name: string, is: ReadonlyArray<string>) => Field
}

const parts = (value: string | undefined): string =>
  (value ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "")
    .join(",")

const fieldsOf = (node: TagBlock, { text, maybe, words, truth, list }: Fields): ReadonlyArray<Field> => {
  const { attributes } = node
  switch (node.type) {
    case "hint":
      return [
        ["style", "style" in attributes ? hintStyle(attributes["style"]) : undefined, node.style],
        maybe("icon", node.icon)
      ]
    case "tabs":
    case "columns":
      return [truth("fullWidth", node.fullWidth)]
    case "tab":
      return [words("title", node.title), maybe("icon", node.icon)]
    case "step":
      return [maybe("icon", node.icon)]
    case "column": {
      const name = "valign" in attributes && !("verticalAlignment" in attributes) ? "valign" : "verticalAlignment"
      const said = attributes[name]
      const known = said === "top" || said === "middle" || said === "bottom" ? said : undefined
      return [maybe("width", node.width), [name, known, node.verticalAlignment]]
    }
    case "contentRef":
      return [text(node.tag === "page-ref" && !("url" in attributes) ? "page" : "url", node.url)]
    case "embed":
      return [text("url", node.url), caption(node), truth("fullWidth", node.fullWidth)]
    case "file":
      return [text("src", node.src), caption(node)]
    case "openapiOperation":
      return [text("spec", node.spec), text("path", node.path), text("method", node.method)]
    case "openapi":
      return [text("src", node.src), text("path", node.path), text("method", node.method)]
    case "openapiSchemas": {
      const grouped: Field = ["grouped", attributes["grouped"] !== "false", node.grouped]
      return [text("spec", node.spec), list("schemas", node.schemas), grouped]
    }
    case "openapiWebhook":
      return [text("spec", node.spec), text("name", node.name), text("method", node.method)]
    case "swagger":
      return node.src === undefined
        ? [
            text("method", node.method),
            text("path", node.path),
            maybe("baseUrl", node.baseUrl),
            words("summary", node.summary)
          ]
        : [text("src", node.src), text("path", node.path), text("method", node.method)]
    case "updates": {
      const said = attributes["format"]
      return [["format", said === "numeric" || said === "short" ? said : "full", node.format]]
    }
    case "update":
      return [text("date", node.date), list("tags", node.tags)]
    case "prompt": {
      const said = attributes["defaultExpanded"]
      const expanded = said === "full" || said === "partial" ? said : "hidden"
      return [
        words("description", node.description),
        maybe("icon", node.icon),
        truth("openInAIProviders", node.openInAIProviders),
        ["defaultExpanded", expanded, node.defaultExpanded]
      ]
    }
    default:
      return []
  }
}

/** A caption is an attribute only where it was one; anything else is a body. */
const caption = (node: TagBlock & { type: "embed" | "file" }): Field => {
  const stays = isAttributeCaption(node)
  return ["caption", stays, stays || undefined]
}

export const isAttributeCaption = ({ attributes, children }: TagBlock & { type: "embed" | "file" }): boolean => {
  const [only, ...more] = children
  if (more.length > 0 || only?.type !== "paragraph" || only.children.length !== 1) return false
  const text = only.children[0]!
  return text.type === "text" && text.value !== "" && text.value === unescapeMarkdown(attributes["caption"] ?? "")
}
