/** The current section in the outline. */
import { currentHeading } from "../logic/pages.ts"
import { all } from "./dom.ts"

let links: ReadonlyArray<HTMLAnchorElement> = []
let headings: ReadonlyArray<HTMLElement | null> = []
let isWaiting = false

const isShown = (node: Element): boolean => node.checkVisibility?.() ?? node.getClientRects().length > 0

const mark = (): void => {
  isWaiting = false
  if (links.length === 0) return
  const root = document.documentElement
  const line = Number.parseFloat(getComputedStyle(root).scrollPaddingTop) + 24
  const tops = headings.map((one) => (one && isShown(one) ? one.getBoundingClientRect().top : undefined))
  const isAtEnd = innerHeight + scrollY >= root.scrollHeight - 4 && scrollY > 0
  const at = currentHeading(tops, line, isAtEnd)
  links.forEach((link, index) => {
    if (index === at) link.setAttribute("aria-current", "true")
    else link.removeAttribute("aria-current")
  })
}

const markSoon = (): void => {
  if (isWaiting) return
  isWaiting = true
  requestAnimationFrame(mark)
}

/** Reads the outline of the page that is shown now. */
export const readOutline = (): void => {
  links = all<HTMLAnchorElement>(".outline a")
  headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))))
  mark()
}

export const followOutline = (): void => {
  addEventListener("scroll", markSoon, { passive: true })
  addEventListener("resize", markSoon)
}
