/**
 * Icons, drawn in place: no font, no request; those of a navigation from files of their own. Our own for what is ours, those
 * of Font Awesome where an author names one.
 */
import { fontAwesomeIcon } from "@octavo/render/fontAwesome"
import type { PageReference } from "@octavo/render/references"
import { type Html, html, none } from "../html/html.ts"
import { ICON_SHAPES, type IconShape } from "./icon-shapes.ts"

const svg = (path: string, kind = ""): Html =>
  html`<svg class="icon${kind}" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`

/** One of our own icons. @param kind a class beside that of all icons */
export const shape = (name: IconShape, kind?: string): Html =>
  svg(ICON_SHAPES[name], kind === undefined ? "" : ` ${kind}`)

/** The icon of a Font Awesome name; the nearest free one for a name of the paid sets, else a neutral one of ours. */
export const drawIcon = (name: string, fallback: IconShape = "dot"): Html => {
  const icon = fontAwesomeIcon(name)
  if (icon === undefined) return svg(ICON_SHAPES[fallback], " unknown")
  const { height, path, width } = icon
  return html`<svg class="icon fa" viewBox="0 0 ${width} ${height}" aria-hidden="true"><path d="${path}"/></svg>`
}

/** The icon of a Font Awesome name that is in a file. @param href address of the file, with the icon as its fragment */
const iconIn = (name: string, href: string): Html => {
  const icon = fontAwesomeIcon(name)
  if (icon === undefined) return drawIcon(name)
  const { height, width } = icon
  return html`<svg class="icon fa" viewBox="0 0 ${width} ${height}" aria-hidden="true"><use href="${href}"/></svg>`
}

/** A page with an emoji or an icon, which may be in a file. */
type Marked = Pick<PageReference, "emoji" | "icon"> & { readonly iconHref?: string | undefined }

/** Emoji or icon of a page; empty when it has neither. */
export const pageIcon = ({ emoji, icon, iconHref }: Marked): Html =>
  emoji
    ? html`<span class="emoji" aria-hidden="true">${emoji}</span>`
    : icon
      ? iconHref === undefined
        ? drawIcon(icon)
        : iconIn(icon, iconHref)
      : none

/** The same in front of a page's title. */
export const pageMark = (page: Marked): Html => {
  const icon = pageIcon(page)
  return icon.isEmpty ? none : html`${icon} `
}
