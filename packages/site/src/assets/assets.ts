/** Static files of published pages. Their names carry a hash of their content, so they may be cached for ever. */
import {
  apiScript as api,
  diagramsScript as diagrams,
  siteScript as site,
  siteFilesScript as siteFiles,
  themeScript,
  themeScriptHash
} from "@octavo/reader"
import { mathTypeface, typeface } from "@octavo/reader/typeface"
import { mathStyle as math } from "@octavo/render/mathStyle"
import { ICON_SHAPES } from "../body/icon-shapes.ts"
import { playerOrigins } from "../body/video.ts"
import { api as apiLook } from "./style/api.ts"
import { base } from "./style/base.ts"
import { blocks } from "./style/blocks.ts"
import { code } from "./style/code.ts"
import { diagrams as diagramsLook } from "./style/diagrams.ts"
import { finder as finderStyle } from "./style/finder.ts"
import { frame } from "./style/frame.ts"
import { landing } from "./style/landing.ts"
import { links } from "./style/links.ts"
import { media } from "./style/media.ts"
import { preview } from "./style/preview.ts"
import { theme } from "./style/theme.ts"

/** Serve each under the site's base path, with `cache-control: public, max-age=31536000, immutable`. */
export interface Asset {
  /** `/_octavo/site.3f2a….css`, below the base path; empty where it is made when it is asked for. */
  path: string
  contentType: string
  body: string | Uint8Array
  hash: string
}

/** Bytes as the units of a text. */
const utf16 = new TextDecoder("latin1")

/** FNV-1a over 52 bits: names, not security. */
export const hashOf = (content: string | Uint8Array): string => {
  const text = typeof content === "string" ? content : utf16.decode(content)
  let high = 0x811c9dc5
  let low = 0x1b873593
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 0x01000193)
    low = Math.imul(low ^ unit, 0x85ebca6b) ^ (low >>> 13)
  }
  return (high >>> 0).toString(16).padStart(8, "0") + (low >>> 0).toString(16).padStart(8, "0")
}

const lines = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n")

const asset = (name: string, extension: string, contentType: string, body: Asset["body"]): Asset => {
  const hash = hashOf(body)
  return { path: `/_octavo/${name}.${hash}.${extension}`, contentType, body, hash }
}
const style = (name: string, text: string): Asset => asset(name, "css", "text/css; charset=utf-8", lines(text))
const script = (name: string, text: string): Asset => asset(name, "js", "text/javascript; charset=utf-8", text)

const fonts = typeface.map(({ bytes, name, range }) => ({ file: asset(name, "woff2", "font/woff2", bytes), range }))
/** The part of the typeface that nearly every page has letters of: asked for before the style sheet names it. */
export const latinFont: Asset = fonts[0]!.file
const nameOf = ({ path }: Asset): string => path.slice(path.lastIndexOf("/") + 1)
/** A page that is there before its typeface stays in the reader's own one: nothing moves. */
const faces = fonts.map(
  ({ file, range }) =>
    `@font-face{font-family:Inter;font-weight:100 900;font-display:optional;src:url("${nameOf(file)}") format("woff2");unicode-range:${range}}`
)

export const siteStyle = style(
  "site",
  [...faces, theme, base, frame, links, blocks, code, media, finderStyle, landing].join("\n")
)
const mathFont = asset(mathTypeface.name, "woff2", "font/woff2", mathTypeface.bytes)
/** Asked for by who has none of the fonts before it, and shown from the next page on: nothing moves. */
export const mathStyle = style(
  "math",
  `@font-face{font-family:"Octavo Math";font-display:optional;src:url("${nameOf(mathFont)}") format("woff2")}${math}`
)
export const siteScript = script("site", site)
/** The same of pages that are files. */
export const siteFilesScript = script("site-files", siteFiles)
/** Of pages that show parts of APIs. */
export const apiStyle = style("api", apiLook)
export const apiScript = script("api", api)
/** Of pages with diagrams. */
export const diagramsStyle = style("diagrams", diagramsLook)
export const diagramsScript = script("diagrams", diagrams)
/** What previews of change requests have besides; published pages load nothing of it. */
export const previewStyle = style("preview", preview)

/** Shown by browsers for sites without an icon of their own. */
export const defaultIcon = asset(
  "icon",
  "svg",
  "image/svg+xml",
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#b2402a" stroke-width="2" stroke-linejoin="round"><path d="${ICON_SHAPES.book}"/></svg>`
)

/** Every static file that pages refer to. */
export const assets: readonly Asset[] = [
  siteStyle,
  mathStyle,
  apiStyle,
  diagramsStyle,
  siteScript,
  siteFilesScript,
  apiScript,
  diagramsScript,
  defaultIcon,
  ...fonts.map(({ file }) => file),
  mathFont
]

/** The one inline script, and its hash for the policy. */
export { themeScript, themeScriptHash }

/** What a page does besides being read. */
export interface PageNeeds {
  /** Origins that its forms may send to. */
  readonly connects?: ReadonlyArray<string>
  /** It has diagrams, which are drawn in a frame of this host. */
  readonly diagrams?: boolean
}

/**
 * `Content-Security-Policy` of published pages: no script but ours, nothing from another host but players of videos.
 * @param remoteImages lets images come from other hosts
 */
export const contentSecurityPolicy = (
  remoteImages: boolean,
  { connects = [], diagrams = false }: PageNeeds = {}
): string =>
  [
    "default-src 'none'",
    `script-src 'self' '${themeScriptHash}'`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data:${remoteImages ? " http: https:" : ""}`,
    // players of videos, which a click of the reader puts there
    "media-src 'self' https:",
    ["frame-src", ...(diagrams ? ["'self'"] : []), ...playerOrigins].join(" "),
    "font-src 'self'",
    ["connect-src 'self'", ...connects].join(" "),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'"
  ].join("; ")
