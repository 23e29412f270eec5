/** While somebody types, bars and handles are out of sight. They come back with the pointer, or with the caret. */
import { Plugin, TextSelection } from "prosemirror-state"
import { whenMoved } from "../pointer.ts"

export const typing = (): Plugin =>
  new Plugin({
    view: (view) => {
      const around = view.dom.parentElement
      const show = (): void => around?.classList.remove("typing")
      const hide = (): void => around?.classList.add("typing")
      const end = around === null ? undefined : whenMoved(around, show)
      view.dom.addEventListener("beforeinput", hide)
      view.dom.addEventListener("pointerdown", show)
      return {
        update: ({ state }, before) => {
          // who has a block selected types in no text
          const isBlock = !(state.selection instanceof TextSelection)
          if (isBlock || (state.doc === before.doc && !state.selection.eq(before.selection))) show()
        },
        destroy: () => {
          end?.()
          view.dom.removeEventListener("beforeinput", hide)
          view.dom.removeEventListener("pointerdown", show)
        }
      }
    }
  })
