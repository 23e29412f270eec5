/** What readers can do with a page besides reading it: a menu beside the title that folds out without script. */

import type { Labels } from "@octavo/render/labels"
import { shape } from "../body/icons.ts"
import { attributes, element, escapeHtml } from "../html/escape.ts"
import type { PageAction } from "../view.ts"
import { hrefOf } from "./links.ts"

const drawItem = (icon: string, label: string, values: Parameters<typeof attributes>[0]): string =>
  `<li><a${attributes(values)}>${icon}<span>${escapeHtml(label)}</span></a></li>`

const drawAction = (action: PageAction, labels: Labels): string => {
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
      return `<li class="mcp">${shape("server")}<span>${escapeHtml(labels.mcp)}<code>${escapeHtml(action.url)}</code></span></li>`
    case "pdf": {
      const { allHref, href, siteHref } = action
      const files = [
        [labels.pagePdf, href],
        [labels.allPdf, allHref],
        [labels.sitePdf, siteHref]
      ] as const
      return files
        .map(([label, to]) =>
          to === undefined ? "" : drawItem(shape("download"), label, { href: hrefOf(to), rel: "nofollow" })
        )
        .join("")
    }
  }
}

export const drawActions = (actions: readonly PageAction[] | undefined, labels: Labels): string => {
  if (actions === undefined || actions.length === 0) return ""
  const summary = `<summary${attributes({ "aria-label": labels.actions, title: labels.actions })}>${shape("file")}<span>${escapeHtml(labels.actions)}</span>${shape("chevron")}</summary>`
  return element(
    "details",
    { class: "switcher actions" },
    `${summary}<ul>${actions.map((action) => drawAction(action, labels)).join("")}</ul>`
  )
}
