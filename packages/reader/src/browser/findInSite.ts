/** The search of a site that is files: what is found is drawn as a server draws it. */
import { ofReadPart } from "@octavo/core/content/search/rank"
import { pageCount, resultsHref, resultsOnPage } from "@octavo/core/content/search/resultPages"
import { type FoundInFiles, findInFiles } from "@octavo/core/content/search/searchFiles"
import type { SearchPlaces } from "../logic/searchPlaces.ts"
import { make, textOf } from "./dom.ts"

/** Most pages that are shown of one space while somebody types. */
const atFirst = 10
/** Most queries that are proposed. */
const mostMeant = 3

const loaded = new Map<string, Promise<unknown>>()

const load = (url: string, cache?: RequestCache): Promise<unknown> => {
  const known = loaded.get(url)
  if (known) return known
  const made = fetch(url, cache && { cache })
    .then(textOf)
    .then((text) => JSON.parse(text))
  loaded.set(url, made)
  // what did not come is asked for again
  made.catch(() => loaded.delete(url))
  return made
}

type Marks = ReadonlyArray<{ readonly start: number; readonly end: number }>

const drawText = (text: string, highlights: Marks): HTMLElement => {
  const node = make("span", "text")
  let at = 0
  for (const { end, start } of highlights) {
    if (start < at) continue
    const mark = make("mark")
    mark.textContent = text.slice(start, end)
    node.append(text.slice(at, start), mark)
    at = end
  }
  node.append(text.slice(at))
  return node
}

const drawLink = (href: string, title: string, text: string, highlights: Marks): HTMLAnchorElement => {
  const link = make("a")
  const strong = make("strong")
  link.href = href
  strong.textContent = title
  link.append(strong, ...(text ? [drawText(text, highlights)] : []))
  return link
}

const drawPage = ({ excerpts, page }: FoundInFiles): HTMLElement => {
  const { above, description, href, title } = page
  const item = make("li")
  const lead = excerpts.find(({ anchor }) => !anchor)
  const link = drawLink(href, title, lead ? lead.body : description, lead?.highlights ?? [])
  if (above.length) {
    const crumbs = make("span", "above")
    crumbs.textContent = above.join(" / ")
    link.prepend(crumbs)
  }
  const parts = make("ul")
  for (const { anchor, body, highlights, title: heading } of excerpts) {
    if (!anchor) continue
    const part = make("li")
    part.append(drawLink(`${href}#${encodeURIComponent(anchor)}`, heading || title, body, highlights))
    parts.append(part)
  }
  item.append(link, ...(parts.firstChild ? [parts] : []))
  return item
}

const drawHead = (words: string): HTMLElement => {
  const head = make("h2")
  head.textContent = words
  return head
}

const drawLine = (name: string, ...parts: ReadonlyArray<Node | string>): HTMLElement => {
  const line = make("p", name)
  line.append(...parts)
  return line
}

/** What to do where nothing was found. */
const drawInstead = (
  folder: string,
  meant: ReadonlyArray<string>,
  { goOn, meant: words, others }: SearchPlaces
): ReadonlyArray<Node> => {
  const pages = make("div", "instead")
  const list = make("ul")
  for (const { href, title } of others) {
    const item = make("li")
    item.append(drawLink(href, title, "", []))
    list.append(item)
  }
  pages.append(drawHead(goOn), list)
  return [
    ...(meant.length ? [drawLine("meant", `${words}: `, ...meant.map((one) => searchLink(folder, one)))] : []),
    ...(others.length ? [pages] : [])
  ]
}

const searchLink = (folder: string, query: string, words = query, page = 1): HTMLAnchorElement => {
  const link = make("a")
  link.href = resultsHref(folder, query, page)
  link.textContent = words
  return link
}

/** Which page of results this is, with links to those before and after it. */
const drawPager = (
  folder: string,
  query: string,
  [page, pages]: readonly [number, number],
  { next, pagination, previous }: SearchPlaces
): HTMLElement => {
  const pager = make("nav", "pager")
  const at = make("span")
  at.textContent = `${page} / ${pages}`
  at.setAttribute("aria-current", "page")
  pager.setAttribute("aria-label", pagination)
  pager.append(
    ...(page > 1 ? [searchLink(folder, query, previous, page - 1)] : []),
    at,
    ...(page < pages ? [searchLink(folder, query, next, page + 1)] : [])
  )
  return pager
}

/**
 * @param page address of the search page, in whose folder the index is
 * @param asked the page of results that it shows; the beginning of each part for the dialog
 */
export const findInSite = async (page: string, query: string, asked?: number): Promise<ReadonlyArray<Node>> => {
  const folder = page.replace(/[?#].*/, "").replace(/\/?$/, "/")
  const most = asked ? resultsOnPage : atFirst
  const skip = ((asked ?? 1) - 1) * most
  const words = (await load(`${folder}places.json`, "no-cache")) as SearchPlaces
  const { found, language, moreFound, nothingFound, places } = words
  const all = await Promise.all(
    places.map(async ({ at, isRead, title, version }) => ({
      title,
      worth: isRead ? ofReadPart : 1,
      ...(await findInFiles((path) => load(`${at}${path}?${version}`), query, most, language, skip))
    }))
  )
  const groups = all.filter(({ count }) => count).sort((a, b) => b.worth * b.score - a.worth * a.score)
  const pages = pageCount(groups.map(({ count }) => count))
  if (asked && asked > pages) return findInSite(page, query, pages)
  const count = groups.reduce((sum, one) => sum + one.count, 0)
  const shown = groups.reduce((sum, one) => sum + one.found.length, 0)
  const meant = [...new Set(all.flatMap((one) => one.meant))].slice(0, mostMeant)
  const status = make("p", "count")
  status.setAttribute("role", "status")
  status.textContent = count ? `${found}: ${count}` : `${nothingFound} “${query}”`
  return [
    status,
    ...groups.flatMap(({ found: pages, title }) => {
      if (!pages.length) return []
      const section = make("section")
      const list = make("ul")
      list.append(...pages.map(drawPage))
      section.append(...(groups.length > 1 ? [drawHead(title)] : []), list)
      return [section]
    }),
    ...(count ? [] : drawInstead(folder, meant, words)),
    ...(asked && pages > 1 ? [drawPager(folder, query, [asked, pages], words)] : []),
    ...(!asked && shown < count ? [drawLine("more", searchLink(folder, query, moreFound))] : [])
  ]
}
