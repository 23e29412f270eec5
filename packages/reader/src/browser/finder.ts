/**
 * Search where the reader is: a dialog that shows what is found while somebody types. Opened by the search link, Ctrl+K or
 * a slash. Without script the link leads to the search page.
 */
import { isTyped, opensSearch, resultAfter } from "../logic/keyboard.ts"
import { type Recent, readRecent, recentKey, withRecent } from "../logic/recent.ts"
import { ask, askEntry } from "./ask.ts"
import { all, closest, isPlain, make } from "./dom.ts"
import { tell } from "./readerEvents.ts"

/** How long somebody has to stop typing for before the search begins, and before it is told of; in milliseconds. */
const pause = 120
const afterThought = 1000

/**
 * What is found for a query, as it is shown.
 * @param page address of the search page
 */
export type Find = (page: string, query: string, signal: AbortSignal) => Promise<ReadonlyArray<Node>>

const key = (): string | undefined => recentKey(document.body.dataset["base"])

const recent = (): ReadonlyArray<Recent> => {
  const name = key()
  try {
    return name === undefined ? [] : readRecent(localStorage.getItem(name))
  } catch {
    return []
  }
}

const remember = (link: HTMLAnchorElement): void => {
  const name = key()
  if (name === undefined) return
  const one = { href: link.getAttribute("href")!, title: link.querySelector("strong")!.textContent }
  try {
    localStorage.setItem(name, JSON.stringify(withRecent(recent(), one)))
  } catch {
    // nothing may be kept here
  }
}

const showRecent = (list: HTMLElement, words: string): void => {
  const known = recent()
  list.textContent = ""
  if (known.length === 0) return
  const head = make("p", "count")
  head.textContent = words
  const items = make("ul")
  for (const { href, title } of known) {
    const link = make("a")
    const strong = make("strong")
    strong.textContent = title
    link.href = href
    link.append(strong)
    const item = make("li")
    item.append(link)
    items.append(item)
  }
  list.append(head, items)
}

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

let afterwards: ReturnType<typeof setTimeout> | undefined

const open = (link: HTMLAnchorElement, find: Find): void => {
  const { box, close, field, form, list } = makeBox(link)
  const { recent: words = "" } = link.dataset
  let asked: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const look = async (): Promise<void> => {
    const query = field.value.trim()
    asked?.abort()
    if (!query) return showRecent(list, words)
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
    if (target.querySelector("strong")) remember(target)
    if (target.closest(".meant") && isPlain(event)) {
      // looked for here, where the reader is
      event.preventDefault()
      field.value = target.textContent!
      field.focus()
      return void look()
    }
    const query = field.value.trim()
    if (query && !target.closest(".more, .instead")) tell({ type: "search_open_result", query })
    if (!event.metaKey && !event.ctrlKey && !event.shiftKey) box.close()
  })
  box.addEventListener("keydown", (event) => {
    const links = all("a, .ask", list)
    const next = resultAfter(event.key, links.indexOf(document.activeElement as HTMLElement), links.length)
    if (next !== undefined) {
      event.preventDefault()
      const target = links[next] ?? field
      target.focus()
    } else if (isTyped(event) && event.target !== field) field.focus()
  })
  document.body.append(box)
  showRecent(list, words)
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
