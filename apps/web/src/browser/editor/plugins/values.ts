/** Values of typed columns by keyboard: Enter or Space on a cell goes to its control, Escape back to the cell. */
import { type EditorState, Plugin } from "prosemirror-state"
import { CellSelection, cellAround } from "prosemirror-tables"
import type { EditorView } from "prosemirror-view"
import { isOfControl } from "../views/nodeView.ts"

/** Where the cell is that is selected alone. */
const selectedCell = ({ selection }: EditorState): number | undefined =>
  selection instanceof CellSelection && selection.$anchorCell.pos === selection.$headCell.pos
    ? selection.$anchorCell.pos
    : undefined

const hasValue = (state: EditorState): boolean =>
  state.doc.nodeAt(selectedCell(state) ?? 0)?.type.name === "table_value"

/** The control of the cell that is selected, or that the caret is in. */
const controlAt = (view: EditorView): HTMLElement | null => {
  const { selection } = view.state
  const cell = selectedCell(view.state) ?? (selection.empty ? cellAround(selection.$head)?.pos : undefined)
  const dom = cell === undefined ? null : view.nodeDOM(cell)
  if (!(dom instanceof HTMLElement)) return null
  const place = dom.matches(".value-cell") ? dom : dom.querySelector(":scope > .cell-offer")
  return place?.querySelector<HTMLElement>("button, input") ?? null
}

export const values = (): Plugin => {
  /** Whether the last that was done was a key. */
  let isKeyed = false
  return new Plugin({
    props: {
      handleKeyDown: (view, event) => {
        // a blank is one in a cell that the caret is in
        const isKey = event.key === "Enter" || (event.key === " " && hasValue(view.state))
        if (!isKey || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false
        const control = controlAt(view)
        if (control === null) return false
        if (control.role === "checkbox") control.click()
        else control.focus()
        return true
      },
      handleDOMEvents: {
        keydown: () => {
          isKeyed = true
        },
        pointerdown: () => {
          isKeyed = false
        }
      },
      // a value has no place for a caret, and browsers put theirs into another cell
      createSelectionBetween: ({ state }) => (isKeyed && hasValue(state) ? state.selection : null)
    },
    view: (view) => {
      const back = (event: KeyboardEvent): void => {
        const isLeft = event.key === "Escape" && !event.defaultPrevented && isOfControl(event.target)
        if (!isLeft || (event.target as Element).closest("td") === null) return
        event.preventDefault()
        view.focus()
      }
      view.dom.addEventListener("keydown", back)
      return { destroy: () => view.dom.removeEventListener("keydown", back) }
    }
  })
}
