/** The picture that stands for a page where somebody shares its address, as SVG: outlines and no text. */
import { drawLine, type Fitted, fitted, type Setting, widthOf } from "./letters.ts"

/** What is on it; texts are as long as they may be. */
export interface SocialPicture {
  /** Empty where there are no letters to write it with: the picture shows the site alone. */
  readonly title: string
  readonly description: string | undefined
  /** What the page is in. */
  readonly section: string | undefined
  /** Empty like the title. */
  readonly site: string
  /** `#rrggbb`. */
  readonly primary: string
  /** What is read on it. */
  readonly onPrimary: string
  readonly logo: { readonly contentType: string; readonly base64: string } | undefined
}

/** As networks show it. */
export const pictureSize = { width: 1200, height: 630 }

const { height, width } = pictureSize
const margin = 84
const room = width - 2 * margin

const ink = "#1d1e22"
const ink2 = "#484a52"

const titles: ReadonlyArray<Setting> = [88, 76, 64, 54].map((size) => ({ weight: "bold", size, tracking: -0.025 }))
const descriptions: ReadonlyArray<Setting> = [{ weight: "regular", size: 32 }]
const label: Setting = { weight: "semibold", size: 30 }
const brand: Setting = { weight: "semibold", size: 36, tracking: -0.01 }

/** An open book in a square of 60, for a site whose first letter cannot be drawn. */
const book =
  "M29 20.500C25 17.500 20 16.500 15 16.500V41C20 41 25 42 29 45ZM31 20.500C35 17.500 40 16.500 45 16.500V41C40 41 35 42 31 45Z"

/** Vowels of Thai and Lao that stand before their consonants, and say nothing alone. */
const leadingVowel = /[\u0e40-\u0e44\u0ec0-\u0ec4]/

/** The logo of the site, or its name beside its first letter. @param size of the letter's square */
const drawBrand = (
  { logo, onPrimary, primary, site }: SocialPicture,
  top: number,
  size: number,
  name: Setting
): string => {
  if (logo !== undefined) {
    return `<image x="${margin}" y="${top}" width="${room / 2}" height="${size + 4}" preserveAspectRatio="xMinYMid" href="data:${logo.contentType};base64,${logo.base64}"/>`
  }
  const scale = size / 60
  const { lines, setting } = fitted(site, [name], room - 1.4 * size, 1)
  const first = (
    Array.from(site).find((letter) => /\p{L}|\p{N}/u.test(letter) && !leadingVowel.test(letter)) ?? ""
  ).toLocaleUpperCase()
  const mark: Setting = { weight: "bold", size: 34 * scale }
  const wide = widthOf(first, mark)
  const inside =
    wide === 0
      ? `<path transform="translate(${margin} ${top}) scale(${scale})" fill="${onPrimary}" d="${book}"/>`
      : drawLine(first, mark, margin + size / 2 - wide / 2, top + 42 * scale, onPrimary)
  return (
    `<rect x="${margin}" y="${top}" width="${size}" height="${size}" rx="${14 * scale}" fill="${primary}"/>` +
    inside +
    drawLine(lines[0] ?? "", setting, margin + size + 20 * scale, top + size / 2 + setting.size * 0.36, ink)
  )
}

/** Baseline of the last line, and the highest one of the first, which keeps away from the brand. */
const [foot, top] = [552, 186]
const titleLeading = 1.12

/** The title in the largest size of which it has room. */
const fittedTitle = (title: string, free: number): Fitted =>
  titles
    .map((setting) => fitted(title, [setting], room, 3))
    .find(({ isCut, lines, setting }) => !isCut && lines.length * setting.size * titleLeading <= free) ??
  fitted(title, titles.slice(-1), room, 3)

/** The page: its title at the foot, what it is in above, what it says below. */
const drawTexts = ({ description = "", section, title }: SocialPicture): string => {
  const parts: Array<string> = []
  let y = foot
  const up = ({ isFromRight, lines, setting }: Fitted, leading: number, fill: string): void => {
    for (const line of lines.toReversed()) {
      const x = isFromRight ? width - margin - widthOf(line, setting) : margin
      parts.push(drawLine(line, setting, x, y, fill))
      y -= setting.size * leading
    }
  }
  if (description !== "") {
    up(fitted(description, descriptions, room, 2), 1.4, ink2)
    y -= 20
  }
  up(fittedTitle(title, y - top - (section === undefined ? 0 : 12)), titleLeading, ink)
  if (section !== undefined) {
    y -= 12
    up(fitted(section, [label], room, 1), 1, ink2)
  }
  return parts.join("")
}

/** The SVG, 1200 by 630. */
export const drawSocialPicture = (picture: SocialPicture): string => {
  const { primary, title } = picture
  const content =
    title === ""
      ? drawBrand(picture, 250, 130, { weight: "bold", size: 76, tracking: -0.025 })
      : drawBrand(picture, 72, 60, brand) + drawTexts(picture)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs><radialGradient id="g" gradientUnits="userSpaceOnUse" cx="1080" cy="-40" r="820"><stop stop-color="${primary}" stop-opacity=".3"/><stop offset="1" stop-color="${primary}" stop-opacity="0"/></radialGradient></defs><rect width="${width}" height="${height}" fill="#fff"/><rect width="${width}" height="${height}" fill="url(#g)"/><rect y="${height - 14}" width="${width}" height="14" fill="${primary}"/>${content}</svg>`
}
