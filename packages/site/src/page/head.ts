/** The document around a page: head, header, footer. */

import { safeIconUrl, safeImageUrl, safeUrl } from "@octavo/render/authorValues"
import { directionOf, type Labels } from "@octavo/render/labels"
import { apiScript, apiStyle, defaultIcon, mathStyle, siteScript, siteStyle, themeScript } from "../assets/assets.ts"
import { shape } from "../body/icons.ts"
import { FRAME_IDS } from "../body/render.ts"
import { attributes, classes, element, escapeHtml } from "../html/escape.ts"
import type { PageContent, SiteView } from "../view.ts"
import { drawAnnouncement, drawFooter, drawHeaderLinks, drawThemed, hrefOf } from "./links.ts"
import { drawLanguages, drawSections, drawVariants } from "./navigation.ts"
import { drawSearchLink } from "./searchForm.ts"

export const [CONTENT_ID] = FRAME_IDS

/** What differs from page to page in the frame. */
export interface Frame {
  site: SiteView
  labels: Labels
  title: string
  description?: string | undefined
  canonicalUrl?: string | undefined
  alternates?: PageContent["alternates"]
  markdownUrl?: string | undefined
  feeds?: PageContent["feeds"]
  noIndex: boolean
  math: boolean
  /** Shows parts of APIs; `forms`: readers may try them. */
  api?: "shown" | "forms" | undefined
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
  const socialImage = site.socialImageUrl === undefined ? undefined : safeImageUrl(site.socialImageUrl)
  const canonical = frame.canonicalUrl === undefined ? undefined : safeUrl(frame.canonicalUrl)
  return [
    '<meta charset="utf-8">',
    `<title>${escapeHtml(title)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // before the style is there: no white page in the dark
    meta("color-scheme", site.themeFixed && site.theme !== undefined ? site.theme : "light dark"),
    meta("description", frame.description),
    frame.noIndex ? meta("robots", "noindex") : "",
    canonical === undefined ? "" : `<link${attributes({ rel: "canonical", href: canonical })}>`,
    ...(frame.alternates ?? []).map(
      ({ href, language }) => `<link${attributes({ rel: "alternate", hreflang: language, href: hrefOf(href) })}>`
    ),
    property("og:type", "article"),
    property("og:site_name", site.title),
    property("og:title", frame.title),
    property("og:description", frame.description),
    property("og:url", canonical),
    property("og:image", socialImage),
    socialImage === undefined ? "" : meta("twitter:card", "summary_large_image"),
    meta("generator", "Octavo"),
    `<script>${themeScript}</script>`,
    ...(site.fontHrefs ?? []).map(
      (href) =>
        `<link${attributes({ rel: "preload", as: "font", type: `font/${href.endsWith(".woff") ? "woff" : "woff2"}`, href: hrefOf(href), crossorigin: "" })}>`
    ),
    `<link rel="stylesheet" href="${asset(siteStyle.path)}">`,
    site.styleHref === undefined
      ? ""
      : `<link${attributes({ rel: "stylesheet", href: hrefOf(site.styleHref), "data-look": true })}>`,
    frame.math ? `<link rel="stylesheet" href="${asset(mathStyle.path)}">` : "",
    frame.api === undefined ? "" : `<link rel="stylesheet" href="${asset(apiStyle.path)}">`,
    `<script src="${asset(siteScript.path)}" defer></script>`,
    frame.api === "forms" ? `<script src="${asset(apiScript.path)}" defer></script>` : "",
    drawIcons(site),
    frame.markdownUrl === undefined
      ? ""
      : `<link${attributes({ rel: "alternate", type: "text/markdown", href: hrefOf(frame.markdownUrl) })}>`,
    ...(frame.feeds ?? []).map(
      ({ href, type }) => `<link${attributes({ rel: "alternate", type, href: hrefOf(href), title: frame.title })}>`
    )
  ].join("")
}

/** What stands for the site in tabs and bookmarks. */
const drawIcons = (site: SiteView): string => {
  const one = (href: string | undefined, media?: string): string =>
    `<link${attributes({ rel: "icon", href: href ?? site.basePath + defaultIcon.path, media })}>`
  const { dark, light } = site.favicon ?? {}
  const onLight = light === undefined ? undefined : safeIconUrl(light)
  const onDark = dark === undefined ? undefined : safeIconUrl(dark)
  return onDark === undefined || onDark === onLight
    ? one(onLight)
    : one(onLight, "(prefers-color-scheme: light)") + one(onDark, "(prefers-color-scheme: dark)")
}

const drawBrand = (site: SiteView): string => {
  const logo = site.logo === undefined ? "" : drawThemed(site.logo, site.title)
  const icon = site.icon === undefined ? "" : drawThemed(site.icon, "", "square")
  const title = `<span>${escapeHtml(site.title)}</span>`
  const content =
    logo !== ""
      ? logo
      : icon !== ""
        ? icon + title
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
    drawVariants(site, labels),
    '<span class="space"></span>',
    drawHeaderLinks(site, labels),
    site.searchHref === undefined ? "" : drawSearchLink(site.searchHref, labels),
    drawLanguages(site, labels),
    frame.outline ? opener("contents", "Page-outline", labels.outline, shape("list")) : "",
    site.themeFixed ? "" : `<button${theme}>${shape("moon")}${shape("sun")}</button>`
  ].join("")
  return `<header class="top"><div class="bar">${bar}</div>${drawSections(site, labels)}</header>`
}

/** A whole document. */
export const drawDocument = (frame: Frame): string => {
  const { labels, site } = frame
  const sectioned = (site.sections?.length ?? 0) > 0
  const html = attributes({
    lang: site.language,
    dir: directionOf(site.language),
    class: classes(sectioned && "sectioned"),
    "data-theme": site.theme,
    "data-default": site.theme,
    "data-fixed": site.themeFixed
  })
  const words = {
    "data-base": site.reloads ? undefined : site.basePath,
    "data-copy": labels.copy,
    "data-copied": labels.copied,
    "data-insights": site.insights
  }
  const skip = element("a", { class: "skip", href: "#Page-content" }, escapeHtml(labels.skip))
  return `<!DOCTYPE html><html${html}><head>${drawHead(frame)}</head><body${attributes(words)}>${skip}${drawAnnouncement(site, labels)}${drawHeader(frame)}${frame.content}${drawFooter(site, labels)}</body></html>`
}
