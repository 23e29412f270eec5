/** The navigation of one page: the tree around it, the way down to it, what comes before and after. Pure. */
import type { PageNode } from "@octavo/core/content/revisions/model/PageTree"
import type { ContentReference, PageRecord } from "@octavo/core/content/revisions/model/Records"
import { resolveHref } from "@octavo/document"
import { fileHref, pageHref, pageThere, type Surroundings, spacePageHref } from "@octavo/render/resolver"
import type { IndexedPage, SpaceIndex } from "@octavo/render/spaceIndex"
import { iconPaths } from "../assets/iconFiles.ts"
import type { NavigationEntry, PageEntry, PageLink } from "../view.ts"
import { isListed, type Range, rangesOf } from "./levels.ts"

/** @param iconHref where its icon is, when it is in a file */
const label = (page: PageRecord, iconHref?: string) => ({
  title: page.linkTitle ?? page.title,
  emoji: page.emoji,
  icon: page.icon,
  ...(iconHref !== undefined && { iconHref })
})

/** Spaces with more pages write only the open branches of their navigation into a page. */
const mostWritten = 200

/** Whether pages of the space leave closed branches out of their navigation. */
export const leavesBranchesOut = (index: SpaceIndex): boolean => index.reading.length > mostWritten

/** Where the navigation of a space is, and the site, which has files of icons. */
export type NavigationPlace = Pick<Surroundings, "basePath" | "spaceAt"> & { readonly siteBasePath?: string }

/**
 * The tree of the space with hidden pages left out.
 * @param path ids from the root down to the page that is shown, the page itself last
 * @param openOnly leaves out what lies below pages that are not on the path
 */
export const navigationTree = (
  index: SpaceIndex,
  place: NavigationPlace,
  path: ReadonlyArray<string>,
  openOnly = leavesBranchesOut(index)
): ReadonlyArray<NavigationEntry> => {
  const above = new Set(path.slice(0, -1))
  const active = path.at(-1)
  const shared = openOnly ? sharedEntries(index, place.basePath) : undefined
  const icons = place.siteBasePath === undefined ? undefined : iconsOf(index)
  const marked = (page: PageRecord) => {
    const path = page.icon === undefined ? undefined : icons?.get(page.icon)
    return label(page, path && place.siteBasePath!.slice(0, -1) + path)
  }
  const entryOf = ({ page, pages }: PageNode): NavigationEntry | undefined => {
    switch (page.type) {
      case "group":
        return { kind: "group", ...marked(page), children: entries(pages) }
      case "document": {
        const open = page.id === active || above.has(page.id)
        const elided = openOnly && !open && pages.some(isListed)
        const entry: NavigationEntry = {
          kind: "page",
          ...marked(page),
          href: pageHref(place.basePath, index.pageById.get(page.id)!),
          active: page.id === active,
          ancestor: above.has(page.id),
          ...(elided ? { elided } : { children: entries(pages) })
        }
        if (open || shared === undefined) return entry
        const closed = { ...entry, shared: true }
        shared.set(page.id, closed)
        return closed
      }
      case "link": {
        const href = targetHref(index, place, page)
        return href === undefined ? undefined : { kind: "link", ...marked(page), ...href }
      }
      case "computed":
        return undefined
    }
  }
  const rangeEntry = (range: Range): NavigationEntry => {
    const open = path.some((id) => range.ids.has(id))
    const name = `range ${range.nodes[0]!.page.id}`
    const known = open ? undefined : shared?.get(name)
    if (known !== undefined) return known
    const [first, last] = [range.nodes[0]!, range.nodes.at(-1)!].map(({ page }) => label(page).title)
    const page = firstPage(range.nodes)
    const entry: PageEntry = {
      kind: "page",
      title: `${first} – ${last}`,
      href: page === undefined ? place.basePath : pageHref(place.basePath, index.pageById.get(page)!),
      ancestor: open,
      isRange: true,
      ...(openOnly && !open ? { elided: true } : { children: listed(range.nodes) })
    }
    if (open || shared === undefined) return entry
    const closed = { ...entry, shared: true }
    shared.set(name, closed)
    return closed
  }
  const entries = (nodes: ReadonlyArray<PageNode>): ReadonlyArray<NavigationEntry> => {
    const ranges = rangesOf(nodes)
    return ranges.length === 0 ? listed(nodes) : ranges.map(rangeEntry)
  }
  const listed = (nodes: ReadonlyArray<PageNode>): ReadonlyArray<NavigationEntry> => {
    const found: Array<NavigationEntry> = []
    for (const node of nodes) {
      const { hidden, id } = node.page
      if (hidden === true) continue
      const known = id === active || above.has(id) ? undefined : shared?.get(id)
      const entry = known ?? entryOf(node)
      if (entry !== undefined) found.push(entry)
    }
    return found
  }
  return entries(index.tree)
}

/** Entries that are not on the way to the page that is shown, by ids of pages and names of ranges: the same on every page. */
const sharedEntries = (index: SpaceIndex, basePath: string): Map<string, NavigationEntry> => {
  const known = closed.get(index)
  if (known?.basePath === basePath) return known.entries
  // of the site that asked last: it asks for all of its pages
  const entries = new Map<string, NavigationEntry>()
  closed.set(index, { basePath, entries })
  return entries
}

