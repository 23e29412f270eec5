/**
 * Search where the reader is: a dialog that shows what is found while somebody types. Opened by the search link, Ctrl+K or
 * a slash. Without script the link leads to the search page.
 */
import { isTyped, opensSearch, resultAfter } from "../logic/keyboard.ts"
import { ask, askEntry } from "./ask.ts"
import { all, closest, isPlain, make } from "./dom.ts"
import { tell } from "./readerEvents.ts"
import { remember, showRecent } from "./recentList.ts"

/** How long somebody has to stop typing for before the search begins, and before it is told of; in milliseconds. */
const pause = 120
const afterThought = 1000

/**
 * What is found for a query, as it is shown.
 * @param page address of the search page
 */
export type Find = (page: string, query: string, signal: AbortSignal) => Promise<ReadonlyArray<Node>>

const makeBox = (link: HTMLAnchorElement) => {
  const { clear = "", field: words = "" } = link.dataset
  const box = make("dialog", "finder")
  const form = make("form")
  const field = make("input")
  const close = make("button", "tool")
  const list = make("div", "found")
  box.setAttribute("aria-label", words)
  form.setAttribute("role", "search")
  form.action = link.href
  field.type = "search"
  field.name = "q"
  field.maxLength = 512
  field.autocomplete = "off"
  field.placeholder = words
  field.setAttribute("aria-label", words)
  close.type = "button"
  close.textContent = "Esc"
  close.setAttribute("aria-label", `Esc ${clear}`)
  form.append(link.querySelector("svg")!.cloneNode(true), field, close)
  box.append(form, list)
  return { box, form, field, close, list }
}

/** Whether a key does what a button says, and is not meant for the field. */
const pressesButton = (event: KeyboardEvent): boolean => event.key === " " && closest(event, "button") !== null

let afterwards: ReturnType<typeof setTimeout> | undefined

const open = (link: HTMLAnchorElement, find: Find): void => {
  const { box, close, field, form, list } = makeBox(link)
  let asked: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const look = async (): Promise<void> => {
    const query = field.value.trim()
    asked?.abort()
    if (!query) return showRecent(list, link)
    asked = new AbortController()
    try {
      const { signal } = asked
      const found = await find(link.href, query, signal)
      if (signal.aborted) return
      list.replaceChildren(
        ...(link.dataset["ask"] ? [askEntry(link.dataset, query, () => question(query))] : []),
        ...found
      )
      list.scrollTop = 0
      clearTimeout(afterwards)
      afterwards = setTimeout(() => {
        tell({ type: "search_type_query", query, results: all("section > ul > li", list).length })
      }, afterThought)
    } catch (error) {
      // the search page says what is wrong
      if ((error as Error).name !== "AbortError") form.submit()
    }
  }

  const question = async (query: string): Promise<void> => {
    clearTimeout(timer)
    asked?.abort()
    asked = new AbortController()
    field.focus()
    try {
      await ask(link.dataset, query, list, asked.signal)
    } catch {
      // asked for something else, or the line is lost: what has come stays
    }
  }

  field.addEventListener("input", () => {
    clearTimeout(timer)
    timer = setTimeout(look, pause)
  })
  form.addEventListener("submit", (event) => {
    const first = list.querySelector<HTMLElement>("a:not(.instead a)")
    if (!first || !field.value.trim()) return
    event.preventDefault()
    first.click()
  })
  close.addEventListener("click", () => box.close())
  box.addEventListener("close", () => {
    asked?.abort()
    box.remove()
    link.focus()
  })
  box.addEventListener("click", (event) => {
    if (event.target === box) return box.close()
    const target = closest<HTMLAnchorElement>(event, "a")
    if (!target) return
    if (target.closest(".meant, .searched") && isPlain(event)) {
      // looked for here, where the reader is
      event.preventDefault()
      field.value = target.textContent!
      field.focus()
      return void look()
    }
    const query = target.closest(".more, .instead, .searched") ? "" : field.value.trim()
    if (target.querySelector("strong") && !target.closest(".searched")) remember(target, query)
    if (query) tell({ type: "search_open_result", query })
    if (!event.metaKey && !event.ctrlKey && !event.shiftKey) box.close()
  })
  box.addEventListener("keydown", (event) => {
    const links = all("a, .ask", list)
    const next = resultAfter(event.key, links.indexOf(document.activeElement as HTMLElement), links.length)
    if (next !== undefined) {
      event.preventDefault()
      const target = links[next] ?? field
      target.focus()
    } else if (isTyped(event) && event.target !== field && !pressesButton(event)) field.focus()
  })
  document.body.append(box)
  showRecent(list, link)
  box.showModal()
  tell({ type: "search_open" })
  field.focus()
}

export const openFinder = (find: Find): void => {
  // before the links of pages hear of it
  addEventListener(
    "click",
    (event) => {
      const link = closest<HTMLAnchorElement>(event, ".find")
      if (!link || !isPlain(event)) return
      event.preventDefault()
      open(link, find)
    },
    true
  )
  addEventListener("keydown", (event) => {
    const link = document.querySelector<HTMLAnchorElement>(".find")
    if (!link || document.querySelector("dialog[open]")) return
    const isWriting = closest(event, "input, textarea, select, [contenteditable]") !== null
    if (!opensSearch(event, isWriting)) return
    event.preventDefault()
    open(link, find)
  })
}
