/** Reusable content where it is included: named as the list of the space names it, with what it says below, or edited there. */

import type { RichDocument } from "@octavo/document/rich/model"
import { toEditor } from "@octavo/editor"
import type { Node as EditorNode } from "prosemirror-model"
import { EditorState } from "prosemirror-state"
import { EditorView } from "prosemirror-view"
import { element } from "../dom.ts"
import type { ContentRef } from "../services.ts"
import { card } from "./media.ts"
import type { Draw, Hold } from "./nodeView.ts"
import { refIn } from "./pictures.ts"
import { placeOver } from "./placeOver.ts"
import { dataOf } from "./text.ts"

/** Blocks as the page has them, which nobody changes here. */
const shown = (place: HTMLElement, document: RichDocument, { view }: Hold): EditorView =>
  new EditorView(
    { mount: place },
    {
      state: EditorState.create({ doc: toEditor(document) }),
      nodeViews: view.props.nodeViews ?? {},
      markViews: view.props.markViews ?? {},
      editable: () => false,
      attributes: { class: "body reusable-body" },
      // controls in it are as they are read
      dispatchTransaction: () => {}
    }
  )

export const reusableContent: Draw = (node, hold) => {
  const head = element("div")
  const dom = element("div", { class: "reusable" }, head)
  let asked: ContentRef | undefined
  let said: RichDocument | undefined
  let body: EditorView | undefined
  let name = ""
  let endEdit: (() => void) | undefined
  const title = (words: string, isBroken = false): void =>
    head.replaceChildren(card({ icon: "book", title: words, text: "Reusable content", isBroken }))
  const clear = (): void => {
    body?.dom.remove()
    body?.destroy()
    body = undefined
    said = undefined
  }
  const draw = (one: EditorNode): boolean => {
    const ref = refIn(dataOf(one))
    if (endEdit !== undefined && ref === asked) return true
    endEdit?.()
    if (ref?.kind !== "reusable-content" || ref.broken === true) {
      clear()
      title("It is not here", true)
      return true
    }
    if (ref !== asked) {
      clear()
      title("…")
    }
    asked = ref
    const services = hold.surroundings.services()
    services.reusableContent(ref).then(
      ({ document, title: found }) => {
        if (asked !== ref || endEdit !== undefined) return
        name = found || "Untitled"
        title(name)
        if (document === said) return
        clear()
        said = document
        const place = dom.appendChild(element("div"))
        body = shown(place, document, hold)
      },
      () => asked === ref && title("It is not here, or not for you to see", true)
    )
    return true
  }
  const edit = (): void => {
    const { editReusable } = hold.surroundings.services()
    const ref = asked
    if (ref?.kind !== "reusable-content" || endEdit !== undefined || editReusable === undefined) return
    clear()
    const { end: endPlace, place } = placeOver(dom.appendChild(element("div", { class: "reusable-spot" })), hold.view)
    endEdit = editReusable({
      reference: ref,
      title: name,
      place,
      onEnd: () => {
        endPlace()
        endEdit = undefined
        if (!hold.view.isDestroyed && asked === ref) draw(hold.node())
      }
    })
  }
  draw(node)
  const end = hold.surroundings.onChange(() => draw(hold.node()))
  return {
    dom,
    update: draw,
    edit,
    destroy: () => {
      asked = undefined
      endEdit?.()
      end()
      clear()
    }
  }
}
