/** How a site is made up: where each part is read, what it can stand in, how it is put elsewhere. Pure. */
import type { SiteRedirect, SiteSection, SiteSpace, SiteStructure, SiteStructureItem, StructureSort } from "./api.ts"

/** A group that something can stand in, with how deep it is nested itself. */
export interface GroupChoice {
  readonly id: string
  readonly title: string
  readonly level: number
}

/** All groups in the order of the site. @param except one that is left out with all that stands in it */
export const groupChoices = (structure: SiteStructure, except?: string): ReadonlyArray<GroupChoice> => {
  const below = (items: ReadonlyArray<SiteStructureItem>, level: number): ReadonlyArray<GroupChoice> =>
    items.flatMap((item) =>
      item.object === "site-section-group" && item.id !== except
        ? [{ id: item.id, title: item.title, level }, ...below(item.children, level + 1)]
        : []
    )
  return structure.type === "sections" ? below(structure.structure, 1) : []
}

/** All sections in the order of the site. */
export const sectionsIn = (structure: SiteStructure): ReadonlyArray<SiteSection> => {
  const below = (items: ReadonlyArray<SiteStructureItem>): ReadonlyArray<SiteSection> =>
    items.flatMap((item) =>
      item.object === "site-section" ? [item] : item.object === "site-section-group" ? below(item.children) : []
    )
  return structure.type === "sections" ? below(structure.structure) : []
}

/** All spaces that a site shows, in its order. */
export const siteSpacesIn = (structure: SiteStructure): ReadonlyArray<SiteSpace> =>
  structure.type === "siteSpaces" ? structure.structure : sectionsIn(structure).flatMap(({ siteSpaces }) => siteSpaces)

/** Where a part of a site is read, below its root; `undefined` for a group, which has no address. */
export const addressOf = (item: SiteStructureItem, root = "/"): string | undefined => {
  switch (item.object) {
    case "site-section":
    case "site-space":
      return item.default ? root : `${root}${item.path}/`
    case "site-external-link":
      return item.url
    default:
      return undefined
  }
}

/**
 * Why not every reader meets a part of a site where one would look for it, and what readers meet first.
 * @param isAlone whether nothing stands beside it
 */
export const marksOf = (item: SiteStructureItem, isAlone: boolean): ReadonlyArray<string> => [
  ...("default" in item && item.default && !isAlone ? ["First"] : []),
  ...(item.draft ? ["Draft"] : []),
  ...("hidden" in item && item.hidden ? ["Hidden"] : []),
  ...("condition" in item && item.condition !== undefined ? ["For some readers"] : [])
]

const pointerTo = ({ id, object }: SiteStructureItem): StructureSort["item"] => ({ type: object, id })

/**
 * What puts one among those that stand beside it a place nearer to their start or their end; `undefined` where it is
 * there already.
 */
export const moveBy = (
  siblings: ReadonlyArray<SiteStructureItem>,
  id: string,
  by: -1 | 1
): StructureSort | undefined => {
  const at = siblings.findIndex((one) => one.id === id)
  const [item, neighbour] = [siblings[at], siblings[at + by]]
  if (item === undefined || neighbour === undefined) return undefined
  const place = pointerTo(neighbour)
  return { item: pointerTo(item), position: by === -1 ? { before: place } : { after: place } }
}

/** Where a redirect of a site leads, in words. @param pageTitle of a page by its ids; `undefined` while it is not known */
export const destinationWords = (
  to: SiteRedirect["destination"],
  structure: SiteStructure,
  pageTitle: (siteSpace: SiteSpace, page: string) => string | undefined
): string => {
  const siteSpaces = siteSpacesIn(structure)
  switch (to.kind) {
    case "external":
      return to.url
    case "site-section":
      return sectionsIn(structure).find(({ id }) => id === to.siteSectionId)?.title ?? "A section that is gone"
    case "site-space":
      return siteSpaces.find(({ id }) => id === to.siteSpaceId)?.title ?? "A space that is gone"
    case "site-page": {
      const found = siteSpaces.find(({ id }) => id === to.siteSpaceId)
      if (found === undefined) return "A space that is gone"
      const title = pageTitle(found, to.pageId) ?? "A page"
      return siteSpaces.length === 1 ? title : `${title} in ${found.title}`
    }
  }
}
