/** The context that a page is drawn in: the site as it looks, its navigation, and addresses on it. Pure. */
import type { PageRecord } from "@octavo/core/content/revisions/model/Records"
import type { Revision } from "@octavo/core/content/revisions/model/RevisionTree"
import type { SpaceRecord } from "@octavo/core/content/spaces/Space"
import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { isTrackingPixel, resolveHref } from "@octavo/document"
import { type KeptPictures, pictureAt, pictureHref } from "@octavo/render/pictures"
import { toResolvedFile } from "@octavo/render/resolver"
import { fileOf, type SpaceIndex } from "@octavo/render/spaceIndex"
import type { Html } from "../html/html.ts"
import { renderBranches } from "../page/navigation.ts"
import { ASK_PATH, SEARCH_PATH } from "../page/searchForm.ts"
import type { Cover, SiteView } from "../view.ts"
import type { OpenIndex } from "./contents.ts"
import type { Look } from "./look.ts"
import { leavesBranchesOut, linkedPlaces, type NavigationPlace, navigationTree } from "./navigation.ts"
import type { OtherSpaces } from "./otherSpaces.ts"
import type { Switches } from "./switches.ts"

/** The content that a site space shows now. */
export interface PublishedContent {
  readonly space: SpaceRecord
  /** Its content, computed pages made. */
  readonly tree: Revision
  /** The page that was chosen for the root, there or not. */
  readonly home: string | null
  /** Names that content, with the page at its root. */
  readonly root: string
  readonly repositoryTree: string | undefined
}

/** The whole navigation, under a name that changes with the content: it may be cached for ever. */
const branchesHref = (
  location: PublishedLocation,
  shown: PublishedContent,
  index: OpenIndex,
  context: PageContext
): string =>
  `${location.basePath}~navigation/${encodeURIComponent(languageOf(shown, context))}/${branchesName(location, shown, index, context)}`

/** The whole navigation of a content as a visitor sees it. */
export const drawBranches = (
  location: PublishedLocation,
  shown: PublishedContent,
  index: OpenIndex,
  context: Pick<PageContext, "locale" | "otherSpaces" | "view">
): Html =>
  renderBranches(
    navigationTree(index, placeIn(location, context), [], false),
    languageOf(shown, context),
    context.view.externalTarget
  )

/** Names of what was drawn for files, with the place that it is for: each page has it. */
const drawnNames = new WeakMap<OpenIndex, { readonly basePath: string; readonly name: string }>()

/**
 * Names the navigation of a content as a visitor sees it, with where its links to other sites and spaces lead. Who serves
 * has no time to draw it for that after each edit; of files all would be others after one, so that it names what is drawn.
 */
export const branchesName = (
  location: PublishedLocation,
  shown: PublishedContent,
  index: OpenIndex,
  context: Pick<PageContext, "locale" | "otherSpaces" | "view">
): string => {
  const { root } = shown
  const { view } = context
  if (view.asFiles === true) {
    const { basePath } = location
    const known = drawnNames.get(index)
    if (known?.basePath === basePath) return known.name
    const name = contentHash(utf8.encode(drawBranches(location, shown, index, context).text)).slice(0, 16)
    drawnNames.set(index, { basePath, name })
    return name
  }
  const seen = [index.variant, ...linkedPlaces(index, placeIn(location, context))].join("\n")
  return (
    root.slice(0, 16) +
    (seen === "" ? "" : `-${contentHash(utf8.encode(seen)).slice(0, 16)}`) +
    (view.externalTarget ?? "")
  )
}

export const languageOf = ({ space }: PublishedContent, { locale }: Pick<Look, "locale">): string =>
  space.language ?? locale

/** Path of a site space below which its pages are; begins and ends with a slash. */
export const baseOf = (
  { basePath, siteBasePath, siteSpace }: PublishedLocation,
  other: PublishedLocation["siteSpace"]
): string =>
  other.id === siteSpace.id ? basePath : `${siteBasePath}${other.urlPath === "" ? "" : `${other.urlPath}/`}`

