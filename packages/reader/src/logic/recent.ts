/** The results that a reader opened last, as the browser keeps them for a site. */
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

/** What was kept, the latest first; nothing of what cannot be read. */
export const readRecent = (text: string | null): ReadonlyArray<Recent> => {
  try {
    const kept: unknown = JSON.parse(text ?? "[]")
    return Array.isArray(kept)
      ? kept.filter((one) => typeof one?.href === "string" && typeof one.title === "string")
      : []
  } catch {
    return []
  }
}

/** With one more in front, once. */
export const withRecent = (known: ReadonlyArray<Recent>, one: Recent): ReadonlyArray<Recent> =>
  [one, ...known.filter(({ href }) => href !== one.href)].slice(0, most)
