/**
 * Runs before the first paint, in the page itself: that script is there, the colours that the reader chose, and the
 * typeface of the page, which comes in time where it is asked for before the style sheet names it.
 */
import { COLOR_THEME } from "../logic/colorTheme.ts"
import { isSlow, type Line } from "../logic/line.ts"

const root = document.documentElement
root.classList.add("js")
try {
  const chosen = localStorage.getItem(COLOR_THEME)
  if ((chosen === "dark" || chosen === "light") && !("fixed" in root.dataset)) root.dataset["theme"] = chosen
} catch {
  // nothing may be kept here
}

const href = document.currentScript?.dataset["font"]
// beside it, the style sheet would come late on a slow line, and with it all that is seen
if (href && !isSlow((navigator as Navigator & { readonly connection?: Line }).connection)) {
  const link = { rel: "preload", as: "font", type: "font/woff2", href, crossOrigin: "" }
  document.head.append(Object.assign(document.createElement("link"), link))
}
