/**
 * Dragging a row of a tree with a mouse, a pen or a finger, which stays on the row for a moment first. Rows are of one
 * height; the tree scrolls when the pointer is near its ends, and Escape lets go.
 */
import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from "react"

/** Where the pointer is in a tree. */
export interface RowPoint {
  readonly row: number
  /** How far down the row, from 0 to 1. */
  readonly part: number
  /** In pixels from the start of the line. */
  readonly inset: number
}

export interface Dragged<L> {
  readonly id: string
  readonly landing: L | undefined
  /** Of the pointer, in the window. */
  readonly x: number
  readonly y: number
}

interface RowDragOptions<L> {
  readonly tree: RefObject<HTMLElement | null>
  readonly rowHeight: number
  readonly rowCount: number
  readonly landingOf: (id: string, point: RowPoint) => L | undefined
  readonly onDrop: (id: string, landing: L) => void
}

/** Pixels that a mouse moves before it drags, and that a finger may move while it waits. */
const slack = 5
/** Milliseconds for which a finger stays on a row. */
const hold = 350
/** Pixels from the ends of the tree in which it scrolls. */
const edge = 36

export const useRowDrag = <L>(options: RowDragOptions<L>) => {
  const [dragged, setDragged] = useState<Dragged<L>>()
  // what is read while a pointer moves, in its newest form
  const latest = useRef(options)
  latest.current = options
  const end = useRef<() => void>(undefined)
  useEffect(() => () => end.current?.(), [])

  const start = (event: ReactPointerEvent, id: string): void => {
    if (event.button !== 0 || !event.isPrimary || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.target instanceof Element && event.target.closest("button, input") !== null) return
    const { clientX, clientY, pointerId, pointerType } = event
    const isTouch = pointerType === "touch"
    let at = { x: clientX, y: clientY }
    let isDragging = false
    let frame = 0
    const holding = isTouch ? setTimeout(() => begin(), hold) : undefined
    const listening = new AbortController()
    const { signal } = listening

    const landing = (): L | undefined => {
      const { landingOf, rowCount, rowHeight, tree } = latest.current
      const element = tree.current
      if (element === null || rowCount === 0) return undefined
      const box = element.getBoundingClientRect()
      if (at.x < box.left - 40 || at.x > box.right + 40) return undefined
      const down = Math.max(0, at.y - box.top - paddingTop(element) + element.scrollTop) / rowHeight
      const row = Math.min(rowCount - 1, Math.floor(down))
      const inset = document.dir === "rtl" ? box.right - at.x : at.x - box.left
      return landingOf(id, { row, part: Math.min(1, down - row), inset })
    }
    const show = () => setDragged({ id, landing: landing(), ...at })
    const scroll = () => {
      const element = latest.current.tree.current
      if (element !== null) {
        const { bottom, top } = element.getBoundingClientRect()
        const by = at.y < top + edge ? at.y - top - edge : at.y > bottom - edge ? at.y - bottom + edge : 0
        const before = element.scrollTop
        element.scrollTop += Math.max(-edge, Math.min(edge, by)) / 3
        if (element.scrollTop !== before) show()
      }
      frame = requestAnimationFrame(scroll)
    }
    const begin = () => {
      isDragging = true
      show()
      frame = requestAnimationFrame(scroll)
    }
    const stop = () => {
      clearTimeout(holding)
      cancelAnimationFrame(frame)
      listening.abort()
      end.current = undefined
      setDragged(undefined)
    }
    end.current?.()
    end.current = stop

    const on = (type: string, act: (event: Event) => void, more: AddEventListenerOptions = {}) =>
      window.addEventListener(type, act, { signal, ...more })
    on("pointermove", (event) => {
      if (!(event instanceof PointerEvent) || event.pointerId !== pointerId) return
      at = { x: event.clientX, y: event.clientY }
      const isAway = Math.hypot(at.x - clientX, at.y - clientY) > slack
      if (isDragging) show()
      else if (isAway && isTouch) stop()
      else if (isAway) begin()
    })
    // a finger that drags does not scroll, and what browsers offer for a long touch is not meant
    on("touchmove", (event) => isDragging && event.preventDefault(), { passive: false })
    on("contextmenu", (event) => isTouch && event.preventDefault())
    on("pointerup", () => {
      const where = isDragging ? landing() : undefined
      // the click that follows is not meant for the row
      if (isDragging) swallowClick()
      stop()
      if (where !== undefined) latest.current.onDrop(id, where)
    })
    on("pointercancel", stop)
    on("blur", stop)
    on(
      "keydown",
      (event) => {
        if (!(event instanceof KeyboardEvent) || event.key !== "Escape") return
        if (isDragging) window.addEventListener("pointerup", swallowClick, { capture: true, once: true })
        event.stopPropagation()
        stop()
      },
      { capture: true }
    )
  }
  return { dragged, start }
}

const paddingTop = (element: HTMLElement): number => Number.parseFloat(getComputedStyle(element).paddingTop) || 0

const swallowClick = (): void => {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener("click", swallow, { capture: true, once: true })
  // a pointer that was let go elsewhere makes no click
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 50)
}