/** The site space of a visitor's site that shows a space: one of the section that the visitor is in before all others. */
export const siteSpaceOf = (
  { siteSpace, siteSpaces }: Pick<PublishedLocation, "siteSpace" | "siteSpaces">,
  spaceId: string
): PublishedLocation["siteSpace"] | undefined => {
  if (siteSpace.spaceId === spaceId) return siteSpace
  const found = siteSpaces.filter((one) => one.spaceId === spaceId)
  return found.find(({ sectionId }) => sectionId === siteSpace.sectionId) ?? found[0]
}

/** Where the navigation of a site space is, and what its entries for other spaces lead to. */
export const placeIn = (
  { basePath, siteBasePath }: PublishedLocation,
  { otherSpaces }: Pick<PageContext, "otherSpaces">
): NavigationPlace => ({
  basePath,
  siteBasePath,
  spaceAt: otherSpaces.at
})

/** A space of a site by its section, and by its own title where the section has several. */
export const titleOf = (
  { sections, siteSpaces }: PublishedLocation,
  { sectionId, title }: PublishedLocation["siteSpace"]
): string => {
  const section = sections.find(({ id }) => id === sectionId)
  if (section === undefined) return title
  const alone = siteSpaces.filter((one) => one.sectionId === sectionId && !one.hidden).length < 2
  return alone ? section.title : `${section.title}: ${title}`
}

/** The context of every page of a site space: what is drawn around it, and where its links lead. */
export interface PageContext extends Look {
  readonly switches: Switches
  /** Those that the navigation leads to were looked at. */
  readonly otherSpaces: OtherSpaces
}

export const siteView = (
  location: PublishedLocation,
  shown: PublishedContent,
  index: OpenIndex,
  path: ReadonlyArray<string>,
  context: PageContext
): SiteView => {
  const { basePath, siteBasePath } = location
  const { switches, view } = context
  return {
    ...view,
    homeHref: view.homeHref ?? siteBasePath,
    language: languageOf(shown, context),
    basePath: siteBasePath.replace(/\/$/, ""),
    // of a site with sections a space is one part only
    ...(shown.space.emoji === "" || switches.site.sections !== undefined || view.emoji !== undefined
      ? {}
      : { emoji: shown.space.emoji }),
    insights: context.insights,
    searchHref: `${basePath}${SEARCH_PATH}`,
    askHref: context.asks ? `${basePath}${ASK_PATH}` : undefined,
    navigation: navigationTree(index, placeIn(location, context), path),
    ...(leavesBranchesOut(index) ? { branchesHref: branchesHref(location, shown, index, context) } : {}),
    ...switches.site
  }
}

/** The cover of a page: a file, the copy of a picture of another host, or that picture where pages load it. */
export const coverOf = (
  page: PageRecord,
  {
    basePath,
    index,
    pictures
  }: { readonly basePath: string; readonly index: SpaceIndex; readonly pictures: KeptPictures },
  remoteImages: boolean
): Cover | undefined => {
  const ref = page.cover?.ref
  if (ref?.kind === "url" && isTrackingPixel({ src: ref.url })) return undefined
  const file =
    ref?.kind === "file"
      ? index.fileById.get(ref.file)
      : ref?.kind === "url"
        ? fileOf(index, resolveHref(ref.url, page.git?.path ?? ""))
        : undefined
  const kept = ref?.kind === "url" ? pictureAt(pictures, ref.url, (copy) => pictureHref(basePath, copy)) : undefined
  if (kept === "tracker") return undefined
  const url =
    kept?.url ??
    (ref?.kind === "url" && remoteImages && /^https?:\/\//i.test(ref.url)
      ? ref.url
      : file && toResolvedFile(basePath, file).url)
  if (url === undefined) return undefined
  return { url, y: page.cover?.yPos, height: page.cover?.height, size: page.layout?.coverSize }
}
