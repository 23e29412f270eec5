/**
 * What machines read of a published site: its pages as a list, as one text, as a map, and what robots may do. Pure.
 * Nothing that its author asked to leave out of indexes is in any of them (threat: hidden content listed).
 */
import type { PageRecord } from "@octavo/core/content/revisions/model/Records"
import type { SiteRecord } from "@octavo/core/delivery/site-records/Site"
import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import { pageHref } from "@octavo/render/resolver"
import { type IndexedPage, pageNamed, type SpaceIndex } from "@octavo/render/spaceIndex"
import { escapeText } from "../html/html.ts"
import { markdownPath } from "./markdown.ts"
import { samePageIn } from "./switches.ts"

/** Files of the site's root that are for machines. */
const names: ReadonlySet<string> = new Set(["robots.txt", "sitemap.xml", "llms.txt", "llms-full.txt"])

/** Whether the address is one of those files: they stand at the root of the site. */
export const isMachineFile = ({ basePath, rest, siteBasePath }: PublishedLocation): boolean =>
  rest.length === 1 && basePath === siteBasePath && names.has(rest[0]!)

export const isRobotsFile = (location: PublishedLocation): boolean =>
  isMachineFile(location) && location.rest[0] === "robots.txt"

/** Whether a client asks for Markdown rather than HTML (RFC 9110, 12.5.1; browsers name HTML first). */
export const prefersMarkdown = (accept: string | undefined): boolean => {
  if (accept === undefined || !accept.includes("text/markdown")) return false
  const quality = (type: string): number => {
    const part = accept.split(",").find((one) => one.trim().startsWith(type))
    return part === undefined ? 0 : Number(/;\s*q=([\d.]+)/.exec(part)?.[1] ?? 1)
  }
  return quality("text/markdown") >= quality("text/html")
}

/** The page behind a path that may end in `.md`. */
export const markdownPage = (index: SpaceIndex, path: string): IndexedPage | undefined =>
  pageNamed(index, path.replace(/\.md$/, ""))

/** One space of the site with its canonical address, slash at the end. */
export interface MachineSpace {
  readonly title: string
  readonly url: string
  readonly index: SpaceIndex
  /** When a page was changed, ISO 8601. */
  readonly dateOf: (page: PageRecord) => string
  /** Of the newest version, where this is another one of the same docs. */
  readonly newest?: SpaceIndex
}

/** Pages that the visitor may be led to: not hidden, and not asked to be left out. */
export const listedPages = (index: SpaceIndex): ReadonlyArray<IndexedPage> =>
  index.reading.filter(({ page }) => page.noIndex !== true)

const address = (space: MachineSpace, page: IndexedPage): string => space.url + pageHref("", page)

/** `llms.txt` (llmstxt.org): what the site is about, and its pages by group with their descriptions, as Markdown. */
export const renderLlms = (
  site: Pick<SiteRecord, "title" | "description">,
  spaces: ReadonlyArray<MachineSpace>
): string => {
  const about = site.description ?? spaces[0]?.index.home?.page.description
  const lines = [`# ${oneLine(site.title)}`, ""]
  if (about !== undefined) lines.push(`> ${oneLine(about)}`, "")
  for (const space of spaces) {
    if (spaces.length > 1) lines.push(`## ${oneLine(space.title)}`, "")
    let group = ""
    for (const page of listedPages(space.index)) {
      const above = groupOf(space.index, page)
      if (above !== group) {
        if (lines.at(-1) !== "") lines.push("")
        if (above !== "") lines.push(`${spaces.length > 1 ? "###" : "##"} ${oneLine(above)}`, "")
        group = above
      }
      const { description, title: name } = page.page
      const href = space.url + encodeURI(markdownPath(page))
      lines.push(`- [${oneLine(name)}](${href})${description === undefined ? "" : `: ${oneLine(description)}`}`)
    }
    lines.push("")
  }
  return `${lines.join("\n").trimEnd()}\n`
}

/** Title of the group that the page is in; groups stand at the root. */
const groupOf = (index: SpaceIndex, { page }: IndexedPage): string => {
  let top = page
  for (let above = top.parent; above !== null; above = top.parent) {
    const found = index.pageById.get(above)
    if (found === undefined) return ""
    top = found.page
  }
  return top.type === "group" ? top.title : ""
}

/** A page in `llms-full.txt`: where it is, then its text. */
export const renderFull = (space: MachineSpace, page: IndexedPage, markdown: string): string =>
  `Source: ${address(space, page)}\n\n${markdown}`

const oneLine = (text: string): string => text.replace(/\s+/g, " ").replace(/[[\]]/g, "\\$&").trim()

/** `sitemap.xml` (sitemaps.org): pages that search engines may list, each once, in its newest version. */
export const renderSitemap = (spaces: ReadonlyArray<MachineSpace>): string => {
  const urls = spaces.flatMap((space) =>
    listedPages(space.index)
      .filter(({ page }) => page.noRobotsIndex !== true)
      .filter((page) => space.newest === undefined || samePageIn(space.newest, page) === undefined)
      .slice(0, mostUrls)
      .map(
        (page) =>
          `<url><loc>${escapeText(address(space, page))}</loc><lastmod>${space.dateOf(page.page).slice(0, 10)}</lastmod></url>`
      )
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls
    .slice(0, mostUrls)
    .join("\n")}\n</urlset>\n`
}

/** The protocol's bound of one file. */
const mostUrls = 50_000

/** `robots.txt` (RFC 9309). Sites that are not to be found are closed to all robots. */
export const renderRobots = ({ site, siteBasePath }: PublishedLocation, url: string): string =>
  site.visibility === "public"
    ? `User-agent: *\nAllow: ${siteBasePath}\n\nSitemap: ${url}sitemap.xml\n`
    : `User-agent: *\nDisallow: ${siteBasePath}\n`
