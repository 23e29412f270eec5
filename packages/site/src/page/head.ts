/** The document around a page: head, header, footer. */

import { sessionName } from "@octavo/core/people/sign-in/Sessions"
import { framePath } from "@octavo/reader/diagrams"
import { emojiFontName, emojiIn } from "@octavo/reader/emoji"
import { safeIconUrl, safeImageUrl, safeUrl } from "@octavo/render/authorValues"
import { directionOf, type Labels } from "@octavo/render/labels"
import { assetsPath, type BuiltApplication } from "../application/WebApplication.ts"
import {
  apiScript,
  apiStyle,
  defaultIcon,
  diagramsScript,
  diagramsStyle,
  latinFont,
  mathStyle,
  siteFilesScript,
  siteScript,
  siteStyle,
  themeScript
} from "../assets/assets.ts"
import { shape } from "../body/icons.ts"
import { FRAME_IDS } from "../body/render.ts"
import { attributes, classes, element, escaped, type Html, html, join, none, raw } from "../html/html.ts"
import type { PageContent, SiteView, StructuredData } from "../view.ts"
import { drawAnnouncement, drawFooter, drawHeaderLinks, drawThemed, hrefOf } from "./links.ts"
import { drawLanguages, drawSections, drawVariants } from "./navigation.ts"
import { drawSearchLink } from "./searchForm.ts"
import { drawStructuredData } from "./structuredData.ts"

export const [CONTENT_ID] = FRAME_IDS

/** What differs from page to page in the frame. */
export interface Frame {
  site: SiteView
  labels: Labels
  title: string
  description?: string | undefined
  canonicalUrl?: string | undefined
  socialImageUrl?: string | undefined
  alternates?: PageContent["alternates"]
  structured?: StructuredData | undefined
  authors?: readonly string[] | undefined
  /** ISO 8601. */
  updatedAt?: string | undefined
  markdownUrl?: string | undefined
  feeds?: PageContent["feeds"]
  noIndex: boolean
  math: boolean
  diagrams?: boolean
  /** Shows parts of APIs; `forms`: readers may try them. */
  api?: "shown" | "forms" | undefined
  menu: boolean
  outline: boolean
  /** What takes the page over where scripts run. */
  application?: BuiltApplication | undefined
  /** Between header and footer. */
  content: Html
}

const meta = (name: string, content: string | undefined): Html =>
  content === undefined || content === "" ? none : html`<meta${attributes({ name, content })}>`

const property = (name: string, content: string | undefined): Html =>
  content === undefined || content === "" ? none : html`<meta${attributes({ property: name, content })}>`

/** What a picture that was drawn is known to be. */
const drawnImage = (title: string): readonly Html[] => [
  property("og:image:type", "image/png"),
  property("og:image:width", "1200"),
  property("og:image:height", "630"),
  property("og:image:alt", title)
]

/** Path of the font with the emoji of a text, below the site; its script knows the other form of it. */
const emojiFont = (text: string): string | undefined => {
  const letters = emojiIn(text)
  return letters.size === 0 ? undefined : `/_octavo/${emojiFontName(letters, "color-COLRv1")}`
}

/** @param body what the page shows */
const drawHead = (frame: Frame, body: Html): Html => {
  const { site } = frame
  const asset = (path: string): string => site.basePath + path
  const title = frame.title === site.title ? site.title : `${frame.title} · ${site.title}`
  const drawn = site.socialImageUrl === undefined ? frame.socialImageUrl : undefined
  const imageUrl = drawn ?? site.socialImageUrl
  const socialImage = imageUrl === undefined ? undefined : safeImageUrl(imageUrl)
  const canonical = frame.canonicalUrl === undefined ? undefined : safeUrl(frame.canonicalUrl)
  const emoji = emojiFont(body.text)
  const fonts = {
    "data-font": site.fontHrefs === undefined ? asset(latinFont.path) : undefined,
    "data-emoji": emoji && asset(emoji)
  }
  return join([
    html`<meta charset="utf-8">`,
    html`<title>${title}</title>`,
    html`<meta name="viewport" content="width=device-width, initial-scale=1">`,
    // before the style is there: no white page in the dark
    meta("color-scheme", site.themeFixed && site.theme !== undefined ? site.theme : "light dark"),
    meta("description", frame.description),
    frame.noIndex ? meta("robots", "noindex") : none,
    canonical === undefined ? none : html`<link${attributes({ rel: "canonical", href: canonical })}>`,
    ...(frame.alternates ?? []).map(
      ({ href, language }) => html`<link${attributes({ rel: "alternate", hreflang: language, href: hrefOf(href) })}>`
    ),
    property("og:type", frame.canonicalUrl === frame.structured?.siteUrl ? "website" : "article"),
    property("og:site_name", site.title),
    property("og:locale", site.language.replaceAll("-", "_")),
    property("og:title", frame.title),
    property("og:description", frame.description),
    property("og:url", canonical),
    property("og:image", socialImage),
    ...(drawn === undefined ? [] : drawnImage(frame.title)),
    meta("twitter:card", socialImage === undefined ? "summary" : "summary_large_image"),
    property("article:modified_time", frame.updatedAt),
    canonical === undefined
      ? none
      : drawStructuredData(frame.structured, {
          title: frame.title,
          description: frame.description,
          url: canonical,
          language: site.language,
          siteTitle: site.title,
          updatedAt: frame.updatedAt,
          authors: frame.authors ?? [],
          image: socialImage
        }),
    meta("generator", "Octavo"),
    meta(sessionName, site.scriptKey),
    meta("octavo-person", site.person),
    html`<script${attributes(fonts)}>${raw(themeScript)}</script>`,
    ...(site.fontHrefs ?? []).map(
      (href) =>
        html`<link${attributes({ rel: "preload", as: "font", type: `font/${href.endsWith(".woff") ? "woff" : "woff2"}`, href: hrefOf(href), crossorigin: true })}>`
    ),
    html`<link rel="stylesheet" href="${asset(siteStyle.path)}">`,
    site.styleHref === undefined
      ? none
      : html`<link${attributes({ rel: "stylesheet", href: hrefOf(site.styleHref), "data-look": true })}>`,
    frame.math ? html`<link rel="stylesheet" href="${asset(mathStyle.path)}">` : none,
    frame.api === undefined ? none : html`<link rel="stylesheet" href="${asset(apiStyle.path)}">`,
    frame.application === undefined
      ? html`<script src="${asset((site.asFiles ? siteFilesScript : siteScript).path)}" defer></script>`
      : drawApplication(site.basePath + assetsPath, frame.application),
    frame.diagrams === true ? drawDiagramFiles(site.basePath, frame.labels) : none,
    frame.api === "forms" ? html`<script src="${asset(apiScript.path)}" defer></script>` : none,
    drawIcons(site),
    frame.markdownUrl === undefined
      ? none
      : html`<link${attributes({ rel: "alternate", type: "text/markdown", href: hrefOf(frame.markdownUrl) })}>`,
    ...(frame.feeds ?? []).map(
      ({ href, type }) => html`<link${attributes({ rel: "alternate", type, href: hrefOf(href), title: frame.title })}>`
    )
  ])
}

