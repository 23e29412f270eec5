/**
 * What a published page is drawn from. The caller has resolved everything: nothing in this package looks anything up,
 * and no function here does I/O.
 */
import type { OutlineEntry } from "@octavo/render/outline"

/** What a body makes use of, so that a page loads no more than it needs. */
export type Feature = "math" | "code" | "tabs" | "api" | "diagrams"

/** A rendered page body. Plain data: may be cached under the page's content and its resolver's inputs. */
export interface RenderedBody {
  html: string
  features: readonly Feature[]
  /** Origins that readers may send requests to from here. */
  connects?: readonly string[] | undefined
}

interface EntryBase {
  title: string
  emoji?: string | undefined
  icon?: string | undefined
  /** Where the icon is, when it is in a file. */
  iconHref?: string | undefined
}

export interface GroupEntry extends EntryBase {
  kind: "group"
  children: readonly NavigationEntry[]
}

export interface PageEntry extends EntryBase {
  kind: "page"
  href: string
  /** The page that is shown. */
  active?: boolean | undefined
  /** The page shown lies below. */
  ancestor?: boolean | undefined
  children?: readonly NavigationEntry[] | undefined
  /** There are pages below that are not in `children`: they are loaded from `SiteView.branchesHref`. */
  elided?: boolean | undefined
  /** No page, but some neighbours of a long level: it leads to the first page of them. */
  isRange?: boolean | undefined
  /** Nothing below is open, and every page has this same object: what is drawn of it is kept. */
  shared?: boolean | undefined
}

export interface LinkEntry extends EntryBase {
  kind: "link"
  href: string
  external?: boolean | undefined
}

/** The navigation tree, hidden pages left out. */
export type NavigationEntry = GroupEntry | PageEntry | LinkEntry

/** Where else a reader can go: a section, a version, a language. */
export interface SwitchEntry extends EntryBase {
  kind?: "entry" | undefined
  href: string
  /** It leads off the site. */
  external?: boolean | undefined
  description?: string | undefined
  active?: boolean | undefined
  /** BCP 47: of what is there, when it is another one; the title is written in it. */
  language?: string | undefined
  /** A word on it, behind its title. */
  note?: string | undefined
}

/** A version that is read in place of the newest one of the same docs. */
export interface VersionView {
  title: string
  /** What it is to the newest one. */
  state: "older" | "next"
  /** The same page in the newest version, or its first one. */
  newest: { title: string; href: string }
}

/** Sections, and groups of them, under one title. */
export interface SwitchGroup extends EntryBase {
  kind: "group"
  /** The section shown is in it. */
  active?: boolean | undefined
  children: ReadonlyArray<SwitchEntry | SwitchGroup>
}

/** A link of the header or the footer. */
export interface SiteLink {
  title: string
  href: string
  external?: boolean | undefined
}

/** A link or a button of the header, with what folds out of it. */
export interface HeaderLink {
  title: string
  /** Absent for what only folds out. */
  href?: string | undefined
  external?: boolean | undefined
  style: "link" | "button-primary" | "button-secondary"
  links: readonly SiteLink[]
}

/** Addresses of an image for light and for dark grounds. */
export interface ThemedImage {
  light: string
  dark?: string | undefined
}

export interface Announcement {
  message: string
  style: "info" | "success" | "warning" | "danger"
  link?: SiteLink | undefined
}

export interface FooterView {
  logo?: ThemedImage | undefined
  groups: ReadonlyArray<{ title: string; links: readonly SiteLink[] }>
  /** Below the groups. */
  links: readonly SiteLink[]
  privacy?: Omit<SiteLink, "title"> | undefined
  copyright?: string | undefined
  /** Says what the site was made with. */
  trademark: boolean
}

