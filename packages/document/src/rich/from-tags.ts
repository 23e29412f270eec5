/** Blocks of a document that are tags in Markdown, and their parts. */
import type { Attributes, Block, Column, HintStyle, Step, Tab, Update } from "../ast.ts"
import { bodyOf, codeOf, fragmentBlocks, lengthOf, partsOf } from "./from-blocks.ts"
import type { RichBlock } from "./model.ts"
import { isRecord, position, type WriteContext } from "./write-context.ts"

export const tagOf = (node: RichBlock, context: WriteContext): Block[] => {
  const { data } = node
  const attributes: Attributes = context.attributes(data)
  const base = (tag: string) => ({ tag, attributes, closed: true, position })
  const optional = <Name extends string>(name: Name): { [K in Name]?: string } => {
    const value = context.text(data, name)
    return (value === undefined || value === "" ? {} : { [name]: value }) as { [K in Name]?: string }
  }
  const flag = <Name extends string>(name: Name): { [K in Name]?: boolean } => {
    const value = context.flag(data, name)
    return (value === undefined ? {} : { [name]: value }) as { [K in Name]?: boolean }
  }
  switch (node.type) {
    case "hint": {
      const style: HintStyle = context.oneOf(data, "style", ["info", "success", "warning", "danger"]) ?? "info"
      return [{ type: "hint", ...base("hint"), style, ...optional("icon"), children: bodyOf(node, context) }]
    }
    case "tabs": {
      const children = partsOf(node, "tabs-item", context, (part) => partOf(part, context) as Tab)
      return [{ type: "tabs", ...base("tabs"), ...flag("fullWidth"), children }]
    }
    case "stepper": {
      const children = partsOf(node, "stepper-step", context, (part) => partOf(part, context) as Step)
      return [{ type: "stepper", ...base("stepper"), children }]
    }
    case "columns": {
      const children = partsOf(node, "column", context, (part) => partOf(part, context) as Column)
      return [{ type: "columns", ...base("columns"), ...flag("fullWidth"), children }]
    }
    case "updates": {
      const format = context.oneOf(data, "format", ["full", "numeric", "short"]) ?? "full"
      const children = partsOf(node, "update", context, (part) => partOf(part, context) as Update)
      return [{ type: "updates", ...base("updates"), format, children }]
    }
    case "if":
      return [
        {
          type: "if",
          ...base("if"),
          expression: context.needed(data, "expression").trim(),
          children: bodyOf(node, context)
        }
      ]
    case "prompt": {
      const children = partsOf(node, "code", context, (part) => codeOf(part, context))
      if (children.length !== 1) return context.fail("a prompt holds exactly one code block", "nodes")
      const description = context.text(data, "description") ?? ""
      const defaultExpanded = context.oneOf(data, "defaultExpanded", ["hidden", "partial", "full"]) ?? "hidden"
      return [
        {
          type: "prompt",
          ...base("prompt"),
          description,
          ...optional("icon"),
          ...flag("openInAIProviders"),
          defaultExpanded,
          children
        }
      ]
    }
    case "content-ref":
      return [{ type: "contentRef", ...base("content-ref"), url: context.href(data, "ref"), children: [] }]
    case "reusable-content": {
      const path = context.href(data, "ref")
      return [{ type: "include", tag: "include", attributes: {}, path, position }]
    }
    case "embed":
    case "file": {
      const children = fragmentBlocks(node, "caption", context)
      const { closed, ...open } = base(node.type)
      const own = { ...open, ...(children.length > 0 && { closed }), children }
      if (node.type === "embed")
        return [{ type: "embed", ...own, url: context.needed(data, "url"), ...flag("fullWidth") }]
      return [{ type: "file", ...own, src: context.mediaHref(data, "ref") }]
    }
    case "swagger": {
      const src = context.mediaHref(data, "ref")
      for (const name of ["expanded", "fullWidth"]) {
        const value = context.flag(data, name)
        if (value !== undefined) attributes[name] = String(value)
      }
      const [path, method] = [context.needed(data, "path"), context.needed(data, "method")]
      return [{ type: "openapi", ...base("openapi"), src, path, method, children: [linkTo(src, src)] }]
    }
    case "openapi-operation":
    case "openapi-schemas":
    case "openapi-webhook":
      return [openapiOf(node, attributes, context)]
    case "integration":
      return [integrationOf(node, context)]
    default:
      return context.fail(
        parts.has(node.type)
          ? `${node.type} belongs into the block that it is a part of`
          : `there is no block ${JSON.stringify(node.type)}`,
        "type"
      )
  }
}

const parts = new Set(["list-item", "tabs-item", "stepper-step", "column", "update", "image", "code-line"])

