/** Text: paragraphs, headings, lists, quotes. */
import type { Node as EditorNode } from "prosemirror-model"
import { type Data, depthOf, textOf } from "../../../logic/document.ts"
import { element, fixed, setAttributes } from "../dom.ts"
import type { Draw } from "./nodeView.ts"

/** What the dialect says of a node. */
export const dataOf = (node: EditorNode): Data => node.attrs["data"] as Data

const alignOf = (node: EditorNode): string | undefined => {
  const align = textOf(dataOf(node), "align")
  return align === "center" ? "align-center" : align === "end" ? "align-right" : undefined
}

/** An element that holds the content by itself. */
export const plain =
  (tag: keyof HTMLElementTagNameMap, className?: string): Draw =>
  () => {
    const dom = element(tag, { class: className })
    return { dom, contentDOM: dom, update: () => true }
  }

export const paragraph: Draw = (node) => {
  const dom = element("p", { class: alignOf(node) })
  return { dom, contentDOM: dom, update: (next) => setAttributes(dom, { class: alignOf(next) }) }
}

/** A depth of its own is another element, so that a heading whose depth changes is drawn anew. */
export const heading: Draw = (node) => {
  const depthOfHeading = (one: EditorNode) => depthOf({ data: dataOf(one), type: one.type.name })
  const depth = depthOfHeading(node)
  const dom = element(`h${depth}`, { class: alignOf(node) })
  const show = (next: EditorNode) => depthOfHeading(next) === depth && setAttributes(dom, { class: alignOf(next) })
  return { dom, contentDOM: dom, update: show }
}

export const orderedList: Draw = (node) => {
  const start = (one: EditorNode) => Number(dataOf(one)["start"] ?? 1)
  const dom = element("ol", { start: start(node) })
  return { dom, contentDOM: dom, update: (next) => setAttributes(dom, { start: start(next) }) }
}

/** An item; one of a task has a box, which is pressed to say that it is done. */
export const listItem: Draw = (node, hold) => {
  const isChecked = (one: EditorNode): boolean | undefined => {
    const { checked } = dataOf(one)
    return typeof checked === "boolean" ? checked : undefined
  }
  if (isChecked(node) === undefined) {
    const dom = element("li")
    return { dom, contentDOM: dom, update: (next) => isChecked(next) === undefined }
  }
  const box = fixed(element("button", { type: "button", role: "checkbox", "aria-label": "Done" }))
  const show = (one: EditorNode): boolean => {
    const checked = isChecked(one)
    setAttributes(box, { class: checked ? "box checked" : "box", "aria-checked": String(checked) })
    return checked !== undefined
  }
  show(node)
  box.addEventListener("mousedown", (event) => event.preventDefault())
  box.addEventListener("click", () => hold.change({ checked: isChecked(hold.node()) !== true }))
  const contentDOM = element("div")
  return { dom: element("li", { class: "task" }, box, contentDOM), contentDOM, update: show }
}
