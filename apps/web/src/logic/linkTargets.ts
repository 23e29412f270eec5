/** What a link may lead to, by words that somebody types, and what an address of the installation means. Pure. */
import type { RichRef } from "@octavo/document/rich/model"
import { ownAddress, pageOfAddress } from "./addresses.ts"
import type { File, ListedPage, SearchResult, Space } from "./api.ts"
import { pagesById } from "./pages.ts"
import { foldedText } from "./tree.ts"

export interface FoundTarget {
  readonly ref: RichRef
  readonly title: string
  readonly kind: "page" | "heading" | "file" | "space"
  readonly note?: string
}

interface Known {
  /** The space that is written. */
  readonly space: string
  /** Its pages, as its draft has them. */
  readonly pages: ReadonlyArray<ListedPage>
  readonly files: ReadonlyArray<Pick<File, "id" | "name">>
  readonly spaces: ReadonlyArray<Pick<Space, "id" | "title">>
  /** Headings of the page that is written. */
  readonly headings: ReadonlyArray<{ readonly anchor: string; readonly title: string }>
  /** What the server found in texts, of any space. */
  readonly found: ReadonlyArray<SearchResult>
}

/** Most targets of a kind; more words find the others. */
const shown = 8

/** Whether a text has all words, whatever their case and accents. */
const has = (text: string, words: ReadonlyArray<string>): boolean => {
  const folded = foldedText(text)
  return words.every((word) => folded.includes(word))
}

export const targetsFor = (query: string, known: Known): ReadonlyArray<FoundTarget> => {
  const words = foldedText(query).split(/\s+/).filter(Boolean)
  const of = <A>(all: ReadonlyArray<A>, title: (one: A) => string, target: (one: A) => FoundTarget) =>
    all
      .filter((one) => has(title(one), words))
      .slice(0, shown)
      .map(target)
  const pages = [...pagesById(known.pages).values()]
  const elsewhere = known.found.flatMap((space) =>
    space.pages.map((page) => ({ page, space: { id: space.id, title: space.title } }))
  )
  const titled = (title: string) => title || "Untitled"
  const target = (space: string) => (space === known.space ? {} : { space })
  return [
    ...of(
      known.headings,
      ({ title }) => title,
      ({ anchor, title }): FoundTarget => ({
        ref: { kind: "anchor", anchor },
        title,
        kind: "heading",
        note: "This page"
      })
    ),
    ...of(
      pages,
      ({ path, title }) => `${title} ${path}`,
      ({ id, path, title }): FoundTarget => ({
        ref: { kind: "page", page: id },
        title: titled(title),
        kind: "page",
        note: path
      })
    ),
    ...(words.length === 0
      ? []
      : elsewhere
          .filter(({ page, space }) => space.id !== known.space || !pages.some(({ id }) => id === page.id))
          .slice(0, shown)
          .map(
            ({ page, space }): FoundTarget => ({
              ref: { kind: "page", page: page.id, ...target(space.id) },
              title: titled(page.title),
              kind: "page",
              note: space.title
            })
          )),
    ...(words.length === 0
      ? []
      : elsewhere
          .flatMap(({ page, space }) =>
            (page.sections ?? []).map((section) => ({ anchor: anchorOf(section), page, section, space }))
          )
          .filter(({ anchor, section }) => anchor !== "" && has(section.title, words))
          .slice(0, shown)
          .map(
            ({ anchor, page, section, space }): FoundTarget => ({
              ref: { kind: "anchor", page: page.id, anchor, ...target(space.id) },
              title: section.title,
              kind: "heading",
              note: titled(page.title)
            })
          )),
    ...of(
      known.files,
      ({ name }) => name,
      ({ id, name }): FoundTarget => ({ ref: { kind: "file", file: id }, title: name, kind: "file" })
    ),
    ...of(
      known.spaces.filter(({ id }) => id !== known.space),
      ({ title }) => title,
      ({ id, title }): FoundTarget => ({ ref: { kind: "space", space: id }, title: titled(title), kind: "space" })
    )
  ]
}

/** The heading that a found section begins with: the end of its path. */
const anchorOf = ({ path }: { readonly path: string }): string => {
  const at = path.lastIndexOf("#")
  return at < 0 ? "" : decodeURIComponent(path.slice(at + 1))
}

/** What an address of this installation leads to; `undefined` for every other one. */
export const referenceOf = (
  url: string,
  app: { readonly origin: string; readonly base: string },
  known: { readonly space: string; readonly pages: ReadonlyArray<ListedPage> }
): RichRef | undefined => {
  const own = ownAddress(url, app)
  const place = own === undefined ? undefined : pageOfAddress(own)
  if (own === undefined || place === undefined) return undefined
  if (place.space !== known.space || place.path === "")
    return place.path === "" ? { kind: "space", space: place.space } : undefined
  const page = [...pagesById(known.pages).values()].find(({ path }) => path === place.path)
  const hash = own.indexOf("#")
  if (page === undefined) return undefined
  return hash < 0 || hash === own.length - 1
    ? { kind: "page", page: page.id }
    : { kind: "anchor", page: page.id, anchor: decodeURIComponent(own.slice(hash + 1)) }
}
