/** Text as outlines, in Inter: measured, broken into lines, and drawn. Loaded by the threads that draw pictures alone. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as fontkit from "fontkit"

const files = {
  regular: () => import.meta.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"),
  semibold: () => import.meta.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"),
  bold: () => import.meta.resolve("@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf")
}
export type Weight = keyof typeof files

const fonts = new Map<Weight, fontkit.Font>()

const fontOf = (weight: Weight): fontkit.Font => {
  const known = fonts.get(weight)
  if (known !== undefined) return known
  const made = fontkit.create(readFileSync(fileURLToPath(files[weight]()))) as fontkit.Font
  fonts.set(weight, made)
  return made
}

/** How a text is set. */
export interface Setting {
  readonly weight: Weight
  /** In pixels. */
  readonly size: number
  /** Between letters, in parts of the size. */
  readonly tracking?: number
}

const run = (text: string, { size, tracking = 0, weight }: Setting) => {
  const font = fontOf(weight)
  const { glyphs, positions } = font.layout(text)
  const step = tracking * font.unitsPerEm
  let x = 0
  const placed = glyphs.map((glyph, at) => {
    const { xAdvance, xOffset, yOffset } = positions[at]!
    const here = { glyph, x: x + xOffset, y: yOffset }
    x += xAdvance + step
    return here
  })
  const scale = size / font.unitsPerEm
  return { placed, scale, width: x * scale }
}

/** A line at a place, its letters on it, as an element of SVG. */
export const drawLine = (text: string, setting: Setting, x: number, y: number, fill: string): string => {
  const { placed, scale } = run(text, setting)
  const outlines = placed
    .map(({ glyph, x, y }) => `<path transform="translate(${x} ${y})" d="${glyph.path.toSVG()}"/>`)
    .join("")
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${outlines}</g>`
}

export const widthOf = (text: string, setting: Setting): number => run(text, setting).width

/** As much of a text as there is room for, an ellipsis behind it. */
const shortened = (text: string, setting: Setting, width: number): string => {
  const letters = Array.from(text)
  const cut = (count: number): string => `${letters.slice(0, count).join("").trimEnd()}…`
  let [fits, over] = [0, letters.length + 1]
  while (over - fits > 1) {
    const middle = (fits + over) >> 1
    if (widthOf(cut(middle), setting) <= width) fits = middle
    else over = middle
  }
  return cut(fits)
}

/** A text in lines of words, as many as there is room for, and the words that are left. */
const broken = (words: ReadonlyArray<string>, setting: Setting, width: number, most: number) => {
  const space = widthOf(" ", setting)
  const lines: Array<string> = []
  let filled = 0
  for (const [at, word] of words.entries()) {
    const wide = widthOf(word, setting)
    const isNext = lines.length > 0 && filled + space + wide <= width
    if (wide > width || (!isNext && lines.length === most)) return { lines, left: words.slice(at) }
    if (isNext) lines[lines.length - 1] += ` ${word}`
    else lines.push(word)
    filled = isNext ? filled + space + wide : wide
  }
  return { lines, left: [] }
}

/** A text in the first of the settings in which it fits; in the last one it is cut. */
export const fitted = (
  text: string,
  settings: ReadonlyArray<Setting>,
  width: number,
  most: number
): { readonly lines: ReadonlyArray<string>; readonly setting: Setting } => {
  const words = text.split(/\s+/).filter((word) => word !== "")
  for (const setting of settings) {
    const { left, lines } = broken(words, setting, width, most)
    if (left.length === 0) return { lines, setting }
  }
  const setting = settings.at(-1)!
  const { left, lines } = broken(words, setting, width, most)
  // a word that is wider than a line has one for itself, where one is left
  const isOwn = lines.length < most
  const last = shortened(isOwn ? left[0]! : `${lines.at(-1)} ${left[0]}`, setting, width)
  return { lines: [...(isOwn ? lines : lines.slice(0, -1)), last], setting }
}
