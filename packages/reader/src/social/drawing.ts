/** The picture that stands for a page where somebody shares its address, as SVG: outlines and no text. */
import { drawLine, fitted, type Setting, widthOf } from "./letters.ts"

/** What is on it; texts are as long as they may be. */
export interface SocialPicture {
  readonly title: string
  readonly description: string | undefined
  /** What the page is in. */
  readonly section: string | undefined
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

const logoHeight = 64

/** The site at the top: its logo, or its name beside its first letter. */
const drawBrand = ({ logo, onPrimary, primary, site }: SocialPicture): string => {
  if (logo !== undefined) {
    return `<image x="${margin}" y="72" width="${room / 2}" height="${logoHeight}" preserveAspectRatio="xMinYMid" href="data:${logo.contentType};base64,${logo.base64}"/>`
  }
  const { lines, setting } = fitted(site, [brand], room - 84, 1)
  const first = (Array.from(site).find((letter) => /\p{L}|\p{N}/u.test(letter)) ?? "").toLocaleUpperCase()
  const mark: Setting = { weight: "bold", size: 34 }
  const left = margin + 30 - widthOf(first, mark) / 2
  return (
    `<rect x="${margin}" y="72" width="60" height="60" rx="14" fill="${primary}"/>` +
    drawLine(first, mark, left, 114, onPrimary) +
    drawLine(lines[0] ?? "", setting, margin + 80, 115, ink)
  )
}

/** The SVG, 1200 by 630. */
export const drawSocialPicture = (picture: SocialPicture): string => {
  const { description = "", primary, section, title } = picture
  const below = description === "" ? undefined : fitted(description, descriptions, room, 2)
  const main = fitted(title, titles, room, 3)
  const parts: Array<string> = []
  let y = 552
  const up = (lines: ReadonlyArray<string>, setting: Setting, leading: number, fill: string): void => {
    for (const line of lines.toReversed()) {
      parts.push(drawLine(line, setting, margin, y, fill))
      y -= setting.size * leading
    }
  }
  if (below !== undefined) {
    up(below.lines, below.setting, 1.4, ink2)
    y -= 20
  }
  up(main.lines, main.setting, 1.12, ink)
  if (section !== undefined) {
    y -= 12
    up(fitted(section, [label], room, 1).lines, label, 1, ink2)
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs><radialGradient id="g" gradientUnits="userSpaceOnUse" cx="1080" cy="-40" r="820"><stop stop-color="${primary}" stop-opacity=".3"/><stop offset="1" stop-color="${primary}" stop-opacity="0"/></radialGradient></defs><rect width="${width}" height="${height}" fill="#fff"/><rect width="${width}" height="${height}" fill="url(#g)"/><rect y="${height - 14}" width="${width}" height="14" fill="${primary}"/>${drawBrand(picture)}${parts.join("")}</svg>`
}
