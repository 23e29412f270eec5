/** Code: its title, and its lines. */
import type { Node as EditorNode } from "prosemirror-model"
import { flagOf, textOf } from "../../../logic/document.ts"
import { element, fixed, setAttributes } from "../dom.ts"
import type { Draw } from "./nodeView.ts"
import { blockOptions } from "./options.ts"
import { dataOf } from "./text.ts"

export const code: Draw = (node, hold) => {
  const title = fixed(element("div", { class: "code-title" }))
  const contentDOM = element("code", { spellcheck: "false" })
  const dom = element("div", {}, title, element("pre", {}, contentDOM, blockOptions(hold)))
  const show = (one: EditorNode) => {
    const data = dataOf(one)
    const words = textOf(data, "title") ?? ""
    title.hidden = words === ""
    title.textContent = words
    const look = ["code", textOf(data, "overflow") === "wrap" && "wrap", flagOf(data, "lineNumbers") && "numbered"]
    return setAttributes(dom, {
      class: look.filter(Boolean).join(" "),
      role: "group",
      "aria-label": words || [textOf(data, "syntax"), "code"].filter(Boolean).join(" ")
    })
  }
  show(node)
  return { dom, contentDOM, update: show }
}

export const codeLine: Draw = (node) => {
  const dom = element("div")
  const show = (one: EditorNode) => {
    const isHighlighted = (one.attrs["data"] as { highlighted?: unknown } | undefined)?.highlighted === true
    return setAttributes(dom, { class: isHighlighted ? "line highlighted" : "line" })
  }
  show(node)
  return { dom, contentDOM: dom, update: show }
}
