/** An operation: what it takes and answers, how it is called in code, and for those that only read, a way to try it. */
import {
  type ContentView,
  type OperationView,
  type Place,
  places,
  type ResponseView,
  type SecurityView
} from "@octavo/core/content/openapi/description/operationView"
import { plainTitle } from "@octavo/core/content/openapi/description/plainTitle"
import { samplesOf } from "@octavo/core/content/openapi/description/samples"
import type { Code, Tab, Tabs } from "@octavo/document"
import type { Labels } from "@octavo/render/labels"
import { attributes, classes, element, escaped, type Html, html, join, none } from "../../html/html.ts"
import { type Context, flow } from "../context.ts"
import { drawProse } from "./prose.ts"
import { drawField, drawValue } from "./schema.ts"
import { drawTry } from "./tryIt.ts"

const position = { start: 0, end: 0 }

/** Code in tabs, as a page would have it. */
const drawTabs = (
  parts: ReadonlyArray<{ readonly title: string; readonly language: string; readonly code: string }>,
  context: Context
): Html => {
  const tabs = parts.map(({ code, language, title }): Tab => {
    const node: Code = { type: "code", lang: language, value: code, position }
    return { type: "tab", tag: "tab", attributes: {}, closed: true, title, children: [node], position }
  })
  const node: Tabs = { type: "tabs", tag: "tabs", attributes: {}, closed: true, children: tabs, position }
  return flow([node], context)
}

const placeLabels: Readonly<Record<Place, keyof Labels>> = {
  path: "pathParameters",
  query: "queryParameters",
  header: "headers",
  cookie: "cookies"
}

/** Below the heading that the block stands under. */
const levelBelow = (context: Context): number => Math.min(6, (context.state.headings.at(-1)?.level ?? 1) + 1)

const section = (title: string, level: number, body: Html): Html =>
  body.isEmpty
    ? none
    : html`<div class="op-part">${element(`h${level}`, { class: "op-label" }, escaped(title))}${body}</div>`

export const drawOperationView = (operation: OperationView, head: Html, context: Context): Html => {
  const { labels, titles } = context.state
  context.state.features.add("api")
  const level = levelBelow(context)
  const isTitled = operation.summary !== undefined && !titles.has(plainTitle(operation.summary))
  const title = isTitled ? element(`h${level}`, { class: "op-title" }, escaped(operation.summary ?? "")) : none
  const below = Math.min(6, isTitled ? level + 1 : level)
  const old = operation.deprecated
    ? element("p", { class: "op-old" }, element("em", { class: "field-badge old" }, escaped(labels.deprecated)))
    : none
  const doc: ReadonlyArray<Html> = [
    old,
    drawProse(operation.description, context),
    section(labels.authorization, below, drawSecurity(operation.security, context)),
    ...places.map((place) => {
      const list = operation.parameters.filter((one) => one.in === place)
      const fields = list.map((one) => drawField(one, context))
      return section(
        labels[placeLabels[place]],
        below,
        fields.length === 0 ? none : element("ul", { class: "fields" }, fields)
      )
    }),
    operation.body === undefined
      ? none
      : section(
          labels.body,
          below,
          html`${drawProse(operation.body.description, context)}${drawContents(operation.body.contents, context)}`
        ),
    section(labels.responses, below, join(operation.responses.map((one) => drawResponse(one, context))))
  ]
  const samples = samplesOf(operation).map(({ code, language, title: name }) => ({ title: name, language, code }))
  const side = join([
    samples.length === 0 ? none : section(labels.call, below, drawTabs(samples, context)),
    section(labels.answer, below, drawExamples(operation, context)),
    drawTry(operation, below, context)
  ])
  const grid = html`<div class="op-grid"><div class="op-doc">${doc}</div>${side.isEmpty ? none : html`<div class="op-side">${side}</div>`}</div>`
  return element("div", { class: "api op" }, html`<div class="api-head">${head}</div>${title}${grid}`)
}

/** Examples of the first content of each response. */
const drawExamples = (operation: OperationView, context: Context): Html => {
  const parts = operation.responses.flatMap(({ contents, status }) => {
    const examples = contents[0]?.examples ?? []
    return examples.slice(0, 3).map(({ language, text, title }) => ({
      title: title === undefined || examples.length === 1 ? status : `${status} ${title.slice(0, 40)}`,
      language,
      code: text
    }))
  })
  return parts.length === 0 ? none : drawTabs(parts.slice(0, 8), context)
}

const drawContents = (contents: ReadonlyArray<ContentView>, context: Context): Html =>
  join(
    contents.map(({ alike, mediaType, schema }) => {
      const names = join(
        [mediaType, ...alike].map((name) => html`<code>${name}</code>`),
        " "
      )
      return html`<div class="op-media">${names}</div>${schema === undefined ? none : drawValue(schema, context)}`
    })
  )

const drawResponse = ({ contents, description, headers, status }: ResponseView, context: Context): Html => {
  const { labels } = context.state
  const tone = /^[2]/.test(status) ? "ok" : /^[45]/.test(status) ? "bad" : undefined
  const [first, ...rest] = (description ?? "").trim().split("\n")
  const isPlain = rest.length === 0 && !/[`*_[\]<>{}|]/.test(first ?? "")
  const head = html`<span${attributes({ class: classes("status", tone) })}>${status}</span> ${isPlain ? (first ?? "") : ""}`
  const fields = headers.map((one) => drawField(one, context))
  const body = join([
    isPlain ? none : drawProse(description, context),
    fields.length === 0 ? none : html`<div class="op-media">${labels.headers}</div><ul class="fields">${fields}</ul>`,
    drawContents(contents, context)
  ])
  return body.isEmpty
    ? html`<div class="op-response">${head}</div>`
    : html`<details class="op-response"><summary>${head}</summary>${body}</details>`
}

const schemeWords = (one: SecurityView[number]): string => {
  switch (one.kind) {
    case "apiKey":
      return `API key: ${one.in ?? "header"} ${one.key ?? one.name}`
    case "http":
      return `HTTP ${one.scheme ?? "bearer"}`
    case "oauth2":
      return "OAuth 2"
    case "openIdConnect":
      return "OpenID Connect"
    case "mutualTLS":
      return "Mutual TLS"
    case "other":
      return one.name
  }
}

const drawSecurity = (ways: OperationView["security"], context: Context): Html => {
  const given = ways.filter((way) => way.length > 0)
  if (given.length === 0) return none
  const items = given.map((way) => {
    const parts = way.map((one) => {
      const scopes = join(
        one.scopes.map((scope) => html`<code>${scope}</code>`),
        " "
      )
      const names = html`<code>${one.name}</code> <span class="field-type">${schemeWords(one)}</span>`
      return html`<div class="field-head">${names} ${scopes}</div>${drawProse(one.description, context)}`
    })
    return element("li", {}, parts)
  })
  return html`<ul${attributes({ class: "fields" })}>${items}</ul>`
}
