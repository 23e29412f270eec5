/** API blocks: what they show of a description; where there is none, what they name, with a link to the specification. */

import type { ApiView } from "@octavo/core/content/openapi/description/apiView"
import { plainTitle } from "@octavo/core/content/openapi/description/plainTitle"
import type { Openapi, OpenapiOperation, OpenapiSchemas, OpenapiWebhook, Swagger, SwaggerPart } from "@octavo/document"
import { isBlank } from "@octavo/render/text"
import { classes, element, escapeHtml } from "../html/escape.ts"
import { drawOperationView } from "./api/operation.ts"
import { drawProse } from "./api/prose.ts"
import { drawValue } from "./api/schema.ts"
import { anchor, type Context, flow, resolveTarget } from "./context.ts"

const METHODS = new Set(["get", "post", "put", "patch", "delete", "head", "options", "trace"])

const chip = (method: string): string => {
  const name = method.trim().toLowerCase()
  return element(
    "span",
    { class: classes("method", METHODS.has(name) && name) },
    escapeHtml(name.toUpperCase() || "API")
  )
}

const specification = (url: string | undefined, name: string | undefined, context: Context): string => {
  const { specification: label } = context.state.labels
  const text = name ? `${escapeHtml(label)}: ${escapeHtml(name)}` : escapeHtml(label)
  if (url === undefined || url === "") return name ? element("span", { class: "spec" }, text) : ""
  const target = resolveTarget(url, "openapi", context)
  return target === undefined
    ? element("span", { class: "spec" }, text)
    : anchor(target, text, context, { class: "spec" })
}

const block = (head: string, spec: string, body = ""): string =>
  element("div", { class: "api" }, `<div class="api-head">${head}${spec}</div>${body}`)

const path = (value: string): string => element("code", { class: "api-path" }, escapeHtml(value))

/** The view of a block, or what it names when there is none. */
const shown = (
  node: OpenapiOperation | OpenapiWebhook | Openapi | Swagger,
  head: string,
  spec: string,
  context: Context,
  body = ""
): string => {
  const view = context.resolver.api?.(node)
  return view?.kind === "operation" ? drawOperationView(view.operation, head + spec, context) : block(head, spec, body)
}

export const drawOperation = (node: OpenapiOperation, context: Context): string =>
  shown(node, chip(node.method) + path(node.path), specification(node.url, node.spec, context), context)

export const drawOpenapi = (node: Openapi, context: Context): string =>
  shown(node, chip(node.method) + path(node.path), specification(node.src, undefined, context), context)

export const drawWebhook = (node: OpenapiWebhook, context: Context): string => {
  const kind = element("span", { class: "method" }, escapeHtml(context.state.labels.webhook))
  return shown(node, kind + path(node.name), specification(node.url, node.spec, context), context)
}

const drawModels = (
  { schemas }: Extract<ApiView, { kind: "schemas" }>,
  grouped: boolean,
  spec: string,
  context: Context
): string => {
  context.state.features.add("api")
  const models = schemas.map(({ name, schema }) => {
    const about = drawProse(schema.description, context)
    const body = about + drawValue(schema, context)
    if (grouped)
      return `<details class="op-response"><summary><code>${escapeHtml(name)}</code></summary>${body}</details>`
    // a heading may say it already
    const isTitled = context.state.titles.has(plainTitle(name))
    const head = isTitled ? "" : `<div class="op-media"><code>${escapeHtml(name)}</code></div>`
    return element("div", { class: "model" }, head + body)
  })
  return element(
    "div",
    { class: "api op" },
    (spec === "" ? "" : `<div class="api-head">${spec}</div>`) + models.join("")
  )
}

export const drawSchemas = (node: OpenapiSchemas, context: Context): string => {
  const view = context.resolver.api?.(node)
  if (view?.kind === "schemas") {
    return drawModels(view, node.grouped, specification(node.url, node.spec, context), context)
  }
  const kind = element("span", { class: "method" }, escapeHtml(context.state.labels.schemas))
  return block(kind + node.schemas.map(path).join(" "), specification(node.url, node.spec, context))
}

export const drawSwagger = (node: Swagger, context: Context): string => {
  const address = `${node.baseUrl ?? ""}${node.path}`
  const summary = node.summary ? element("p", { class: "api-summary" }, escapeHtml(node.summary)) : ""
  const parts = node.children.filter((child) => child.type === "swaggerPart")
  const body = isBlank(parts) ? "" : element("div", { class: "api-body" }, summary + flow(parts, context))
  const spec = specification(node.src, undefined, context)
  return shown(node, chip(node.method) + path(address), spec, context, body || summary)
}

export const drawSwaggerPart = (node: SwaggerPart, context: Context): string => {
  const content = flow(node.children, context)
  if (node.part === "description") return content
  const { attributes } = node
  const word = (name: string): string => escapeHtml(attributes[name] ?? "")
  const required = attributes["required"] === "true" ? ` <em>${escapeHtml(context.state.labels.required)}</em>` : ""
  const head =
    node.part === "parameter"
      ? `<code>${word("name")}</code> <span>${word("type")} · ${word("in")}</span>${required}`
      : `<code>${word("status")}</code> <span>${word("description")}</span>`
  return element("div", { class: "api-part" }, `<div class="api-part-head">${head}</div>${content}`)
}