export interface SiteView {
  title: string
  /** BCP 47. */
  language: string
  /** Path under which the site is served, without a slash at its end: "" or `/sites/docs`. */
  basePath: string
  /** Pages are files that any host sends: their script searches by itself, and tells nobody of readers. */
  asFiles?: boolean | undefined
  /** Every page is loaded anew when it is opened: none is fetched ahead or kept. */
  reloads?: boolean | undefined
  /** What scripts of the application's pages send to the API in the session that the page is of. */
  scriptKey?: string | undefined
  /** Id of who is signed in on pages of the application. */
  person?: string | undefined
  /** Address of the first page. */
  homeHref: string
  /** Shown beside the title: a square image, else an emoji. */
  icon?: ThemedImage | undefined
  emoji?: string | undefined
  /** In tabs and bookmarks; an icon of Octavo's without it. */
  favicon?: ThemedImage | undefined
  /** Shown instead of icon and title. */
  logo?: ThemedImage | undefined
  /** Style sheet of the site's own looks. */
  styleHref?: string | undefined
  /** Fonts of the site's own for its text, to be fetched before a style sheet asks for them; without it, it has ours. */
  fontHrefs?: readonly string[] | undefined
  /** Theme of readers who have chosen none; the system's without it. */
  theme?: "light" | "dark" | undefined
  /** Readers cannot switch the theme. */
  themeFixed?: boolean | undefined
  headerLinks?: readonly HeaderLink[] | undefined
  announcement?: Announcement | undefined
  footer?: FooterView | undefined
  /** Where links to other sites open; in place without it. */
  externalTarget?: "_blank" | undefined
  /** Absolute address of an image for social sites. */
  socialImageUrl?: string | undefined
  navigation: readonly NavigationEntry[]
  /** Pages tell the site what readers do; `known`: readers are known again. */
  insights?: "visit" | "known" | undefined
  /** Address of the search page; without it there is no search. */
  searchHref?: string | undefined
  /** Where questions of readers are answered; absent where they are not. */
  askHref?: string | undefined
  /** Address of the whole navigation, as `renderBranches` writes it, when `navigation` leaves branches out. */
  branchesHref?: string | undefined
  sections?: ReadonlyArray<SwitchEntry | SwitchGroup> | undefined
  /** Versions of the section in one language. */
  variants?: readonly SwitchEntry[] | undefined
  /** Absent where the newest version is read, and where there are none. */
  version?: VersionView | undefined
  languages?: readonly SwitchEntry[] | undefined
}

export interface Cover {
  url: string
  darkUrl?: string | undefined
  /** Vertical shift in pixels, as in `coverY`. */
  y?: number | undefined
  height?: number | undefined
  /** `background` stands behind the title of a landing page; elsewhere it is drawn as `full`. */
  size?: "hero" | "full" | "background" | undefined
}

/** Parts of the page that its author may switch off; all are on by default. */
export interface LayoutSwitches {
  width?: "default" | "wide" | undefined
  cover?: boolean | undefined
  title?: boolean | undefined
  description?: boolean | undefined
  tableOfContents?: boolean | undefined
  outline?: boolean | undefined
  pagination?: boolean | undefined
  metadata?: boolean | undefined
  /** What readers can do with the page. */
  actions?: boolean | undefined
}

/** What a reader can do with a page besides reading it. */
export type PageAction =
  /** Its Markdown, to copy or to look at. */
  | { kind: "markdown"; href: string }
  /** Asks an assistant elsewhere about the page. */
  | { kind: "assistant"; name: string; href: string }
  /** Absolute address of the site's MCP endpoint. */
  | { kind: "mcp"; url: string }
  /** The page, and all pages, as files to print; all of them only where there are few enough. */
  | { kind: "pdf"; href: string; allHref?: string | undefined; siteHref?: string | undefined }
  /** Hands its address on; shown where scripts run. */
  | { kind: "share" }

export interface PageLink {
  title: string
  href: string
}

/** Where a page is on its site, in absolute addresses. */
export interface StructuredData {
  siteUrl: string
  /** What the site is about. */
  about?: string | undefined
  /** Address of the search page, without its query. */
  searchUrl?: string | undefined
  /** Pages above, outermost first. */
  breadcrumbs: ReadonlyArray<{ title: string; url: string }>
}

export interface PageContent {
  title: string
  emoji?: string | undefined
  icon?: string | undefined
  description?: string | undefined
  /** What search engines and previews of links are told in place of a description that it has not. */
  about?: string | undefined
  /** What search engines are told of where it is; absent for pages that they are not to list. */
  structured?: StructuredData | undefined
  cover?: Cover | undefined
  layout?: LayoutSwitches | undefined
  /** Ancestors, outermost first; groups have no address. */
  breadcrumbs: ReadonlyArray<{ title: string; href?: string | undefined }>
  outline: readonly OutlineEntry[]
  /** What those who write the page should know, in English; for members alone. */
  notes?: readonly string[] | undefined
  previous?: PageLink | undefined
  next?: PageLink | undefined
  /** ISO 8601. */
  updatedAt?: string | undefined
  /** Names, the latest first. */
  authors?: readonly string[] | undefined
  editUrl?: string | undefined
  markdownUrl?: string | undefined
  /** What readers can do with the page, in order. */
  actions?: readonly PageAction[] | undefined
  /** Feeds of the updates on the page, the one to be shown first. */
  feeds?: ReadonlyArray<{ href: string; type: string }> | undefined
  /** Readers are asked what they think of the page. */
  feedback?: boolean | undefined
  /** Absolute address. */
  canonicalUrl?: string | undefined
  /** The same page in other languages, this one included; `x-default` for readers of none of them. */
  alternates?: ReadonlyArray<{ language: string; href: string }> | undefined
  /** Absolute address of a picture of this page, where the site has none for all. */
  socialImageUrl?: string | undefined
  /** Ask search engines to leave this page out. */
  noRobotsIndex?: boolean | undefined
}

export interface PageView {
  site: SiteView
  page: PageContent
  body: RenderedBody
}

/** A missing page, inside of the site. */
export interface NotFoundView {
  site: SiteView
}
