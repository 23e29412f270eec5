/** Pieces of the pages of a preview. English: it is the web application of the people who write, no site. */
import { attributes, classes, element, escaped, type Html, html, join, none } from "../html/html.ts"
import type { Field, PageChange } from "./changes.ts"
import type { Line, Part, Row } from "./lines.ts"

export const views = ["page", "inline", "split"] as const
export type View = (typeof views)[number]

const viewNames: Readonly<Record<View, string>> = { page: "Page", inline: "Inline", split: "Side by side" }

/** A word on a coloured ground: a status, or what happened. */
export const drawTone = (name: string, word: string): Html =>
  element("span", { class: `tone tone-${name}` }, escaped(word))

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export const drawWhat = (what: ReadonlyArray<PageChange>): Html => {
  const tones = what.length === 0 ? drawTone("same", "Not changed") : what.map((one) => drawTone(one, capital(one)))
  return element("span", { class: "tones" }, tones)
}

export const drawStatus = (status: string): Html => drawTone(status, capital(status))

export const drawTime = (time: string): Html => {
  const date = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(Date.parse(time))
  return element("time", { datetime: time }, escaped(date))
}

/** The three ways to look at a page. */
export const drawViews = (href: string, view: View): Html => {
  const items = views.map((one) => {
    const values = attributes({
      href: `${href}${href.includes("?") ? "&" : "?"}view=${one}`,
      "aria-current": one === view ? "page" : undefined
    })
    return html`<li><a${values}>${viewNames[one]}</a></li>`
  })
  return html`<nav class="views" aria-label="How changes are shown"><ul>${items}</ul></nav>`
}

/** What of a page changed besides its text. */
export const drawFields = (fields: ReadonlyArray<Field>): Html => {
  if (fields.length === 0) return none
  const items = fields.map(({ after, before, name }) => {
    const old = before === undefined ? none : element("del", {}, escaped(before))
    const next = after === undefined ? none : element("ins", {}, escaped(after))
    const between = !old.isEmpty && !next.isEmpty ? html` <span aria-hidden="true">→</span> ` : none
    return html`<div><dt>${name}</dt><dd>${old}${between}${next}</dd></div>`
  })
  return html`<dl class="fields">${items}</dl>`
}

const drawParts = (parts: ReadonlyArray<Part>, tag: "ins" | "del"): Html =>
  join(parts.map(({ changed, text }) => (changed ? element(tag, {}, escaped(text)) : escaped(text))))

const cell = (name: string, content: Html | string | number): Html => html`<td class="${name}">${content}</td>`

const gap = (count: number, columns: number): Html =>
  html`<tr class="gap"><td colspan="${columns}">${count === 1 ? "1 line" : `${count} lines`} not changed</td></tr>`

const drawRemoved = (line: Line): Html => drawParts(line.parts, "del")
const drawAdded = (line: Line): Html => drawParts(line.parts, "ins")

const inlineRows = (row: Row): Html => {
  if (row.kind === "gap") return gap(row.count, 4)
  const { after, before } = row
  if (row.kind === "same") {
    return html`<tr>${cell("n", row.before.number)}${cell("n", row.after.number)}${cell("s", "")}${cell("t", drawAdded(row.after))}</tr>`
  }
  const removed =
    before === undefined
      ? none
      : html`<tr class="off">${cell("n", before.number)}${cell("n", "")}${cell("s", "−")}${cell("t", drawRemoved(before))}</tr>`
  const added =
    after === undefined
      ? none
      : html`<tr class="on">${cell("n", "")}${cell("n", after.number)}${cell("s", "+")}${cell("t", drawAdded(after))}</tr>`
  return html`${removed}${added}`
}

const splitRow = (row: Row): Html => {
  if (row.kind === "gap") return gap(row.count, 4)
  const changed = row.kind === "changed"
  const side = (line: Line | undefined, tag: "ins" | "del"): Html => {
    if (line === undefined) return html`${cell("n none", "")}${cell("t none", "")}`
    const ground = changed ? (tag === "del" ? "off" : "on") : undefined
    return html`${cell(classes("n", ground)!, line.number)}${cell(classes("t", ground)!, drawParts(line.parts, tag))}`
  }
  return html`<tr>${side(row.before, "del")}${side(row.after, "ins")}</tr>`
}

const heads = (names: ReadonlyArray<readonly [name: string, label: string]>): Html =>
  html`<thead class="hidden"><tr>${names.map(([name, label]) => html`<th class="${name}" scope="col">${label}</th>`)}</tr></thead>`

/** The difference of two texts as a table. */
export const drawRows = (rows: ReadonlyArray<Row>, view: Exclude<View, "page">): Html => {
  if (rows.length === 0) return html`<p class="empty">The text is the same.</p>`
  const split = view === "split"
  const head = split
    ? heads([
        ["n", "Line before"],
        ["t", "Text before"],
        ["n", "Line after"],
        ["t", "Text after"]
      ])
    : heads([
        ["n", "Line before"],
        ["n", "Line after"],
        ["s", "Change"],
        ["t", "Text"]
      ])
  const body = rows.map(split ? splitRow : inlineRows)
  return html`<table class="diff ${view}"><caption class="hidden">Differences of the text</caption>${head}<tbody>${body}</tbody></table>`
}
