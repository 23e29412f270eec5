/** API blocks: what they name, with a link to the specification. */
import { ifDefined } from "@octavo/core/kernel/shared/defined"
import type { Openapi, OpenapiOperation, OpenapiSchemas, OpenapiWebhook, Swagger, SwaggerPart } from "@octavo/document"
import { label, panel } from "./containers.ts"
import { between, type Context, narrower, resolveLink } from "./context.ts"
import { type Item, type Style, textRows } from "./lines.ts"
import type { Row } from "./rows.ts"
import { color, named, size } from "./theme.ts"

const methodColors: Readonly<Record<string, keyof typeof named>> = {
  get: "green",
  post: "blue",
  put: "orange",
  patch: "orange",
  delete: "red"
}

const chip = (text: string, context: Context): ReadonlyArray<Item> => {
  const colors = named[methodColors[text.trim().toLowerCase()] ?? "gray"]!
  const style: Style = { ...context.style, bold: true, size: size.small, color: colors.ink, wash: colors.wash }
  return [
    { kind: "text", text: text.trim().toUpperCase() || "API", style },
    { kind: "text", text: "   ", style: context.style }
  ]
}

const mono = (text: string, context: Context): Item => ({
  kind: "text",
  text,
  style: { ...context.style, family: "mono", size: context.style.size * 0.92 }
})

/** The specification by its name, as a link where it has an address. */
const specification = (url: string | undefined, name: string | undefined, context: Context): ReadonlyArray<Row> => {
  const words = context.around.labels.specification
  const link = url === undefined || url === "" ? undefined : resolveLink(url, "openapi", context)
  if (link?.target === undefined && !name) return []
  const style: Style = {
    ...context.style,
    size: size.small,
    color: color.soft,
    ...ifDefined(link?.target, (target) => ({ link: target, color: color.accent }))
  }
  const text = name ? `${words}: ${name}` : words
  return textRows(context.around.canvas, [{ kind: "text", text, style }], context.width, size.small)
}

const block = (
  head: ReadonlyArray<Item>,
  rest: ReadonlyArray<Row>,
  context: Context,
  inside: Context
): ReadonlyArray<Row> => panel([...label(head, inside), ...rest], context, { edge: color.rule })

export const drawApi = (
  node: OpenapiOperation | OpenapiSchemas | OpenapiWebhook | Openapi,
  context: Context
): ReadonlyArray<Row> => {
  const inside = narrower(context, 24)
  const { labels } = context.around
  switch (node.type) {
    case "openapiOperation": {
      const head = [...chip(node.method, inside), mono(node.path, inside)]
      return block(head, specification(node.url, node.spec, inside), context, inside)
    }
    case "openapi": {
      const head = [...chip(node.method, inside), mono(node.path, inside)]
      return block(head, specification(node.src, undefined, inside), context, inside)
    }
    case "openapiWebhook": {
      const head = [...chip(labels.webhook, inside), mono(node.name, inside)]
      return block(head, specification(node.url, node.spec, inside), context, inside)
    }
    case "openapiSchemas": {
      const head = [...chip(labels.schemas, inside), mono(node.schemas.join(" "), inside)]
      return block(head, specification(node.url, node.spec, inside), context, inside)
    }
  }
}

export const drawSwagger = (node: Swagger, context: Context): ReadonlyArray<Row> => {
  const inside = narrower(context, 24)
  const head = [...chip(node.method, inside), mono(`${node.baseUrl ?? ""}${node.path}`, inside)]
  const summary =
    node.summary === undefined || node.summary === ""
      ? []
      : textRows(
          context.around.canvas,
          [{ kind: "text", text: node.summary, style: inside.style }],
          inside.width,
          inside.style.size
        )
  const parts = context.blocks(
    node.children.filter((child) => child.type === "swaggerPart"),
    inside
  )
  const rest = [
    ...summary,
    ...(parts.length === 0 ? [] : [between(6), ...parts]),
    ...specification(node.src, undefined, inside)
  ]
  return block(head, rest, context, inside)
}

export const drawSwaggerPart = (node: SwaggerPart, context: Context): ReadonlyArray<Row> => {
  const content = context.blocks(node.children, context)
  if (node.part === "description") return content
  const word = (name: string): string => node.attributes[name] ?? ""
  const soft: Style = { ...context.style, size: size.small, color: color.soft }
  const required = node.attributes["required"] === "true" ? `  ${context.around.labels.required}` : ""
  const head: ReadonlyArray<Item> =
    node.part === "parameter"
      ? [
          mono(word("name"), context),
          { kind: "text", text: `  ${word("type")} · ${word("in")}${required}`, style: soft }
        ]
      : [mono(word("status"), context), { kind: "text", text: `  ${word("description")}`, style: soft }]
  return [...label(head, context), ...content]
}
