/** Where else a reader can go from a page: sections of the site, versions and languages of the section. */

import { missingIsDamage } from "@octavo/core/content/revisions/missingIsDamage"
import type { ExternalLinkRecord } from "@octavo/core/delivery/site-records/ExternalLink"
import { localizedTo } from "@octavo/core/delivery/site-records/localized"
import type { SectionRecord } from "@octavo/core/delivery/site-records/Section"
import type { SiteSpaceRecord } from "@octavo/core/delivery/site-records/SiteSpace"
import { childrenOf, type TreeItem, withContent } from "@octavo/core/delivery/site-records/siteOrder"
import { type VersionState, versionStateOf } from "@octavo/core/delivery/site-records/versions"
import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import type { Judge } from "@octavo/core/kernel/conditions/Judge"
import { defined, present } from "@octavo/core/kernel/shared/defined"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { Instance } from "@octavo/core/kernel/shared/Instance"
import { labelsFor } from "@octavo/render/labels"
import type { IndexedPage, SpaceIndex } from "@octavo/render/spaceIndex"
import { Effect } from "effect"
import type { PageContent, SiteView, SwitchEntry, SwitchGroup } from "../view.ts"
import { canonicalUrl } from "./addresses.ts"
import type { Contents, OpenIndex } from "./contents.ts"
import type { Look } from "./look.ts"
import { baseOf, type PublishedContent } from "./pageContext.ts"

/** The switches of a page: to other sections, versions and languages. */
export interface Switches {
  readonly site: Pick<SiteView, "sections" | "variants" | "languages" | "version">
  readonly alternates: PageContent["alternates"]
  /** Absolute address of the same page in the newest version, where another one is read that has it, too. */
  readonly canonicalUrl: string | undefined
}

/** Another space of the same section, and what it shows now. */
export interface Sibling {
  readonly siteSpace: SiteSpaceRecord
  readonly shown: PublishedContent
}

/** The spaces of the section that a reader may switch between, the one shown among them. */
const variantsOf = ({ siteSpace, siteSpaces }: PublishedLocation): ReadonlyArray<SiteSpaceRecord> =>
  siteSpaces.filter((one) => one.sectionId === siteSpace.sectionId && (!one.hidden || one.id === siteSpace.id))

/** How the site space of a location stands to the newest version of the same docs that the reader may be led to. */
export const versionState = (location: PublishedLocation): VersionState<SiteSpaceRecord> | undefined =>
  versionStateOf(location.siteSpace, variantsOf(location))

/** A page of a version in another one: at the same path, else elsewhere, because copies of pages have the same ids. */
export const samePageIn = (index: SpaceIndex, { page, path }: IndexedPage): IndexedPage | undefined =>
  index.pageByPath.get(path) ?? index.pageById.get(page.id)

/**
 * The variants as two choices. Those of one language are versions, in their order; in another language the version of the
 * same name is the same one, else the one of the same rank, or the first one when there are fewer.
 * @param locale language of spaces that do not say theirs
 */
export const choicesOf = (
  location: PublishedLocation,
  locale: string
): { readonly versions: ReadonlyArray<SiteSpaceRecord>; readonly languages: ReadonlyArray<SiteSpaceRecord> } => {
  const { siteSpace } = location
  const byLanguage = Map.groupBy(variantsOf(location), ({ language }) => language ?? locale)
  const versions = byLanguage.get(siteSpace.language ?? locale) ?? []
  const rank = versions.findIndex(({ id }) => id === siteSpace.id)
  const named = (same: ReadonlyArray<SiteSpaceRecord>) =>
    siteSpace.versionOf === null
      ? undefined
      : same.find((one) => one.id === siteSpace.id || (one.versionOf !== null && one.title === siteSpace.title))
  return { versions, languages: Array.from(byLanguage.values(), (same) => named(same) ?? same[rank] ?? same[0]!) }
}

/**
 * The tabs of a site, when there is more than one: sections with something to see, links that lead elsewhere, and their
 * groups.
 * @param language of what the reader sees
 */
export const sectionEntries = (location: PublishedLocation, language: string): SiteView["sections"] => {
  const { groups, links, sections, siteBasePath, siteSpace, siteSpaces } = location
  const listed = new Set(siteSpaces.filter(({ hidden }) => !hidden).map(({ sectionId }) => sectionId))
  const records = withContent({ groups, links, sections }, ({ id }) => listed.has(id) || id === siteSpace.sectionId)
  if (records.sections.length + links.length < 2) return undefined
  const base = (path: string): string => (path === "" ? siteBasePath : `${siteBasePath}${path}/`)
  const named = (one: SectionRecord | ExternalLinkRecord) => ({
    title: localizedTo(language, one.title, one.localizedTitle),
    ...present({ icon: one.icon }),
    ...(one.description === null
      ? {}
      : { description: localizedTo(language, one.description, one.localizedDescription) })
  })
  const entry = (item: TreeItem): SwitchEntry | SwitchGroup => {
    if (item.type === "site-section") {
      const { id, isDefault, path } = item.section
      return { ...named(item.section), href: base(isDefault ? "" : path), active: id === siteSpace.sectionId }
    }
    if (item.type === "site-external-link") return { ...named(item.link), href: item.link.url, external: true }
    const { icon } = item.group
    const title = localizedTo(language, item.group.title, item.group.localizedTitle)
    const children = childrenOf(records, item.id).map(entry)
    return {
      kind: "group",
      title,
      active: children.some(({ active }) => active === true),
      children,
      ...present({ icon })
    }
  }
  return childrenOf(records, null).map(entry)
}

