/** The order and nesting of what a site is made of. Pure; `test/delivery/site-records/siteOrder.test.ts`. */
import { Result } from "effect"
import { Invalid } from "../../kernel/shared/errors.ts"
import { positionBetween, positionsBetween } from "../../kernel/shared/position.ts"
import type { ExternalLinkRecord } from "./ExternalLink.ts"
import type { SectionGroupRecord, SectionRecord } from "./Section.ts"
import type { SectionRecords } from "./SectionStore.ts"
import type { SiteSpaceRecord } from "./SiteSpace.ts"
import type { PublishedSiteRecord } from "./SiteStore.ts"

/** How many groups may stand in each other. */
export const maxGroupNesting = 10

/** Positions grow when things are put between the same two again and again; from here on all are made new. */
const longPosition = 64

export type SiblingType = "site-space" | "site-section" | "site-section-group" | "site-external-link"

/** Names something in a site's structure. */
export interface Pointer {
  readonly type: SiblingType
  readonly id: string
}

export interface Sibling extends Pointer {
  readonly position: string
}

const same = (a: Pointer, b: Pointer): boolean => a.type === b.type && a.id === b.id

const byPosition = (a: Sibling, b: Sibling): number =>
  a.position < b.position ? -1 : a.position > b.position ? 1 : a.id < b.id ? -1 : 1

/**
 * Puts one among its siblings: what gets which position. Without a place, last.
 * @param siblings in any order, `moved` itself among them or not
 */
export const placeSibling = (
  siblings: ReadonlyArray<Sibling>,
  moved: Pointer,
  asked: { readonly before?: Pointer | undefined; readonly after?: Pointer | undefined }
): Result.Result<ReadonlyArray<Sibling>, Invalid> => {
  const others = siblings.filter((one) => !same(one, moved)).sort(byPosition)
  const find = (ref: Pointer | undefined) => (ref === undefined ? undefined : others.findIndex((one) => same(one, ref)))
  const [before, after] = [find(asked.before), find(asked.after)]
  for (const [name, found] of Object.entries({ before, after })) {
    if (found === -1) {
      return Result.fail(new Invalid({ message: `position.${name} must name another one that stands beside it` }))
    }
  }
  if (after !== undefined && before !== undefined && after >= before) {
    return Result.fail(new Invalid({ message: "position: what it goes after must stand before what it goes before" }))
  }
  const slot = after !== undefined ? after + 1 : (before ?? others.length)
  const position = positionBetween(others[slot - 1]?.position ?? null, others[slot]?.position ?? null)
  if (position.length <= longPosition) return Result.succeed([{ ...moved, position }])
  const all = others.toSpliced(slot, 0, { ...moved, position })
  return Result.succeed(
    positionsBetween(null, null, all.length).map((each, i) => ({ type: all[i]!.type, id: all[i]!.id, position: each }))
  )
}

/** The position after the last of them. */
export const lastPosition = (siblings: ReadonlyArray<{ readonly position: string }>): string =>
  positionBetween(
    siblings.reduce<string | null>((last, { position }) => (last === null || position > last ? position : last), null),
    null
  )

export type TreeItem =
  | (Sibling & { readonly type: "site-section"; readonly section: SectionRecord })
  | (Sibling & { readonly type: "site-section-group"; readonly group: SectionGroupRecord })
  | (Sibling & { readonly type: "site-external-link"; readonly link: ExternalLinkRecord })

/** What stands directly in a group, or at the top, in order. */
export const childrenOf = (
  { groups, links, sections }: SectionRecords,
  parent: string | null
): ReadonlyArray<TreeItem> =>
  [
    ...sections
      .filter(({ groupId }) => groupId === parent)
      .map((section): TreeItem => ({ type: "site-section", id: section.id, position: section.position, section })),
    ...groups
      .filter(({ parentId }) => parentId === parent)
      .map((group): TreeItem => ({ type: "site-section-group", id: group.id, position: group.position, group })),
    ...links
      .filter(({ groupId }) => groupId === parent)
      .map((link): TreeItem => ({ type: "site-external-link", id: link.id, position: link.position, link }))
  ].sort(byPosition)

/**
 * All sections, groups and external links as a reader meets them: a group before what is in it. The keys sort the same way, and are
 * those of what stands, whatever comes or goes.
 */
export const inOrder = (
  records: SectionRecords,
  parent: string | null = null,
  prefix = ""
): ReadonlyArray<TreeItem & { readonly key: string }> =>
  childrenOf(records, parent).flatMap((item) => {
    // a space sorts before every letter of a position, a slash before the positions of what is inside
    const key = `${prefix}${item.position} ${item.id}`
    return item.type === "site-section-group"
      ? [{ ...item, key }, ...inOrder(records, item.id, `${key}/`)]
      : [{ ...item, key }]
  })

