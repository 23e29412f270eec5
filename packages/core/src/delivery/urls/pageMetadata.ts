/** What a web page says of itself in its head: title, site, icon, and where its oEmbed description is. Pure. */
import { decodeEntities } from "@octavo/document"
import { defined } from "../../kernel/shared/defined.ts"

export interface PageMetadata {
  readonly title?: string
  readonly site?: string
  /** Absolute http(s) addresses. */
  readonly icon?: string
  readonly oembed?: string
}

/** No head is longer. */
const longestHead = 500_000
const longestText = 500

/** A page's text by the charset that it names, else UTF-8. */
export const textOfPage = (bytes: Uint8Array): string => {
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, 2048))
  const charset = /<meta[^>]{0,200}charset=["']?([\w-]{2,30})/i.exec(beginning)?.[1] ?? "utf-8"
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** Attributes of a tag by their names in lower case; the first of a name counts. */
const attributesOf = (tag: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const [, name, double, single, bare] of tag.matchAll(
    /([\w:-]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g
  )) {
    const key = name!.toLowerCase()
    if (!found.has(key)) found.set(key, decodeEntities(double ?? single ?? bare ?? ""))
  }
  return found
}

const clean = (text: string | undefined): string | undefined => {
  const line = text?.replace(/\s+/g, " ").trim()
  return line === undefined || line === "" ? undefined : Array.from(line).slice(0, longestText).join("")
}

/** An address of a page as an absolute one; `undefined` unless it is http or https. */
export const absolute = (address: string | undefined, base: string): string | undefined => {
  if (address === undefined || !URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" ? url.href : undefined
}

/** @param base address of the page */
export const metadataOf = (html: string, base: string): PageMetadata => {
  const head = html.slice(0, longestHead)
  const meta = new Map<string, string>()
  let title: string | undefined
  let icon: string | undefined
  let oembed: string | undefined
  for (let at = head.indexOf("<"); at >= 0; at = head.indexOf("<", at + 1)) {
    const name = /^<(title|meta|link|body|script|style|!--)/i.exec(head.slice(at, at + 8))?.[1]?.toLowerCase()
    if (name === undefined) continue
    if (name === "body") break
    const close = name === "!--" ? "-->" : name === "script" || name === "style" ? `</${name}` : ">"
    const end = indexOfAnyCase(head, close, at)
    if (end < 0) break
    if (name === "title") {
      if (title !== undefined) continue
      const stop = indexOfAnyCase(head, "</title", end)
      if (stop < 0) break
      title = decodeEntities(head.slice(end + 1, stop))
    } else if (name === "meta") {
      const values = attributesOf(head.slice(at, end))
      const key = (values.get("property") ?? values.get("name"))?.toLowerCase()
      const content = values.get("content")
      if (key !== undefined && content !== undefined && !meta.has(key)) meta.set(key, content)
    } else if (name === "link") {
      const values = attributesOf(head.slice(at, end))
      const rel = values.get("rel")?.toLowerCase().split(/\s+/) ?? []
      if (rel.includes("icon")) icon ??= absolute(values.get("href"), base)
      if (rel.includes("alternate") && values.get("type")?.toLowerCase() === "application/json+oembed") {
        oembed ??= absolute(values.get("href"), base)
      }
    }
    at = end
  }
  const named = clean(meta.get("og:title")) ?? clean(meta.get("twitter:title")) ?? clean(title)
  const site = clean(meta.get("og:site_name"))
  return defined({ title: named, site, icon, oembed })
}

const indexOfAnyCase = (text: string, wanted: string, from: number): number => {
  if (!/[a-z]/.test(wanted)) return text.indexOf(wanted, from)
  const found = new RegExp(wanted, "gi")
  found.lastIndex = from
  return found.exec(text)?.index ?? -1
}

/**
 * The frame in the HTML of an oEmbed answer, written anew: an https address and its size, and nothing else of what a
 * provider sends. `undefined` where there is no such frame.
 */
export const frameOf = (html: string): string | undefined => {
  const tag = /<iframe\b[^>]{0,4000}>/i.exec(html.slice(0, 20_000))?.[0]
  const values = attributesOf(tag ?? "")
  const source = values.get("src")
  const url = source !== undefined && URL.canParse(source, "https://x") ? new URL(source, "https://x") : undefined
  if (url === undefined || url.protocol !== "https:" || url.host === "x" || url.username + url.password !== "") {
    return undefined
  }
  const size = (name: string): string => {
    const value = values.get(name)
    return value !== undefined && /^\d{1,5}%?$/.test(value) ? ` ${name}="${value}"` : ""
  }
  const src = url.href.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;")
  return `<iframe src="${src}"${size("width")}${size("height")} sandbox="allow-scripts allow-same-origin allow-popups allow-presentation" allowfullscreen loading="lazy"></iframe>`
}
