/** What readers can do with a page besides reading it: a menu beside the title that folds out without script. */

import type { Labels } from "@octavo/render/labels"
import { shape } from "../body/icons.ts"
import { attributes, element, type Html, html, join, none } from "../html/html.ts"
import type { PageAction } from "../view.ts"
import { hrefOf } from "./links.ts"

const drawItem = (icon: Html, label: string, values: Parameters<typeof attributes>[0]): Html =>
  html`<li><a${attributes(values)}>${icon}<span>${label}</span></a></li>`

const drawAction = (action: PageAction, labels: Labels): Html => {
  switch (action.kind) {
    case "markdown":
      // its script puts what copies the page before it
      return drawItem(shape("file"), labels.markdown, { href: hrefOf(action.href), "data-copy-page": labels.copyPage })
    case "assistant":
      return drawItem(shape("comment"), `${labels.openIn} ${action.name}`, {
        href: hrefOf(action.href),
        rel: "noopener"
      })
    case "mcp":
      return html`<li class="mcp">${shape("server")}<span>${labels.mcp}<code>${action.url}</code></span></li>`
    case "share":
      // its script shows it
      return html`<li hidden><button type="button" data-share>${shape("link")}<span>${labels.share}</span></button></li>`
    case "pdf": {
      const { allHref, href, siteHref } = action
      const files = [
        [labels.pagePdf, href],
        [labels.allPdf, allHref],
        [labels.sitePdf, siteHref]
      ] as const
      return join(
        files.map(([label, to]) =>
          to === undefined ? none : drawItem(shape("download"), label, { href: hrefOf(to), rel: "nofollow" })
        )
      )
    }
  }
}

export const drawActions = (actions: readonly PageAction[] | undefined, labels: Labels): Html => {
  if (actions === undefined || actions.length === 0) return none
  const summary = html`<summary${attributes({ "aria-label": labels.actions, title: labels.actions })}>${shape("file")}<span>${labels.actions}</span>${shape("chevron")}</summary>`
  return element(
    "details",
    { class: "switcher actions" },
    html`${summary}<ul>${actions.map((action) => drawAction(action, labels))}</ul>`
  )
}
