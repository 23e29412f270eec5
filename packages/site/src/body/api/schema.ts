/** Schemas: fields with their types, what they must be like, and what they hold. Deeper levels fold out. */
import type { PropertyView, SchemaView } from "@octavo/core/content/openapi/description/schemaView"
import type { Labels } from "@octavo/render/labels"
import { classes, element, escaped, type Html, html, join, none } from "../../html/html.ts"
import type { Context } from "../context.ts"
import { drawProse } from "./prose.ts"

const word = (text: string): Html => element("code", {}, escaped(text))

const type = ({ format, type: name }: SchemaView): Html =>
  element("span", { class: "field-type" }, escaped(format === undefined ? name : `${name} · ${format}`))

const badge = (text: string, kind?: string): Html =>
  element("em", { class: classes("field-badge", kind) }, escaped(text))

/** What a value must be like, one line for each kind. */
const drawRules = (schema: SchemaView, labels: Labels): Html => {
  const lines: Array<Html> = []
  if (schema.rules.length > 0) lines.push(join(schema.rules.map(word), " "))
  if (schema.values.length > 0) lines.push(html`${labels.oneOf}: ${join(schema.values.map(word), " ")}`)
  if (schema.default !== undefined) lines.push(html`${labels.default}: ${word(schema.default)}`)
  if (schema.example !== undefined) lines.push(html`${labels.example}: ${word(schema.example)}`)
  return join(lines.map((line) => element("div", { class: "field-rules" }, line)))
}

export interface FieldParts {
  readonly name: string
  readonly schema: SchemaView
  readonly required?: boolean
  readonly deprecated?: boolean
  readonly description?: string | undefined
}

export const drawField = (
  { deprecated, description, name, required, schema }: FieldParts,
  context: Context,
  depth = 0
): Html => {
  const { labels } = context.state
  const marks = join(
    [
      required === true ? badge(labels.required, "needed") : none,
      deprecated === true || schema.deprecated === true ? badge(labels.deprecated, "old") : none,
      schema.access === "read" ? badge(labels.readOnly) : schema.access === "write" ? badge(labels.writeOnly) : none
    ],
    " "
  )
  const head = element("div", { class: "field-head" }, html`<code>${name}</code> ${type(schema)} ${marks}`)
  const about = drawProse(description ?? schema.description, context)
  return element("li", {}, head, about, drawRules(schema, labels), drawInside(schema, context, depth))
}

/** What a value holds, behind its name. */
const drawInside = (schema: SchemaView, context: Context, depth: number): Html => {
  const inner = drawHeld(schema, context, depth + 1)
  if (inner.isEmpty) return schema.cut === undefined ? none : element("div", { class: "field-rules" }, html`…`)
  const { labels } = context.state
  const title = schema.choice === undefined ? labels.properties : labels.alternatives
  return html`<details><summary>${title}</summary>${inner}</details>`
}

/** The fields of a value, its alternatives, the items of a list; empty when there is nothing to see. */
const drawHeld = (schema: SchemaView, context: Context, depth = 0): Html => {
  const { labels } = context.state
  const own = schema.properties.map(({ name, required, schema: inner }: PropertyView) =>
    drawField({ name, required, schema: inner }, context, depth)
  )
  if (schema.additional !== undefined) {
    own.push(drawField({ name: `{${labels.anyName}}`, schema: schema.additional }, context, depth))
  }
  const list = own.length === 0 ? none : element("ul", { class: "fields" }, own)
  const items =
    schema.items === undefined
      ? none
      : schema.items.properties.length > 0 || schema.items.choice !== undefined
        ? drawHeld(schema.items, context, depth)
        : element("ul", { class: "fields" }, drawField({ name: "[ ]", schema: schema.items }, context, depth))
  const choice =
    schema.choice === undefined
      ? none
      : element(
          "ul",
          { class: "fields choice" },
          schema.choice.of.map((one) => drawField({ name: one.title ?? one.type, schema: one }, context, depth))
        )
  const more = schema.cut === "long" && !list.isEmpty ? element("div", { class: "field-rules" }, html`…`) : none
  return html`${list}${items}${choice}${more}`
}

/** A whole value: its type, and what it holds. */
export const drawValue = (schema: SchemaView, context: Context): Html =>
  join([
    element("div", { class: "field-head" }, type(schema)),
    drawRules(schema, context.state.labels),
    drawHeld(schema, context)
  ])
