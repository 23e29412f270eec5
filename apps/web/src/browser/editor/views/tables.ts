/** Tables and cards. Cards are the rows of a table in another look, so that a switch between both leaves the caret where it is. */
import type { Node as EditorNode } from "prosemirror-model"
import type { EditorView } from "prosemirror-view"
import { type Data, textOf } from "../../../logic/document.ts"
import { element, fixed, setAttributes } from "../dom.ts"
import { blockOfElement, type Draw } from "./nodeView.ts"
import { blockOptions } from "./options.ts"
import { dataOf } from "./text.ts"
import { valueControl } from "./values.ts"

const viewOf = (table: EditorNode): Data => (dataOf(table)["view"] ?? {}) as Data

/** The cell of the head above a cell, in a table that has one there. */
export const headerOfCell = (view: EditorView, position: number): EditorNode | undefined => {
  const at = view.state.doc.resolve(position)
  if (at.depth < 2) return undefined
  const table = at.node(-1)
  if (table.type.name !== "table") return undefined
  let column = 0
  for (let before = 0; before < at.index(); before++) column += Number(at.parent.child(before).attrs["colspan"] ?? 1)
  return table.child(0).maybeChild(column) ?? undefined
}

/** How a cell looks for what its column is. */
const classOfCell = (header: EditorNode): string => {
  const roles: ReadonlyArray<string> = header.attrs["roles"]
  const align = textOf(dataOf(header), "textAlignment")
  const look = [
    (align === "center" || align === "right") && `align-${align}`,
    header.attrs["isShown"] === false && "of-hidden-column",
    roles.includes("targetDefinition") && "card-target",
    (roles.includes("coverDefinition") || roles.includes("coverDefinitionDark")) && "card-cover-cell"
  ]
  return look.filter(Boolean).join(" ")
}

const showCell = (dom: HTMLElement, view: EditorView, position: number | undefined): void => {
  const header = position === undefined ? undefined : headerOfCell(view, position)
  if (header !== undefined) {
    for (const name of ["align-center", "align-right", "of-hidden-column", "card-target", "card-cover-cell"])
      dom.classList.remove(name)
    dom.classList.add(...classOfCell(header).split(" ").filter(Boolean))
  }
}

export const table: Draw = (node, hold) => {
  const contentDOM = element("tbody")
  const grid = element("table", {}, contentDOM)
  const dom = element("div", {}, grid, blockOptions(hold))
  let [head, data] = [node.firstChild, dataOf(node)]
  const look = (one: EditorNode) => {
    const { cardSize, hideHeader, type } = viewOf(one)
    const isCards = type === "cards"
    const classes = [
      isCards && "as-cards",
      isCards && cardSize === "large" && "large",
      hideHeader === true && "no-head"
    ]
    setAttributes(grid, { class: classes.filter(Boolean).join(" ") || undefined })
    setAttributes(dom, { class: isCards ? "cards-block" : "table" })
  }
  look(node)
  const update = (next: EditorNode): boolean => {
    if (next.firstChild === head && dataOf(next) === data) return true
    head = next.firstChild
    data = dataOf(next)
    look(next)
    // the cells are brought up to date after this
    queueMicrotask(() => {
      for (const cell of contentDOM.querySelectorAll("td, th")) {
        if (cell.closest("tbody") === contentDOM) blockOfElement(cell)?.refresh?.()
      }
    })
    return true
  }
  return { dom, contentDOM, update }
}

export const row: Draw = (node) => {
  const dom = element("tr", { class: node.type.name === "table_head" ? "table-head" : undefined })
  return { dom, contentDOM: dom, update: () => true }
}

const isBlank = (node: EditorNode): boolean =>
  node.textContent === "" && node.childCount === 1 && node.child(0).childCount === 0

const cell =
  (tag: "td" | "th"): Draw =>
  (node, hold) => {
    const dom = element(tag)
    const contentDOM = element("div", { class: "cell" })
    dom.append(contentDOM)
    // an empty cell of a typed column is filled with the control of its type
    const offer = fixed(element("div", { class: "cell-offer" }))
    let offered: EditorNode | undefined
    const show = (one: EditorNode) => {
      const { colspan, colwidth, rowspan } = one.attrs as {
        colspan: number
        colwidth: number[] | null
        rowspan: number
      }
      setAttributes(dom, {
        colspan: colspan > 1 && colspan,
        rowspan: rowspan > 1 && rowspan,
        scope: tag === "th" && "col"
      })
      const width = colwidth?.[0]
      dom.style.width = width ? `${width}px` : ""
      if (tag === "td") showOffer(one)
      return true
    }
    const showOffer = (one: EditorNode): void => {
      const position = hold.position()
      const header = position === undefined ? undefined : headerOfCell(hold.view, position)
      const isTyped = header !== undefined && (textOf(dataOf(header), "type") ?? "text") !== "text"
      const wanted = isTyped && isBlank(one) ? header : undefined
      if (wanted === offered) return
      offered = wanted
      if (wanted === undefined) offer.remove()
      else {
        offer.replaceChildren(...valueControl(undefined, dataOf(wanted), hold))
        dom.append(offer)
      }
      dom.classList.toggle("offering", wanted !== undefined)
    }
    const refresh = (): void => {
      showCell(dom, hold.view, hold.position())
      if (tag === "td") showOffer(hold.node())
    }
    show(node)
    showCell(dom, hold.view, hold.position())
    return { dom, contentDOM, update: show, refresh }
  }

export const tableCell = cell("td")
export const tableHeader = cell("th")

export const tableValue: Draw = (node, hold) => {
  const dom = element("td", { class: "value-cell" })
  const show = (one: EditorNode) => {
    const position = hold.position()
    const header = position === undefined ? undefined : headerOfCell(hold.view, position)
    dom.replaceChildren(...valueControl(one.attrs["value"], header ? dataOf(header) : {}, hold))
    return true
  }
  const refresh = (): void => {
    showCell(dom, hold.view, hold.position())
    show(hold.node())
  }
  show(node)
  showCell(dom, hold.view, hold.position())
  return { dom, update: show, refresh, destroy: hold.surroundings.onChange(refresh) }
}
