/** The document around a page: head, header, footer. */
import { defaultIcon, mathStyle, siteScript, siteStyle, themeScript } from "../assets/assets.ts"
import { shape } from "../body/icons.ts"
import { FRAME_IDS } from "../body/render.ts"
import { attributes, classes, element, escapeHtml } from "../html/escape.ts"
import { safeImageUrl, safeUrl } from "../html/safe.ts"
import type { Labels } from "../labels.ts"
import type { SiteView } from "../view.ts"
import { drawSections, drawVariants, hrefOf } from "./navigation.ts"
import { drawSearchLink } from "./searchForm.ts"

export const [CONTENT_ID] = FRAME_IDS

/** What differs from page to page in the frame. */
export interface Frame {
  site: SiteView
  labels: Labels
  title: string
  description?: string | undefined
  canonicalUrl?: string | undefined
  markdownUrl?: string | undefined
  feedUrl?: string | undefined
  noIndex: boolean
  math: boolean
  menu: boolean
  outline: boolean
  /** Between header and footer. */
  content: string
}

const meta = (name: string, content: string | undefined): string =>
  content === undefined || content === "" ? "" : `<meta${attributes({ name, content })}>`

const property = (name: string, content: string | undefined): string =>
  content === undefined || content === "" ? "" : `<meta${attributes({ property: name, content })}>`

const drawHead = (frame: Frame): string => {
  const { site } = frame
  const asset = (path: string): string => escapeHtml(site.basePath + path)
  const title = frame.title === site.title ? site.title : `${frame.title} · ${site.title}`
  const icon = site.iconUrl === undefined ? undefined : safeImageUrl(site.iconUrl)
  const canonical = frame.canonicalUrl === undefined ? undefined : safeUrl(frame.canonicalUrl)
  return [
    '<meta charset="utf-8">',
    `<title>${escapeHtml(title)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // before the style is there: no white page in the dark
    '<meta name="color-scheme" content="light dark">',
    meta("description", frame.description),
    frame.noIndex ? meta("robots", "noindex") : "",
    canonical === undefined ? "" : `<link${attributes({ rel: "canonical", href: canonical })}>`,
    property("og:type", "article"),
    property("og:site_name", site.title),
    property("og:title", frame.title),
    property("og:description", frame.description),
    property("og:url", canonical),
    meta("generator", "Octavo"),
    `<script>${themeScript}</script>`,
    `<link rel="stylesheet" href="${asset(siteStyle.path)}">`,
    frame.math ? `<link rel="stylesheet" href="${asset(mathStyle.path)}">` : "",
    `<script src="${asset(siteScript.path)}" defer></script>`,
    `<link${attributes({ rel: "icon", href: icon ?? site.basePath + defaultIcon.path })}>`,
    frame.markdownUrl === undefined
      ? ""
      : `<link${attributes({ rel: "alternate", type: "text/markdown", href: hrefOf(frame.markdownUrl) })}>`,
    frame.feedUrl === undefined
      ? ""
      : `<link${attributes({ rel: "alternate", type: "application/rss+xml", href: hrefOf(frame.feedUrl), title: frame.title })}>`
  ].join("")
}

const drawBrand = (site: SiteView): string => {
  const logo = site.logo === undefined ? undefined : safeImageUrl(site.logo.light)
  const dark = site.logo?.dark === undefined ? undefined : safeImageUrl(site.logo.dark)
  const icon = site.iconUrl === undefined ? undefined : safeImageUrl(site.iconUrl)
  const image = (src: string, alt: string, name: string | undefined): string =>
    `<img${attributes({ src, alt, class: name })}>`
  const title = `<span>${escapeHtml(site.title)}</span>`
  const content =
    logo !== undefined
      ? dark === undefined
        ? image(logo, site.title, undefined)
        : image(logo, site.title, "on-light") + image(dark, site.title, "on-dark")
      : icon !== undefined
        ? image(icon, "", "square") + title
        : site.emoji
          ? `<span aria-hidden="true">${escapeHtml(site.emoji)}</span>${title}`
          : shape("book") + title
  return element("a", { class: "brand", href: hrefOf(site.homeHref) }, content)
}

const opener = (name: string, target: string, label: string, icon: string): string =>
  `<button${attributes({ class: `tool ${name}`, type: "button", popovertarget: target, "aria-label": label })}>${icon}</button>`

const drawHeader = (frame: Frame): string => {
  const { labels, site } = frame
  const theme = attributes({ class: "tool theme", type: "button", "aria-label": labels.theme, title: labels.theme })
  const bar = [
    frame.menu ? opener("menu", "Page-navigation", labels.menu, shape("bars")) : "",
    drawBrand(site),
    drawVariants(site.variants, labels),
    '<span class="space"></span>',
    site.searchHref === undefined ? "" : drawSearchLink(site.searchHref, labels),
    frame.outline ? opener("contents", "Page-outline", labels.outline, shape("list")) : "",
    `<button${theme}>${shape("moon")}${shape("sun")}</button>`
  ].join("")
  return `<header class="top"><div class="bar">${bar}</div>${drawSections(site.sections, labels)}</header>`
}

/** A whole document. */
export const drawDocument = (frame: Frame): string => {
  const { labels, site } = frame
  const sectioned = (site.sections?.length ?? 0) > 0
  const html = attributes({ lang: site.language, class: classes(sectioned && "sectioned") })
  const words = { "data-base": site.basePath, "data-copy": labels.copy, "data-copied": labels.copied }
  const skip = element("a", { class: "skip", href: "#Page-content" }, escapeHtml(labels.skip))
  const footer = `<footer class="site-foot"><div><span>${escapeHtml(site.title)}</span><span>${escapeHtml(labels.published)}</span></div></footer>`
  return `<!DOCTYPE html><html${html}><head>${drawHead(frame)}</head><body${attributes(words)}>${skip}${drawHeader(frame)}${frame.content}${footer}</body></html>`
}
