/** Marks that say more than how a text looks: links, notes, colours. */
import type { Mark } from "prosemirror-model"
import type { EditorView, MarkView, MarkViewConstructor, ViewMutationRecord } from "prosemirror-view"
import { type Data, plainText, type RichFragment, textOf } from "../../../logic/document.ts"
import { colorClass } from "../../document/colors.ts"
import { element, setAttributes } from "../dom.ts"
import { addressOf } from "../openAddress.ts"
import type { Surroundings } from "../surroundings.ts"
import { refIn } from "./pictures.ts"

const dataOf = (mark: Mark): Data => mark.attrs["data"] as Data

const markView =
  (draw: (mark: Mark) => { readonly dom: HTMLElement; readonly destroy?: () => void }): MarkViewConstructor =>
  (mark: Mark, _view: EditorView, _inline: boolean): MarkView => ({
    ...draw(mark),
    ignoreMutation: (mutation: ViewMutationRecord) => mutation.type === "attributes"
  })

const simple = (tag: keyof HTMLElementTagNameMap): MarkViewConstructor => markView(() => ({ dom: element(tag) }))

/** Its address is for those who open it; a click sets the caret. What leads nowhere is underlined as such. */
const link = (surroundings: Surroundings): MarkViewConstructor =>
  markView((mark) => {
    const ref = refIn(dataOf(mark))
    const dom = element("a", { rel: "noopener noreferrer" })
    const show = () => {
      const known = ref && surroundings.services().describe(ref)
      const isBroken = ref === undefined || known?.broken === true
      setAttributes(dom, {
        href: addressOf(known?.href),
        class: isBroken ? "broken" : undefined,
        title: isBroken ? "Leads nowhere" : undefined
      })
    }
    show()
    return { dom, destroy: surroundings.onChange(show) }
  })

const annotation = markView((mark) => {
  const fragments = mark.attrs["fragments"] as ReadonlyArray<RichFragment>
  return {
    dom: element("span", { class: "annotation", title: fragments.map(({ nodes }) => plainText(nodes)).join("\n") })
  }
})

const color = markView((mark) => {
  const [ink, ground] = [textOf(dataOf(mark), "text"), textOf(dataOf(mark), "background")]
  return {
    dom: element("span", { class: `${colorClass("ink", ink)} ${colorClass("wash", ground)}`.trim() || undefined })
  }
})

export const markViews = (surroundings: Surroundings): Readonly<Record<string, MarkViewConstructor>> => ({
  link: link(surroundings),
  annotation,
  color,
  bold: simple("strong"),
  italic: simple("em"),
  strikethrough: simple("del"),
  keyboard: simple("kbd"),
  superscript: simple("sup"),
  subscript: simple("sub"),
  code: simple("code")
})
