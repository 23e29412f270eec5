/** Blocks that hold blocks: hints, tabs, steps, columns, expandables, updates, conditions. */
import type { Node as EditorNode } from "prosemirror-model"
import { flagOf, textOf } from "../../../logic/document.ts"
import { hints, shapes } from "../../parts/signs.ts"
import { button, element, fixed, setAttributes, sign } from "../dom.ts"
import type { Draw } from "./nodeView.ts"
import { dataOf } from "./text.ts"

export const hint: Draw = (node) => {
  const styleOf = (one: EditorNode): keyof typeof hints => {
    const style = textOf(dataOf(one), "style") ?? "info"
    return Object.hasOwn(hints, style) ? (style as keyof typeof hints) : "info"
  }
  const drawnStyle = styleOf(node)
  const { icon, label } = hints[drawnStyle]
  const contentDOM = element("div", { class: "hint-body" })
  const dom = element("div", { class: `hint ${drawnStyle}`, role: "note", "aria-label": label }, contentDOM)
  dom.prepend(fixed(element("span", { class: "hint-sign" }, sign(shapes[icon]))))
  return { dom, contentDOM, update: (next) => styleOf(next) === drawnStyle }
}

/** Its first heading is the title of a step. */
export const step: Draw = (node) => {
  const dom = element("li")
  const show = (one: EditorNode) => {
    const isTitled = one.firstChild?.type.name.startsWith("heading") === true
    return setAttributes(dom, { class: isTitled ? "step" : "step untitled" })
  }
  show(node)
  return { dom, contentDOM: dom, update: show }
}

export const column: Draw = (node) => {
  const dom = element("div")
  const show = (one: EditorNode) => {
    const { verticalAlignment, width } = dataOf(one)
    const share = typeof width === "object" && width !== null ? (width as { unit?: unknown; value?: unknown }) : {}
    dom.style.flexGrow = share.unit === "%" && typeof share.value === "number" ? String(share.value / 100) : ""
    const place = ["top", "middle", "bottom"].find((one) => one === verticalAlignment)
    return setAttributes(dom, { class: place === undefined ? "column" : `column ${place}` })
  }
  show(node)
  return { dom, contentDOM: dom, update: show }
}

export const update: Draw = (node) => {
  const date = element("time")
  const contentDOM = element("div", { class: "update-body" })
  const dom = element("div", { class: "update" }, fixed(element("div", { class: "update-head" }, date)), contentDOM)
  const show = (one: EditorNode) => {
    date.textContent = textOf(dataOf(one), "date") || "No date"
    return true
  }
  show(node)
  return { dom, contentDOM, update: show }
}

/** Something of which a line above says what it is. */
const headed =
  (words: (node: EditorNode) => ReadonlyArray<Node | string>, className = "branch"): Draw =>
  (node) => {
    const head = fixed(element("p", { class: "branch-head" }))
    const contentDOM = element("div", { class: "branch-body" })
    const dom = element("div", { class: className }, head, contentDOM)
    const show = (one: EditorNode) => {
      head.replaceChildren(...words(one))
      return true
    }
    show(node)
    return { dom, contentDOM, update: show }
  }

export const condition = headed((node) => ["Shown if ", element("code", {}, textOf(dataOf(node), "expression") || "…")])

export const unknown = headed((node) => [element("code", {}, String(node.attrs["open"]))], "branch unknown")

/** What is folded: the caret opens it, and a button. */
const folded =
  (isOpenAtFirst: (node: EditorNode) => boolean, title?: (node: EditorNode) => string): Draw =>
  (node) => {
    const contentDOM = element("div", { class: "folded" })
    const toggle = fixed(button("Open or close", "fold", () => open(!dom.classList.contains("open"))))
    const words = title && fixed(element("div", { class: "folded-title" }))
    const dom = element("div", { class: title ? "expandable prompt" : "expandable" }, toggle)
    dom.append(...(words ? [words] : []), contentDOM)
    const open = (isOpen: boolean): void => {
      dom.classList.toggle("open", isOpen)
      toggle.setAttribute("aria-expanded", String(isOpen))
    }
    const show = (one: EditorNode) => {
      if (words) words.textContent = title?.(one) ?? ""
      return true
    }
    open(isOpenAtFirst(node))
    show(node)
    return { dom, contentDOM, update: show }
  }

export const expandable = folded((node) => flagOf(dataOf(node), "defaultExpanded") || node.attrs["key"] === null)

export const prompt = folded(
  () => true,
  (node) => textOf(dataOf(node), "description") || "Prompt"
)
