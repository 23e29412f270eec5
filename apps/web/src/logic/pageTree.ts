/** The tree of a space's pages as it is edited: where a page stands, where one may stand, and the tree after an edit. Pure. */

/** What of a listed page its tree needs. */
export interface TreePage {
  readonly id: string
  readonly type: "document" | "group" | "link" | "computed"
  readonly title: string
  readonly emoji?: string | undefined
  readonly hidden?: boolean | undefined
  /** Own part of the path; links have none. */
  readonly slug?: string | undefined
  readonly path?: string | undefined
  /** Of a link. */
  readonly href?: string | undefined
  readonly pages?: ReadonlyArray<TreePage> | undefined
}

export type TreePages = ReadonlyArray<TreePage>

/** A place among siblings, as the API counts it: below a page or at the root, with so many others before it. */
export interface Place {
  readonly into: string | null
  readonly at: number
}

/** A page with its place. */
export interface Placed {
  readonly page: TreePage
  readonly place: Place
  /** Itself included. */
  readonly siblings: TreePages
  /** What it is below, from the root. */
  readonly above: TreePages
}

/** Looks for a page; `undefined` when it is not there. */
export const findPage = (pages: TreePages, id: string, above: TreePages = []): Placed | undefined => {
  for (const [at, page] of pages.entries()) {
    if (page.id === id) return { page, place: { into: above.at(-1)?.id ?? null, at }, siblings: pages, above }
    const below = findPage(page.pages ?? [], id, [...above, page])
    if (below !== undefined) return below
  }
  return undefined
}

/** The first page, in reading order, that something holds for. */
export const firstOf = (pages: TreePages, holds: (page: TreePage) => boolean): TreePage | undefined => {
  for (const page of pages) {
    const found = holds(page) ? page : firstOf(page.pages ?? [], holds)
    if (found !== undefined) return found
  }
  return undefined
}

/** A page and all below it, each after the one that it is below. */
export const withBelow = (page: TreePage): TreePages => [page, ...(page.pages ?? []).flatMap(withBelow)]

/** Whether others can stand below it. */
export const holdsPages = ({ type }: TreePage): boolean => type === "document" || type === "group"

/** Pages below a page, or at the root; `undefined` where none can be. */
export const pagesIn = (pages: TreePages, into: string | null): TreePages | undefined => {
  if (into === null) return pages
  const page = findPage(pages, into)?.page
  return page !== undefined && holdsPages(page) ? (page.pages ?? []) : undefined
}

/** Whether a page may stand there: not below itself, and groups stand at the root. */
export const mayStand = (pages: TreePages, id: string, into: string | null): boolean => {
  const page = findPage(pages, id)?.page
  if (page === undefined || (page.type === "group" && into !== null)) return false
  return pagesIn(pages, into) !== undefined && !withBelow(page).some((one) => one.id === into)
}

/** Another name when a sibling has the one that is wanted: `name`, `name-1`, `name-2`, as the API counts them. */
export const freeSlug = (siblings: TreePages, slug: string): string => {
  const taken = new Set(siblings.map((page) => page.slug))
  if (!taken.has(slug)) return slug
  for (let n = 1; ; n++) if (!taken.has(`${slug}-${n}`)) return `${slug}-${n}`
}

/** A title that no sibling has: "Untitled", "Untitled 2". */
export const freeTitle = (siblings: TreePages, title: string): string => {
  const taken = new Set(siblings.map((page) => page.title))
  if (!taken.has(title)) return title
  for (let n = 2; ; n++) if (!taken.has(`${title} ${n}`)) return `${title} ${n}`
}

/** What a copy of a page is called: "Title (copy)", "Title (copy 2)", whatever copy it is made of. */
export const copyTitle = (siblings: TreePages, title: string): string => {
  const [, base = title] = /^(.*) \(copy(?: \d+)?\)$/s.exec(title) ?? []
  const taken = new Set(siblings.map((page) => page.title))
  const short = [...base].slice(0, 980).join("")
  for (let n = 1; ; n++) {
    const copy = n === 1 ? `${short} (copy)` : `${short} (copy ${n})`
    if (!taken.has(copy)) return copy
  }
}

/** A page at another path, with all that is below it. */
const atPath = (page: TreePage, above: string): TreePage => {
  if (page.slug === undefined) return page
  const path = above === "" ? page.slug : `${above}/${page.slug}`
  return path === page.path ? page : { ...page, path, ...below(page, path) }
}
const below = ({ pages }: TreePage, path: string) =>
  pages === undefined ? {} : { pages: pages.map((page) => atPath(page, path)) }

/** The tree with other pages below a page, or at the root; without a change where that page is not there. */
const withPagesIn = (
  pages: TreePages,
  into: string | null,
  change: (siblings: TreePages, path: string) => TreePages
): TreePages => {
  if (into === null) return change(pages, "")
  return pages.map((page) => {
    if (page.id === into) return { ...page, pages: change(page.pages ?? [], page.path ?? "") }
    if (page.pages === undefined) return page
    const inner = withPagesIn(page.pages, into, change)
    return inner.some((one, at) => one !== page.pages?.[at]) ? { ...page, pages: inner } : page
  })
}

/** The tree with a page more; last among its siblings when there are fewer. */
export const withPage = (pages: TreePages, page: TreePage, { at, into }: Place): TreePages =>
  withPagesIn(pages, into, (siblings, path) => siblings.toSpliced(at, 0, atPath(page, path)))

/** The tree without a page and all below it. */
export const withoutPage = (pages: TreePages, id: string): TreePages => {
  const found = findPage(pages, id)
  if (found === undefined) return pages
  return withPagesIn(pages, found.place.into, (siblings) => siblings.filter((page) => page.id !== id))
}

/** The tree with other fields of a page; another slug moves all below it. */
export const withFields = (
  pages: TreePages,
  id: string,
  fields: Partial<Omit<TreePage, "id" | "pages">>
): TreePages => {
  const found = findPage(pages, id)
  if (found === undefined) return pages
  return withPagesIn(pages, found.place.into, (siblings, path) =>
    siblings.map((page) => (page.id === id ? atPath({ ...page, ...fields }, path) : page))
  )
}
