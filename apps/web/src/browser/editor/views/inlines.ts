/** What stands among text. */
import { type Data, textOf } from "../../../logic/document.ts"
import { emojiOf } from "../../../logic/spaces.ts"
import { element } from "../dom.ts"
import type { Surroundings } from "../surroundings.ts"
import type { Draw } from "./nodeView.ts"
import { pictureElements, refIn } from "./pictures.ts"
import { dataOf } from "./text.ts"

const inline =
  (className: string, parts: (data: Data, surroundings: Surroundings) => ReadonlyArray<Node | string>): Draw =>
  (node, hold) => {
    const dom = element("span", { class: className })
    const draw = () => dom.replaceChildren(...parts(dataOf(hold.node()), hold.surroundings))
    dom.replaceChildren(...parts(dataOf(node), hold.surroundings))
    return { dom, destroy: hold.surroundings.onChange(draw) }
  }

export const emoji = inline("emoji", (data) => [emojiOf(textOf(data, "code")) ?? ""])

export const icon = inline("icon-chip", (data) => [textOf(data, "icon") || "icon"])

export const expression = inline("in-line", (data) => [
  element("code", { class: "expression" }, textOf(data, "expression") || "…")
])

export const mention = inline("mention", (data, { services }) => {
  const ref = refIn(data)
  const known = ref && services().describe(ref)
  const words = textOf(data, "label") ?? known?.title ?? "…"
  return [element("span", { class: known?.broken ? "broken" : undefined }, words)]
})

export const inlineImage = inline("in-line", (data, surroundings) =>
  pictureElements(data, surroundings, textOf(data, "size") === "line")
)

export const inlineButton: Draw = (node, hold) => {
  const look = textOf(dataOf(node), "kind") === "secondary" ? "button secondary" : "button"
  return inline(look, (data) => [textOf(data, "label") || "Button"])(node, hold)
}

const words =
  (text: (attributes: Readonly<Record<string, unknown>>) => string): Draw =>
  (node) => ({
    dom: element("code", { class: "source-inline" }, text(node.attrs))
  })

export const rawInline = words(({ source }) => String(source))

/** Sources in it are what was written. */
export const inlineSource = words(({ content }) => {
  const parts = content as ReadonlyArray<{ readonly source?: string; readonly text?: string; readonly type?: string }>
  return parts.map(({ source, text, type }) => source ?? (text || type) ?? "").join("")
})
