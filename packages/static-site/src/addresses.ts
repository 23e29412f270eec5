/** Addresses in what a site answers, and the files that stand for them. Pure. */

import type { SitePlace } from "@octavo/core/delivery/site-exports/sitePlace"

/** Where a site is: what its addresses begin with. */
export interface Place extends SitePlace {
  readonly origin: string
  /** Whether readers know the origin: where nobody said it, addresses are paths. */
  readonly isKnown: boolean
}

/** An origin that nobody has (RFC 2606): where nobody says where the site will be, no file names it. */
const unknownOrigin = "http://octavo.invalid"

/** A place, with an origin meanwhile where none is known. */
export const toPlace = ({ base, origin }: SitePlace): Place => ({
  origin: origin ?? unknownOrigin,
  isKnown: origin !== undefined,
  base
})

/** Where the site is while it is read, without a slash at the end: `onlySiteUrl`. */
export const siteUrlOf = ({ base, origin }: Place): string => `${origin}${base.replace(/\/$/, "")}`

/**
 * The file that a host sends for a path of a site: a page is the `index.html` of its folder, which every host knows.
 * `undefined` for what is not below the root, or can be no file.
 */
export const fileOf = (base: string, path: string, isPage: boolean): string | undefined => {
  if (!`${path}/`.startsWith(base)) return undefined
  const segments: Array<string> = []
  for (const part of path.slice(base.length).split("/")) {
    if (part === "") continue
    let segment: string
    try {
      segment = decodeURIComponent(part)
    } catch {
      return undefined
    }
    if (segment === "." || segment === ".." || /[/\\\0]/.test(segment)) return undefined
    segments.push(segment)
  }
  if (isPage) segments.push("index.html")
  return segments.length === 0 ? undefined : segments.join("/")
}

/** Attributes whose value is an address, as the pages of sites are written. */
const addressed = / (href|src|action|data-branches|data-font|data-frame|content|poster)="([^"]*)"/g

/** Every address of an HTML text, through `change`; what it answers stands in its place. */
export const mapAddresses = (html: string, change: (address: string) => string): string =>
  html.replace(addressed, (whole, name: string, value: string) => {
    const address = value.replaceAll("&amp;", "&")
    const next = change(address)
    return next === address ? whole : ` ${name}="${next.replaceAll("&", "&amp;")}"`
  })

/**
 * Addresses that a style sheet names, as absolute ones.
 * @param at its own
 */
export const addressesOfStyle = (css: string, at: string): ReadonlyArray<string> =>
  Array.from(css.matchAll(/url\("([^"]*)"\)/g), ([, address]) => URL.parse(address!, at)?.href ?? address!)

/** An address of a site as its path, and what follows that; `undefined` for any other address. */
export const pathOf = ({ base, origin }: Place, address: string) => {
  const local = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
  if (!local.startsWith(base) || local.startsWith("//")) return undefined
  const end = local.search(/[?#]/)
  return end === -1 ? { path: local, suffix: "" } : { path: local.slice(0, end), suffix: local.slice(end) }
}

/** An address with the slash at its end that the folder of a page has; others as they are. */
export const toFolder = (place: Place, address: string, isPage: (path: string) => boolean): string => {
  const at = pathOf(place, address)
  const shown = place.isKnown || !address.startsWith(`${place.origin}/`) ? address : address.slice(place.origin.length)
  if (at === undefined || at.path.endsWith("/") || !isPage(at.path)) return shown
  return `${shown.slice(0, shown.length - at.suffix.length)}/${at.suffix}`
}

/**
 * An address from the root of the host, as authors write it, below the base: where there is a page of the site there.
 * `undefined` for all others, which stay.
 */
export const toBase = (place: Place, address: string, isPage: (path: string) => boolean): string | undefined => {
  if (place.base === "/" || !address.startsWith("/") || address.startsWith("//")) return undefined
  if (pathOf(place, address) !== undefined) return undefined
  const below = place.base.slice(0, -1) + address
  const { path } = pathOf(place, below)!
  return isPage(path) || isPage(path.replace(/\/$/, "")) ? below : undefined
}

/** The same for every address of a text that begins with the origin. */
export const mapAbsolute = (text: string, place: Place, isPage: (path: string) => boolean): string =>
  !text.includes(place.origin)
    ? text
    : text
        .replaceAll(place.origin, "\u0000")
        .replace(/\u0000(\/[^\s"'<>()[\]\\]*)?/g, (_, path = "") => toFolder(place, place.origin + path, isPage))

/** The head of a page, which says where the page is, through `change`. */
const mapHead = (html: string, change: (head: string) => string): string => {
  const end = html.indexOf("</head>")
  return end === -1 ? change(html) : change(html.slice(0, end)) + html.slice(end)
}

/** What a page tells search engines of itself, in which no tag begins. */
const structured = /<script type="application\/ld\+json">[^<]*<\/script>/g

/** The addresses in it, as those of a text. */
export const mapStructured = (html: string, place: Place, isPage: (path: string) => boolean): string =>
  mapHead(html, (head) => head.replace(structured, (text) => mapAbsolute(text, place, isPage)))

/** What a page says of where it is, which nobody can say who does not know: taken out. */
export const withoutPlace = (html: string): string =>
  mapHead(html, (head) =>
    head.replace(/<link rel="canonical"[^<>]*>|<meta property="og:url"[^<>]*>/g, "").replace(structured, "")
  )
