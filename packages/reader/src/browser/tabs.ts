/** Tabs that were radio buttons, which work without script, as tabs of ARIA's. */
import { tabAfter } from "../logic/keyboard.ts"
import { all, make } from "./dom.ts"

/** What a panel is told when something inside it is looked for. */
const REVEAL = "reveal"

export const revealTab = (panel: Element): void => {
  panel.dispatchEvent(new Event(REVEAL))
}

const addTabs = (tabs: HTMLElement): void => {
  const inputs = all<HTMLInputElement>(":scope > input", tabs)
  const list = make("div", "tablist")
  list.setAttribute("role", "tablist")
  const buttons: Array<HTMLButtonElement> = []
  const panels: Array<HTMLElement> = []
  const open = (index: number): void =>
    buttons.forEach((button, at) => {
      button.setAttribute("aria-selected", String(at === index))
      button.tabIndex = at === index ? 0 : -1
      panels[at]!.classList.toggle("open", at === index)
    })
  const current = Math.max(
    inputs.findIndex((input) => input.checked),
    0
  )
  inputs.forEach((input, index) => {
    const label = input.nextElementSibling!
    const panel = label.nextElementSibling as HTMLElement
    const button = make("button")
    button.type = "button"
    button.id = input.id
    button.append(...label.childNodes)
    button.setAttribute("role", "tab")
    panel.id = `${input.id}-panel`
    panel.dataset["title"] = button.textContent
    panel.setAttribute("role", "tabpanel")
    panel.setAttribute("aria-labelledby", input.id)
    button.setAttribute("aria-controls", panel.id)
    button.addEventListener("click", () => open(index))
    button.addEventListener("keydown", (event) => {
      const next = tabAfter(event.key, index, inputs.length)
      if (next === undefined) return
      event.preventDefault()
      open(next)
      buttons[next]!.focus()
    })
    panel.addEventListener(REVEAL, () => open(index))
    buttons.push(button)
    panels.push(panel)
    list.append(button)
    input.remove()
    label.remove()
  })
  tabs.prepend(list)
  open(current)
}

export const enhanceTabs = (): void => all(".tabs").forEach(addTabs)
