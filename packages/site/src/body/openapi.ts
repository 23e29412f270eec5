/** API blocks: what they show of a description; where there is none, what they name, with a link to the specification. */

import type { ApiView } from "@octavo/core/content/openapi/description/apiView"
import { plainTitle } from "@octavo/core/content/openapi/description/plainTitle"
import type { Openapi, OpenapiOperation, OpenapiSchemas, OpenapiWebhook, Swagger, SwaggerPart } from "@octavo/document"
import { isBlank } from "@octavo/render/text"
import { classes, element, escaped, type Html, html, join, none } from "../html/html.ts"
import { drawOperationView } from "./api/operation.ts"
import { drawProse } from "./api/prose.ts"
import { drawValue } from "./api/schema.ts"
import { anchor, type Context, flow, resolveTarget } from "./context.ts"

const METHODS = new Set(["get", "post", "put", "patch", "delete", "head", "options", "trace"])

const chip = (method: string): Html => {
  const name = method.trim().toLowerCase()
  return element("span", { class: classes("method", METHODS.has(name) && name) }, escaped(name.toUpperCase() || "API"))
}

const specification = (url: string | undefined, name: string | undefined, context: Context): Html => {
  const { specification: label } = context.state.labels
  const text = name ? html`${label}: ${name}` : escaped(label)
  if (url === undefined || url === "") return name ? element("span", { class: "spec" }, text) : none
  const target = resolveTarget(url, "openapi", context)
  return target === undefined
    ? element("span", { class: "spec" }, text)
    : anchor(target, text, context, { class: "spec" })
}

const block = (head: Html, spec: Html, body = none): Html =>
  element("div", { class: "api" }, html`<div class="api-head">${head}${spec}</div>${body}`)

const path = (value: string): Html => element("code", { class: "api-path" }, escaped(value))

/** The view of a block, or what it names when there is none. */
const shown = (
  node: OpenapiOperation | OpenapiWebhook | Openapi | Swagger,
  head: Html,
  spec: Html,
  context: Context,
  body = none
): Html => {
  const view = context.resolver.api?.(node)
  return view?.kind === "operation"
    ? drawOperationView(view.operation, html`${head}${spec}`, context)
    : block(head, spec, body)
}

export const drawOperation = (node: OpenapiOperation, context: Context): Html =>
  shown(node, html`${chip(node.method)}${path(node.path)}`, specification(node.url, node.spec, context), context)

export const drawOpenapi = (node: Openapi, context: Context): Html =>
  shown(node, html`${chip(node.method)}${path(node.path)}`, specification(node.src, undefined, context), context)

export const drawWebhook = (node: OpenapiWebhook, context: Context): Html => {
  const kind = element("span", { class: "method" }, escaped(context.state.labels.webhook))
  return shown(node, html`${kind}${path(node.name)}`, specification(node.url, node.spec, context), context)
}

const drawModels = (
  { schemas }: Extract<ApiView, { kind: "schemas" }>,
  grouped: boolean,
  spec: Html,
  context: Context
): Html => {
  context.state.features.add("api")
  const models = schemas.map(({ name, schema }) => {
    const about = drawProse(schema.description, context)
    const body = html`${about}${drawValue(schema, context)}`
    if (grouped) return html`<details class="op-response"><summary><code>${name}</code></summary>${body}</details>`
    // a heading may say it already
    const isTitled = context.state.titles.has(plainTitle(name))
    const head = isTitled ? none : html`<div class="op-media"><code>${name}</code></div>`
    return element("div", { class: "model" }, head, body)
  })
  return element("div", { class: "api op" }, spec.isEmpty ? none : html`<div class="api-head">${spec}</div>`, models)
}

export const drawSchemas = (node: OpenapiSchemas, context: Context): Html => {
  const view = context.resolver.api?.(node)
  if (view?.kind === "schemas") {
    return drawModels(view, node.grouped, specification(node.url, node.spec, context), context)
  }
  const kind = element("span", { class: "method" }, escaped(context.state.labels.schemas))
  return block(html`${kind}${join(node.schemas.map(path), " ")}`, specification(node.url, node.spec, context))
}

export const drawSwagger = (node: Swagger, context: Context): Html => {
  const address = `${node.baseUrl ?? ""}${node.path}`
  const summary = node.summary ? element("p", { class: "api-summary" }, escaped(node.summary)) : none
  const parts = node.children.filter((child) => child.type === "swaggerPart")
  const body = isBlank(parts) ? none : element("div", { class: "api-body" }, summary, flow(parts, context))
  const spec = specification(node.src, undefined, context)
  return shown(node, html`${chip(node.method)}${path(address)}`, spec, context, body.isEmpty ? summary : body)
}

export const drawSwaggerPart = (node: SwaggerPart, context: Context): Html => {
  const content = flow(node.children, context)
  if (node.part === "description") return content
  const { attributes } = node
  const word = (name: string): Html => escaped(attributes[name] ?? "")
  const required = attributes["required"] === "true" ? html` <em>${context.state.labels.required}</em>` : none
  const head =
    node.part === "parameter"
      ? html`<code>${word("name")}</code> <span>${word("type")} · ${word("in")}</span>${required}`
      : html`<code>${word("status")}</code> <span>${word("description")}</span>`
  return element("div", { class: "api-part" }, html`<div class="api-part-head">${head}</div>${content}`)
}
