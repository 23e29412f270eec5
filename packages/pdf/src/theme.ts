/** Sizes in points (1/72 inch) and colours of the printed page. */

export const page = { width: 595.28, height: 841.89, left: 62, right: 62, top: 64, bottom: 74 } as const

/** Width of the text. */
export const textWidth = page.width - page.left - page.right
/** Height of the text on one sheet. */
export const textHeight = page.height - page.top - page.bottom

export const size = { text: 10, small: 8.5, code: 8.4, title: 25, headings: [19, 16.5, 13.5, 11.5, 10.5, 10] } as const

/** Height of a line in parts of its letters' size. */
export const leading = 1.55

export const color = {
  ink: "#1f2328",
  strong: "#101418",
  soft: "#5b6470",
  faint: "#8a929c",
  rule: "#d7dbe0",
  wash: "#f5f6f8",
  accent: "#1f5fbf",
  code: "#24292f",
  codeWash: "#eef0f3"
} as const

/** Ink and wash of the four kinds of hint. */
export const hints = {
  info: { ink: "#1f5fbf", wash: "#eef4fd" },
  success: { ink: "#1a7f4b", wash: "#ecf8f1" },
  warning: { ink: "#a86503", wash: "#fdf6e7" },
  danger: { ink: "#c0342c", wash: "#fdefee" }
} as const

/** Colours of code by the classes that the highlighter names. */
export const tokens: Readonly<Record<string, string>> = {
  c: "#6a737d",
  s: "#1a7f4b",
  n: "#9a4f00",
  k: "#8a3fb5",
  f: "#1f5fbf",
  t: "#0f7285",
  a: "#9a3b5c",
  v: "#a14a12",
  o: "#4b5563",
  i: "#1a7f4b",
  d: "#c0342c"
}

/** Colours of marks and chips by name: as text, and as ground. */
export const named: Readonly<Record<string, { readonly ink: string; readonly wash: string }>> = {
  blue: { ink: "#1f5fbf", wash: "#dbe8fb" },
  green: { ink: "#1a7f4b", wash: "#d8f2e3" },
  orange: { ink: "#b35309", wash: "#fde5cf" },
  purple: { ink: "#7a3fb5", wash: "#ecdffa" },
  red: { ink: "#c0342c", wash: "#fbdcda" },
  yellow: { ink: "#8a6a00", wash: "#fbf0c4" },
  pink: { ink: "#b5367f", wash: "#fadcec" },
  gray: { ink: "#5b6470", wash: "#e6e9ed" },
  teal: { ink: "#0f7285", wash: "#d3eef2" },
  accent: { ink: "#1f5fbf", wash: "#dbe8fb" }
}
