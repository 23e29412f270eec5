/** What of an author's values may reach the output: addresses, colours, lengths. Everything else is refused. */

const SCHEME = /^([a-z][a-z0-9+.-]*):/i
const SCHEMES = new Set(["http", "https", "mailto", "tel"])
const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/

/** Browsers drop these before they read a scheme, so they go first. */
const IGNORED = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060\ufeff]/g

/** An address of a link, or `undefined` when its scheme is not allowed. Relative addresses pass. */
export const safeUrl = (value: string): string | undefined => {
  const url = value.replace(IGNORED, "").trim()
  if (url === "") return undefined
  const scheme = SCHEME.exec(url)?.[1]?.toLowerCase()
  if (scheme !== undefined && !SCHEMES.has(scheme)) return undefined
  return url.replaceAll(" ", "%20")
}

/** An address of an image: http, https, relative, or inline bitmap data. A scheme without `//` names no picture. */
export const safeImageUrl = (value: string): string | undefined => {
  if (value.startsWith("data:")) return DATA_IMAGE.test(value) ? value : undefined
  const url = safeUrl(value)
  return url !== undefined && (/^(?:mailto|tel):/i.test(url) || /^https?:(?!\/\/)/i.test(url)) ? undefined : url
}

/** An address of a site's icon: of an image, or a drawing of our own in the address itself. */
export const safeIconUrl = (value: string): string | undefined =>
  value.startsWith(ICON_DRAWING) ? value : safeImageUrl(value)

/** What an emoji as an icon begins with. An icon cannot run anything. */
export const ICON_DRAWING = "data:image/svg+xml,"

/** Where a page may stand: what an address leads to differs by the scheme there. */
const places = ["https://host.invalid/", "http://host.invalid/"]

/**
 * Host of a web address that leaves the site, as shown to people, without `www.`. Told from what a browser makes of it:
 * `/\\host`, `//host` and `http:host` leave it, too.
 */
export const hostOf = (url: string): string | undefined => {
  for (const place of places) {
    const resolved = URL.parse(url, place)
    if (resolved !== null && /^https?:$/.test(resolved.protocol) && resolved.host !== "host.invalid") {
      return resolved.host.replace(/^www\./, "")
    }
  }
  return undefined
}

const COLOR = /^(?:#[0-9a-f]{3,8}|[a-z]{3,24}|(?:rgb|hsl)a?\([\d\s.,%/]{3,40}\))$/i

/** A CSS colour without any reference or function but `rgb()` and `hsl()`. */
export const safeColor = (value: string): string | undefined => {
  const color = value.trim()
  return COLOR.test(color) ? color : undefined
}

const PIXELS = /^(\d{1,5})(?:\.\d+)?(?:px)?$/
const PERCENT = /^(\d{1,3}(?:\.\d+)?)%$/

/** A length in whole pixels: `375`, `375px`. */
export const pixels = (value: string | undefined): number | undefined => {
  const digits = PIXELS.exec(value?.trim() ?? "")?.[1]
  return digits === undefined || Number(digits) === 0 ? undefined : Number(digits)
}

/** A share in percent, at most 100: `50%`, `66.66666666666666%`. */
export const percent = (value: string | undefined): number | undefined => {
  const digits = PERCENT.exec(value?.trim() ?? "")?.[1]
  if (digits === undefined) return undefined
  const share = Number(digits)
  return share > 0 && share <= 100 ? Math.round(share * 100) / 100 : undefined
}

/** Names of ids and fragments that an author may set. */
export const safeId = (value: string): string | undefined =>
  /^[^\s\p{Cc}"'<>&]{1,200}$/u.test(value) ? value : undefined