const closed = new WeakMap<SpaceIndex, { readonly basePath: string; readonly entries: Map<string, NavigationEntry> }>()

/** The first page of some nodes and of what is below them, by its id. */
const firstPage = (nodes: ReadonlyArray<PageNode>): string | undefined => {
  for (const { page, pages } of nodes) {
    if (page.hidden === true) continue
    const found = page.type === "document" ? page.id : firstPage(pages)
    if (found !== undefined) return found
  }
  return undefined
}

/** Where a link entry leads; `undefined` when its target is gone, or not shown to the visitor. */
export const targetHref = (
  index: SpaceIndex,
  { basePath, spaceAt }: NavigationPlace,
  { target }: PageRecord
): { readonly href: string; readonly external?: boolean } | undefined => {
  const named = target && spaceNamed(target)
  const there = named === undefined ? undefined : spaceAt?.(named)
  // what a reference names is in the space of the content, or in the one that it says
  const place = named === undefined ? { base: basePath, index } : there
  switch (target?.kind) {
    case "url": {
      const other = there === undefined ? undefined : resolveHref(target.url, "")
      if (there === undefined || other?.kind !== "space") return { href: target.url, external: true }
      const page = pageThere(there, other.path)
      if (page !== undefined) return { href: pageHref(there.base, page, other.anchor) }
      return there.index?.unseen.has(other.path) === true ? undefined : { href: spacePageHref(there.base, other) }
    }
    case "space":
      return place && { href: place.base }
    case "page":
    case "anchor": {
      const page = target.page === undefined ? undefined : place?.index?.pageById.get(target.page)
      if (place === undefined || page === undefined) return undefined
      return { href: pageHref(place.base, page, target.kind === "anchor" ? target.anchor : undefined) }
    }
    case "file": {
      const file = place?.index?.fileById.get(target.file)
      return place && file && { href: fileHref(place.base, file) }
    }
    default:
      return undefined
  }
}

/** The space that a reference names, if it does. */
const spaceNamed = (target: ContentReference): string | undefined => {
  if (target.kind !== "url") return "space" in target ? target.space : undefined
  const named = resolveHref(target.url, "")
  return named.kind === "space" ? named.space : undefined
}

/** What an index says once for all pages of its space, each of which asks. */
const onceForIndex = <A>(make: (index: SpaceIndex) => A): ((index: SpaceIndex) => A) => {
  const made = new WeakMap<SpaceIndex, A>()
  return (index) => {
    const known = made.get(index) ?? make(index)
    made.set(index, known)
    return known
  }
}

/** Paths of the icons that are in files, by what authors wrote. */
const iconsOf = onceForIndex((index) => {
  const written: Array<string> = []
  const walk = (nodes: ReadonlyArray<PageNode>): void => {
    for (const { page, pages } of nodes) {
      if (page.hidden === true) continue
      if (page.icon !== undefined && !page.emoji) written.push(page.icon)
      walk(pages)
    }
  }
  walk(index.tree)
  return iconPaths(written)
})

/** Records of the link entries that lead to a space by name. */
const spaceLinks = onceForIndex(
  (index): ReadonlyArray<readonly [space: string, page: PageRecord]> =>
    Array.from(index.pageById.values()).flatMap(({ page }) => {
      const space = page.type === "link" && page.target !== undefined ? spaceNamed(page.target) : undefined
      return space === undefined ? [] : [[space, page] as const]
    })
)

/** The spaces that link entries lead to. */
export const linkedSpaces = onceForIndex(
  (index): ReadonlySet<string> => new Set(spaceLinks(index).map(([space]) => space))
)

/** Where the link entries lead that name a space. */
export const linkedPlaces = (index: SpaceIndex, place: NavigationPlace): ReadonlyArray<string> =>
  spaceLinks(index).map(([, page]) => `${page.id} ${targetHref(index, place, page)?.href}`)

/** Ids from the root down to a page, the page itself last. */
export const pathTo = (index: SpaceIndex, page: PageRecord): ReadonlyArray<string> => {
  const path = [page.id]
  for (let parent = page.parent; parent !== null; parent = index.pageById.get(parent)?.page.parent ?? null) {
    path.unshift(parent)
  }
  return path
}

/** The pages above a page, outermost first; groups have no address. */
export const breadcrumbs = (
  index: SpaceIndex,
  basePath: string,
  path: ReadonlyArray<string>
): ReadonlyArray<{ readonly title: string; readonly href?: string }> =>
  path.slice(0, -1).flatMap((id) => {
    const found = index.pageById.get(id)
    if (found === undefined) return []
    return found.page.type === "group"
      ? [{ title: found.page.title }]
      : [{ title: found.page.title, href: pageHref(basePath, found) }]
  })

/** The neighbours of a page in reading order. */
export const neighbours = (
  index: SpaceIndex,
  basePath: string,
  page: PageRecord
): { readonly previous: PageLink | undefined; readonly next: PageLink | undefined } => {
  const at = index.readingAt.get(page.id)
  const link = (one: IndexedPage | undefined): PageLink | undefined =>
    one === undefined ? undefined : { title: one.page.linkTitle ?? one.page.title, href: pageHref(basePath, one) }
  return at === undefined
    ? { previous: undefined, next: undefined }
    : { previous: link(index.reading[at - 1]), next: link(index.reading[at + 1]) }
}
