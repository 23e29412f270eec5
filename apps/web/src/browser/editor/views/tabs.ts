/** Tabs: one of them is open, the one with the caret in it, or the one that was chosen last. */

import { commands } from "@octavo/editor"
import type { Node as EditorNode } from "prosemirror-model"
import { NodeSelection, Selection } from "prosemirror-state"
import { textOf } from "../../../logic/document.ts"
import { button, element, fixed, setAttributes } from "../dom.ts"
import type { Draw } from "./nodeView.ts"
import { dataOf } from "./text.ts"

export const tabs: Draw = (node, hold) => {
  const list = element("div", { class: "tablist", role: "tablist", "aria-label": "Tabs" })
  const contentDOM = element("div", { class: "tab-panels" })
  const head = fixed(element("div", { class: "tabs-head" }, list))
  const dom = element("div", { class: "tabs" }, head, contentDOM)
  let at = 0
  const titleOf = (tab: EditorNode, index: number): string => textOf(dataOf(tab), "title") ?? `Tab ${index + 1}`

  const choose = (index: number): void => {
    at = index
    open()
    const before = hold.position()
    if (before === undefined) return
    let inside = before + 1
    for (let earlier = 0; earlier < index; earlier++) inside += hold.node().child(earlier).nodeSize
    const { state } = hold.view
    hold.view.dispatch(state.tr.setSelection(Selection.near(state.doc.resolve(inside + 1))))
    hold.view.focus()
  }

  const tab = (index: number): HTMLButtonElement => {
    const made = button("", "", () => choose(index))
    setAttributes(made, { class: undefined, "aria-label": undefined, role: "tab" })
    made.addEventListener("keydown", (event) => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
      if (step === 0) return
      event.preventDefault()
      const { childCount } = hold.node()
      at = (index + step + childCount) % childCount
      open()
      buttons()[at]?.focus()
    })
    return made
  }
  const add = button("Add a tab", "tab-add", () => {
    const at = hold.position()
    if (at === undefined) return
    const { dispatch, state } = hold.view
    dispatch(state.tr.setSelection(NodeSelection.create(state.doc, at)))
    commands.addTab(hold.view.state, dispatch)
    hold.view.focus()
  })
  add.textContent = "+"
  head.append(add)
  const buttons = (): ReadonlyArray<HTMLButtonElement> => [...list.querySelectorAll<HTMLButtonElement>("[role=tab]")]

  /** The panels are there a moment after the node: they are drawn by themselves. */
  const open = (): void => {
    const panels = [...contentDOM.children]
    const withCaret = panels.findIndex((panel) => panel.classList.contains("has-caret"))
    if (withCaret !== -1) at = withCaret
    at = Math.min(at, panels.length - 1)
    panels.forEach((panel, index) => panel.classList.toggle("open", index === at))
    buttons().forEach((one, index) =>
      setAttributes(one, { "aria-selected": String(index === at), tabindex: index === at ? 0 : -1 })
    )
  }

  const show = (next: EditorNode): boolean => {
    const made = buttons()
    if (made.length !== next.childCount)
      list.replaceChildren(...Array.from({ length: next.childCount }, (_, index) => tab(index)))
    buttons().forEach((one, index) => {
      const title = titleOf(next.child(index), index)
      if (one.textContent !== title) one.textContent = title
    })
    queueMicrotask(open)
    return true
  }
  show(node)
  return { dom, contentDOM, update: show }
}

export const tabPanel: Draw = () => {
  const dom = element("div", { class: "tab-panel", role: "tabpanel" })
  return { dom, contentDOM: dom, update: () => true }
}
