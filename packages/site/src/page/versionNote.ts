/** What readers of a version that is not the newest are told above its pages. */
import type { Labels } from "@octavo/render/labels"
import { shape } from "../body/icons.ts"
import { attributes, type Html, html, none } from "../html/html.ts"
import type { SiteView } from "../view.ts"
import { hrefOf } from "./links.ts"

export const drawVersionNote = ({ version }: SiteView, labels: Labels): Html => {
  if (version === undefined) return none
  const { newest, state, title } = version
  // names of versions stand as they are in sentences of any direction
  const named: Readonly<Record<string, Html>> = {
    "{version}": html`<bdi>${title}</bdi>`,
    "{newest}": html`<a href="${hrefOf(newest.href)}"><bdi>${newest.title}</bdi></a>`
  }
  const text = (state === "older" ? labels.olderVersion : labels.nextVersion).split(/(\{\w+\})/)
  const values = attributes({
    class: `hint version-note ${state === "older" ? "warning" : "info"}`,
    role: "note",
    "aria-label": labels.variants
  })
  const parts = text.map((part) => named[part] ?? html`${part}`)
  return html`<div${values}>${shape("info")}<p class="hint-body">${parts}</p></div>`
}
