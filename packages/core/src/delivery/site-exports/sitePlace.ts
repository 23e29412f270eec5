/** Where a site that becomes files will be: one rule for the command and for the API. Pure, and loads nothing. */

/** Where a site is: what its addresses begin with. */
export interface SitePlace {
  /** `https://docs.example.com`, without a slash at its end; `undefined` where nobody said it. */
  readonly origin: string | undefined
  /** Path of the root, with a slash at both ends. */
  readonly base: string
}

/** What is said of the place. */
export interface SaidPlace {
  /** Address of the site: `https://docs.example.com/handbook/`. */
  readonly url?: string | undefined
  /** Path of the site on its host; that of `url`, or the root, when left out. */
  readonly base?: string | undefined
}

const segmentsOf = (path: string): ReadonlyArray<string> => path.split("/").filter((segment) => segment !== "")

const isPlain = (segment: string): boolean => /^[\w.~-]+$/.test(segment) && !/^\.\.?$/.test(segment)

/** Whether a segment is escaped in the one way that all of its readers come to. */
const isEscaped = (segment: string): boolean => {
  try {
    const decoded = decodeURIComponent(segment)
    return /^[\w.~%-]+$/.test(segment) && !/[/\\\p{Cc}]/u.test(decoded) && encodeURIComponent(decoded) === segment
  } catch {
    return false
  }
}

/** What is wrong with a path; `undefined` when nothing is. */
export const baseProblem = (base: string): string | undefined =>
  segmentsOf(base).every(isPlain) ? undefined : `must be a path like /docs/, not ${base}`

/** What is wrong with an address; `undefined` when nothing is. */
export const urlProblem = (url: string): string | undefined => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol) || parsed.hostname.endsWith(".")) {
    return `must be an http(s) address like https://docs.example.com, not ${url}`
  }
  return segmentsOf(parsed.pathname).every(isEscaped)
    ? undefined
    : `must have a path like /docs/, not ${parsed.pathname}`
}

/** The place that is meant, by what has no problem. */
export const placeOf = ({ base, url }: SaidPlace): SitePlace => {
  const at = url === undefined ? undefined : new URL(url)
  return { origin: at?.origin, base: ["", ...segmentsOf(base ?? at?.pathname ?? "/"), ""].join("/") }
}
