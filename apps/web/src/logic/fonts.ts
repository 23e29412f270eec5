/** Fonts that sites are drawn with: their weights, their files, and the choice among them. Pure. */
import type { CustomFont, SiteLook } from "./api.ts"

/** The weight of plain text: no font is without it. */
export const plainWeight = 400

const weightNames: Readonly<Record<number, string>> = {
  100: "Thin",
  200: "Extra light",
  300: "Light",
  400: "Regular",
  500: "Medium",
  600: "Semibold",
  700: "Bold",
  800: "Extra bold",
  900: "Black"
}

/** Weights that are offered, from the lightest. */
export const offeredWeights: ReadonlyArray<number> = Object.keys(weightNames).map(Number)

/** "Bold (700)"; those between have no name. */
export const weightName = (weight: number): string => {
  const name = weightNames[weight]
  return name === undefined ? `Weight ${weight}` : `${name} (${weight})`
}

/** Most bytes of a file of a font. */
const mostBytes = 5_000_000

/** The type that a file of a font is sent as; `undefined` for others. Browsers know it of few systems. */
export const fontType = (name: string): string | undefined =>
  /\.woff2$/i.test(name) ? "font/woff2" : /\.woff$/i.test(name) ? "font/woff" : undefined

/** Why a file can't be a face of a font, as far as is seen before it is sent; `undefined` when it may be one. */
export const fontFileProblem = ({ name, size }: Pick<File, "name" | "size">): string | undefined => {
  if (fontType(name) === undefined)
    return "It is no WOFF2 or WOFF file. Convert TrueType and OpenType fonts to WOFF2 first."
  if (size === 0) return "The file is empty."
  return size > mostBytes ? "It is larger than 5 MB. Leave out characters that your pages do not have." : undefined
}

interface FaceProblem {
  readonly weight: number
  readonly text: string
}

/**
 * What is wrong with the file of one weight, by what the server said; `undefined` where that is about something else.
 * @param error what an operation rejected with
 */
export const faceProblem = (error: unknown): FaceProblem | undefined => {
  const { message = "", status } = (error ?? {}) as { readonly message?: string; readonly status?: number }
  const [, weight, said] = /^fontFaces\.\d+\.storageKey: the file of weight (\d+) (.+)$/s.exec(message) ?? []
  return status !== 412 || weight === undefined ? undefined : { weight: Number(weight), text: `The file ${said}.` }
}

/** A place of a site's look that a font is chosen for. */
export type FontPlace = "font" | "headingFont" | "monospaceFont"
type Styling = SiteLook["styling"]
type FontChoice = Styling["font"] | Styling["monospaceFont"]

const textFonts = {
  Inter: "Inter",
  ABCFavorit: "ABC Favorit",
  FiraSans: "Fira Sans",
  IBMPlexSerif: "IBM Plex Serif",
  Lato: "Lato",
  Merriweather: "Merriweather",
  NotoSans: "Noto Sans",
  OpenSans: "Open Sans",
  Overpass: "Overpass",
  Poppins: "Poppins",
  Raleway: "Raleway",
  Roboto: "Roboto",
  RobotoSlab: "Roboto Slab",
  SourceSansPro: "Source Sans Pro",
  Ubuntu: "Ubuntu"
} as const satisfies Readonly<Record<Extract<Styling["font"], string>, string>>

const codeFonts = {
  DMMono: "DM Mono",
  FiraCode: "Fira Code",
  IBMPlexMono: "IBM Plex Mono",
  Inconsolata: "Inconsolata",
  JetBrainsMono: "JetBrains Mono",
  RobotoMono: "Roboto Mono",
  SourceCodePro: "Source Code Pro",
  SpaceMono: "Space Mono"
} as const satisfies Readonly<Record<Extract<Styling["monospaceFont"], string>, string>>

const customMark = "custom:"

/** What a font is chosen by in a field; empty where headings have that of the text. */
export const fontValue = (choice: FontChoice | undefined): string =>
  choice === undefined ? "" : typeof choice === "string" ? choice : customMark + choice.id

type Definition = Extract<Styling["font"], object>

/** A font as a look holds it. */
const definitionOf = ({ permissions: _, ...font }: CustomFont): Definition => ({ ...font, custom: true })

/**
 * What can be chosen for a place: the organization's own fonts first.
 * @param fonts those of the organization, as far as they are known
 */
export const fontChoices = (
  styling: Pick<Styling, FontPlace>,
  place: FontPlace,
  fonts: ReadonlyArray<CustomFont>
): ReadonlyArray<readonly [value: string, label: string]> => {
  const chosen = styling[place]
  const own = fonts.map((font) => [customMark + font.id, font.fontFamily] as const)
  // the one that is chosen is there, also before the others are known
  const missing =
    typeof chosen === "object" && fonts.every(({ id }) => id !== chosen.id)
      ? [[fontValue(chosen), chosen.fontFamily] as const]
      : []
  return [
    ...(place === "headingFont" ? [["", "As the text"] as const] : []),
    ...own,
    ...missing,
    ...Object.entries(place === "monospaceFont" ? codeFonts : textFonts)
  ]
}

/** The styling with another font in a place. @param value as a field has it, of `fontChoices` */
export const withFont = (
  styling: Styling,
  place: FontPlace,
  value: string,
  fonts: ReadonlyArray<CustomFont>
): Styling => {
  const { [place]: before, ...rest } = styling
  const custom = fonts.find(({ id }) => value === customMark + id)
  const choice = custom === undefined ? (value === fontValue(before) ? before : value) : definitionOf(custom)
  return (choice === "" || choice === undefined ? rest : { ...rest, [place]: choice }) as Styling
}

interface Looks {
  readonly site: { readonly styling: Pick<Styling, FontPlace> }
  readonly siteSpaces: Readonly<Record<string, { readonly styling: Pick<Styling, FontPlace> } | undefined>>
}

/** Whether a site, or one of its spaces that look otherwise, is drawn with a font of the organization. */
export const isDrawnWith = ({ site, siteSpaces }: Looks, fontId: string): boolean =>
  [site, ...Object.values(siteSpaces)].some(
    (look) =>
      look !== undefined &&
      [look.styling.font, look.styling.headingFont, look.styling.monospaceFont].some(
        (font) => typeof font === "object" && font.id === fontId
      )
  )
