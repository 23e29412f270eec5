/** What a page and the frame that draws its diagrams say to each other, and what the page takes of what it is told. Pure. */

/** Colours of a page, by what they are for in a diagram. */
export type DiagramColors = Readonly<Record<(typeof colorNames)[number], string>>

/** Custom properties of the page's style. */
export const colorNames = [
  "paper",
  "surface",
  "surface-2",
  "line",
  "line-strong",
  "ink",
  "ink-2",
  "ink-3",
  "accent",
  "accent-wash",
  "blue",
  "green",
  "orange",
  "red",
  "purple",
  "yellow",
  "pink",
  "teal",
  "gray"
] as const

export interface DiagramQuestion {
  readonly id: number
  readonly source: string
  readonly colors: DiagramColors
  readonly isDark: boolean
}

/** A link in a diagram; where it is in parts of the picture. */
export interface DiagramLink {
  readonly href: string
  readonly label: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface Picture {
  readonly svg: string
  readonly width: number
  readonly height: number
  readonly title: string
  readonly description: string
  /** The author chose colours that know nothing of the page's. */
  readonly hasOwnColors: boolean
  readonly links: ReadonlyArray<DiagramLink>
}

export type DiagramAnswer =
  | { readonly id: number; readonly picture: Picture }
  | { readonly id: number; readonly error: string }

/** Characters of a source that is drawn. */
export const longestSource = 20_000

/** Statements of one: lines, and what parts them within a line. A thousand edges of a dense graph take half a minute. */
const mostStatements = 600

/** Whether a source is not even tried. */
export const isTooLarge = (source: string): boolean =>
  source.length > longestSource || source.split(/[\n;&]/, mostStatements + 1).length > mostStatements

/** Characters of a picture that is shown. */
const longestPicture = 4_000_000

const mostLinks = 200

const isText = (value: unknown, most: number): value is string => typeof value === "string" && value.length <= most

const isNumber = (value: unknown, least: number, most: number): value is number =>
  typeof value === "number" && value >= least && value <= most

const isLink = (value: unknown): value is DiagramLink => {
  const link = value as DiagramLink | null
  return (
    typeof link === "object" &&
    link !== null &&
    isText(link.href, 4_000) &&
    isText(link.label, 1_000) &&
    [link.left, link.top].every((part) => isNumber(part, 0, 1)) &&
    [link.width, link.height].every((part) => isNumber(part, 0, 1))
  )
}

/** A picture of a frame that nobody trusts; `undefined` for what is none. */
export const readPicture = (value: unknown): Picture | undefined => {
  const picture = value as Picture | null
  if (typeof picture !== "object" || picture === null) return undefined
  const { description, hasOwnColors, height, links, svg, title, width } = picture
  if (!isText(svg, longestPicture) || !svg.startsWith("<svg")) return undefined
  if (!isNumber(width, 1, 100_000) || !isNumber(height, 1, 100_000)) return undefined
  if (!isText(title, 10_000) || !isText(description, 10_000) || !Array.isArray(links)) return undefined
  return {
    svg,
    width,
    height,
    title: title.slice(0, 300),
    description: description.slice(0, 1_000),
    hasOwnColors: hasOwnColors === true,
    links: links.slice(0, mostLinks).filter(isLink)
  }
}

const schemes = new Set(["http:", "https:", "mailto:"])

/** The address of a link in a diagram, if it leads to a page or a mailbox. */
export const safeHref = (href: string, page: string): string | undefined => {
  try {
    const url = new URL(href, page)
    return schemes.has(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}

/** Whether a source names a theme of Mermaid's, whose colours are those of no page. */
export const namesTheme = (source: string): boolean =>
  /["']?theme["']?[ \t]*:[ \t]*["']?(?:default|dark|forest|neutral|neo|redux)/.test(source.slice(0, 2_000))

/** A source without the names of icons, whose fonts no picture has; an icon that stands alone is its name. */
export const withoutIcons = (source: string): string =>
  source.replace(/\bfa[bdklrs]?:fa-([\w-]+)( (?=[^\s\])}>|"']))?/g, (_, name: string, more?: string) =>
    more === undefined ? name : ""
  )
