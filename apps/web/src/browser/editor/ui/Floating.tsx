/** Something that floats beside a place of the text, within the window. From what is in it, Escape leads back to the text. */
import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef } from "react"
import { useLive } from "../live.ts"

export interface Place {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface FloatingProps extends ComponentProps<"div"> {
  /** In the window; undefined for what is not to be seen. */
  readonly at: () => Place | undefined
  readonly side: "above" | "below"
  readonly align?: "start" | "end"
}

/** Pixels between it and its place, and to the edge of the window. */
const [gap, edge] = [6, 8]

export const Floating = ({ align = "start", at, children, side, ...rest }: FloatingProps) => {
  const { subscribe, view } = useLive()
  const box = useRef<HTMLDivElement>(null)
  const place = useRef(at)
  place.current = at
  useLayoutEffect(() => {
    const element = box.current
    const container = element?.offsetParent
    if (element === null || container === null || container === undefined) return
    const move = (): void => {
      const target = place.current()
      element.hidden = target === undefined
      if (target === undefined) return
      const around = container.getBoundingClientRect()
      const { height, width } = element.getBoundingClientRect()
      const isRoomAbove = target.top - height - gap > edge
      const isRoomBelow = target.bottom + height + gap < window.innerHeight - edge
      const isAbove = side === "above" ? isRoomAbove || !isRoomBelow : !isRoomBelow && isRoomAbove
      const wanted = align === "start" ? target.left : target.right - width
      const first = align === "start" ? edge : Math.max(edge, around.left)
      const left = Math.min(
        Math.max(first, wanted),
        Math.max(edge, document.documentElement.clientWidth - width - edge)
      )
      const top = isAbove ? target.top - height - gap : target.bottom + gap
      element.style.left = `${Math.round(left - around.left)}px`
      element.style.top = `${Math.round(top - around.top)}px`
    }
    move()
    // not before it is in its place: nothing scrolls
    element.querySelector<HTMLElement>("[data-first]")?.focus({ preventScroll: true })
    let frame = 0
    const soon = (): void => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(move)
    }
    const watch = new ResizeObserver(soon)
    watch.observe(element)
    watch.observe(view.dom)
    window.addEventListener("resize", soon)
    window.addEventListener("scroll", soon, { passive: true, capture: true })
    const end = subscribe(soon)
    return () => {
      cancelAnimationFrame(frame)
      watch.disconnect()
      window.removeEventListener("resize", soon)
      window.removeEventListener("scroll", soon, { capture: true })
      end()
    }
  }, [view, subscribe, side, align])
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    rest.onKeyDown?.(event)
    if (event.key !== "Escape" || event.defaultPrevented) return
    event.preventDefault()
    view.focus()
  }
  return (
    // a press between its controls, or on a label, keeps the focus in it
    // biome-ignore lint/a11y/noStaticElementInteractions: what it is, is said by what makes it
    <div ref={box} tabIndex={-1} {...rest} onKeyDown={onKeyDown} className={`floating ${rest.className ?? ""}`}>
      {children}
    </div>
  )
}