/** All sections as a reader meets them. */
export const sectionsInOrder = (records: SectionRecords): ReadonlyArray<SectionRecord> =>
  inOrder(records).flatMap((item) => (item.type === "site-section" ? [item.section] : []))

/**
 * Which section is the default when one goes: the next one, else the first; those that visitors are shown before all
 * others. `null`: none is left.
 * @param isShown whether visitors see something of a section
 */
export const nextDefault = (
  records: SectionRecords,
  gone: string,
  isShown: (section: SectionRecord) => boolean
): string | null => {
  const all = sectionsInOrder(records)
  const at = all.findIndex(({ id }) => id === gone)
  const candidates = [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))]
  return (candidates.find(isShown) ?? candidates[0])?.id ?? null
}

/** The groups around one, the outermost first, itself last. */
const groupPath = ({ groups }: SectionRecords, groupId: string | null): ReadonlyArray<string> => {
  const path: Array<string> = []
  for (let id = groupId; id !== null; id = groups.find((group) => group.id === id)?.parentId ?? null) path.unshift(id)
  return path
}

/** How many levels of groups a group is, itself included. */
const heightOf = (records: SectionRecords, groupId: string): number =>
  1 +
  Math.max(0, ...records.groups.filter(({ parentId }) => parentId === groupId).map(({ id }) => heightOf(records, id)))

/** Why a group cannot stand in another one; `moved` is `undefined` for a new one. */
export const nestingProblem = (
  records: SectionRecords,
  moved: string | undefined,
  parent: string | null
): string | undefined => {
  const around = groupPath(records, parent)
  if (moved !== undefined && around.includes(moved)) return "A group cannot stand in itself or below itself"
  const height = moved === undefined ? 1 : heightOf(records, moved)
  return around.length + height > maxGroupNesting ? `Groups nest at most ${maxGroupNesting} deep` : undefined
}

/** Whether what stands in a group stands in a draft, the group itself or one further out. */
const isInDraft = (records: SectionRecords) => {
  const drafts = new Set(records.groups.filter(({ draft }) => draft).map(({ id }) => id))
  return ({ groupId }: { readonly groupId: string | null }): boolean =>
    drafts.size > 0 && groupPath(records, groupId).some((id) => drafts.has(id))
}

/** The sections that stand in a draft group, itself or further out. */
export const inDraftGroups = (records: SectionRecords): ReadonlyArray<SectionRecord> =>
  records.sections.filter(isInDraft(records))

/** The external links that visitors may be shown, if their conditions hold: no drafts. */
export const readyLinks = (records: SectionRecords): ReadonlyArray<ExternalLinkRecord> => {
  const inDraft = isInDraft(records)
  return records.links.filter((link) => !link.draft && !inDraft(link))
}

/**
 * Without the sections that show nothing, and the groups that hold nothing.
 * @param links those that are shown
 */
export const withContent = (
  records: SectionRecords,
  isFilled: (section: SectionRecord) => boolean,
  links = records.links
): SectionRecords => {
  const sections = records.sections.filter(isFilled)
  const holding = new Set([...sections, ...links].flatMap(({ groupId }) => groupPath(records, groupId)))
  return { sections, groups: records.groups.filter(({ id }) => holding.has(id)), links }
}

/** Site spaces section by section as a reader meets them, with keys that sort the same way. */
export const inSectionOrder = <A extends { readonly siteSpace: SiteSpaceRecord }>(
  records: SectionRecords,
  siteSpaces: ReadonlyArray<A>
): ReadonlyArray<A & { readonly key: string }> => {
  const keys = new Map(inOrder(records).map(({ id, key }) => [id, key]))
  return siteSpaces
    .map((item) => {
      const { id, position, sectionId } = item.siteSpace
      return { ...item, key: `${keys.get(sectionId ?? "") ?? ""}/${position} ${id}` }
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** The same site with the sections that show something, and its spaces, as a reader meets them. */
export const orderedForReaders = (found: PublishedSiteRecord): PublishedSiteRecord => {
  if (found.sections.length + found.links.length === 0) return found
  const filled = new Set(found.siteSpaces.map(({ sectionId }) => sectionId))
  const shown = withContent(found, ({ id }) => filled.has(id))
  const siteSpaces = inSectionOrder(
    found,
    found.siteSpaces.map((siteSpace) => ({ siteSpace }))
  )
  return {
    site: found.site,
    groups: shown.groups,
    links: shown.links,
    sections: sectionsInOrder(shown),
    siteSpaces: siteSpaces.map(({ siteSpace }) => siteSpace)
  }
}
