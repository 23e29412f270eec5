/**
 * Runs before the first paint, in the page itself: that script is there, the colours that the reader chose, and the
 * fonts of the page, which come in time where they are asked for before the style sheet names them. A page that is there
 * before them stays as it is.
 */
import { COLOR_THEME } from "../logic/colorTheme.ts"
import { isSlow, type Line } from "../logic/line.ts"
import { emojiFace } from "./emojiFace.ts"

const root = document.documentElement
root.classList.add("js")
try {
  const chosen = localStorage.getItem(COLOR_THEME)
  if ((chosen === "dark" || chosen === "light") && !("fixed" in root.dataset)) root.dataset["theme"] = chosen
} catch {
  // nothing may be kept here
}

const { emoji, font: href } = document.currentScript!.dataset
// beside them, the style sheet would come late on a slow line, and with it all that is seen
if (!isSlow((navigator as Navigator & { readonly connection?: Line }).connection)) {
  const link = { rel: "preload", as: "font", type: "font/woff2", href, crossOrigin: "" }
  if (href) document.head.append(Object.assign(document.createElement("link"), link))
  if (emoji) {
    const face = emojiFace(emoji, "optional")
    document.fonts.add(face)
    face.load().catch(() => {})
  }
}
