/** The search of a site that is files: what is found is drawn as a server draws it. */
import { ofReadPart } from "@octavo/core/content/search/rank"
import { type FoundInFiles, findInFiles } from "@octavo/core/content/search/searchFiles"
import type { SearchPlaces } from "../logic/searchPlaces.ts"
import { make, textOf } from "./dom.ts"

/** Most pages that are shown of one space. */
const most = 10

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

/** @param page address of the search page, in whose folder the index is */
export const findInSite = async (page: string, query: string): Promise<ReadonlyArray<Node>> => {
  const folder = page.replace(/[?#].*/, "").replace(/\/?$/, "/")
  const { found, language, nothingFound, places } = (await load(`${folder}places.json`, "no-cache")) as SearchPlaces
  const groups = (
    await Promise.all(
      places.map(async ({ at, isRead, title, version }) => ({
        title,
        worth: isRead ? ofReadPart : 1,
        pages: (await findInFiles((path) => load(`${at}${path}?${version}`), query, most, language)).found
      }))
    )
  )
    .filter(({ pages }) => pages.length)
    .sort((a, b) => b.worth * b.pages[0]!.score - a.worth * a.pages[0]!.score)
  const count = groups.reduce((sum, { pages }) => sum + pages.length, 0)
  const status = make("p", "count")
  status.setAttribute("role", "status")
  status.textContent = count ? `${found}: ${count}` : `${nothingFound} “${query}”`
  return [
    status,
    ...groups.map(({ pages, title }) => {
      const section = make("section")
      const list = make("ul")
      const head = make("h2")
      head.textContent = title
      list.append(...pages.map(drawPage))
      section.append(...(groups.length > 1 ? [head] : []), list)
      return section
    })
  ]
}
