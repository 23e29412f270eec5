/** Runs before the first paint, in the page itself: that script is there, and the colours that the reader chose. */
import { COLOR_THEME } from "../logic/colorTheme.ts"

const root = document.documentElement
root.classList.add("js")
try {
  const chosen = localStorage.getItem(COLOR_THEME)
  if ((chosen === "dark" || chosen === "light") && !("fixed" in root.dataset)) root.dataset["theme"] = chosen
} catch {
  // nothing may be kept here
}
