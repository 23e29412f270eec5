/** The outermost blocks of the page in the editor, by the keys that they have on the server. */
import { fromEditor } from "@octavo/editor"
import type { Node } from "prosemirror-model"
import { TextSelection } from "prosemirror-state"
import type { EditorView } from "prosemirror-view"
import { excerpt } from "../../logic/quotes.ts"
import type { ShownBlocks } from "./services.ts"

export const shownBlocks = (view: EditorView): ShownBlocks => {
  const elementAt = (at: number): HTMLElement | undefined => {
    const dom = view.isDestroyed ? null : view.nodeDOM(at)
    return dom instanceof HTMLElement ? dom : undefined
  }
  /** The first block that is meant, with where it stands. */
  const find = (isMeant: (node: Node, at: number) => boolean) => {
    let found: { readonly node: Node; readonly at: number } | undefined
    view.state.doc.forEach((node, at) => {
      if (found === undefined && isMeant(node, at)) found = { node, at }
    })
    return found
  }
  return {
    selected: () => {
      const { doc, selection } = view.state
      const { $from, from, to } = selection
      const element = elementAt($from.depth === 0 ? from : $from.before(1))
      const words = selection instanceof TextSelection ? excerpt(doc.textBetween(from, to, "\n", " ")) : ""
      return element && { element, words }
    },
    keyOf: (element) => find((_node, at) => elementAt(at) === element)?.node.attrs["key"] ?? undefined,
    elementOf: (key) => {
      const found = find((node) => node.attrs["key"] === key)
      return found && elementAt(found.at)
    },
    document: () => fromEditor(view.state.doc)
  }
}
