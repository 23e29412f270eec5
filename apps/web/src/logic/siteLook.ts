/** How a site looks: what is changed of it, whether its colours can be read, and where its links lead. Pure. */
import { contrast } from "@octavo/render/contrast"
import type { LinkTarget, LookLink, SiteLook, SiteSpace } from "./api.ts"

type Members = Readonly<Record<string, unknown>>

const isGroup = (value: unknown): value is Members =>
  value !== null && typeof value === "object" && !Array.isArray(value)

const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every((each, at) => isSame(each, other[at]))
    : isGroup(one) &&
      isGroup(other) &&
      [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => isSame(one[name], other[name])))

/** Whether somebody changed anything. */
export const isChanged = (before: SiteLook, after: SiteLook): boolean => !isSame(before, after)

/**
 * What somebody changed of all settings, over what they are by now: they are written as a whole, and what others changed
 * meanwhile stays. Lists are one setting.
 * @param before what was read when the changes were begun
 */
export const withChanges = <A extends object>(before: A, after: A, now: A): A => {
  const [was, mine, theirs] = [before, after, now] as unknown as readonly [Members, Members, Members]
  const out: Record<string, unknown> = { ...theirs }
  for (const name of new Set([...Object.keys(was), ...Object.keys(mine)])) {
    const [old, own, other] = [was[name], mine[name], theirs[name]]
    if (isSame(old, own)) continue
    if (own === undefined) delete out[name]
    else out[name] = isGroup(old) && isGroup(own) && isGroup(other) ? withChanges(old, own, other) : own
  }
  return out as A
}

/** The grounds that pages have without a tint. */
export const grounds = { light: "#ffffff", dark: "#141519" } as const

/** What text needs at least to be read by nearly everybody (WCAG 2.2, AA). */
const leastContrast = 4.5

export const isColor = (color: string): boolean => /^#(?:[0-9a-f]{3}){1,2}$/i.test(color)

/** Why links and marks in a colour are hard to read on a ground; `undefined` where they are not. */
export const contrastWarning = (color: string, ground: keyof typeof grounds): string | undefined => {
  if (!isColor(color)) return undefined
  const found = contrast(color, grounds[ground])
  return found >= leastContrast
    ? undefined
    : `Links in it are hard to read on a ${ground} page: the contrast is ${(Math.floor(found * 10) / 10).toFixed(1)}, and text needs ${leastContrast}. Take a ${ground === "light" ? "darker" : "lighter"} one.`
}

/** `#abc` as `#aabbcc`, which a picker of colours takes. */
export const longColor = (color: string): string =>
  isColor(color)
    ? `#${color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit).join("") : color.slice(1)}`
    : "#000000"

/** Where a link leads, in words. */
export const targetWords = (to: LinkTarget | null, siteSpaces: ReadonlyArray<SiteSpace>): string => {
  const titled = (space: string | undefined): string =>
    (space === undefined ? undefined : siteSpaces.find((one) => one.space.id === space)?.title) ?? "the site"
  switch (to?.kind) {
    case undefined:
      return "Opens a menu"
    case "url":
      return to.url
    case "space":
      return `Space ${titled(to.space)}`
    case "page":
      return `A page of ${titled(to.space)}`
    case "anchor":
      return `A heading in ${titled(to.space)}`
    case "file":
      return `A file of ${titled(to.space)}`
    default:
      return "Elsewhere"
  }
}

/** What stands at the top of a list of links: a link of the header with its menu, or a group of the footer. */
export interface TopLink {
  readonly title: string
  readonly links: ReadonlyArray<LookLink>
}

/** A place in a list of links: one at the top, or one below that. */
export type LinkPlace = readonly [top: number, below?: number]

const moveIn = <A>(all: ReadonlyArray<A>, at: number, by: -1 | 1): ReadonlyArray<A> => {
  const moved = all[at]
  return moved === undefined || all[at + by] === undefined ? all : all.toSpliced(at, 1).toSpliced(at + by, 0, moved)
}

/** Changes the list that a place is in. */
const inList = <Top extends TopLink>(
  tops: ReadonlyArray<Top>,
  [top, below]: LinkPlace,
  change: <A>(all: ReadonlyArray<A>, at: number) => ReadonlyArray<A>
): ReadonlyArray<Top> => {
  const holder = tops[top]
  return below === undefined || holder === undefined
    ? change(tops, top)
    : tops.with(top, { ...holder, links: change(holder.links, below) })
}

