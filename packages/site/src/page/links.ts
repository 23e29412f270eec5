/** Links around the pages: of the header, of the announcement, of the footer. Menus fold out without script. */

import { safeImageUrl, safeUrl } from "@octavo/render/authorValues"
import type { Labels } from "@octavo/render/labels"
import { shape } from "../body/icons.ts"
import { attributes, classes, element, type Html, html, none } from "../html/html.ts"
import type { HeaderLink, SiteLink, SiteView, ThemedImage } from "../view.ts"

/** An address of the view, which is resolved but may come from an author. */
export const hrefOf = (href: string): string => safeUrl(href) ?? "#"

type ExternalTarget = SiteView["externalTarget"]

/** Attributes of a link that may leave the site. */
export const linkValues = (
  link: { href: string; external?: boolean | undefined },
  externalTarget: ExternalTarget,
  name: string | undefined = undefined
): Html =>
  attributes({
    class: name,
    href: hrefOf(link.href),
    rel: link.external ? "noopener" : undefined,
    target: link.external ? externalTarget : undefined
  })

const drawLink = (link: SiteLink, target: ExternalTarget, name: string | undefined = undefined): Html =>
  html`<a${linkValues(link, target, name)}>${link.title}</a>`

const drawList = (links: readonly SiteLink[], target: ExternalTarget): Html =>
  links.length === 0 ? none : html`<ul>${links.map((link) => html`<li>${drawLink(link, target)}</li>`)}</ul>`

const buttons = { link: undefined, "button-primary": "button", "button-secondary": "button secondary" } as const

/** What a header link folds out, with itself at the top when it leads somewhere. */
const foldedOut = ({ external, href, links, title }: HeaderLink): readonly SiteLink[] =>
  href === undefined ? links : [{ title, href, external }, ...links]

const drawHeaderLink = (link: HeaderLink, target: ExternalTarget): Html => {
  const folded = foldedOut(link)
  if (folded.length === 0) return none
  if (link.links.length === 0) return drawLink(folded[0]!, target, buttons[link.style])
  const summary = html`<summary>${link.title}${shape("chevron")}</summary>`
  return html`<details class="switcher" name="header-links">${summary}${drawList(folded, target)}</details>`
}

/** In the bar, on wide screens. */
export const drawHeaderLinks = ({ externalTarget, headerLinks = [] }: SiteView, labels: Labels): Html => {
  const drawn = headerLinks.map((link) => drawHeaderLink(link, externalTarget))
  return drawn.length === 0 ? none : element("nav", { class: "links", "aria-label": labels.links }, drawn)
}

/** In the menu, on narrow screens, where the bar has no room for them. */
export const drawLinksInMenu = ({ externalTarget, headerLinks = [] }: SiteView): Html => {
  const items = headerLinks.flatMap((link) => {
    if (link.links.length > 0) {
      return [html`<li><span class="group">${link.title}</span>${drawList(foldedOut(link), externalTarget)}</li>`]
    }
    return foldedOut(link).map((one) => html`<li>${drawLink(one, externalTarget)}</li>`)
  })
  return items.length === 0 ? none : html`<ul class="menu-links">${items}</ul>`
}

export const drawAnnouncement = ({ announcement, externalTarget }: SiteView, labels: Labels): Html => {
  if (announcement === undefined) return none
  const link = announcement.link === undefined ? none : html` ${drawLink(announcement.link, externalTarget)}`
  const values = { class: `announcement ${announcement.style}`, "aria-label": labels.announcement }
  return element("aside", values, html`<p>${announcement.message}${link}</p>`)
}

/** One image, or one for each theme; empty when an address is none of an image. */
export const drawThemed = ({ dark, light }: ThemedImage, alt: string, kind?: string): Html => {
  const [onLight, onDark] = [safeImageUrl(light), dark === undefined ? undefined : safeImageUrl(dark)]
  const image = (src: string, name: string | undefined): Html =>
    html`<img${attributes({ src, alt, class: classes(kind, name) })}>`
  if (onLight === undefined) return none
  return onDark === undefined || onDark === onLight
    ? image(onLight, undefined)
    : html`${image(onLight, "on-light")}${image(onDark, "on-dark")}`
}

export const drawFooter = (site: SiteView, labels: Labels): Html => {
  const { externalTarget, footer, title } = site
  const groups = (footer?.groups ?? []).map((group) => {
    const head = html`<p>${group.title}</p>`
    return element("nav", { "aria-label": group.title }, head, drawList(group.links, externalTarget))
  })
  const logo = footer?.logo === undefined ? none : drawThemed(footer.logo, title)
  const top = logo.isEmpty && groups.length === 0 ? none : html`<div class="site-groups">${logo}${groups}</div>`
  const facts = [
    html`<span>${footer?.copyright || title}</span>`,
    ...(footer?.links ?? []).map((link) => drawLink(link, externalTarget)),
    ...(footer?.privacy === undefined ? [] : [drawLink({ title: labels.privacy, ...footer.privacy }, externalTarget)]),
    ...(footer?.trademark === false ? [] : [html`<span>${labels.published}</span>`])
  ]
  return html`<footer class="site-foot">${top}<div>${facts}</div></footer>`
}
