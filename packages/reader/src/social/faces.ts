/** The fonts that letters of pictures are drawn with: the first that has them. Loaded by the threads that draw pictures alone. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { characters } from "@octavo/render/characters"
import { chineseFont, fileIn, koreanFont } from "@octavo/render/optionalFonts"
import * as fontkit from "fontkit"

/** Where each file is: a URL, or an error where its package is not installed. */
const files = {
  regular: () => import.meta.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"),
  semibold: () => import.meta.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"),
  bold: () => import.meta.resolve("@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf"),
  others: () => import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"),
  "others-bold": () => import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"),
  thai: () => import.meta.resolve("@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf"),
  "thai-bold": () => import.meta.resolve("@expo-google-fonts/noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf"),
  devanagari: () =>
    import.meta.resolve("@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf"),
  "devanagari-bold": () =>
    import.meta.resolve("@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf"),
  chinese: () => fileIn(chineseFont, "NotoSansHans-Regular.otf"),
  "chinese-bold": () => fileIn(chineseFont, "NotoSansHans-Bold.otf"),
  korean: () => fileIn(koreanFont, "NotoSansKR-Regular.otf"),
  "korean-bold": () => fileIn(koreanFont, "NotoSansKR-Bold.otf")
} as const
type Face = keyof typeof files

export type Weight = "regular" | "semibold" | "bold"

const bold = ["others-bold", "others", "thai-bold", "devanagari-bold", "chinese-bold", "korean-bold"] as const

const chains: Readonly<Record<Weight, ReadonlyArray<Face>>> = {
  regular: ["regular", "others", "thai", "devanagari", "chinese", "korean"],
  semibold: ["semibold", ...bold],
  bold: ["bold", ...bold]
}

const opened = new Map<Face, fontkit.Font | undefined>()

const fontOf = (face: Face): fontkit.Font | undefined => {
  if (!opened.has(face)) opened.set(face, open(face))
  return opened.get(face)
}

const open = (face: Face): fontkit.Font | undefined => {
  let url: string
  try {
    url = files[face]()
  } catch {
    return undefined
  }
  return fontkit.create(readFileSync(fileURLToPath(url))) as fontkit.Font
}

export interface FontRun {
  readonly font: fontkit.Font
  /** Whether it is the typeface of the picture, and not what stands in for it. */
  readonly isOwn: boolean
  readonly text: string
}

/** What has no shape of its own. */
const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|\p{Variation_Selector}/gu

/** A text cut where another font has to draw it. What no font has is left out: a box says nothing. */
export const fontRuns = (text: string, weight: Weight): ReadonlyArray<FontRun> => {
  const [own] = chains[weight]
  const runs: Array<{ readonly face: Face; readonly font: fontkit.Font; readonly isOwn: boolean; text: string }> = []
  for (const character of characters(text.normalize("NFC").replace(unseen, ""))) {
    const codes = Array.from(character, (one) => one.codePointAt(0)!)
    const has = (face: Face): boolean => codes.every((code) => fontOf(face)?.hasGlyphForCodePoint(code) === true)
    const last = runs.at(-1)
    // spaces and points are those of the letters before them, so that a font shapes whole words
    const isKept = last !== undefined && !/\p{L}/u.test(character) && has(last.face)
    const face = isKept ? last.face : chains[weight].find(has)
    if (face === undefined) continue
    if (last?.face === face) last.text += character
    else runs.push({ face, font: fontOf(face)!, isOwn: face === own, text: character })
  }
  return runs
}
