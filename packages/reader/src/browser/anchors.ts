/** Where the fragment of an address leads: also into tabs and expandables that are closed. */
import { all } from "./dom.ts"
import { revealTab } from "./tabs.ts"

const named = (id: string): HTMLElement | undefined => {
  const other = id.toLowerCase()
  return document.getElementById(id) ?? all("main [id]").find((node) => node.id.toLowerCase() === other)
}

const reveal = (id: string): void => {
  const target = named(id)
  for (let node: HTMLElement | null | undefined = target; node && node !== document.body; node = node.parentElement) {
    if (node.classList.contains("tab-panel")) revealTab(node)
    if (node instanceof HTMLDetailsElement) node.open = true
  }
  target?.scrollIntoView()
}

export const jump = (): void => {
  if (location.hash.length <= 1) return
  try {
    reveal(decodeURIComponent(location.hash.slice(1)))
  } catch {
    // no address of ours is written so
  }
}
