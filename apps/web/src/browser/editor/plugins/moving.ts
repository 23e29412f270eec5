/** A block that is pulled by its handle goes where it is dropped, in a form that can stand there. Where it is then is told. */
import { commands } from "@octavo/editor"
import { keymap } from "prosemirror-keymap"
import { type Command, type EditorState, Plugin } from "prosemirror-state"
import { dropPoint } from "prosemirror-transform"
import type { Surroundings } from "../surroundings.ts"
import { nameOf } from "../units.ts"

/** Class of the page while a block is pulled. */
export const pulled = "dragging"

/** Where the blocks are that the selection is in, as those hear it who do not see it. */
const placeOf = ({ selection }: EditorState): string | undefined => {
  const range = commands.movedUnitsOf(selection)
  if (range === undefined) return undefined
  const { depth, endIndex, parent, startIndex } = range
  const count = endIndex - startIndex
  const what = count === 1 ? nameOf(parent.child(startIndex)) : `${count} blocks`
  const within = depth === 0 ? "" : `, in ${nameOf(parent)}`
  return `${what} moved: ${startIndex + 1} of ${parent.childCount}${within}`
}

/** A command that moves blocks, and says where to. */
export const told =
  ({ services }: Pick<Surroundings, "services">, command: Command): Command =>
  (state, dispatch, view) => {
    const isMoved = command(state, dispatch, view)
    if (view === undefined || dispatch === undefined) return isMoved
    const { say } = services()
    const place = placeOf(view.state)
    if (place !== undefined) say(isMoved ? place : "It can't be moved further")
    return isMoved
  }

export const movingKeys = (surroundings: Surroundings): Plugin =>
  keymap({
    "Alt-ArrowUp": told(surroundings, commands.moveBlockUp),
    "Alt-ArrowDown": told(surroundings, commands.moveBlockDown)
  })

export const moving = (surroundings: Surroundings): Plugin =>
  new Plugin({
    props: {
      handleDrop: (view, event, slice) => {
        if (!view.dom.classList.contains(pulled)) return false
        view.dom.classList.remove(pulled)
        event.preventDefault()
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
        const point = at === null ? null : dropPoint(view.state.doc, at.pos, slice)
        if (point !== null && commands.moveBlockTo(point)(view.state, view.dispatch))
          surroundings.services().say(placeOf(view.state) ?? "Moved")
        view.focus()
        return true
      }
    }
  })
