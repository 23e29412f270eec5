/** The style sheet of a site's own looks, over the one of all sites. Pure; values are checked by their schema. */
import type { SiteCustomizationSettings } from "@octavo/core/delivery/sites/customization"
import { textOn } from "@octavo/render/contrast"
import { type CodeLook, codeRules } from "./codeRules.ts"

type Settings = Pick<SiteCustomizationSettings, "styling" | "header">
type Styling = Settings["styling"]
type Theme = "light" | "dark"

/** Emoji that look the same on every machine, where the script of the page could get them. */
const emoji = '"Octavo Emoji"'
const system = `${emoji},system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif`
const serif = `Georgia,${emoji},"Noto Serif","Liberation Serif",serif`
const slab = `Rockwell,"Rockwell Nova","Noto Serif",${serif}`
const round = `ui-rounded,"Avenir Next",${system}`

/** What each font is drawn with: itself where the reader has it, else one of its kind. None of these is fetched. */
const fonts: Readonly<Record<Extract<Styling["font"], string>, string>> = {
  ABCFavorit: `"ABC Favorit",${system}`,
  Inter: `Inter,${system}`,
  Roboto: `Roboto,${system}`,
  RobotoSlab: `"Roboto Slab",${slab}`,
  OpenSans: `"Open Sans",${system}`,
  SourceSansPro: `"Source Sans Pro","Source Sans 3",${system}`,
  Lato: `Lato,Carlito,${system}`,
  Ubuntu: `Ubuntu,${system}`,
  Raleway: `Raleway,${round}`,
  Merriweather: `Merriweather,${serif}`,
  Overpass: `Overpass,${system}`,
  NotoSans: `"Noto Sans",${system}`,
  IBMPlexSerif: `"IBM Plex Serif",${serif}`,
  Poppins: `Poppins,${round}`,
  FiraSans: `"Fira Sans",${system}`
}
const monospace = 'ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace'
const monospaceFonts: Readonly<Record<Extract<Styling["monospaceFont"], string>, string>> = {
  FiraCode: "Fira Code",
  IBMPlexMono: "IBM Plex Mono",
  JetBrainsMono: "JetBrains Mono",
  SourceCodePro: "Source Code Pro",
  RobotoMono: "Roboto Mono",
  SpaceMono: "Space Mono",
  DMMono: "DM Mono",
  Inconsolata: "Inconsolata"
}

/** A file of a custom font that the site serves. */
export interface FontFile {
  readonly id: string
  readonly weight: number
  readonly format: string
  /** Relative to the style sheet, or absolute. */
  readonly href: string
}

/** Name of a custom font in style sheets: of its id, since its own name may hold anything. */
const familyOf = (id: string): string => `"custom-${id}"`

const drawnWith = (font: Styling["font"]): string =>
  typeof font === "string" ? fonts[font] : `${familyOf(font.id)},${system}`

const strokes = { thin: "1.1", light: "1.4", solid: "2.2", duotone: "1.75", regular: "1.75" }

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Custom properties of one theme. */
const properties = ({ header, styling }: Settings, base: Settings, theme: Theme): string => {
  const rules: Array<string> = []
  const own = (name: "primaryColor" | "infoColor" | "successColor" | "warningColor" | "dangerColor") =>
    same(styling[name], base.styling[name]) ? undefined : styling[name][theme]
  const primary = own("primaryColor")
  if (primary !== undefined) {
    rules.push(`--accent:${primary};--on-accent:${textOn(primary)}`)
    rules.push(`--accent-wash:color-mix(in srgb,${primary} ${theme === "light" ? 8 : 18}%,var(--paper))`)
    rules.push("--rubric:var(--accent)")
  }
  for (const name of ["info", "success", "warning", "danger"] as const) {
    const color = own(`${name}Color`)
    if (color !== undefined) rules.push(`--${name}:${color};--b-${name}:${color}`)
  }
  const tint = styling.tint?.color[theme]
  if (tint !== undefined) {
    const paper = theme === "light" ? "#fff" : "#141519"
    const mixed = (share: number): string => `color-mix(in srgb,${tint} ${share}%,${paper})`
    if (styling.background === "match") rules.push(`--paper:${mixed(theme === "light" ? 2 : 4)}`)
    const [surface, second, line, strong] = theme === "light" ? [4, 7, 14, 30] : [7, 12, 18, 34]
    rules.push(`--surface:${mixed(surface!)};--surface-2:${mixed(second!)}`)
    rules.push(`--line:${mixed(line!)};--line-strong:${mixed(strong!)}`)
  }
  const bar = barOf({ header, styling }, theme)
  if (bar !== undefined) rules.push(`--bar:${bar.ground};--bar-ink:${bar.ink}`)
  return rules.join(";")
}

