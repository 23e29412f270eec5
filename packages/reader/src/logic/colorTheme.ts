/** What the switch of a page's colours does. */

export type ColorTheme = "dark" | "light"

/** Where the browser keeps what a reader chose. */
export const COLOR_THEME = "octavo-theme"

/**
 * The other theme, and what is left of the choice: nothing is kept of what is usual anyway.
 * @param shown the theme that the page names; `undefined` for the usual one
 * @param usual what the site, or else the system, has
 */
export const otherTheme = (shown: string | undefined, usual: string): { next: ColorTheme; isUsual: boolean } => {
  const next = (shown || usual) === "dark" ? "light" : "dark"
  return { next, isUsual: next === usual }
}
