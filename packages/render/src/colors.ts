/** Colours of marks, icons and chips that have a name of the theme, so that they can be read on its grounds. */

const NAMES: ReadonlyMap<string, string> = new Map([
  ["blue", "blue"],
  ["green", "green"],
  ["orange", "orange"],
  ["purple", "purple"],
  ["red", "red"],
  ["yellow", "yellow"],
  ["pink", "pink"],
  ["gray", "gray"],
  ["grey", "gray"],
  ["teal", "teal"],
  ["$primary", "accent"],
  ["$tint", "accent"],
  ["$info", "blue"],
  ["$success", "green"],
  ["$warning", "orange"],
  ["$danger", "red"]
])

/** The theme's name of a colour as written; `undefined` for one that has none. */
export const colorName = (value: string): string | undefined => NAMES.get(value.trim().toLowerCase())
