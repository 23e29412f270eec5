/** A visitor without JavaScript: reads pages with parse5, follows every link of the site, loads what pages ask for. */
import { type DefaultTreeAdapterTypes, parse } from "parse5"

type Node = DefaultTreeAdapterTypes.Node
export type Element = DefaultTreeAdapterTypes.Element

export const elementsOf = (node: Node, matches: (element: Element) => boolean): Array<Element> => {
  const found: Array<Element> = []
  const walk = (one: Node): void => {
    if ("tagName" in one && matches(one)) found.push(one)
    if ("childNodes" in one) for (const child of one.childNodes) walk(child)
    if ("content" in one) walk(one.content)
  }
  walk(node)
  return found
}

export const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value

export const textOf = (node: Node): string =>
  "value" in node ? node.value : "childNodes" in node ? node.childNodes.map(textOf).join("") : ""

export const hasClass = (element: Element, name: string): boolean =>
  (attribute(element, "class") ?? "").split(/\s+/).includes(name)

export interface VisitedPage {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly document: DefaultTreeAdapterTypes.Document
  /** Absolute addresses of what it links to. */
  readonly links: ReadonlyArray<string>
  /** Absolute addresses of what a browser would load for it, by the element that asks. */
  readonly resources: ReadonlyArray<{ readonly by: string; readonly url: string }>
  readonly heading: string | undefined
  readonly ids: ReadonlySet<string>
}

export interface LoadedResource {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
}

/** A page of a site that was visited, and what was looked for on it. Its tree is gone: those of a large site fill the memory. */
export interface SitePage<Found> extends Omit<VisitedPage, "document"> {
  readonly found: Found
}

export interface Visit<Found> {
  /** Pages by address, without fragment. */
  readonly pages: ReadonlyMap<string, SitePage<Found>>
  /** Where an address led, by redirects. */
  readonly redirects: ReadonlyMap<string, string>
  readonly resources: ReadonlyMap<string, LoadedResource>
  /** Addresses on other hosts that a page would have made a browser load. */
  readonly outside: ReadonlyMap<string, string>
}

const resourcesOf = (elements: ReadonlyArray<Element>, base: string) => {
  const found: Array<{ by: string; url: string }> = []
  const add = (by: string, href: string | undefined): void => {
    if (href === undefined || href === "" || href.startsWith("data:")) return
    found.push({ by, url: new URL(href, base).href })
  }
  for (const element of elements) {
    const { tagName } = element
    if (["img", "script", "iframe", "video", "audio", "source", "embed", "track", "input"].includes(tagName)) {
      add(tagName, attribute(element, "src"))
    }
    if (tagName === "object") add(tagName, attribute(element, "data"))
    if (tagName === "video") add(tagName, attribute(element, "poster"))
    for (const candidate of (attribute(element, "srcset") ?? "").split(/,\s+/))
      add(tagName, candidate.trim().split(/\s+/)[0])
    if (tagName === "link" && /stylesheet|icon|preload|manifest/.test(attribute(element, "rel") ?? "")) {
      add(tagName, attribute(element, "href"))
    }
  }
  return found
}

/** Reads one page. */
const readPage = (url: string, status: number, headers: Headers, html: string): VisitedPage => {
  const document = parse(html)
  const elements = elementsOf(document, () => true)
  const links = elements.flatMap((element) => {
    const href = element.tagName === "a" ? attribute(element, "href") : undefined
    return href === undefined ? [] : [new URL(href, url).href]
  })
  const heading = elements.find(({ tagName }) => tagName === "h1")
  return {
    url,
    status,
    headers,
    document,
    links,
    resources: resourcesOf(elements, url),
    heading: heading === undefined ? undefined : textOf(heading).replace(/\s+/g, " ").trim(),
    ids: new Set(elements.flatMap((element) => attribute(element, "id") ?? []))
  }
}

/** Takes answers as they are: they would be packed, and unpacked again at once. */
const get = (url: string): Promise<Response> =>
  fetch(url, { redirect: "manual", headers: { "accept-encoding": "identity" } })

/** Reads the one page at an address. */
export const visitPage = async (url: string): Promise<VisitedPage> => {
  const response = await get(url)
  return readPage(url, response.status, response.headers, await response.text())
}

const withoutFragment = (url: string): string => url.replace(/#.*$/s, "")

/**
 * Visits everything that can be reached from `start` below it, and loads everything that those pages ask of its host.
 * @param look finds on each page, while its tree is there, what is to be known of it besides
 */
export const visitSite = async <Found>(
  start: string,
  look: (document: DefaultTreeAdapterTypes.Document) => Found
): Promise<Visit<Found>> => {
  const { origin } = new URL(start)
  const pages = new Map<string, SitePage<Found>>()
  const redirects = new Map<string, string>()
  const resources = new Map<string, LoadedResource>()
  const outside = new Map<string, string>()
  const seen = new Set([start])
  let waiting = [start]

  const load = async (url: string): Promise<void> => {
    const response = await get(url)
    const location = response.headers.get("location")
    if (location !== null) {
      const target = new URL(location, url).href
      redirects.set(url, target)
      await response.arrayBuffer()
      want(target)
      return
    }
    const bytes = Buffer.from(await response.arrayBuffer())
    if (response.headers.get("content-type")?.startsWith("text/html") !== true) {
      resources.set(url, { status: response.status, headers: response.headers, bytes })
      return
    }
    const { document, ...page } = readPage(url, response.status, response.headers, bytes.toString("utf8"))
    pages.set(url, { ...page, found: look(document) })
    for (const link of page.links) want(link)
    for (const resource of page.resources) {
      if (new URL(resource.url).origin === origin) want(resource.url)
      else outside.set(resource.url, `<${resource.by}> of ${url}`)
    }
  }

  const want = (link: string): void => {
    const url = withoutFragment(link)
    if (!url.startsWith(`${origin}/`) || seen.has(url)) return
    seen.add(url)
    waiting.push(url)
  }

  while (waiting.length > 0) {
    const now = waiting
    waiting = []
    for (let i = 0; i < now.length; i += 8) await Promise.all(now.slice(i, i + 8).map(load))
  }
  return { pages, redirects, resources, outside }
}

/** The page that an address leads to in the end. */
export const landing = <Found>(visit: Visit<Found>, link: string): SitePage<Found> | LoadedResource | undefined => {
  let url = withoutFragment(link)
  for (let hops = 0; hops < 10; hops++) {
    const next = visit.redirects.get(url)
    if (next === undefined) break
    url = withoutFragment(next)
  }
  return visit.pages.get(url) ?? visit.resources.get(url)
}
