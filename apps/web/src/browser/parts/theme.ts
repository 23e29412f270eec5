/** Light or dark, as published pages keep it: one choice for both. */

export type Theme = "system" | "light" | "dark"

/** Under what the browser keeps it; the script in the head of each page reads it before the first paint. */
const themeKey = "octavo-theme"

const isTheme = (value: string | null | undefined): value is "light" | "dark" => value === "light" || value === "dark"

export const chosenTheme = (): Theme => {
  const { theme } = document.documentElement.dataset
  return isTheme(theme) ? theme : "system"
}

export const chooseTheme = (theme: Theme): void => {
  const { dataset } = document.documentElement
  if (theme === "system") delete dataset["theme"]
  else dataset["theme"] = theme
  try {
    if (theme === "system") localStorage.removeItem(themeKey)
    else localStorage.setItem(themeKey, theme)
  } catch {
    // it holds for this page
  }
}
