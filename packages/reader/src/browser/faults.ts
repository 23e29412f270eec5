/** What is wrong in the folder, over the page: how many things, and for each of them where it is. */
import type { Fault } from "../logic/fault.ts"
import { make } from "./dom.ts"

const style = `
:host { all: initial; position: fixed; right: 16px; bottom: 16px; z-index: 99; max-width: min(560px, calc(100vw - 32px));
  font: 14px/1.45 system-ui, sans-serif; color-scheme: light dark; color: light-dark(#1d1b16, #f3f1ec) }
section { display: flex; flex-direction: column; align-items: end; gap: 8px }
button { all: unset; cursor: pointer; padding: 8px 14px; border-radius: 999px; font-weight: 600;
  background: light-dark(#8a1c1c, #ffb4a8); color: light-dark(#fff, #2b0905); box-shadow: 0 2px 12px #0004 }
button.warning { background: light-dark(#7a4b00, #ffd38a); color: light-dark(#fff, #2b1a00) }
button:focus-visible { outline: 3px solid light-dark(#2f5bd7, #9db8ff); outline-offset: 2px }
ul { margin: 0; padding: 6px 0; list-style: none; max-height: 50vh; overflow: auto; order: -1; width: 100%; box-sizing: border-box;
  background: light-dark(#fffdf9, #23211d); border: 1px solid light-dark(#d9d4c8, #46423a); border-radius: 12px; box-shadow: 0 6px 28px #0005 }
ul:focus-visible { outline: 3px solid light-dark(#2f5bd7, #9db8ff) }
li { padding: 8px 16px } li + li { border-top: 1px solid light-dark(#ece8df, #37342e) }
code { display: block; font: 12.5px/1.4 ui-monospace, monospace; color: light-dark(#5a544a, #b9b2a5); overflow-wrap: anywhere }
ul[hidden] { display: none }
`

let host: HTMLElement | undefined
let isOpen = false
/** Whether there is something that keeps what was saved from being shown: that opens by itself, once. */
let wasBroken = false

const place = ({ column, line, path }: Fault): string =>
  [path, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(":")

/** Shows them in place of those before; none takes all away. */
export const showFaults = (faults: ReadonlyArray<Fault>): void => {
  if (faults.length === 0) {
    host?.remove()
    host = undefined
    isOpen = false
    wasBroken = false
    return
  }
  const isBroken = faults.some(({ severity }) => severity === "error")
  if (isBroken && !wasBroken) isOpen = true
  wasBroken = isBroken
  if (host === undefined) {
    // beside the body, which is exchanged
    host = make("div")
    host.attachShadow({ mode: "open" })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
    host.shadowRoot!.adoptedStyleSheets = [sheet]
    document.documentElement.append(host)
  }
  const region = make("section")
  region.setAttribute("aria-label", "Problems in this folder")
  const list = make("ul")
  list.id = "list"
  list.tabIndex = 0
  list.setAttribute("aria-label", "Problems")
  list.hidden = !isOpen
  // what is on the page that is open stands first
  const here = decodeURI(location.pathname).replace(/\/$/, "")
  const isHere = ({ page }: Fault): boolean =>
    page !== undefined && (page === "" ? here === "" : here.endsWith(`/${page}`))
  for (const fault of [...faults].sort((a, b) => Number(isHere(b)) - Number(isHere(a)))) {
    const item = make("li")
    const where = make("code")
    where.textContent = place(fault)
    item.append(where, fault.message)
    list.append(item)
  }
  const button = make("button", isBroken ? "error" : "warning")
  button.type = "button"
  button.textContent = `${faults.length} ${faults.length === 1 ? "problem" : "problems"}`
  button.setAttribute("aria-expanded", String(isOpen))
  button.setAttribute("aria-controls", "list")
  const show = (open: boolean): void => {
    isOpen = open
    list.hidden = !open
    button.setAttribute("aria-expanded", String(open))
  }
  button.addEventListener("click", () => show(!isOpen))
  region.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !isOpen) return
    show(false)
    button.focus()
  })
  const { shadowRoot } = host
  const hadFocus = shadowRoot!.activeElement?.id === "list" ? "list" : shadowRoot!.activeElement ? "button" : undefined
  region.append(button, list)
  shadowRoot!.replaceChildren(region)
  if (hadFocus === "list" && isOpen) list.focus()
  else if (hadFocus !== undefined) button.focus()
}
