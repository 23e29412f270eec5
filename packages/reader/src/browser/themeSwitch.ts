/** The switch between light and dark. */
import { COLOR_THEME, otherTheme } from "../logic/colorTheme.ts"

export const switchTheme = (): void => {
  const { dataset } = document.documentElement
  const usual = dataset["default"] || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")
  const { isUsual, next } = otherTheme(dataset["theme"], usual)
  if (isUsual && !dataset["default"]) delete dataset["theme"]
  else dataset["theme"] = next
  try {
    if (isUsual) localStorage.removeItem(COLOR_THEME)
    else localStorage.setItem(COLOR_THEME, next)
  } catch {
    // it holds for this page
  }
}
