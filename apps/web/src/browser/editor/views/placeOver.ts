/**
 * A place over a block for an editor of its own. It stands beside the page's editor and not in it: browsers take an
 * editable element in another one for a part of that, and keys such as Ctrl+Home or Backspace would lead out of it.
 */
import type { EditorView } from "prosemirror-view"
import { element } from "../dom.ts"

/** @param spot in the block; it gets as high as the place. @returns the place, and what takes both away */
export const placeOver = (
  spot: HTMLElement,
  view: EditorView
): { readonly place: HTMLElement; readonly end: () => void } => {
  const place = element("div", { class: "place-over" })
  const around = view.dom.parentElement
  around?.append(place)
  const move = (): void => {
    spot.style.height = `${place.offsetHeight}px`
    const [own, outer] = [spot.getBoundingClientRect(), place.offsetParent?.getBoundingClientRect()]
    // in a tab that is not shown
    place.style.visibility = own.width === 0 ? "hidden" : ""
    place.style.left = `${own.left - (outer?.left ?? 0)}px`
    place.style.top = `${own.top - (outer?.top ?? 0)}px`
    place.style.width = `${own.width}px`
  }
  // told before the next frame is drawn, so that nothing is seen to follow
  const watch = new ResizeObserver(move)
  for (const one of [place, spot, view.dom]) watch.observe(one)
  // blocks around it may change places
  const order = new MutationObserver(move)
  order.observe(view.dom, { childList: true })
  move()
  return {
    place,
    end: () => {
      watch.disconnect()
      order.disconnect()
      place.remove()
      spot.remove()
    }
  }
}
