/**
 * The fonts that are embedded, and which of them draws a character: the first of a chain that has it. Only the letters
 * in use reach the PDF.
 */
import { fileURLToPath } from "node:url"
import { characters } from "@octavo/render/characters"
import { chineseFont, fileIn, koreanFont, type OptionalFont } from "@octavo/render/optionalFonts"
import { type Font, openSync } from "fontkit"

export type Family = "sans" | "mono"

/** A font and the text that it draws. */
export interface Run {
  readonly face: Face
  readonly text: string
}

/** Where each font is: a URL, or an error when its package is not installed. */
const sources = {
  sans: () => import.meta.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"),
  "sans-bold": () => import.meta.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"),
  "sans-italic": () => import.meta.resolve("@expo-google-fonts/inter/400Regular_Italic/Inter_400Regular_Italic.ttf"),
  "sans-bold-italic": () =>
    import.meta.resolve("@expo-google-fonts/inter/600SemiBold_Italic/Inter_600SemiBold_Italic.ttf"),
  mono: () => import.meta.resolve("@expo-google-fonts/jetbrains-mono/400Regular/JetBrainsMono_400Regular.ttf"),
  "mono-bold": () => import.meta.resolve("@expo-google-fonts/jetbrains-mono/700Bold/JetBrainsMono_700Bold.ttf"),
  "mono-italic": () =>
    import.meta.resolve("@expo-google-fonts/jetbrains-mono/400Regular_Italic/JetBrainsMono_400Regular_Italic.ttf"),
  "mono-bold-italic": () =>
    import.meta.resolve("@expo-google-fonts/jetbrains-mono/700Bold_Italic/JetBrainsMono_700Bold_Italic.ttf"),
  symbols: () => import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"),
  "symbols-bold": () => import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"),
  "mono-symbols": () => import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf"),
  chinese: () => fileIn(chineseFont, "NotoSansHans-Regular.otf"),
  "chinese-bold": () => fileIn(chineseFont, "NotoSansHans-Bold.otf"),
  korean: () => fileIn(koreanFont, "NotoSansKR-Regular.otf"),
  "korean-bold": () => fileIn(koreanFont, "NotoSansKR-Bold.otf"),
  emoji: () => import.meta.resolve("@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf"),
  math: () => import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuMathTeXGyre.ttf")
} as const

export type Face = keyof typeof sources

const chains = (family: Family, bold: boolean, italic: boolean): ReadonlyArray<Face> => {
  const first = `${family}${bold ? "-bold" : ""}${italic ? "-italic" : ""}` as const
  const asian = bold ? (["chinese-bold", "korean-bold"] as const) : (["chinese", "korean"] as const)
  return family === "mono"
    ? [first, "mono-symbols", "symbols", ...asian, "emoji"]
    : [first, bold ? "symbols-bold" : "symbols", "symbols", ...asian, "emoji"]
}

const optionalFaces: ReadonlyArray<readonly [Face, OptionalFont]> = [
  ["chinese", chineseFont],
  ["korean", koreanFont]
]

/** The file of a font; `undefined` when its package is not installed. */
export const fileOf = (face: Face): string | undefined => {
  try {
    return fileURLToPath(sources[face]())
  } catch {
    return undefined
  }
}

/** The fonts of one document. */
export interface Fonts {
  /** The font of a face that `runs` named. */
  readonly font: (face: Face) => Font
  /** How many words the fonts have shaped so far, each time that one was asked to. */
  readonly shaped: () => number
  /** A text cut where another font has to draw it. A character that no font has is left to the first one. */
  readonly runs: (text: string, family: Family, bold: boolean, italic: boolean) => ReadonlyArray<Run>
  /** Whether a font draws all of a text. */
  readonly covers: (face: Face, text: string) => boolean
  /** Fonts that are not installed, and that characters so far would have needed: those are boxes. */
  readonly missing: () => ReadonlyArray<OptionalFont>
}

const plain = /^[\x20-\x7e]*$/
const pictured = /\p{Emoji_Presentation}|\ufe0f/u
/** What has no shape of its own: hyphens that are not drawn, marks of direction, spaces without width. */
const unseen = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
const joiners = /[\u200d\ufe0e\ufe0f]/gu

/** Features of the fonts for letters that cost more than they show; `=>` in code is no arrow. */
const plainFeatures = {
  calt: false,
  ccmp: false,
  clig: false,
  liga: false,
  locl: false,
  mark: false,
  mkmk: false,
  rlig: false
}

/** @param shaping is called for each word that is shaped */
const open = (face: Face, path: string | undefined, shaping: () => void): Font => {
  if (path === undefined) throw new Error(`The font ${face} is not installed`)
  const font = openSync(path)
  if (!("layout" in font)) throw new Error(`${path} holds several fonts`)
  const isPlain = face.startsWith("sans") || /^mono(?:-bold)?(?:-italic)?$/.test(face)
  const layout = font.layout.bind(font)
  font.layout = (text, ...options) => {
    shaping()
    return isPlain ? layout(text, { ...plainFeatures }) : layout(text, ...options)
  }
  return font
}

/** @param find the file of a font, `undefined` for one that is not installed */
export const makeFonts = (find = fileOf): Fonts => {
  const files = new Map(
    (Object.keys(sources) as Array<Face>).flatMap((face) => {
      const path = find(face)
      return path === undefined ? [] : [[face, path] as const]
    })
  )
  const opened = new Map<Face, Font>()
  const known = new Map<string, Face>()
  const missing = new Set<OptionalFont>()
  let shaped = 0

  const fontOf = (face: Face): Font => {
    let font = opened.get(face)
    if (font === undefined) {
      font = open(face, files.get(face), () => {
        shaped++
      })
      opened.set(face, font)
    }
    return font
  }

  const covers = (face: Face, codes: ReadonlyArray<number>): boolean =>
    files.has(face) && codes.every((code) => fontOf(face).hasGlyphForCodePoint(code))

  const choose = (character: string, family: Family, bold: boolean, italic: boolean): Face => {
    const chain = chains(family, bold, italic)
    const codes = [...character.replace(joiners, "")].map((one) => one.codePointAt(0)!)
    if (pictured.test(character) && covers("emoji", codes)) return "emoji"
    // what consists of several characters is drawn as its parts where no font has all of them
    const found = chain.find((face) => covers(face, codes)) ?? chain.find((face) => covers(face, codes.slice(0, 1)))
    if (found !== undefined) return found
    for (const [face, font] of optionalFaces) {
      if (!files.has(face) && font.letters.test(character)) missing.add(font)
    }
    return chain.find((face) => files.has(face))!
  }

  return {
    font: fontOf,
    shaped: () => shaped,
    covers: (face, text) =>
      covers(
        face,
        [...text].map((one) => one.codePointAt(0)!)
      ),
    missing: () => [...missing],
    runs: (text, family, bold, italic) => {
      if (text === "") return []
      if (plain.test(text)) return [{ face: chains(family, bold, italic)[0]!, text }]
      const runs: Array<{ face: Face; text: string }> = []
      for (const character of characters(text.normalize("NFC").replace(unseen, ""))) {
        const key = `${family}${bold}${italic}${character}`
        let face = known.get(key)
        if (face === undefined) {
          face = choose(character, family, bold, italic)
          known.set(key, face)
        }
        const drawn = face === "emoji" ? character.replace(/[\ufe0e\ufe0f]/g, "") : character.replace(joiners, "")
        const last = runs.at(-1)
        if (last !== undefined && last.face === face) last.text += drawn
        else runs.push({ face, text: drawn })
      }
      return runs
    }
  }
}
