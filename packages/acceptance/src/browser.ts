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

export interface Visit {
  /** Pages by address, without fragment. */
  readonly pages: ReadonlyMap<string, VisitedPage>
  /** Where an address led, by redirects. */
  readonly redirects: ReadonlyMap<string, string>
  readonly resources: ReadonlyMap<string, LoadedResource>
  /** Addresses on other hosts that a page would have made a browser load. */
  readonly outside: ReadonlyMap<string, string>
}

const resourcesOf = (document: DefaultTreeAdapterTypes.Document, base: string) => {
  const found: Array<{ by: string; url: string }> = []
  const add = (by: string, href: string | undefined): void => {
    if (href === undefined || href === "" || href.startsWith("data:")) return
    found.push({ by, url: new URL(href, base).href })
  }
  for (const element of elementsOf(document, () => true)) {
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
  const links = elementsOf(document, ({ tagName }) => tagName === "a").flatMap((element) => {
    const href = attribute(element, "href")
    return href === undefined ? [] : [new URL(href, url).href]
  })
  const headings = elementsOf(document, ({ tagName }) => tagName === "h1")
  const ids = elementsOf(document, (element) => attribute(element, "id") !== undefined)
  return {
    url,
    status,
    headers,
    document,
    links,
    resources: resourcesOf(document, url),
    heading: headings[0] === undefined ? undefined : textOf(headings[0]).replace(/\s+/g, " ").trim(),
    ids: new Set(ids.map((element) => attribute(element, "id")!))
  }
}

/** Reads the one page at an address. */
export const visitPage = async (url: string): Promise<VisitedPage> => {
  const response = await fetch(url, { redirect: "manual" })
  return readPage(url, response.status, response.headers, await response.text())
}

const withoutFragment = (url: string): string => url.replace(/#.*$/s, "")

/** Visits everything that can be reached from `start` below it, and loads everything that those pages ask of its host. */
export const visitSite = async (start: string): Promise<Visit> => {
  const { origin } = new URL(start)
  const pages = new Map<string, VisitedPage>()
  const redirects = new Map<string, string>()
  const resources = new Map<string, LoadedResource>()
  const outside = new Map<string, string>()
  const seen = new Set([start])
  let waiting = [start]

  const load = async (url: string): Promise<void> => {
    const response = await fetch(url, { redirect: "manual" })
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
    const page = readPage(url, response.status, response.headers, bytes.toString("utf8"))
    pages.set(url, page)
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
export const landing = (visit: Visit, link: string): VisitedPage | LoadedResource | undefined => {
  let url = withoutFragment(link)
  for (let hops = 0; hops < 10; hops++) {
    const next = visit.redirects.get(url)
    if (next === undefined) break
    url = withoutFragment(next)
  }
  return visit.pages.get(url) ?? visit.resources.get(url)
}
