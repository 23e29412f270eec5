/** Schemas: fields with their types, what they must be like, and what they hold. Deeper levels fold out. */
import type { PropertyView, SchemaView } from "@octavo/core/content/openapi/description/schemaView"
import type { Labels } from "@octavo/render/labels"
import { classes, element, escapeHtml } from "../../html/escape.ts"
import type { Context } from "../context.ts"
import { drawProse } from "./prose.ts"

const word = (text: string): string => element("code", {}, escapeHtml(text))

const type = ({ format, type: name }: SchemaView): string =>
  element("span", { class: "field-type" }, escapeHtml(format === undefined ? name : `${name} · ${format}`))

const badge = (text: string, kind?: string): string =>
  element("em", { class: classes("field-badge", kind) }, escapeHtml(text))

/** What a value must be like, one line for each kind. */
const drawRules = (schema: SchemaView, labels: Labels): string => {
  const lines: Array<string> = []
  if (schema.rules.length > 0) lines.push(schema.rules.map(word).join(" "))
  if (schema.values.length > 0) lines.push(`${escapeHtml(labels.oneOf)}: ${schema.values.map(word).join(" ")}`)
  if (schema.default !== undefined) lines.push(`${escapeHtml(labels.default)}: ${word(schema.default)}`)
  if (schema.example !== undefined) lines.push(`${escapeHtml(labels.example)}: ${word(schema.example)}`)
  return lines.map((line) => element("div", { class: "field-rules" }, line)).join("")
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
): string => {
  const { labels } = context.state
  const marks = [
    required === true ? badge(labels.required, "needed") : "",
    deprecated === true || schema.deprecated === true ? badge(labels.deprecated, "old") : "",
    schema.access === "read" ? badge(labels.readOnly) : schema.access === "write" ? badge(labels.writeOnly) : ""
  ].join(" ")
  const head = element("div", { class: "field-head" }, `<code>${escapeHtml(name)}</code> ${type(schema)} ${marks}`)
  const about = drawProse(description ?? schema.description, context)
  return element("li", {}, head + about + drawRules(schema, labels) + drawInside(schema, context, depth))
}

/** What a value holds, behind its name. */
const drawInside = (schema: SchemaView, context: Context, depth: number): string => {
  const inner = drawHeld(schema, context, depth + 1)
  if (inner === "") return schema.cut === undefined ? "" : element("div", { class: "field-rules" }, "…")
  const { labels } = context.state
  const title = schema.choice === undefined ? labels.properties : labels.alternatives
  return `<details><summary>${escapeHtml(title)}</summary>${inner}</details>`
}

/** The fields of a value, its alternatives, the items of a list; empty when there is nothing to see. */
const drawHeld = (schema: SchemaView, context: Context, depth = 0): string => {
  const { labels } = context.state
  const own = schema.properties.map(({ name, required, schema: inner }: PropertyView) =>
    drawField({ name, required, schema: inner }, context, depth)
  )
  if (schema.additional !== undefined) {
    own.push(drawField({ name: `{${labels.anyName}}`, schema: schema.additional }, context, depth))
  }
  const list = own.length === 0 ? "" : element("ul", { class: "fields" }, own.join(""))
  const items =
    schema.items === undefined
      ? ""
      : schema.items.properties.length > 0 || schema.items.choice !== undefined
        ? drawHeld(schema.items, context, depth)
        : element("ul", { class: "fields" }, drawField({ name: "[ ]", schema: schema.items }, context, depth))
  const choice =
    schema.choice === undefined
      ? ""
      : element(
          "ul",
          { class: "fields choice" },
          schema.choice.of
            .map((one) => drawField({ name: one.title ?? one.type, schema: one }, context, depth))
            .join("")
        )
  const more = schema.cut === "long" && list !== "" ? element("div", { class: "field-rules" }, "…") : ""
  return list + items + choice + more
}

/** A whole value: its type, and what it holds. */
export const drawValue = (schema: SchemaView, context: Context): string =>
  element("div", { class: "field-head" }, type(schema)) +
  drawRules(schema, context.state.labels) +
  drawHeld(schema, context)
