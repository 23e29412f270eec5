/** Pictures of people who gave none: their initials on a colour. Pure. */
import { uuidOf } from "../../kernel/shared/hash.ts"
import type { InstanceConfig } from "../../kernel/shared/Instance.ts"

/** Where the picture of a person is served: it stays the same, whatever the person is called. */
export const avatarURL = (instance: InstanceConfig, userId: string): string =>
  `${instance.publicUrl}/~avatars/${userId}.svg`

let letters: Intl.Segmenter | undefined
const first = (word: string): string => {
  letters ??= new Intl.Segmenter("en", { granularity: "grapheme" })
  return letters.segment(word)[Symbol.iterator]().next().value?.segment ?? ""
}

/** The first letters of the first and the last word of a name. */
export const initialsOf = (name: string): string => {
  const words = name.split(/\s+/u).filter((word) => word !== "")
  const chosen = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return chosen.map(first).join("").toUpperCase()
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }
const controls = /[\u0000-\u001f\u007f\ufffe\uffff]/gu

/** An SVG without a script, a link or a font of its own. */
export const avatarPicture = (userId: string, name: string): string => {
  const hue = Number.parseInt(uuidOf(userId).slice(0, 6), 16) % 360
  const initials = initialsOf(name)
    .replace(controls, "")
    .replace(/[&<>]/g, (letter) => entities[letter]!)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128" role="img"><rect width="128" height="128" fill="hsl(${hue} 45% 42%)"/><text x="64" y="66" fill="#fff" font-family="system-ui,sans-serif" font-size="52" font-weight="600" text-anchor="middle" dominant-baseline="central">${initials}</text></svg>\n`
}
