/** What a page's scripts know of the font of its emoji. Pure. */

/** As style sheets name it. */
export const emojiFamily = "Octavo Emoji"

/**
 * The letters that the font at an address is for, as style sheets say it: those of its name, or those behind a `#`, of a
 * font with more.
 */
export const emojiRange = (address: string): string =>
  `U+${address.replace(/^.*[/#]|\.woff/g, "").replaceAll("-", ",U+")}`

/** Where the same font is with its pictures as SVG. */
export const svgAddress = (address: string): string => address.replace(/^.*(?=\.woff)/, "$&.svg")
