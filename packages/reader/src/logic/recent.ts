/** The results that a reader opened last and the queries that led to them, as the browser keeps them for a site. */
import { isPreview } from "./pages.ts"

export interface Recent {
  readonly href: string
  readonly title: string
}

const most = 5

/**
 * Where the browser keeps those of the site at a base path; `undefined` where they are not kept: addresses of previews let
 * in, and other sites on this host could read what is kept. Pages that are loaded as a whole have no base.
 */
export const recentKey = (base: string | undefined): string | undefined =>
  base === undefined || isPreview(base) ? undefined : `octavo-recent${base}`

/** Where the queries are kept, beside the results of a key. */
export const searchesKey = (key: string): string => key.replace("recent", "searches")

const readList = <A>(text: string | null, isOne: (one: unknown) => one is A): ReadonlyArray<A> => {
  try {
    const kept: unknown = JSON.parse(text ?? "[]")
    return Array.isArray(kept) ? kept.filter(isOne).slice(0, most) : []
  } catch {
    return []
  }
}

const isRecent = (one: any): one is Recent => typeof one?.href === "string" && typeof one.title === "string"
const isSearch = (one: unknown): one is string => typeof one === "string"

/** What was kept, the latest first; nothing of what cannot be read. */
export const readRecent = (text: string | null): ReadonlyArray<Recent> => readList(text, isRecent)
export const readSearches = (text: string | null): ReadonlyArray<string> => readList(text, isSearch)

/** With one more in front, once. */
export const withRecent = (known: ReadonlyArray<Recent>, one: Recent): ReadonlyArray<Recent> =>
  [one, ...known.filter(({ href }) => href !== one.href)].slice(0, most)

/** With one more in front, once, in large or small letters. */
export const withSearch = (known: ReadonlyArray<string>, query: string): ReadonlyArray<string> =>
  [query, ...known.filter((one) => one.toLowerCase() !== query.toLowerCase())].slice(0, most)
