/** Text as outlines: measured, broken into lines, and drawn. Loaded by the threads that draw pictures alone. */
import { directionsOf, drawn, levelRuns, visualOrder } from "@octavo/render/bidi"
import { fontRuns, type Weight } from "./faces.ts"

/** How a text is set. */
export interface Setting {
  readonly weight: Weight
  /** In pixels. */
  readonly size: number
  /** Between letters of the typeface, in parts of the size. */
  readonly tracking?: number
}

/** Whether a text runs from right to left, as its first letter does. */
const isFromRight = (text: string): boolean => directionsOf(text)?.base === 1

/** The parts of a line that one font draws in one direction, from left to right. */
const partsOf = (text: string, weight: Weight) => {
  const directions = directionsOf(text)
  let from = 0
  const levels = directions === undefined ? [{ end: text.length, level: 0 }] : levelRuns(directions, 0, text.length)
  const parts = levels.flatMap(({ end, level }) => {
    const run = text.slice(from, end)
    from = end
    return fontRuns(run, weight).map((part) => ({ ...part, level }))
  })
  return visualOrder(parts.map(({ level }) => level)).map((at) => parts[at]!)
}

const run = (text: string, { size, tracking = 0, weight }: Setting) => {
  let left = 0
  const placed = partsOf(text, weight).map(({ font, isOwn, level, text: part }) => {
    const { glyphs, positions } = font.layout(drawn(part, level))
    const step = isOwn ? tracking * font.unitsPerEm : 0
    const scale = size / font.unitsPerEm
    const begin = left
    let x = 0
    const outlines = glyphs.map((glyph, at) => {
      const { xAdvance, xOffset, yOffset } = positions[at]!
      const here = { glyph, x: x + xOffset, y: yOffset }
      x += xAdvance + step
      return here
    })
    left += x * scale
    return { outlines, scale, left: begin }
  })
  return { placed, width: left }
}

/** A line at a place, its letters on it, as elements of SVG. */
export const drawLine = (text: string, setting: Setting, x: number, y: number, fill: string): string =>
  run(text, setting)
    .placed.map(({ left, outlines, scale }) => {
      const paths = outlines.map(
        ({ glyph, x, y }) => `<path transform="translate(${x} ${y})" d="${glyph.path.toSVG()}"/>`
      )
      return `<g fill="${fill}" transform="translate(${x + left} ${y}) scale(${scale} ${-scale})">${paths.join("")}</g>`
    })
    .join("")

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

/** What stays together on a line; `isJoined` where no space is before it. */
interface Word {
  readonly text: string
  readonly isJoined: boolean
}

/** Scripts that write without spaces. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
let segmenter: Intl.Segmenter | undefined
/** No line begins with what closes something, or goes on with a word. */
const staysBehind = /^[\p{Pe}\p{Pf}\p{Po}\p{M}\u30fc\u3005\u2026]/u
const staysBefore = /[\p{Ps}\p{Pi}]$/u

const wordsOf = (text: string): ReadonlyArray<Word> =>
  text
    .split(/\s+/)
    .filter((word) => word !== "")
    .flatMap((word) => {
      if (!spaceless.test(word)) return [{ text: word, isJoined: false }]
      const parts: Array<string> = []
      segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" })
      for (const { segment } of segmenter.segment(word)) {
        const last = parts.at(-1)
        if (last !== undefined && (staysBehind.test(segment) || staysBefore.test(last)))
          parts[parts.length - 1] += segment
        else parts.push(segment)
      }
      return parts.map((part, at) => ({ text: part, isJoined: at > 0 }))
    })

/** A mark that has a line run from right to left, whatever it begins with. */
const fromRight = "\u200f"

/**
 * A text in lines of words, as many as there is room for, and the words that are left.
 * @param mark that each line begins with
 */
const broken = (words: ReadonlyArray<Word>, mark: string, setting: Setting, width: number, most: number) => {
  const lines: Array<string> = []
  for (const [at, { isJoined, text }] of words.entries()) {
    const last = lines.at(-1)
    // measured as a whole: what stands beside a space decides on the font that it is of
    const longer = last === undefined ? undefined : `${last}${isJoined ? "" : " "}${text}`
    if (longer !== undefined && widthOf(longer, setting) <= width) lines[lines.length - 1] = longer
    else if (lines.length === most || widthOf(mark + text, setting) > width) return { lines, left: words.slice(at) }
    else lines.push(mark + text)
  }
  return { lines, left: [] }
}

/** Lines of a text, and how they are set. */
export interface Fitted {
  readonly lines: ReadonlyArray<string>
  readonly setting: Setting
  readonly isFromRight: boolean
  /** Whether there was no room for all of it. */
  readonly isCut: boolean
}

/** A text in the first of the settings in which it fits; in the last one it is cut. */
export const fitted = (text: string, settings: ReadonlyArray<Setting>, width: number, most: number): Fitted => {
  const words = wordsOf(text)
  const right = isFromRight(text)
  const mark = right ? fromRight : ""
  for (const setting of settings) {
    const { left, lines } = broken(words, mark, setting, width, most)
    if (left.length === 0) return { lines, setting, isFromRight: right, isCut: false }
  }
  const setting = settings.at(-1)!
  const { left, lines } = broken(words, mark, setting, width, most)
  // a word that is wider than a line has one for itself, where one is left
  const [next] = left
  const isOwn = lines.length < most
  const whole = isOwn ? mark + next!.text : `${lines.at(-1)}${next!.isJoined ? "" : " "}${next!.text}`
  const cut = shortened(whole, setting, width)
  return { lines: [...(isOwn ? lines : lines.slice(0, -1)), cut], setting, isFromRight: right, isCut: true }
}
