/** Pictures, files, embeds and what else stands for something elsewhere, with captions. */
import type { Node as EditorNode } from "prosemirror-model"
import { NodeSelection } from "prosemirror-state"
import { parsedUrl } from "../../../logic/addresses.ts"
import { type Data, flagOf, textOf } from "../../../logic/document.ts"
import { type IconName, shapes } from "../../parts/signs.ts"
import { element, fixed, setAttributes, sign } from "../dom.ts"
import type { ContentRef } from "../services.ts"
import type { Surroundings } from "../surroundings.ts"
import type { Draw, Hold } from "./nodeView.ts"
import { pictureElements, refIn } from "./pictures.ts"
import { dataOf } from "./text.ts"

export const images: Draw = (node) => {
  const dom = element("div")
  const show = (one: EditorNode) => {
    const data = dataOf(one)
    const align = textOf(data, "align")
    const look = [
      "images",
      one.childCount > 1 && "gallery",
      flagOf(data, "withFrame") && "framed",
      (align === "left" || align === "right") && `align-${align}`
    ]
    return setAttributes(dom, { class: look.filter(Boolean).join(" ") })
  }
  show(node)
  return { dom, contentDOM: dom, update: show }
}

/** Something fixed above what may be a caption. It is drawn anew when what is known of its references changes. */
const captioned =
  (tag: "figure" | "div", parts: (data: Data, hold: Hold) => ReadonlyArray<Node>): Draw =>
  (node, hold) => {
    const head = fixed(element("div", { class: "figure-head" }))
    const contentDOM = element("div", { class: "figure-caption" })
    const dom = element(tag, {}, head, contentDOM)
    let shown: Data | undefined
    const show = (one: EditorNode) => {
      if (dataOf(one) !== shown) head.replaceChildren(...parts(dataOf(one), hold))
      shown = dataOf(one)
      return true
    }
    head.addEventListener("click", () => {
      const at = hold.position()
      if (at === undefined) return
      const { state } = hold.view
      hold.view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, at)))
      hold.view.focus()
    })
    const redraw = (): void => void head.replaceChildren(...parts(dataOf(hold.node()), hold))
    show(node)
    return { dom, contentDOM, update: show, destroy: hold.surroundings.onChange(redraw) }
  }

export const image = captioned("figure", (data, { surroundings }) => pictureElements(data, surroundings))

/** A block without content of its own. */
export const voidBlock =
  (parts: (data: Data, surroundings: Surroundings) => ReadonlyArray<Node>, className?: string): Draw =>
  (node, hold) => {
    const dom = element("div", { class: className })
    const draw = (one: EditorNode) => {
      dom.replaceChildren(...parts(dataOf(one), hold.surroundings))
      return true
    }
    draw(node)
    return { dom, update: draw, destroy: hold.surroundings.onChange(() => draw(hold.node())) }
  }

// ---------------------------------------------------------------- cards

interface CardWords {
  readonly icon: IconName
  readonly title: string
  readonly text?: string | undefined
  readonly isBroken?: boolean
}

export const card = ({ icon, isBroken = false, text, title }: CardWords): HTMLElement => {
  const words = element("span", { class: "reference-words" }, element("span", { class: "reference-title" }, title))
  if (text) words.append(element("span", { class: "reference-text" }, text))
  const mark = element("span", { class: "reference-mark" }, sign(shapes[isBroken ? "warning" : icon]))
  return element("div", { class: isBroken ? "reference broken-card" : "reference" }, mark, words)
}

/** A card of where a reference leads; one that leads nowhere says so. */
const referenceCard = (ref: ContentRef | undefined, icon: IconName, { services }: Surroundings): HTMLElement => {
  if (ref === undefined) return card({ icon, title: "Leads nowhere yet", isBroken: true })
  const known = services().describe(ref)
  if (known === undefined && ref.kind !== "url") return card({ icon, title: "…" })
  const isBroken = known?.broken === true
  const title = known?.title ?? (ref.kind === "url" ? ref.url : "")
  return card({
    icon,
    title: title || "Untitled",
    isBroken,
    text: isBroken ? "What it leads to is not here" : undefined
  })
}

export const file = captioned("figure", (data, { surroundings }) => [referenceCard(refIn(data), "file", surroundings)])

export const embed = captioned("figure", (data) => {
  const url = textOf(data, "url") ?? ""
  const host = parsedUrl(url)?.host
  const title = url.replace(/^https?:\/\/(?:www\.)?/, "")
  return [card({ icon: "globe", title: title || "No address yet", text: host, isBroken: host === undefined })]
})

export const contentReference = voidBlock((data, surroundings) => [referenceCard(refIn(data), "page", surroundings)])

export const drawing = voidBlock(
  (data, surroundings) => [element("figure", {}, ...pictureElements(data, surroundings))],
  "images"
)

// ---------------------------------------------------------------- others

export const operation = voidBlock((data) => {
  const method = textOf(data, "method") ?? ""
  const known = ["get", "post", "put", "patch", "delete"].find((one) => one === method.toLowerCase())
  const ref = refIn(data)
  return [
    element(
      "div",
      { class: "api-head" },
      element("span", { class: `method ${known ?? ""}` }, method.toUpperCase() || "…"),
      element("code", { class: "api-path" }, textOf(data, "path") ?? textOf(data, "name") ?? ""),
      element("span", { class: "spec" }, ref?.kind === "openapi" ? ref.spec : "")
    )
  ]
}, "api")

const placeholder = (kind: string, words: string): HTMLElement =>
  element("p", { class: "placeholder" }, element("strong", {}, kind), ` ${words}`)

export const schemas = voidBlock((data) => {
  const ref = refIn(data)
  return [placeholder("Schemas", `of the OpenAPI specification ${ref?.kind === "openapi" ? ref.spec : ""}`)]
})

export const integration = voidBlock((data) => [
  placeholder("Integration", [textOf(data, "integration"), textOf(data, "url")].filter(Boolean).join(" · "))
])