/** A part of tabs, a stepper, columns or updates. */
export const partOf = (node: RichBlock, context: WriteContext): Block => {
  const { data } = node
  const attributes: Attributes = context.attributes(data)
  const children = bodyOf(node, context)
  const icon = context.text(data, "icon") || undefined
  const own = { attributes, closed: true, children, position, ...(icon !== undefined && { icon }) }
  switch (node.type) {
    case "tabs-item": {
      const slug = context.text(data, "slug")
      if (slug !== undefined && slug !== "") attributes["slug"] = slug
      return { type: "tab", tag: "tab", ...own, title: context.text(data, "title") ?? "" }
    }
    case "stepper-step": {
      const [first] = children
      return { type: "step", tag: "step", ...own, ...(first?.type === "heading" && { title: first }) }
    }
    case "column": {
      const width = lengthOf(data, "width", context) ?? attributes["width"]
      const verticalAlignment = context.oneOf(data, "verticalAlignment", ["top", "middle", "bottom"])
      return {
        type: "column",
        tag: "column",
        ...own,
        ...(width !== undefined && { width }),
        ...(verticalAlignment !== undefined && { verticalAlignment })
      }
    }
    default: {
      const tags = context.list(data, "tags").map((one, index) => {
        const slug = isRecord(one) && one["kind"] === "tag" ? one["tag"] : undefined
        if (typeof slug === "string" && slug.trim() !== "" && !slug.includes(",")) return slug
        return context.fail("must be a reference to a tag", "data", "tags", index)
      })
      return { type: "update", tag: "update", ...own, date: context.needed(data, "date"), tags }
    }
  }
}

const linkTo = (url: string, label: string): Block => ({
  type: "paragraph",
  children: [{ type: "link", url, children: [{ type: "text", value: label, position }], position }],
  position
})

const openapiOf = (node: RichBlock, attributes: Attributes, context: WriteContext): Block => {
  const { data } = node
  const ref = data?.["ref"]
  const spec = isRecord(ref) && ref["kind"] === "openapi" ? ref["spec"] : undefined
  if (typeof spec !== "string") return context.fail("must be a reference to an OpenAPI specification", "data", "ref")
  const url = context.text(data, "url")
  const children = url === undefined ? [] : [linkTo(url, `OpenAPI ${spec}`)]
  const own = { attributes, closed: true, position, spec, ...(url !== undefined && { url }), children }
  if (node.type === "openapi-operation") {
    const [path, method] = [context.needed(data, "path"), context.needed(data, "method")]
    if (context.flag(data, "headless") === true) attributes["headless"] = "true"
    return { type: "openapiOperation", tag: node.type, ...own, path, method }
  }
  if (node.type === "openapi-webhook") {
    const [name, method] = [context.needed(data, "name"), context.needed(data, "method")]
    return { type: "openapiWebhook", tag: node.type, ...own, name, method }
  }
  const title = context.text(data, "title")
  if (title !== undefined && title !== "") attributes["title"] = title
  const schemas = context.list(data, "schemas").map((one, index) => {
    if (typeof one === "string" && one.trim() === one && one !== "" && !one.includes(",")) return one
    return context.fail("must be the name of a schema", "data", "schemas", index)
  })
  return { type: "openapiSchemas", tag: node.type, ...own, schemas, grouped: context.flag(data, "grouped") ?? true }
}

const integrationOf = (node: RichBlock, context: WriteContext): Block => {
  const { data } = node
  const vendor = context.needed(data, "integration")
  const block = context.text(data, "block") ?? ""
  for (const [name, value] of [
    ["integration", vendor],
    ["block", block]
  ] as const) {
    if (!/^[\w-]*$/.test(value)) context.fail("must be a name", "data", name)
  }
  if (data?.["action"] != null) context.fail("cannot be kept: put what it does into props", "data", "action")
  const attributes: Attributes = Object.create(null)
  for (const [name, value] of Object.entries(context.record(data, "props"))) {
    if (!/^[\w@:.-]+$/.test(name)) context.fail("is no name of an attribute", "data", "props", name)
    if (typeof value === "object" && value !== null) {
      context.fail("must be a text, a number, true or false", "data", "props", name)
    }
    if (value !== null && value !== undefined) attributes[name] = String(value)
  }
  const url = context.text(data, "url")
  if (url !== undefined && attributes["url"] === undefined) attributes["url"] = url
  const fullWidth = context.flag(data, "fullWidth")
  if (fullWidth !== undefined && attributes["fullWidth"] === undefined) attributes["fullWidth"] = String(fullWidth)
  const tag = block === "" ? `@${vendor}` : `@${vendor}/${block}`
  return { type: "integration", tag, attributes, vendor, block, children: [], position }
}