export const moveLink = <Top extends TopLink>(
  tops: ReadonlyArray<Top>,
  place: LinkPlace,
  by: -1 | 1
): ReadonlyArray<Top> => inList(tops, place, (all, at) => moveIn(all, at, by))

export const removeLink = <Top extends TopLink>(tops: ReadonlyArray<Top>, place: LinkPlace): ReadonlyArray<Top> =>
  inList(tops, place, (all, at) => all.toSpliced(at, 1))

/** What is switched on and off on the pages of a site, or of one of its spaces. */
export const switches = {
  feedback: ["Ask whether a page helped", "What readers say is counted in the insights of the site."],
  edit: ["Link to where a page is edited", "On pages that come from Git."],
  authors: [
    "Name who wrote a page",
    "Names alone, as the history of the Git repository has them. Pages that do not come from Git name nobody."
  ],
  markdown: ["Copy pages as Markdown", "For readers, and for the assistants that they ask."],
  assistants: ["Ask assistants elsewhere about a page", "On sites that everybody may read."],
  pdf: ["Download pages as PDF", "One page, or all of them."],
  pagination: ["Lead to the page before and the next one", "At the foot of each page."]
} as const
export type Switch = keyof typeof switches

type Switched = Pick<SiteLook, "feedback" | "git" | "pageActions" | "pagination" | "pdf">

export const isOn = ({ feedback, git, pageActions, pagination, pdf }: Switched, name: Switch): boolean => {
  switch (name) {
    case "feedback":
      return feedback.enabled
    case "edit":
      return git.showEditLink && pageActions.items.includes("git")
    case "authors":
      return git.showAuthors === true
    case "markdown":
      return pageActions.items.includes("markdown")
    case "assistants":
      return pageActions.items.includes("external-ai")
    case "pdf":
      return pdf.enabled || pageActions.items.includes("pdf")
    case "pagination":
      return pagination.enabled
  }
}

type PageAction = Switched["pageActions"]["items"][number]

/**
 * The settings that have a switch, with it turned on or off.
 * @param order that actions of a page had, which those that come back take their places in
 */
export const turned = (
  { feedback, git, pageActions, pagination, pdf }: Switched,
  name: Switch,
  on: boolean,
  order: ReadonlyArray<PageAction>
): Switched => {
  const acting = (item: PageAction): Pick<Switched, "pageActions"> => {
    const items = on ? [...pageActions.items, item] : pageActions.items.filter((one) => one !== item)
    const known = order.filter((one) => items.includes(one))
    return { pageActions: { ...pageActions, items: [...new Set([...known, ...items])] } }
  }
  const now = { feedback, git, pageActions, pagination, pdf }
  switch (name) {
    case "feedback":
      return { ...now, feedback: { enabled: on } }
    case "edit":
      return { ...now, git: { ...git, showEditLink: on }, ...(on ? acting("git") : {}) }
    case "authors":
      return { ...now, git: { ...git, showAuthors: on } }
    case "markdown":
      return { ...now, ...acting("markdown") }
    case "assistants":
      return { ...now, ...acting("external-ai") }
    case "pdf":
      return { ...now, pdf: { enabled: on }, ...(on ? {} : acting("pdf")) }
    case "pagination":
      return { ...now, pagination: { enabled: on } }
  }
}

/** What makes the switches of one space of a site stand as they do: what is as on the site is taken back. */
export const overrideOf = (site: Switched, space: Switched) => {
  const enabled = (name: "feedback" | "pdf" | "pagination") => ({
    enabled: space[name].enabled === site[name].enabled ? null : space[name].enabled
  })
  const authors = space.git.showAuthors === true
  return {
    feedback: enabled("feedback"),
    pdf: enabled("pdf"),
    pagination: enabled("pagination"),
    git: {
      showEditLink: space.git.showEditLink === site.git.showEditLink ? null : space.git.showEditLink,
      showAuthors: authors === (site.git.showAuthors === true) ? null : authors
    },
    pageActions: isSame(space.pageActions.items, site.pageActions.items) ? null : { items: space.pageActions.items }
  }
}
