/** The navigation tree, section tabs, variants, outline. */

import { type Labels, labelsFor } from "@octavo/render/labels"
import type { OutlineEntry } from "@octavo/render/outline"
import { pageMark, shape } from "../body/icons.ts"
import { attributes, classes, element, escaped, type Html, html, none } from "../html/html.ts"
import type { NavigationEntry, SiteView, SwitchEntry, SwitchGroup } from "../view.ts"
import { drawLinksInMenu, hrefOf, linkValues } from "./links.ts"

const DEEPEST = 50

type ExternalTarget = SiteView["externalTarget"]

const drawEntries = (
  entries: readonly NavigationEntry[],
  labels: Labels,
  depth: number,
  externalTarget: ExternalTarget
): Html => {
  if (entries.length === 0 || depth > DEEPEST) return none
  const items = entries.map((entry, n) => {
    // what follows a group is not of it
    const isApart = entry.kind !== "group" && entries[n - 1]?.kind === "group"
    if (entry.kind === "page" && entry.shared === true && !isApart) return drawShared(entry, labels, externalTarget)
    return element("li", { class: isApart ? "apart" : undefined }, drawEntry(entry, labels, depth, externalTarget))
  })
  return html`<ul>${items}</ul>`
}

/** Entries with nothing open below them, drawn once for all pages that have them. */
const drawn = new WeakMap<NavigationEntry, { readonly labels: Labels; readonly item: Html }>()

const drawShared = (entry: NavigationEntry, labels: Labels, externalTarget: ExternalTarget): Html => {
  const known = drawn.get(entry)
  if (known?.labels === labels) return known.item
  const item = element("li", {}, drawEntry(entry, labels, 0, externalTarget))
  drawn.set(entry, { labels, item })
  return item
}

const drawEntry = (entry: NavigationEntry, labels: Labels, depth: number, externalTarget: ExternalTarget): Html => {
  const title = html`${pageMark(entry)}<span>${entry.title}</span>`
  if (entry.kind === "group") {
    const head = element("span", { class: depth === 0 ? "group" : "label" }, title)
    return html`${head}${drawEntries(entry.children, labels, depth + 1, externalTarget)}`
  }
  if (entry.kind === "link") {
    const out = entry.external ? shape("external", "out") : none
    return html`<a${linkValues(entry, externalTarget)}>${title}${out}</a>`
  }
  const values = attributes({
    href: hrefOf(entry.href),
    class: entry.isRange ? "range" : undefined,
    "aria-current": entry.active ? "page" : undefined
  })
  const link = html`<a${values}>${title}</a>`
  const children = entry.children ?? []
  if (children.length === 0 && entry.elided !== true) return link
  const summary = html`<summary${attributes({ "aria-label": `${labels.expand} ${entry.title}` })}></summary>`
  if (entry.elided) return html`${link}<details class="elided">${summary}</details>`
  const open = entry.active || entry.ancestor ? " open" : none
  const below = drawEntries(children, labels, depth + 1, externalTarget)
  return html`${link}<details${open}>${summary}${below}</details>`
}

/**
 * The whole navigation as a fragment, no page in it marked: what the page's script takes the branches from that a page
 * leaves out. Depends on what is given alone.
 */
export const renderBranches = (
  entries: readonly NavigationEntry[],
  language: string,
  externalTarget: ExternalTarget = undefined
): Html => drawEntries(entries, labelsFor(language), 0, externalTarget)

/** Desktop: a column. Narrow screens: a popover that the menu button opens, without script. */
export const drawSidebar = (site: SiteView, labels: Labels): Html => {
  const { branchesHref, externalTarget, navigation } = site
  const values = attributes({
    class: "sidebar",
    id: "Page-navigation",
    popover: true,
    "aria-label": labels.navigation,
    "data-branches": branchesHref
  })
  const close = attributes({
    class: "tool close",
    type: "button",
    popovertarget: "Page-navigation",
    popovertargetaction: "hide",
    "aria-label": labels.close
  })
  return html`<nav${values}><button${close}>${shape("cross")}</button>${drawEntries(navigation, labels, 0, externalTarget)}${drawLinksInMenu(site)}</nav>`
}

/** Tabs; a group is a menu that opens without script. */
export const drawSections = ({ externalTarget, sections }: SiteView, labels: Labels): Html => {
  if (sections === undefined || sections.length === 0) return none
  return element("nav", { class: "sections", "aria-label": labels.sections }, switchList(sections, externalTarget))
}

/** Menus of one name close each other. */
const drawMenu = (group: SwitchGroup, externalTarget: ExternalTarget): Html => {
  const current = attributes({ "aria-current": group.active ? "true" : undefined })
  const summary = html`<summary${current}>${pageMark(group)}<span>${group.title}</span>${shape("chevron")}</summary>`
  return html`<details name="sections">${summary}${switchList(group.children, externalTarget, 1)}</details>`
}

export const drawVariants = ({ variants }: SiteView, labels: Labels): Html =>
  drawSwitcher(variants, labels.variants, "", none)

export const drawLanguages = ({ languages }: SiteView, labels: Labels): Html =>
  drawSwitcher(languages, labels.languages, "languages", shape("globe"))

const drawSwitcher = (entries: SiteView["variants"], name: string, kind: string, mark: Html): Html => {
  if (entries === undefined || entries.length < 2) return none
  const current = entries.find((entry) => entry.active) ?? entries[0]!
  const label = attributes({ "aria-label": `${name}: ${current.title}` })
  const summary = html`<summary${label}>${mark}<span>${current.title}</span>${shape("chevron")}</summary>`
  return element("details", { class: classes("switcher", kind) }, summary, switchList(entries, undefined))
}

const switchList = (
  entries: ReadonlyArray<SwitchEntry | SwitchGroup>,
  externalTarget: ExternalTarget,
  depth = 0
): Html => {
  const items = entries.map((entry) => {
    if (entry.kind === "group") {
      if (depth === 0) return element("li", {}, drawMenu(entry, externalTarget))
      const title = element("span", { class: "label" }, pageMark(entry), escaped(entry.title))
      return element("li", {}, title, depth > DEEPEST ? none : switchList(entry.children, externalTarget, depth + 1))
    }
    const { active, description, external, href, language, note } = entry
    const values = attributes({
      href: hrefOf(href),
      "aria-current": active ? "true" : undefined,
      rel: external === true ? "noopener" : undefined,
      target: external === true ? externalTarget : undefined,
      lang: language,
      hreflang: language
    })
    const more = depth === 0 || description === undefined ? none : html`<small>${description}</small>`
    const out = external === true ? shape("external", "out") : none
    const word = note === undefined ? none : html` <small>${note}</small>`
    return html`<li><a${values}>${pageMark(entry)}<span>${entry.title}${word}${more}</span>${out}</a></li>`
  })
  return html`<ul>${items}</ul>`
}

export const drawOutline = (outline: readonly OutlineEntry[], labels: Labels): Html => {
  const top = outline.reduce((least, { depth }) => Math.min(least, depth), 6)
  const items = outline.map((entry) => {
    const link = element("a", { href: `#${encodeURI(entry.anchor)}` }, escaped(entry.title))
    return element("li", { class: entry.depth > top ? "deep" : undefined }, link)
  })
  const values = attributes({ class: "outline", id: "Page-outline", popover: true, "aria-label": labels.outline })
  return html`<nav${values}><p>${labels.outline}</p><ul>${items}</ul></nav>`
}
