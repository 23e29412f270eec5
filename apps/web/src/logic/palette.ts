/** What the search of everything offers: groups of entries, by what was typed. Pure. */
import { collectionAddress, ownAddress, pageAddress, plainUrl, siteAddress } from "./addresses.ts"
import type { ChangeRequest, Collection, Member, SearchResult, Site, Space } from "./api.ts"
import { emojiOf } from "./spaces.ts"
import { foldedText } from "./tree.ts"

export interface PaletteEntry {
  readonly id: string
  readonly title: string
  /** Where it is, or what it is about. */
  readonly note?: string | undefined
  readonly emoji?: string | undefined
  /** Where it leads: an address of the router, or a whole one. */
  readonly href?: string
  /** What is done instead, by name. */
  readonly action?: string
}

export interface PaletteGroup {
  readonly title: "Pages" | "Spaces" | "Sites" | "Change requests" | "People" | "Actions"
  readonly entries: ReadonlyArray<PaletteEntry>
}

export interface Searched {
  readonly query: string
  /** Where the application is. */
  readonly app: { readonly origin: string; readonly base: string }
  readonly spaces: ReadonlyArray<Space>
  readonly collections: ReadonlyArray<Collection>
  /** The organization's. */
  readonly sites: ReadonlyArray<Site>
  readonly organization: string
  readonly changeRequests: ReadonlyArray<ChangeRequest>
  readonly members: ReadonlyArray<Member>
  /** What the server found for the query. */
  readonly found: ReadonlyArray<SearchResult>
  readonly actions: ReadonlyArray<PaletteEntry>
}

/** Most entries of a group; more words find the others. */
const shown = 6

/** Whether a text has all words of a query, whatever their case and accents. */
const has = (text: string, query: string): boolean => {
  const folded = foldedText(text)
  return foldedText(query)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}

/** The groups that have something for the query. Without a query: spaces and actions, as a way to begin. */
export const paletteGroups = (searched: Searched): ReadonlyArray<PaletteGroup> => {
  const { actions, app, changeRequests, collections, found, members, organization, sites, spaces } = searched
  const query = searched.query.trim()
  const titles = new Map(spaces.map(({ id, title }) => [id, title]))
  const local = (url: string): string => ownAddress(url, app) ?? url
  const places = [
    ...spaces.map(({ emoji, id, title }) => ({ id, title, emoji: emojiOf(emoji), href: pageAddress(id) })),
    ...collections.map(({ id, title }) => ({ id, title, note: "Collection", href: collectionAddress(id) }))
  ]
  const pages = found.flatMap((space) =>
    space.pages.map((page) => ({
      id: page.id,
      title: page.title === "" ? "Untitled" : page.title,
      note: [space.title, ...page.ancestors.map(({ title }) => title)].join(" / "),
      href: local(page.urls.app),
      score: page.score
    }))
  )
  const published = sites.map(({ id, title, urls }) => ({
    id,
    title,
    note: urls.published === undefined ? "Not published yet" : plainUrl(urls.published),
    href: siteAddress(organization, id)
  }))
  const requests = changeRequests.map(({ id, number, space, subject, urls }) => ({
    id,
    title: subject === "" ? `Change request #${number}` : subject,
    note: [`#${number}`, titles.get(space)].filter(Boolean).join(" in "),
    href: local(urls.app)
  }))
  const people = members.map(({ id, user }) => ({
    id,
    title: user.displayName === "" ? user.email : user.displayName,
    note: user.email,
    href: `mailto:${user.email}`
  }))
  const matching = <A extends PaletteEntry>(entries: ReadonlyArray<A>): ReadonlyArray<A> =>
    entries.filter(({ note, title }) => has(`${title} ${note ?? ""}`, query))
  const groups: ReadonlyArray<PaletteGroup> =
    query === ""
      ? [
          { title: "Spaces", entries: places },
          { title: "Actions", entries: actions }
        ]
      : [
          { title: "Pages", entries: pages.toSorted((one, other) => other.score - one.score) },
          { title: "Spaces", entries: matching(places) },
          { title: "Sites", entries: matching(published) },
          { title: "Change requests", entries: matching(requests) },
          { title: "People", entries: people },
          { title: "Actions", entries: matching(actions) }
        ]
  return groups
    .filter(({ entries }) => entries.length > 0)
    .map(({ entries, title }) => ({ title, entries: entries.slice(0, shown) }))
}

/** Where an arrow key leads in a list of so many entries: round at its ends. `undefined` for other keys. */
export const nextEntry = (key: string, at: number, count: number): number | undefined => {
  if (count === 0) return undefined
  if (key === "ArrowDown") return (at + 1) % count
  if (key === "ArrowUp") return (at - 1 + count) % count
  return undefined
}
