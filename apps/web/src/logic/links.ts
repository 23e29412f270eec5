/** What is said of the links of a space. Pure. */
import type { ContentLink, ContentPlace } from "./api.ts"
import { counted } from "./words.ts"

interface LinkCounts {
  readonly total: number
  readonly broken: { readonly total: number; readonly changeRequest?: number }
}

/** How many links there are, and how many are broken. @param where as in " on this page" */
export const linkCountWords = ({ broken, total }: LinkCounts, where = ""): string => {
  if (total === 0) return `No link to a page, a file or a space${where}.`
  const all = `${counted(total, "link")} to pages, files and spaces${where}`
  if (broken.total === 0) return `${all}, none of them broken.`
  const byDraft = broken.changeRequest ?? 0
  const draft = byDraft === 0 ? "" : byDraft === broken.total ? " by your draft" : `, ${byDraft} of them by your draft`
  return `${all}, ${broken.total} of them broken${draft}.`
}

/** The sign that stands before a link: of what it leads to. */
export const linkSign = ({
  status,
  targetReference
}: ContentLink): "warning" | "out" | "page" | "file" | "note" | "book" => {
  if (status === "broken") return "warning"
  return signs[targetReference?.kind ?? "url"]
}

const signs = {
  page: "page",
  file: "file",
  "reusable-content": "note",
  space: "book",
  url: "out"
} as const satisfies Readonly<Record<ContentPlace["kind"], string>>

/** Links of one page, or of one reusable content. */
export interface LinkGroup {
  readonly id: string
  /** Without the section of the first link. */
  readonly place: ContentPlace
  readonly links: ReadonlyArray<ContentLink>
}

/** Links by what they stand in, in the order of the list. */
export const linkGroups = (links: ReadonlyArray<ContentLink>): ReadonlyArray<LinkGroup> => {
  const groups = new Map<string, { readonly place: ContentPlace; readonly links: Array<ContentLink> }>()
  for (const link of links) {
    const [place] = link.locationReferences
    if (place === undefined) continue
    const id = idOf(place)
    const group = groups.get(id)
    if (group !== undefined) group.links.push(link)
    else groups.set(id, { place: withoutSection(place), links: [link] })
  }
  return Array.from(groups, ([id, group]) => ({ id, ...group }))
}

const idOf = (place: ContentPlace): string =>
  place.kind === "page" ? place.page.id : place.kind === "reusable-content" ? place.reusableContent.id : place.kind

const withoutSection = (place: ContentPlace): ContentPlace => {
  if (place.kind !== "page") return place
  const { internalLocation: _, ...page } = place
  return page
}

/** The places of a link that are sections of a page. */
export const sectionsOf = ({ locationReferences }: ContentLink): ReadonlyArray<ContentPlace> =>
  locationReferences.filter((place) => place.kind === "page" && place.internalLocation !== undefined)
