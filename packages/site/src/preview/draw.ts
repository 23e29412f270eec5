/** Pieces of the pages of a preview. English: it is the web application of the people who write, no site. */
import { attributes, classes, element, escapeHtml } from "../html/escape.ts"
import type { Field, PageChange } from "./changes.ts"
import type { Line, Part, Row } from "./lines.ts"

export const views = ["page", "inline", "split"] as const
export type View = (typeof views)[number]

const viewNames: Readonly<Record<View, string>> = { page: "Page", inline: "Inline", split: "Side by side" }

/** A word on a coloured ground: a status, or what happened. */
export const drawTone = (name: string, word: string): string =>
  element("span", { class: `tone tone-${name}` }, escapeHtml(word))

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export const drawWhat = (what: ReadonlyArray<PageChange>): string => {
  const tones =
    what.length === 0 ? drawTone("same", "Not changed") : what.map((one) => drawTone(one, capital(one))).join("")
  return element("span", { class: "tones" }, tones)
}

export const drawStatus = (status: string): string => drawTone(status, capital(status))

export const drawTime = (time: string): string => {
  const date = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(Date.parse(time))
  return element("time", { datetime: time }, escapeHtml(date))
}

/** The three ways to look at a page. */
export const drawViews = (href: string, view: View): string => {
  const items = views.map((one) => {
    const values = attributes({
      href: one === "page" ? href : `${href}?view=${one}`,
      "aria-current": one === view ? "page" : undefined
    })
    return `<li><a${values}>${viewNames[one]}</a></li>`
  })
  return `<nav class="views" aria-label="How changes are shown"><ul>${items.join("")}</ul></nav>`
}

/** What of a page changed besides its text. */
export const drawFields = (fields: ReadonlyArray<Field>): string => {
  if (fields.length === 0) return ""
  const items = fields.map(({ after, before, name }) => {
    const old = before === undefined ? "" : element("del", {}, escapeHtml(before))
    const next = after === undefined ? "" : element("ins", {}, escapeHtml(after))
    const between = old !== "" && next !== "" ? ' <span aria-hidden="true">→</span> ' : ""
    return `<div><dt>${escapeHtml(name)}</dt><dd>${old}${between}${next}</dd></div>`
  })
  return `<dl class="fields">${items.join("")}</dl>`
}

const drawParts = (parts: ReadonlyArray<Part>, tag: "ins" | "del"): string =>
  parts.map(({ changed, text }) => (changed ? element(tag, {}, escapeHtml(text)) : escapeHtml(text))).join("")

const cell = (name: string, content: string | number): string => `<td class="${name}">${content}</td>`

const gap = (count: number, columns: number): string =>
  `<tr class="gap"><td colspan="${columns}">${count === 1 ? "1 line" : `${count} lines`} not changed</td></tr>`

const drawRemoved = (line: Line): string => drawParts(line.parts, "del")
const drawAdded = (line: Line): string => drawParts(line.parts, "ins")

const inlineRows = (row: Row): string => {
  if (row.kind === "gap") return gap(row.count, 4)
  const { after, before } = row
  if (row.kind === "same") {
    return `<tr>${cell("n", row.before.number)}${cell("n", row.after.number)}${cell("s", "")}${cell("t", drawAdded(row.after))}</tr>`
  }
  const removed =
    before === undefined
      ? ""
      : `<tr class="off">${cell("n", before.number)}${cell("n", "")}${cell("s", "−")}${cell("t", drawRemoved(before))}</tr>`
  const added =
    after === undefined
      ? ""
      : `<tr class="on">${cell("n", "")}${cell("n", after.number)}${cell("s", "+")}${cell("t", drawAdded(after))}</tr>`
  return removed + added
}

const splitRow = (row: Row): string => {
  if (row.kind === "gap") return gap(row.count, 4)
  const changed = row.kind === "changed"
  const side = (line: Line | undefined, tag: "ins" | "del"): string => {
    if (line === undefined) return cell("n none", "") + cell("t none", "")
    const ground = changed ? (tag === "del" ? "off" : "on") : undefined
    return cell(classes("n", ground)!, line.number) + cell(classes("t", ground)!, drawParts(line.parts, tag))
  }
  return `<tr>${side(row.before, "del")}${side(row.after, "ins")}</tr>`
}

const heads = (names: ReadonlyArray<readonly [name: string, label: string]>): string =>
  `<thead class="hidden"><tr>${names.map(([name, label]) => `<th class="${name}" scope="col">${label}</th>`).join("")}</tr></thead>`

/** The difference of two texts as a table. */
export const drawRows = (rows: ReadonlyArray<Row>, view: Exclude<View, "page">): string => {
  if (rows.length === 0) return '<p class="empty">The text is the same.</p>'
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
  const body = rows.map(split ? splitRow : inlineRows).join("")
  return `<table class="diff ${view}"><caption class="hidden">Differences of the text</caption>${head}<tbody>${body}</tbody></table>`
}
