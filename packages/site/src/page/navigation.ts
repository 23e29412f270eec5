/** The navigation tree, section tabs, variants, outline. */
import { pageMark, shape } from "../body/icons.ts"
import { attributes, element, escapeHtml } from "../html/escape.ts"
import { type Labels, labelsFor } from "../labels.ts"
import type { NavigationEntry, OutlineEntry, SiteView, SwitchEntry } from "../view.ts"
import { drawLinksInMenu, hrefOf, linkValues } from "./links.ts"

const DEEPEST = 50

type ExternalTarget = SiteView["externalTarget"]

const drawEntries = (
  entries: readonly NavigationEntry[],
  labels: Labels,
  depth: number,
  externalTarget: ExternalTarget
): string => {
  if (entries.length === 0 || depth > DEEPEST) return ""
  return `<ul>${entries.map((entry) => drawEntry(entry, labels, depth, externalTarget)).join("")}</ul>`
}

const drawEntry = (entry: NavigationEntry, labels: Labels, depth: number, externalTarget: ExternalTarget): string => {
  const title = `${pageMark(entry)}<span>${escapeHtml(entry.title)}</span>`
  if (entry.kind === "group") {
    const head = element("span", { class: depth === 0 ? "group" : "label" }, title)
    return `<li>${head}${drawEntries(entry.children, labels, depth + 1, externalTarget)}</li>`
  }
  if (entry.kind === "link") {
    const out = entry.external ? shape("external").replace('class="icon"', 'class="icon out"') : ""
    return `<li><a${linkValues(entry, externalTarget)}>${title}${out}</a></li>`
  }
  const link = `<a${attributes({ href: hrefOf(entry.href), "aria-current": entry.active ? "page" : undefined })}>${title}</a>`
  const children = entry.children ?? []
  if (children.length === 0 && entry.elided !== true) return `<li>${link}</li>`
  const summary = `<summary${attributes({ "aria-label": `${labels.expand} ${entry.title}` })}></summary>`
  if (entry.elided) return `<li>${link}<details class="elided">${summary}</details></li>`
  const open = entry.active || entry.ancestor ? " open" : ""
  const below = drawEntries(children, labels, depth + 1, externalTarget)
  return `<li>${link}<details${open}>${summary}${below}</details></li>`
}

/**
 * The whole navigation as a fragment, no page in it marked: what the page's script takes the branches from that a page
 * leaves out. Depends on what is given alone.
 */
export const renderBranches = (
  entries: readonly NavigationEntry[],
  language: string,
  externalTarget: ExternalTarget = undefined
): string => drawEntries(entries, labelsFor(language), 0, externalTarget)

/** Desktop: a column. Narrow screens: a popover that the menu button opens, without script. */
export const drawSidebar = (site: SiteView, labels: Labels): string => {
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
  return `<nav${values}><button${close}>${shape("cross")}</button>${drawEntries(navigation, labels, 0, externalTarget)}${drawLinksInMenu(site)}</nav>`
}

export const drawSections = (entries: readonly SwitchEntry[] | undefined, labels: Labels): string => {
  if (entries === undefined || entries.length === 0) return ""
  return element("nav", { class: "sections", "aria-label": labels.sections }, switchList(entries))
}

export const drawVariants = (entries: readonly SwitchEntry[] | undefined, labels: Labels): string => {
  if (entries === undefined || entries.length < 2) return ""
  const current = entries.find((entry) => entry.active) ?? entries[0]!
  const label = attributes({ "aria-label": `${labels.variants}: ${current.title}` })
  const summary = `<summary${label}>${escapeHtml(current.title)}${shape("chevron")}</summary>`
  return `<details class="switcher">${summary}${switchList(entries)}</details>`
}

const switchList = (entries: readonly SwitchEntry[]): string => {
  const items = entries.map((entry) => {
    const values = attributes({ href: hrefOf(entry.href), "aria-current": entry.active ? "true" : undefined })
    return `<li><a${values}>${pageMark(entry)}${escapeHtml(entry.title)}</a></li>`
  })
  return `<ul>${items.join("")}</ul>`
}

export const drawOutline = (outline: readonly OutlineEntry[], labels: Labels): string => {
  const top = Math.min(...outline.map((entry) => entry.depth))
  const items = outline
    .map((entry) => {
      const link = element("a", { href: `#${encodeURI(entry.anchor)}` }, escapeHtml(entry.title))
      return element("li", { class: entry.depth > top ? "deep" : undefined }, link)
    })
    .join("")
  const values = attributes({ class: "outline", id: "Page-outline", popover: true, "aria-label": labels.outline })
  return `<nav${values}><p>${escapeHtml(labels.outline)}</p><ul>${items}</ul></nav>`
}
