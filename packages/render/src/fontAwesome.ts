/**
 * Icons by the names of Font Awesome: the free ones of its sets of solid icons and of brands (npm's packages of the makers,
 * drawings under CC BY 4.0), and for names of the paid sets the nearest free one.
 */
import { createRequire } from "node:module"
import { version4 } from "./fontAwesomeVersion4.ts"

export interface FontAwesomeIcon {
  /** As its set has it: several written names may be of one icon. */
  readonly name: string
  readonly width: number
  readonly height: number
  /** Data of an SVG path that is filled. */
  readonly path: string
}

/** Who drew the icons, where pages say it. */
export const attribution = "Font Awesome Free, CC BY 4.0, https://fontawesome.com/license/free"

/**
 * Names of the paid sets that people meet, and others by which Octavo knew icons, with the nearest free one. What is not
 * here is looked for without its last words: `rocket-launch` is `rocket`.
 */
const nearest: Readonly<Record<string, string>> = {
  "arrow-down-to-bracket": "download",
  "arrow-down-to-line": "download",
  "arrow-down-to-square": "download",
  "arrow-progress": "bars-progress",
  "arrow-right-to-line": "right-to-bracket",
  "arrow-up-from-line": "upload",
  "arrow-up-from-square": "upload",
  "arrow-up-to-line": "upload",
  "badge-check": "certificate",
  "bars-sort": "bars-staggered",
  beaker: "flask",
  "block-quote": "quote-left",
  books: "book",
  "brackets-curly": "code",
  "brackets-round": "code",
  "brackets-square": "code",
  branch: "code-branch",
  brightness: "sun",
  buildings: "city",
  bulb: "lightbulb",
  "cabinet-filing": "box-archive",
  cap: "graduation-cap",
  card: "credit-card",
  "cards-blank": "clone",
  cart: "cart-shopping",
  chart: "chart-line",
  "chart-mixed": "chart-line",
  "chart-network": "diagram-project",
  chevron: "chevron-right",
  chip: "microchip",
  "circle-bolt": "bolt",
  "circle-ellipsis": "ellipsis",
  "cloud-plus": "cloud-arrow-up",
  coin: "coins",
  command: "terminal",
  "conveyor-belt": "boxes-stacked",
  danger: "circle-exclamation",
  "diagram-subtask": "diagram-project",
  "display-code": "laptop-code",
  dots: "ellipsis",
  down: "arrow-down",
  enter: "right-to-bracket",
  external: "arrow-up-right-from-square",
  flame: "fire",
  flash: "bolt",
  function: "code",
  "game-board": "chess-board",
  gitbook: "book",
  "gitbook-assistant": "wand-magic-sparkles",
  grid: "table-cells",
  "grid-2": "table-cells-large",
  "grid-round": "table-cells",
  "hexagon-exclamation": "circle-exclamation",
  "hundred-points": "star",
  "input-numeric": "hashtag",
  "input-pipe": "i-cursor",
  "input-text": "i-cursor",
  layers: "layer-group",
  left: "arrow-left",
  "list-radio": "list-ul",
  "list-tree": "folder-tree",
  loader: "spinner",
  mail: "envelope",
  megaphone: "bullhorn",
  memo: "file-lines",
  "memo-circle-info": "file-lines",
  "memo-pad": "clipboard",
  merge: "code-merge",
  "message-bot": "robot",
  messages: "comments",
  "messages-question": "comments",
  "monitor-waveform": "heart-pulse",
  news: "newspaper",
  nfc: "wifi",
  note: "note-sticky",
  "objects-column": "table-columns",
  "octagon-exclamation": "circle-exclamation",
  package: "box",
  "party-horn": "champagne-glasses",
  photo: "image",
  "planet-ringed": "globe",
  puzzle: "puzzle-piece",
  radar: "satellite-dish",
  rectangle: "square",
  "rectangle-code": "code",
  "rectangle-history": "clock-rotate-left",
  "rectangle-terminal": "terminal",
  right: "arrow-right",
  "scanner-gun": "barcode",
  send: "paper-plane",
  sidebar: "table-columns",
  "sidebar-flip": "table-columns",
  sparkle: "wand-magic-sparkles",
  sparkles: "wand-magic-sparkles",
  split: "code-branch",
  "square-code": "code",
  "square-terminal": "terminal",
  stack: "layer-group",
  stars: "star",
  success: "circle-check",
  swatches: "swatchbook",
  symbols: "icons",
  text: "font",
  "text-size": "text-height",
  timer: "stopwatch",
  up: "arrow-up",
  "user-robot": "robot",
  wand: "wand-magic",
  watch: "clock",
  "wave-pulse": "heart-pulse",
  webhook: "plug",
  window: "window-maximize"
}

