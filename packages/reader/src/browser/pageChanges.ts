/**
 * Page changes without a reload: pages are fetched when the pointer comes near a link, and the body is exchanged when it
 * is clicked.
 */
import { isPageOf } from "../logic/pages.ts"
import { jump } from "./anchors.ts"
import { all, closest, isPlain, parse } from "./dom.ts"
import { exchangeEmoji } from "./emoji.ts"
import { center, prefetchBranch, reopen } from "./navigation.ts"

/** Of the window, when another page is shown. */
export const PAGE_EVENT = "octavo:page"

/** Of the window, when pages that were fetched before may be old. */
export const STALE_EVENT = "octavo:stale"

/** Of the window, when another script has exchanged the body. */
export const EXCHANGED_EVENT = "octavo:exchanged"

/** What stands in the head of one page alone. */
const OWN_HEAD = "link[rel=canonical], link[rel=alternate], meta[name], meta[property]"

/** How many pages are kept. */
const most = 40

const isPage = (link: HTMLAnchorElement): boolean => isPageOf(link, location.origin, document.body.dataset["base"])

const pages = new Map<string, Promise<string>>()
const load = (path: string): Promise<string> => {
  const known = pages.get(path)
  if (known) return known
  if (pages.size > most) pages.clear()
  const page = fetch(path, { headers: { accept: "text/html" } }).then((answer) => {
    const isHtml = /^text\/html/.test(answer.headers.get("content-type") ?? "")
    if (!answer.ok || answer.redirected || !isHtml) throw answer
    return answer.text()
  })
  pages.set(path, page)
  return page
}

const prefetch = (event: Event): void => {
  const link = closest<HTMLAnchorElement>(event, "a[href]")
  if (link && isPage(link) && link.pathname !== location.pathname) load(link.pathname).catch(() => {})
  prefetchBranch(event)
}

export const exchangeHead = (next: HTMLHeadElement): void => {
  const { head } = document
  for (const node of all(OWN_HEAD, head)) node.remove()
  head.append(...all(OWN_HEAD, next))
  for (const node of all("link[rel=stylesheet]", next)) {
    if (!head.querySelector(`link[href="${node.getAttribute("href")}"]`)) head.append(node)
  }
  const look = head.querySelector("link[data-look]")
  const nextLook = next.querySelector("link[data-look]")
  if (look && nextLook?.getAttribute("href") !== look.getAttribute("href")) look.remove()
  exchangeEmoji(next)
}

/** Whether a page has diagrams, whose script and frame a page has from its load on, where this one has none. */
export const lacksDiagrams = (next: Document): boolean =>
  next.querySelector(".diagram") !== null && !document.querySelector("script[data-frame]")

let turn = 0
let shownPath = location.pathname

/** @param y where to scroll to, of a page that was shown before; without it the page is a new entry of the history */
const show = async (url: URL, enhance: () => void, y?: number): Promise<void> => {
  const mine = ++turn
  const stood = document.querySelector(".sidebar")?.scrollTop ?? 0
  let html: string
  try {
    html = await load(url.pathname)
  } catch {
    location.href = url.href
    return
  }
  if (mine !== turn) return
  const next = parse(html)
  // what it may send, and its script, come with the page alone
  if (next.querySelector("form.try") || lacksDiagrams(next)) {
    location.href = url.href
    return
  }
  if (y === undefined) history.pushState({ y: 0 }, "", url)
  shownPath = url.pathname
  document.title = next.title
  exchangeHead(next.head)
  document.documentElement.lang = next.documentElement.lang
  document.documentElement.dir = next.documentElement.dir
  document.body.replaceWith(next.body)
  reopen()
  const bar = document.querySelector(".sidebar")
  if (bar) bar.scrollTop = stood
  enhance()
  dispatchEvent(new Event(PAGE_EVENT))
  center()
  scrollTo({ top: y || 0, behavior: "instant" })
  if (url.hash) jump()
  const title = document.querySelector("h1")
  if (!title || url.hash) return
  title.tabIndex = -1
  title.focus({ preventScroll: true })
}

/** The page of a click on a link, if it is one that can be shown without a reload. */
const follow = (event: MouseEvent, link: HTMLAnchorElement, enhance: () => void): void => {
  if (!isPlain(event) || event.defaultPrevented || !isPage(link)) return
  if (link.pathname === location.pathname) {
    if (link.hash && link.hash === location.hash) jump()
    return
  }
  event.preventDefault()
  history.replaceState({ y: scrollY }, "")
  show(new URL(link.href), enhance)
}

/** @param enhance what is done to each page that is shown */
export const changePages = (enhance: () => void) => {
  addEventListener(STALE_EVENT, () => pages.clear())
  addEventListener(EXCHANGED_EVENT, enhance)
  addEventListener("popstate", ({ state }) => {
    if (location.pathname !== shownPath) show(new URL(location.href), enhance, state?.y || 0)
  })
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } }
  if (!connection?.saveData) {
    for (const name of ["mouseover", "focusin", "touchstart"]) addEventListener(name, prefetch, { passive: true })
  }
  return { follow: (event: MouseEvent, link: HTMLAnchorElement) => follow(event, link, enhance) }
}