const names = new WeakMap<object, string>()
const nameOfRecord = (record: object): string => {
  const known = names.get(record)
  if (known !== undefined) return known
  const made = contentHash(utf8.encode(JSON.stringify(record))).slice(0, 16)
  names.set(record, made)
  return made
}

/** Names the structure around a page, as its visitor sees it: pages that are kept were drawn with it. */
export const structureName = ({ groups, links, sections, siteSpaces }: PublishedLocation): string =>
  [...groups, ...links, ...sections, ...siteSpaces].map(nameOfRecord).join("")

export const makeSwitches = Effect.fnUntraced(function* (contents: Contents) {
  const instance = yield* Instance

  /** The other spaces of the section that a page can switch to. */
  const siblingsOf = Effect.fnUntraced(function* (location: PublishedLocation, { locale }: Pick<Look, "locale">) {
    const { languages, versions } = choicesOf(location, locale)
    const found: Array<Sibling> = []
    const version = versionState(location)
    for (const siteSpace of new Set([...versions, ...languages, ...(version === undefined ? [] : [version.newest])])) {
      if (siteSpace.id === location.siteSpace.id) continue
      const shown = yield* contents.shownAt(siteSpace)
      if (shown !== null) found.push({ siteSpace, shown })
    }
    return found
  })

  /** Path of the page at the same path in another space; `undefined` when there is none that the visitor is led to. */
  const samePage = Effect.fnUntraced(function* (shown: PublishedContent, judge: Judge, path: string) {
    if (path === "") return ""
    const page = yield* missingIsDamage(shown.tree.pageByPath(path))
    if (page === undefined || page.type !== "document") return undefined
    return (yield* contents.indexOf(shown, judge)).pageById.get(page.id)?.path
  })

  /** @param path of the page in its space, decoded */
  const switches = Effect.fnUntraced(function* (
    location: PublishedLocation,
    index: OpenIndex,
    siblings: ReadonlyArray<Sibling>,
    path: string,
    { locale }: Pick<Look, "locale">
  ) {
    const { siteSpace } = location
    const sections = sectionEntries(location, siteSpace.language ?? locale)
    const paths = new Map([[siteSpace.id, index.pageByPath.has(path) ? path : undefined]])
    for (const { shown, siteSpace } of siblings) paths.set(siteSpace.id, yield* samePage(shown, location.judge, path))
    const { languages, versions } = choicesOf(location, locale)
    const version = versionState(location)
    const newest = siblings.find((one) => one.siteSpace.id === version?.newest.id)
    const read = index.pageByPath.get(path)
    if (newest !== undefined && read !== undefined) {
      paths.set(newest.siteSpace.id, samePageIn(yield* contents.indexOf(newest.shown, location.judge), read)?.path)
    }
    const languageOf = ({ language }: SiteSpaceRecord): string => language ?? locale
    const there = (one: SiteSpaceRecord): boolean => paths.has(one.id)
    const encoded = (one: SiteSpaceRecord): string =>
      (paths.get(one.id) ?? "").split("/").map(encodeURIComponent).join("/")
    const entry = (one: SiteSpaceRecord, title: string): SwitchEntry => ({
      title,
      href: baseOf(location, one) + encoded(one),
      active: one.id === siteSpace.id
    })
    const isNewest = (one: SiteSpaceRecord): boolean => one.id === version?.newest.id
    const { newest: word } = labelsFor(languageOf(siteSpace))
    const isOther = newest !== undefined && version !== undefined && version.state !== "newest"
    const isInNewest = isOther && read !== undefined && paths.get(newest.siteSpace.id) !== undefined
    const translated = languages.filter((one) => there(one) && paths.get(one.id) !== undefined)
    const alternate = (one: SiteSpaceRecord, language = languageOf(one)) => ({
      language,
      href: canonicalUrl(instance, { ...location, siteSpace: one }) + encoded(one)
    })
    const standard = translated.find(({ isDefault }) => isDefault)
    return {
      site: {
        ...defined({ sections }),
        ...(versions.length < 2
          ? {}
          : {
              variants: versions.filter(there).map((one) => ({
                ...entry(one, one.title),
                ...(isNewest(one) ? { note: word } : {})
              }))
            }),
        ...(isOther
          ? {
              version: {
                title: siteSpace.title,
                state: version.state,
                newest: entry(newest.siteSpace, newest.siteSpace.title)
              }
            }
          : {}),
        ...(languages.length < 2
          ? {}
          : {
              languages: languages.filter(there).map((one) => {
                const language = languageOf(one)
                return { ...entry(one, nameOf(language)), language }
              })
            })
      },
      canonicalUrl: isInNewest ? alternate(newest.siteSpace).href : undefined,
      // translations are told of pages that are to be found
      alternates:
        translated.length < 2 || isInNewest
          ? undefined
          : [
              ...translated.map((one) => alternate(one)),
              ...(standard === undefined ? [] : [alternate(standard, "x-default")])
            ]
    } satisfies Switches
  })

  return { siblingsOf, switches }
})

/** A language by its own name, as it begins a line. */
const nameOf = (language: string): string => {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
