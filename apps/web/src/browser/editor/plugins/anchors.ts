/** Gives headings the ids that links go to, a moment after the last key: as in reading, each once. */
import { Plugin } from "prosemirror-state"
import type { EditorView } from "prosemirror-view"
import { slugOf, textOf } from "../../../logic/document.ts"
import { blockOfElement } from "../views/nodeView.ts"

/** Milliseconds without a change. */
const pause = 400

const giveIds = (view: EditorView): void => {
  const taken = new Set<string>()
  for (const element of view.dom.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    const node = blockOfElement(element)?.node()
    if (node === undefined) continue
    const id = textOf(node.attrs["data"], "id") ?? slugOf(node.textContent)
    const isFree = id !== "" && !taken.has(id)
    if (isFree) taken.add(id)
    const wanted = isFree ? id : ""
    if (element.id !== wanted) element.id = wanted
  }
}

/** Goes to the heading that the address names, unless somebody has gone elsewhere in the page already. */
const goToAnchor = (view: EditorView): void => {
  const wanted = location.hash.slice(1)
  if (wanted === "" || document.scrollingElement?.scrollTop !== 0) return
  const headings = [...view.dom.querySelectorAll("h1, h2, h3, h4, h5, h6")]
  headings.find(({ id }) => id !== "" && (id === wanted || encodeURIComponent(id) === wanted))?.scrollIntoView()
}

export const anchors = (): Plugin =>
  new Plugin({
    view: (view) => {
      giveIds(view)
      goToAnchor(view)
      let timer: ReturnType<typeof setTimeout> | undefined
      return {
        update: ({ state }, before) => {
          if (state.doc === before.doc) return
          clearTimeout(timer)
          timer = setTimeout(() => giveIds(view), pause)
        },
        destroy: () => clearTimeout(timer)
      }
    }
  })
