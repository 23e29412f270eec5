/** What a reader searched for and opened last, as the search dialog offers it. It is in this browser and goes nowhere. */
import {
  type Recent,
  readRecent,
  readSearches,
  recentKey,
  searchesKey,
  withRecent,
  withSearch
} from "../logic/recent.ts"
import { all, make } from "./dom.ts"

interface Kept {
  readonly searches: ReadonlyArray<string>
  readonly pages: ReadonlyArray<Recent>
}

const key = (): string | undefined => recentKey(document.body.dataset["base"])

const read = (): Kept => {
  const name = key()
  try {
    if (name !== undefined)
      return {
        searches: readSearches(localStorage.getItem(searchesKey(name))),
        pages: readRecent(localStorage.getItem(name))
      }
  } catch {
    // nothing may be kept here
  }
  return { searches: [], pages: [] }
}

const write = ({ pages, searches }: Kept): void => {
  const name = key()
  if (name === undefined) return
  try {
    for (const [at, list] of [
      [name, pages],
      [searchesKey(name), searches]
    ] as const) {
      if (list.length) localStorage.setItem(at, JSON.stringify(list))
      else localStorage.removeItem(at)
    }
  } catch {
    // nothing may be kept here
  }
}

/**
 * Keeps a result that is opened.
 * @param query what led to it; empty where it was one of those that are offered
 */
export const remember = (link: HTMLAnchorElement, query: string): void => {
  const { pages, searches } = read()
  const one = { href: link.getAttribute("href")!, title: link.querySelector("strong")!.textContent }
  write({ pages: withRecent(pages, one), searches: query ? withSearch(searches, query) : searches })
}

/**
 * Offers what is kept.
 * @param link the search link of the page, with the words that are shown
 */
export const showRecent = (list: HTMLElement, link: HTMLAnchorElement): void => {
  const { pages, searches } = read()
  const { forget = "", forgetAll = "", recent = "", searched = "" } = link.dataset
  const change = (kept: Kept, at: number): void => {
    write(kept)
    showRecent(list, link)
    // whoever removes one goes on from there
    const rows = all("a", list)
    const next = rows[Math.min(at, rows.length - 1)] ?? list.parentElement!.querySelector("input")!
    next.focus()
  }
  const button = (name: string, words: string, act: () => void): HTMLElement => {
    const made = make("button", name)
    made.type = "button"
    made.textContent = words
    made.addEventListener("click", act)
    return made
  }
  let count = 0
  const section = (name: string, words: string, rows: ReadonlyArray<Recent>, without: (row: Recent) => Kept) => {
    if (!rows.length) return []
    const part = make("section", name)
    const head = make("h2")
    const items = make("ul")
    head.textContent = words
    for (const row of rows) {
      const at = count++
      const item = make("li")
      const to = make("a")
      const strong = make("strong")
      const act = (): void => change(without(row), at)
      const remove = button("forget", "×", act)
      to.href = row.href
      strong.textContent = row.title
      to.append(strong)
      to.setAttribute("aria-keyshortcuts", "Delete")
      to.addEventListener("keydown", (event) => {
        if (event.key === "Delete") act()
      })
      remove.setAttribute("aria-label", `${forget}: ${row.title}`)
      item.append(to, remove)
      items.append(item)
    }
    part.append(head, items)
    return [part]
  }
  const queries = searches.map((title) => ({ title, href: `${link.href}?q=${encodeURIComponent(title)}` }))
  list.replaceChildren(
    ...section("kept searched", searched, queries, ({ title }) => {
      const kept = read()
      return { ...kept, searches: kept.searches.filter((one) => one !== title) }
    }),
    ...section("kept", recent, pages, ({ href }) => {
      const kept = read()
      return { ...kept, pages: kept.pages.filter((one) => one.href !== href) }
    }),
    ...(count ? [button("forget", forgetAll, () => change({ searches: [], pages: [] }, 0))] : [])
  )
}
