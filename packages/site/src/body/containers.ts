/** Blocks that hold other blocks. */
import {
  branchesOf,
  type Column,
  type Columns,
  type Expandable,
  type Hint,
  headingAnchor,
  type If,
  type Prompt,
  type Step,
  type Stepper,
  type Tab,
  type Tabs,
  type Update,
  type Updates
} from "@octavo/document"
import { percent } from "@octavo/render/authorValues"
import { blockProblem } from "@octavo/render/conditionNotes"
import { isBlank, plainText } from "@octavo/render/text"
import { attributes, classes, element, escaped, type Html, html, join, none } from "../html/html.ts"
import { colorOf } from "./colors.ts"
import { type Context, claimId, flow, phrase } from "./context.ts"
import { drawIcon, shape } from "./icons.ts"
import { drawNote } from "./note.ts"

export const drawHint = (node: Hint, context: Context): Html => {
  const icon = node.icon === undefined ? shape(node.style) : drawIcon(node.icon, node.style)
  const label = context.state.labels[node.style]
  const body = element("div", { class: "hint-body" }, flow(node.children, context))
  return element("div", { class: `hint ${node.style}`, role: "note", "aria-label": label }, icon, body)
}

const only = <T extends { type: string }, K extends T["type"]>(
  nodes: readonly T[],
  type: K
): Array<Extract<T, { type: K }>> => nodes.filter((node): node is Extract<T, { type: K }> => node.type === type)

/** Radio buttons open the panels, without script; the page's script turns them into ARIA tabs. */
export const drawTabs = (node: Tabs, context: Context): Html => {
  const tabs = only<Tabs["children"][number], "tab">(node.children, "tab")
  if (tabs.length === 0) return none
  const { state } = context
  state.features.add("tabs")
  const group = `Tab-${++state.groups}`
  const draw = (tab: Tab, index: number): Html => {
    const id = `${group}-${index + 1}`
    const icon = tab.icon === undefined ? none : drawIcon(tab.icon)
    const radio = html`<input${attributes({ type: "radio", name: group, id, checked: index === 0 })}>`
    const label = element("label", { for: id }, html`${icon}${tab.title}`)
    return html`${radio}${label}${element("div", { class: "tab-panel" }, flow(tab.children, context))}`
  }
  return element("div", { class: classes("tabs", node.fullWidth && "full-width") }, tabs.map(draw))
}

export const drawStepper = (node: Stepper, context: Context): Html => {
  const steps = only<Stepper["children"][number], "step">(node.children, "step")
  const draw = (step: Step): Html => {
    const icon = step.icon === undefined ? none : element("span", { class: "step-icon" }, drawIcon(step.icon))
    const names = classes("step", step.icon !== undefined && "with-icon", step.title === undefined && "untitled")
    return element("li", { class: names }, icon, flow(step.children, context))
  }
  return element("ol", { class: "stepper" }, steps.map(draw))
}

/** Shares of the columns; those without a width divide what is left. */
const sharesOf = (columns: readonly Column[]): Array<number | undefined> => {
  const shares = columns.map((column) => percent(column.width))
  const open = shares.filter((share) => share === undefined).length
  if (open === shares.length) return shares
  const left = 100 - shares.reduce<number>((sum, share) => sum + (share ?? 0), 0)
  return shares.map((share) => share ?? Math.max(Math.round((left / open) * 100) / 100, 10))
}

export const drawColumns = (node: Columns, context: Context): Html => {
  const columns = only<Columns["children"][number], "column">(node.children, "column")
  const shares = sharesOf(columns)
  const drawn = columns.map((column, index) => {
    const share = shares[index]
    const names = classes(
      "column",
      column.verticalAlignment && column.verticalAlignment !== "top" && column.verticalAlignment
    )
    return element("div", { class: names, style: share && `flex-grow:${share}` }, flow(column.children, context))
  })
  return element("div", { class: classes("columns", node.fullWidth && "full-width") }, drawn)
}

/** Its title is an anchor, as a heading's text is. */
export const drawExpandable = (node: Expandable, context: Context): Html => {
  const id = claimId(headingAnchor(plainText(node.summary)), context, context.state.anchors)
  const summary = phrase(node.summary, { ...context, inLink: true })
  const body = element("div", { class: "expandable-body" }, flow(node.children, context))
  return element(
    "details",
    { class: "expandable", id, open: node.open },
    html`<summary><span>${summary.isEmpty ? "…" : summary}</span></summary>${body}`
  )
}

const DATE = /^\d{4}-\d{2}-\d{2}/

const formatDate = (date: string, node: Updates, language: string): string => {
  const time = DATE.test(date) ? Date.parse(date.slice(0, 10)) : Number.NaN
  if (Number.isNaN(time)) return date
  const style = node.format === "numeric" ? "short" : node.format === "short" ? "medium" : "long"
  return new Intl.DateTimeFormat(language, { dateStyle: style, timeZone: "UTC" }).format(time)
}

const drawUpdate = (update: Update, node: Updates, context: Context): Html => {
  const { resolver, state } = context
  const tags = update.tags.map((slug) => {
    const tag = resolver.tag?.(slug)
    const color = tag?.color === undefined ? undefined : colorOf(tag.color, "background")
    return element(
      "span",
      { class: classes("chip", color?.class), style: color?.style },
      tag?.icon === undefined ? none : drawIcon(tag.icon),
      escaped(tag?.label ?? slug)
    )
  })
  const datetime = DATE.test(update.date) ? update.date.slice(0, 10) : undefined
  const time = element("time", { datetime }, escaped(formatDate(update.date, node, state.language)))
  const chips = tags.length === 0 ? none : element("span", { class: "chips" }, join(tags, " "))
  const head = element("div", { class: "update-head" }, time, chips)
  return element(
    "div",
    { class: "update" },
    html`${head}<div class="update-body">${flow(update.children, context)}</div>`
  )
}

export const drawUpdates = (node: Updates, context: Context): Html => {
  const updates = only<Updates["children"][number], "update">(node.children, "update")
  return element(
    "div",
    { class: "updates" },
    updates.map((update) => drawUpdate(update, node, context))
  )
}

/** Conditional content stays hidden unless the caller says that its condition holds. */
const drawBranches = (node: If, context: Context): Html => {
  const branches = branchesOf(node) ?? [{ condition: node.expression, children: node.children }]
  const problem = blockProblem(node)
  const drawn = branches.map(({ children, condition }, index) => {
    const label = condition === undefined ? "else" : `${index === 0 ? "if" : "else if"} ${condition.trim()}`
    const head = element("p", { class: "branch-head" }, element("code", {}, escaped(label)))
    return element("div", { class: "branch" }, head, flow(children, context))
  })
  return html`${problem === undefined ? none : drawNote("warning", problem)}${drawn}`
}

export const drawIf = (node: If, context: Context): Html =>
  context.resolver.everyBranch === true
    ? drawBranches(node, context)
    : context.resolver.condition?.(node.expression) === true
      ? flow(node.children, context)
      : none

export const drawPrompt = (node: Prompt, context: Context): Html => {
  const icon = node.icon === undefined ? shape("sparkles") : drawIcon(node.icon)
  const title = node.description || context.state.labels.prompt
  const summary = html`<summary>${icon}<span>${title}</span></summary>`
  const body = isBlank(node.children) ? none : flow(node.children, context)
  return element("details", { class: "expandable prompt", open: node.defaultExpanded !== "hidden" }, summary, body)
}
