/** Colours of marks, icons and chips: names become classes of the theme, so that they can be read on both grounds. */
import { safeColor } from "@octavo/render/authorValues"
import { colorName } from "@octavo/render/colors"

/** Class or style for a colour as written, or `undefined` for the default and for what is no colour. */
export const colorOf = (value: string, use: "text" | "background"): { class?: string; style?: string } | undefined => {
  const name = value.trim().toLowerCase()
  const known = colorName(name)
  if (known !== undefined) return { class: `${use === "text" ? "ink" : "wash"}-${known}` }
  if (name === "default" || name === "inherit") return undefined
  const color = safeColor(name)
  if (color === undefined) return undefined
  return use === "text"
    ? { style: `color:${color}` }
    : { class: "wash", style: `background-color:color-mix(in srgb,${color} 35%,transparent)` }
}