/** Ground and text of a header in colours of its own. */
const barOf = ({ header, styling }: Settings, theme: Theme) => {
  const filled = (ground: string) => ({ ground, ink: textOn(ground) })
  if (header.preset === "custom" && header.backgroundColor !== undefined) {
    const ground = header.backgroundColor[theme]
    return { ground, ink: header.linkColor?.[theme] ?? textOn(ground) }
  }
  if (header.preset === "contrast") return filled(theme === "light" ? "#1d1e22" : "#e9e9ec")
  if (styling.theme === "bold" || header.preset === "bold") {
    return filled((styling.tint?.color ?? styling.primaryColor)[theme])
  }
  return undefined
}

/** Rules that do not depend on the theme. */
const fixed = (settings: Settings, base: Settings): ReadonlyArray<string> => {
  const { header, styling } = settings
  const root: Array<string> = []
  const rules: Array<string> = []
  if (styling.font !== base.styling.font) root.push(`--sans:${drawnWith(styling.font)}`)
  if (styling.monospaceFont !== base.styling.monospaceFont) {
    const { monospaceFont: font } = styling
    const own = typeof font === "string" ? `"${monospaceFonts[font]}"` : familyOf(font.id)
    root.push(`--mono:${own},${monospace}`)
  }
  if (styling.headingFont !== undefined) {
    rules.push(`:is(h1,h2,h3,h4,h5,h6),.brand{font-family:${drawnWith(styling.headingFont)}}`)
  }
  if (styling.corners === "straight") {
    root.push("--radius:0")
    rules.push("*,::before,::after{border-radius:0!important}")
  }
  if (styling.corners === "circular") {
    root.push("--radius:1rem")
    rules.push(":is(.button,.tool,.sidebar a,.switcher a){border-radius:2rem}")
  }
  if (styling.depth === "flat") rules.push(":root:root{--shadow:none;--edge:transparent}")
  if (styling.links === "accent") {
    rules.push(".body a:not([class]){color:inherit;text-decoration-color:var(--accent);text-decoration-thickness:2px}")
  }
  if (styling.icons !== "regular") {
    const fill = styling.icons === "duotone" ? ";fill:color-mix(in srgb,currentColor 18%,transparent)" : ""
    rules.push(`.icon{stroke-width:${strokes[styling.icons]}${fill}}`)
  }
  if (styling.sidebar.background === "filled") {
    rules.push(
      "@media (min-width:56.01rem){.sidebar{background:var(--surface);margin-inline-end:-.5rem;padding-inline-start:.75rem}}"
    )
  }
  if (styling.sidebar.list === "pill") rules.push(".sidebar a{border-radius:2rem}")
  if (styling.sidebar.list === "line") {
    rules.push(".sidebar a{border-radius:0;border-inline-start:2px solid var(--line)}")
    rules.push(".sidebar a[aria-current]{background:none;border-color:var(--accent)}")
  }
  if (styling.theme === "muted") rules.push("body{background:var(--surface)}.top{background:var(--surface)}")
  if (styling.theme === "gradient") {
    rules.push(
      "body{background:linear-gradient(color-mix(in srgb,var(--accent) 12%,var(--paper)),var(--paper) 28rem) no-repeat,var(--paper)}",
      ".top{background:color-mix(in srgb,var(--accent) 8%,var(--paper))}"
    )
  }
  if (styling.search === "subtle") {
    rules.push(".find{border-color:transparent}.find>:not(.icon){position:absolute;clip-path:inset(50%)}")
  }
  if (header.preset === "none") rules.push(".links{display:none}")
  if (barOf(settings, "light") !== undefined) {
    rules.push(
      ".bar{background:var(--bar);color:var(--bar-ink);max-width:none;padding-inline:max(2rem,50vw - 46rem)}",
      ".bar :is(.brand,.brand .icon,.tool,.links>a:not(.button),summary){color:inherit}",
      ".bar :is(.tool,.links a:not(.button),summary):hover{background:color-mix(in srgb,currentColor 14%,transparent);color:inherit}",
      ".bar :focus-visible{outline-color:currentColor}",
      ".bar summary{border-color:color-mix(in srgb,currentColor 40%,transparent)!important}",
      ".bar .button{background:var(--bar-ink);color:var(--bar)}"
    )
  }
  return root.length === 0 ? rules : [`:root{${root.join(";")}}`, ...rules]
}

const noCode: CodeLook = { default: {}, openapi: {} }

/**
 * Style sheet for settings that differ from those of a new site; empty when they look alike.
 * @param base the settings of a new site, which the style sheet of all sites draws
 * @param files those of the custom fonts in the settings
 */
export const lookStyle = (
  settings: Settings,
  base: Settings,
  files: ReadonlyArray<FontFile> = [],
  code: CodeLook = noCode
): string => {
  const light = properties(settings, base, "light")
  const dark = properties(settings, base, "dark")
  const themed =
    light === ""
      ? []
      : [
          `:root{${light}}`,
          `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}`,
          `@media screen{:root[data-theme=dark]{${dark}}}`
        ]
  // text is there at once, in another font until this one has come
  const faces = files.map(
    ({ format, href, id, weight }) =>
      `@font-face{font-family:${familyOf(id)};font-weight:${weight};font-display:swap;src:url("${href}") format("${format}")}`
  )
  return [...faces, ...themed, ...fixed(settings, base), ...codeRules(code)].join("\n")
}
