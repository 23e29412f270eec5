/** The outermost blocks of a page that is read, by their keys. */
import type { RichDocument } from "../../logic/api.ts"
import { selectedWords } from "../../logic/quotes.ts"
import type { ShownBlocks } from "../editor/services.ts"

/** @param body whose children are the blocks */
export const readBlocks = (body: HTMLElement, document: RichDocument): ShownBlocks => {
  const elements = () => [...body.children].filter((one) => one instanceof HTMLElement)
  const keys = document.nodes.map((node) => ("key" in node && typeof node.key === "string" ? node.key : undefined))
  return {
    selected: () => {
      const selection = getSelection()
      const element = elements().find((one) => selection?.anchorNode != null && one.contains(selection.anchorNode))
      return element && { element, words: selectedWords(selection, element) }
    },
    keyOf: (element) => keys[elements().indexOf(element)],
    elementOf: (key) => elements()[keys.indexOf(key)],
    document: () => document
  }
}
