/**
 * The tree of a site: what the use cases of its structure share, a consistent view of it and changes under the lock of the
 * site.
 */
import { Effect } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { Conflict, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { codePoints } from "../../kernel/shared/text.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import { AutomaticRedirects } from "../redirects/AutomaticRedirects.ts"
import { type SiteExternalLink, toExternalLink } from "../site-records/ExternalLink.ts"
import { makeLoadSite, makeWithShareKey } from "../site-records/loadSite.ts"
import {
  type SectionRecord,
  type SiteSection,
  type SiteSectionGroup,
  type SiteStructure,
  toSectionGroup,
  toSiteSection
} from "../site-records/Section.ts"
import { type SectionRecords, SectionStore } from "../site-records/SectionStore.ts"
import type { SiteRecord } from "../site-records/Site.ts"
import { type SiteSpace, type SiteSpaceWithSpace, toSiteSpace } from "../site-records/SiteSpace.ts"
import { SiteSpaceStore } from "../site-records/SiteSpaceStore.ts"
import { SiteStore, type SiteView } from "../site-records/SiteStore.ts"
import {
  childrenOf,
  inDraftGroups,
  inSectionOrder,
  lastPosition,
  type Pointer,
  placeSibling,
  readyLinks,
  type TreeItem,
  withContent
} from "../site-records/siteOrder.ts"
import { Audience } from "../visitors/Audience.ts"

/** A site's structure as one caller sees it. */
export interface SiteTree extends SectionRecords {
  readonly site: SiteRecord
  /** By their positions: those of one section are in order. */
  readonly siteSpaces: ReadonlyArray<SiteSpace>
}

export const makeSiteTree = Effect.gen(function* () {
  const access = yield* Access
  const audit = yield* Audit
  const instance = yield* Instance
  const transaction = yield* Transaction
  const sites = yield* SiteStore
  const siteSpaces = yield* SiteSpaceStore
  const sections = yield* SectionStore
  const redirects = yield* AutomaticRedirects
  const load = makeLoadSite(access, sites)
  const withShareKey = makeWithShareKey(yield* Audience)

  const shown = Effect.fnUntraced(function* (site: SiteRecord, items: ReadonlyArray<SiteSpaceWithSpace>) {
    const roles = yield* access.roles(items.map(({ space }) => space.id))
    const spaces = yield* access.withParents(items.map(({ space }) => space))
    return items.map(({ siteSpace }, i) =>
      toSiteSpace(instance, site, siteSpace, spaces[i]!, roles.get(siteSpace.spaceId) ?? "read")
    )
  })

  /** What the view lets see of the site's spaces, section by section as a reader meets them, with keys of that order. */
  const inReadingOrder = Effect.fnUntraced(function* (site: SiteRecord, view: SiteView) {
    return inSectionOrder(yield* sections.all(site.id), yield* siteSpaces.all(site, view))
  })

  /** What the view lets see. Visitors see no section that shows nothing, and no group without sections. */
  const tree = Effect.fnUntraced(function* (site: SiteRecord, view: SiteView) {
    const records = yield* sections.all(site.id)
    const seen = yield* siteSpaces.all(site, view)
    const filled = new Set(seen.map(({ siteSpace }) => siteSpace.sectionId))
    const visible = view.shownOnly
      ? withContent(
          records,
          ({ id }) => filled.has(id),
          readyLinks(records).filter(({ condition }) => condition === null)
        )
      : records
    return { site, ...visible, siteSpaces: yield* shown(site, seen) } satisfies SiteTree
  })

  const toSection = (tree: SiteTree, section: SectionRecord): SiteSection =>
    toSiteSection(
      instance,
      tree.site,
      section,
      tree.siteSpaces.filter((one) => one.section === section.id)
    )

  const toItem = (tree: SiteTree, item: TreeItem): SiteSection | SiteSectionGroup | SiteExternalLink => {
    switch (item.type) {
      case "site-section":
        return toSection(tree, item.section)
      case "site-external-link":
        return toExternalLink(item.link)
      case "site-section-group":
        return toSectionGroup(
          item.group,
          childrenOf(tree, item.id).map((child) => toItem(tree, child))
        )
    }
  }

  /** The whole of what the view lets see. */
  const whole = Effect.fnUntraced(function* (
    site: SiteRecord,
    view: SiteView
  ): Effect.fn.Return<SiteStructure, StorageError, CurrentActor> {
    const seen = yield* tree(site, view)
    const onlyOthers = seen.siteSpaces.length === 0 && seen.links.length + seen.groups.length > 0
    if (site.defaultSiteSection === null && !onlyOthers) return { type: "siteSpaces", structure: seen.siteSpaces }
    return { type: "sections", structure: childrenOf(seen, null).map((item) => toItem(seen, item)) }
  })

  /** Puts something elsewhere among what stands beside it; without a place, last. */
  const arrange = Effect.fnUntraced(function* (
    site: SiteRecord,
    item: Pointer,
    position: { readonly before?: Pointer | undefined; readonly after?: Pointer | undefined }
  ) {
    const siblings = yield* siblingsOf(site.id, item)
    if (siblings === undefined) return yield* NotFound.of(item.type.replaceAll("-", " "), item.id)
    for (const { id, position: at, type } of yield* Effect.fromResult(placeSibling(siblings, item, position))) {
      if (type === "site-space") yield* siteSpaces.update(id, { position: at })
      else if (type === "site-section") yield* sections.update(id, { position: at })
      else if (type === "site-external-link") yield* sections.updateLink(id, { position: at })
      else yield* sections.updateGroup(id, { position: at })
    }
    return { result: undefined, payload: { moved: item } }
  })

  const siblingsOf = Effect.fnUntraced(function* (siteId: string, { id, type }: Pointer) {
    if (type === "site-space") {
      const places = yield* siteSpaces.places(siteId)
      const found = places.find((one) => one.id === id)
      return found && places.filter((one) => one.sectionId === found.sectionId).map((one) => ({ ...one, type }))
    }
    const records = yield* sections.all(siteId)
    const parent =
      type === "site-section"
        ? records.sections.find((one) => one.id === id)?.groupId
        : type === "site-external-link"
          ? records.links.find((one) => one.id === id)?.groupId
          : records.groups.find((one) => one.id === id)?.parentId
    return parent === undefined ? undefined : childrenOf(records, parent)
  })

  /** Makes what a site without sections shows its first section, the default one. */
  const adopt = Effect.fnUntraced(function* ({ id: siteId, organizationId }: SiteRecord, view: SiteView) {
    if ((yield* sections.all(siteId)).sections.length > 0) return
    const [first, ...others] = yield* siteSpaces.places(siteId)
    if (first === undefined) return
    // as it is now that it is locked
    const site = (yield* sites.get(organizationId, siteId, view)) ?? (yield* NotFound.of("site", siteId))
    const theDefault = [first, ...others].find(({ id }) => id === site.defaultSiteSpace) ?? first
    const id = makeId()
    yield* sections.insert({
      id,
      siteId,
      groupId: null,
      title: sectionTitle(theDefault.title),
      icon: null,
      path: theDefault.path,
      draft: false,
      position: lastPosition(childrenOf(yield* sections.all(siteId), null)),
      defaultSiteSpace: theDefault.id
    })
    yield* sections.adopt(siteId, id)
    yield* sites.update(siteId, { defaultSiteSection: id, defaultSiteSpace: null }, yield* now)
  })

  /** What stands in a draft group is a draft, too, wherever spaces are looked up. */
  const markDrafts = Effect.fnUntraced(function* (siteId: string) {
    const records = yield* sections.all(siteId)
    const inside = inDraftGroups(records)
    const marked = records.sections.filter(({ inDraft }) => inDraft)
    if (marked.length === inside.length && inside.every(({ inDraft }) => inDraft)) return
    yield* sections.putInDraft(
      siteId,
      inside.map(({ id }) => id)
    )
  })

  /** Runs a change while nothing else changes the site, and notes it in the trail. */
  const change = <A, E, R>(
    site: SiteRecord,
    made: Effect.Effect<{ readonly result: A; readonly payload: Readonly<Record<string, unknown>> }, E, R>
  ) =>
    transaction.run(
      Effect.gen(function* () {
        if (!(yield* sites.lock(site.id))) return yield* NotFound.of("site", site.id)
        const { payload, result } = yield* redirects.keepingOldPaths(
          site.id,
          Effect.tap(made, () => markDrafts(site.id))
        )
        // pages are drawn with the structure around them
        yield* sites.update(site.id, {}, yield* now)
        yield* audit.record({
          organizationId: site.organizationId,
          action: "site.structure",
          target: { type: "site", id: site.id, label: site.title },
          payload
        })
        return result
      })
    )

  return {
    adopt,
    arrange,
    change,
    inReadingOrder,
    load,
    withShareKey,
    sections,
    shown,
    siteSpaces,
    sites,
    titleOf: yield* makeTitleOf,
    toItem,
    toSection,
    tree,
    whole
  }
})

/** The title of a space of the organization that the caller may see. */
export const makeTitleOf = Effect.gen(function* () {
  const access = yield* Access
  const sites = yield* SiteStore
  return Effect.fnUntraced(function* (organizationId: string, spaceId: string) {
    const title = (yield* sites.spaceTitles(organizationId, [spaceId])).get(spaceId)
    const roles = yield* access.roles([spaceId])
    if (title === undefined || !roles.has(spaceId)) {
      return yield* new Invalid({ message: "spaceId names no space of this organization" })
    }
    return title
  })
})

/** A section's title out of a space's, which may be shorter than one can be. */
export const sectionTitle = (space: string): string => (codePoints(space.trim()) < 2 ? "Untitled section" : space)

/** Part of a list that is at hand, with the keys that its order follows. */
export const sliceOf = <A extends { readonly key: string }>(
  all: ReadonlyArray<A>,
  { after, limit }: Slice
): Sliced<A> => ({
  items: (after === undefined ? all : all.filter(({ key }) => key > String(after[0]))).slice(0, limit),
  count: all.length
})

/** A path that a section or site space cannot have, because a URL would mean two things. */
export const pathTaken = (path: string): Conflict =>
  new Conflict({ message: `The path ${path} is another section's or site space's` })

/**
 * Which paths a section cannot have: those of the other sections, and of the spaces beside the default one in the
 * default section, which are at the same place.
 */
export const takenBySections = (
  records: SectionRecords,
  places: ReadonlyArray<{ readonly path: string; readonly sectionId: string | null }>,
  except?: string
): ReadonlySet<string> => {
  const atRoot = records.sections.find(({ isDefault }) => isDefault)?.id
  return new Set([
    ...records.sections.filter(({ id }) => id !== except).map(({ path }) => path),
    ...places.filter(({ sectionId }) => sectionId === atRoot && atRoot !== except).map(({ path }) => path)
  ])
}

/** Which paths a space of a section cannot have; in the default section also those of the sections. */
export const takenBySiteSpaces = (
  records: SectionRecords,
  places: ReadonlyArray<{ readonly id: string; readonly path: string; readonly sectionId: string | null }>,
  sectionId: string | null,
  except?: string
): ReadonlySet<string> => {
  const isAtRoot = records.sections.some(({ id, isDefault }) => isDefault && id === sectionId)
  return new Set([
    ...places.filter((one) => one.sectionId === sectionId && one.id !== except).map(({ path }) => path),
    ...(isAtRoot ? records.sections.filter(({ isDefault }) => !isDefault).map(({ path }) => path) : [])
  ])
}

/** The spaces of a section that could not be reached with it at the root: at their paths are other sections. */
export const collisionsAtRoot = <A extends { readonly path: string; readonly sectionId: string | null }>(
  records: SectionRecords,
  places: ReadonlyArray<A>,
  sectionId: string
): ReadonlyArray<A> => {
  const others = new Set(records.sections.filter(({ id }) => id !== sectionId).map(({ path }) => path))
  return places.filter((place) => place.sectionId === sectionId && others.has(place.path))
}
