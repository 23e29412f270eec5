/** Pulls a block by its handle, with a mouse as browsers do it, and with a finger or a pen by the same events. */
import type { EditorView } from "prosemirror-view"
import { pulled } from "./plugins/moving.ts"
import { selectUnit, type Unit } from "./units.ts"

/** Pixels that a finger moves before it pulls. */
const slack = 8
/** Pixels from the ends of the window in which it scrolls, and the most that it scrolls in a frame. */
const [edge, step] = [72, 14]

/** Begins to pull a block. */
export const pull = (view: EditorView, unit: Unit, transfer: DataTransfer): void => {
  selectUnit(view, unit)
  const slice = view.state.selection.content()
  transfer.effectAllowed = "move"
  transfer.setData("text/plain", slice.content.textBetween(0, slice.content.size, "\n"))
  view.dragging = { slice, move: true }
  view.dom.classList.add(pulled)
}

export const endPull = (view: EditorView): void => view.dom.classList.remove(pulled)

/**
 * A finger went down on a handle: it pulls as soon as it moves.
 * @param onPulled the click that follows is none
 */
export const pullByTouch = (view: EditorView, unit: Unit, down: PointerEvent, onPulled: () => void): void => {
  const { clientX, clientY, pointerId } = down
  const transfer = new DataTransfer()
  const listening = new AbortController()
  const { signal } = listening
  let at = { clientX, clientY }
  let isPulling = false
  let frame = 0
  /** Of the line that the finger is on, beside which the handle stands: its begin above the middle of the block, else its end. */
  const send = (type: "dragover" | "drop" | "dragend"): void => {
    const { left, right } = view.dom.getBoundingClientRect()
    const block = document.elementFromPoint((left + right) / 2, at.clientY)?.getBoundingClientRect()
    const isAbove = block !== undefined && at.clientY < (block.top + block.bottom) / 2
    const clientX = isAbove ? left + 2 : right - 2
    const place = { clientX, clientY: at.clientY }
    view.dom.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer, ...place }))
  }
  const scroll = (): void => {
    const bottom = window.innerHeight - at.clientY
    const by = at.clientY < edge ? at.clientY - edge : bottom < edge ? edge - bottom : 0
    if (by !== 0) {
      window.scrollBy(0, Math.max(-step, Math.min(step, by / 4)))
      send("dragover")
    }
    frame = requestAnimationFrame(scroll)
  }
  const stop = (): void => {
    cancelAnimationFrame(frame)
    listening.abort()
    if (!isPulling) return
    // takes away the sign where it would have stood
    send("dragend")
    endPull(view)
    view.dragging = null
  }
  const on = (type: string, act: (event: Event) => void, more: AddEventListenerOptions = {}): void =>
    window.addEventListener(type, act, { signal, ...more })
  on("pointermove", (event) => {
    if (!(event instanceof PointerEvent) || event.pointerId !== pointerId) return
    at = { clientX: event.clientX, clientY: event.clientY }
    if (!isPulling && Math.hypot(at.clientX - clientX, at.clientY - clientY) > slack) {
      isPulling = true
      pull(view, unit, transfer)
      onPulled()
      frame = requestAnimationFrame(scroll)
    }
    if (isPulling) send("dragover")
  })
  on("pointerup", (event) => {
    if ((event as PointerEvent).pointerId !== pointerId) return
    if (isPulling) send("drop")
    stop()
  })
  on("pointercancel", stop)
  on("contextmenu", (event) => event.preventDefault())
  on(
    "keydown",
    (event) => {
      if ((event as KeyboardEvent).key !== "Escape" || !isPulling) return
      event.stopPropagation()
      stop()
    },
    { capture: true }
  )
}
