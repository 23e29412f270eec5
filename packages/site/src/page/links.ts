/** Links around the pages: of the header, of the announcement, of the footer. Menus fold out without script. */

import { safeImageUrl, safeUrl } from "@octavo/render/authorValues"
import type { Labels } from "@octavo/render/labels"
import { shape } from "../body/icons.ts"
import { attributes, classes, element, escapeHtml } from "../html/escape.ts"
import type { HeaderLink, SiteLink, SiteView, ThemedImage } from "../view.ts"

/** An address of the view, which is resolved but may come from an author. */
export const hrefOf = (href: string): string => safeUrl(href) ?? "#"

type ExternalTarget = SiteView["externalTarget"]

/** Attributes of a link that may leave the site. */
export const linkValues = (
  link: { href: string; external?: boolean | undefined },
  externalTarget: ExternalTarget,
  name: string | undefined = undefined
): string =>
  attributes({
    class: name,
    href: hrefOf(link.href),
    rel: link.external ? "noopener" : undefined,
    target: link.external ? externalTarget : undefined
  })

const drawLink = (link: SiteLink, target: ExternalTarget, name: string | undefined = undefined): string =>
  `<a${linkValues(link, target, name)}>${escapeHtml(link.title)}</a>`

const drawList = (links: readonly SiteLink[], target: ExternalTarget): string =>
  links.length === 0 ? "" : `<ul>${links.map((link) => `<li>${drawLink(link, target)}</li>`).join("")}</ul>`

const buttons = { link: undefined, "button-primary": "button", "button-secondary": "button secondary" } as const

/** What a header link folds out, with itself at the top when it leads somewhere. */
const foldedOut = ({ external, href, links, title }: HeaderLink): readonly SiteLink[] =>
  href === undefined ? links : [{ title, href, external }, ...links]

const drawHeaderLink = (link: HeaderLink, target: ExternalTarget): string => {
  const folded = foldedOut(link)
  if (folded.length === 0) return ""
  if (link.links.length === 0) return drawLink(folded[0]!, target, buttons[link.style])
  const summary = `<summary>${escapeHtml(link.title)}${shape("chevron")}</summary>`
  return `<details class="switcher" name="header-links">${summary}${drawList(folded, target)}</details>`
}

/** In the bar, on wide screens. */
export const drawHeaderLinks = ({ externalTarget, headerLinks = [] }: SiteView, labels: Labels): string => {
  const drawn = headerLinks.map((link) => drawHeaderLink(link, externalTarget)).join("")
  return drawn === "" ? "" : element("nav", { class: "links", "aria-label": labels.links }, drawn)
}

/** In the menu, on narrow screens, where the bar has no room for them. */
export const drawLinksInMenu = ({ externalTarget, headerLinks = [] }: SiteView): string => {
  const items = headerLinks.flatMap((link) => {
    if (link.links.length > 0) {
      return [
        `<li><span class="group">${escapeHtml(link.title)}</span>${drawList(foldedOut(link), externalTarget)}</li>`
      ]
    }
    return foldedOut(link).map((one) => `<li>${drawLink(one, externalTarget)}</li>`)
  })
  return items.length === 0 ? "" : `<ul class="menu-links">${items.join("")}</ul>`
}

export const drawAnnouncement = ({ announcement, externalTarget }: SiteView, labels: Labels): string => {
  if (announcement === undefined) return ""
  const link = announcement.link === undefined ? "" : ` ${drawLink(announcement.link, externalTarget)}`
  const values = { class: `announcement ${announcement.style}`, "aria-label": labels.announcement }
  return element("aside", values, `<p>${escapeHtml(announcement.message)}${link}</p>`)
}

/** One image, or one for each theme; empty when an address is none of an image. */
export const drawThemed = ({ dark, light }: ThemedImage, alt: string, kind?: string): string => {
  const [onLight, onDark] = [safeImageUrl(light), dark === undefined ? undefined : safeImageUrl(dark)]
  const image = (src: string, name: string | undefined): string =>
    `<img${attributes({ src, alt, class: classes(kind, name) })}>`
  if (onLight === undefined) return ""
  return onDark === undefined || onDark === onLight
    ? image(onLight, undefined)
    : image(onLight, "on-light") + image(onDark, "on-dark")
}

export const drawFooter = (site: SiteView, labels: Labels): string => {
  const { externalTarget, footer, title } = site
  const groups = (footer?.groups ?? []).map((group) => {
    const head = `<p>${escapeHtml(group.title)}</p>`
    return element("nav", { "aria-label": group.title }, head + drawList(group.links, externalTarget))
  })
  const logo = footer?.logo === undefined ? "" : drawThemed(footer.logo, title)
  const top = logo === "" && groups.length === 0 ? "" : `<div class="site-groups">${logo}${groups.join("")}</div>`
  const facts = [
    `<span>${escapeHtml(footer?.copyright || title)}</span>`,
    ...(footer?.links ?? []).map((link) => drawLink(link, externalTarget)),
    ...(footer?.privacy === undefined ? [] : [drawLink({ title: labels.privacy, ...footer.privacy }, externalTarget)]),
    ...(footer?.trademark === false ? [] : [`<span>${escapeHtml(labels.published)}</span>`])
  ]
  return `<footer class="site-foot">${top}<div>${facts.join("")}</div></footer>`
}