/** How a set names and draws an icon: width, height, other names (numbers are code points), code point, path. */
interface Definition {
  readonly iconName: string
  readonly icon: readonly [number, number, ReadonlyArray<string | number>, string, string | ReadonlyArray<string>]
}

type Icons = ReadonlyMap<string, FontAwesomeIcon>

const read = (exports: Readonly<Record<string, unknown>>): Icons => {
  const icons = new Map<string, FontAwesomeIcon>()
  for (const [key, value] of Object.entries(exports)) {
    if (!/^fa[A-Z0-9]/.test(key)) continue
    const { icon, iconName } = value as Definition
    const [width, height, others, , path] = icon
    const drawn = { name: iconName, width, height, path: typeof path === "string" ? path : path.join("") }
    icons.set(iconName, drawn)
    for (const other of others) if (typeof other === "string") icons.set(other, drawn)
  }
  return icons
}

// each is a megabyte: it is loaded with the first name that may be in it
let solid: Icons | undefined
let brands: Icons | undefined
const solidIcons = (): Icons => {
  solid ??= read(createRequire(import.meta.url)("@fortawesome/free-solid-svg-icons"))
  return solid
}
const brandIcons = (): Icons => {
  brands ??= read(createRequire(import.meta.url)("@fortawesome/free-brands-svg-icons"))
  return brands
}

/** Longest name that is looked for. */
const longest = 64

/** Sets, sizes and movements, which classes name beside the icon. */
const beside =
  /^(?:fa[bdlrst]?|fa-(?:solid|regular|light|thin|duotone|brands|sharp|fw|fixed-width|xs|sm|lg|xl|2x[ls]|\d+x|stack-\dx|inverse|border|ul|li|pull-\w+|rotate-(?:\d+|by)|(?:beat|bounce|fade|flip|pulse|shake|spin|swap)(?:-\w+)?))$/

/**
 * The icon of a name as authors write it: `house`, `fa-house`, `fa-solid fa-house fa-fw`, also by its name in older
 * versions. For a name of the paid sets the nearest free one; `undefined` when none is near.
 */
export const fontAwesomeIcon = (written: string): FontAwesomeIcon | undefined => {
  const words = written.trim().toLowerCase().slice(0, longest).split(/\s+/)
  const name = (words.findLast((word) => !beside.test(word)) ?? words.at(-1)!).replace(/^fa-/, "")
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return undefined
  const free = (one: string) => solidIcons().get(one) ?? brandIcons().get(one)
  const found = free(name) ?? (Object.hasOwn(version4, name) ? free(version4[name]!) : undefined)
  if (found !== undefined) return found
  const parts = name.split("-")
  for (let count = parts.length; count > 0; count--) {
    const shorter = parts.slice(0, count).join("-")
    const icon = free(Object.hasOwn(nearest, shorter) ? nearest[shorter]! : shorter)
    if (icon !== undefined) return icon
  }
  return undefined
}

/** The names of all free icons, and of those of the paid sets and of older versions that are in the tables. For tests. */
export const fontAwesomeNames = () => ({
  solid: [...solidIcons().keys()],
  brands: [...brandIcons().keys()],
  nearest,
  version4
})