/** The script is told where the frame is that diagrams are drawn in, and the words that it shows. */
const drawDiagramFiles = (basePath: string, labels: Labels): Html => {
  const frame = framePath()
  if (frame === undefined) return none
  const script = attributes({
    src: basePath + diagramsScript.path,
    defer: true,
    "data-frame": basePath + frame,
    "data-diagram": labels.diagram,
    "data-source": labels.diagramSource,
    "data-failed": labels.diagramFailed,
    "data-limit": labels.diagramLimit
  })
  return html`<link rel="stylesheet" href="${basePath + diagramsStyle.path}"><script${script}></script>`
}

/** React Aria adds a style of this id to a page that has none; a policy without inline styles refuses it. */
const pressableStyle = "react-aria-pressable-style"

const drawApplication = (base: string, { early, preloads, script, styles }: BuiltApplication): Html =>
  join([
    // waits for nothing: neither for styles nor for the rest of the page
    html`<script type="module" src="${base + early}" async></script>`,
    ...styles.map(
      (name, at) =>
        html`<link${attributes({ rel: "stylesheet", href: base + name, id: at === 0 ? pressableStyle : undefined })}>`
    ),
    ...preloads.map((name) => html`<link rel="modulepreload" href="${base + name}">`),
    html`<script type="module" src="${base + script}"></script>`
  ])

/** What stands for the site in tabs and bookmarks. */
const drawIcons = (site: SiteView): Html => {
  const one = (href: string | undefined, media?: string): Html =>
    html`<link${attributes({ rel: "icon", href: href ?? site.basePath + defaultIcon.path, media })}>`
  const { dark, light } = site.favicon ?? {}
  const onLight = light === undefined ? undefined : safeIconUrl(light)
  const onDark = dark === undefined ? undefined : safeIconUrl(dark)
  return onDark === undefined || onDark === onLight
    ? one(onLight)
    : html`${one(onLight, "(prefers-color-scheme: light)")}${one(onDark, "(prefers-color-scheme: dark)")}`
}

const drawBrand = (site: SiteView): Html => {
  const logo = site.logo === undefined ? none : drawThemed(site.logo, site.title)
  const icon = site.icon === undefined ? none : drawThemed(site.icon, "", "square")
  const title = html`<span>${site.title}</span>`
  const content = !logo.isEmpty
    ? logo
    : !icon.isEmpty
      ? html`${icon}${title}`
      : site.emoji
        ? html`<span aria-hidden="true">${site.emoji}</span>${title}`
        : html`${shape("book")}${title}`
  return element("a", { class: "brand", href: hrefOf(site.homeHref) }, content)
}

const opener = (name: string, target: string, label: string, icon: Html): Html =>
  html`<button${attributes({ class: `tool ${name}`, type: "button", popovertarget: target, "aria-label": label })}>${icon}</button>`

const drawHeader = (frame: Frame): Html => {
  const { labels, site } = frame
  const theme = attributes({ class: "tool theme", type: "button", "aria-label": labels.theme, title: labels.theme })
  const bar = [
    frame.menu ? opener("menu", "Page-navigation", labels.menu, shape("bars")) : none,
    drawBrand(site),
    drawVariants(site, labels),
    html`<span class="space"></span>`,
    drawHeaderLinks(site, labels),
    site.searchHref === undefined ? none : drawSearchLink(site.searchHref, labels, site.askHref),
    drawLanguages(site, labels),
    frame.outline ? opener("contents", "Page-outline", labels.outline, shape("list")) : none,
    site.themeFixed ? none : html`<button${theme}>${shape("moon")}${shape("sun")}</button>`
  ]
  return html`<header class="top"><div class="bar">${bar}</div>${drawSections(site, labels)}</header>`
}

/** A whole document. */
export const drawDocument = (frame: Frame): Html => {
  const { labels, site } = frame
  const sectioned = (site.sections?.length ?? 0) > 0
  const root = attributes({
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
  const skip = element("a", { class: "skip", href: "#Page-content" }, escaped(labels.skip))
  const body = html`${skip}${drawAnnouncement(site, labels)}${drawHeader(frame)}${frame.content}${drawFooter(site, labels)}`
  return html`<!DOCTYPE html><html${root}><head>${drawHead(frame, body)}</head><body${attributes(words)}>${body}</body></html>`
}
