/** Icons by Font Awesome name, drawn in place: no font, no request. */

import type { PageReference } from "@octavo/render/references"
import { type Html, html, none } from "../html/html.ts"
import { ICON_SHAPES, type IconShape } from "./icon-shapes.ts"

/** Font Awesome names for each shape, beside the name of the shape itself. */
const ALIASES: Partial<Record<IconShape, string>> = {
  house: "home house-chimney",
  gear: "cog gears cogs",
  sliders: "sliders-h toggle-on filter",
  info: "circle-info info-circle",
  warning: "triangle-exclamation exclamation-triangle exclamation",
  success: "circle-check check-circle badge-check",
  danger: "octagon-exclamation hexagon-exclamation circle-exclamation exclamation-circle ban",
  question: "circle-question question-circle life-ring",
  check: "check-double square-check check-to-slot",
  cross: "xmark times circle-xmark",
  search: "magnifying-glass",
  book: "book-open book-open-cover books book-bookmark bookmark",
  file: "file-lines file-alt file-text file-code file-pdf file-word markdown memo note clipboard scroll",
  folder: "folder-open folder-tree",
  code: "brackets-curly code-simple js html5",
  terminal: "rectangle-terminal square-terminal",
  rocket: "rocket-launch",
  bolt: "bolt-lightning zap flash",
  lock: "lock-keyhole unlock",
  key: "key-skeleton",
  shield: "shield-halved shield-check user-shield",
  user: "circle-user user-circle user-gear user-check user-tie id-badge id-card address-card",
  users: "user-group people-group user-plus handshake",
  mail: "envelope at inbox",
  globe: "earth-americas earth-europe language",
  link: "link-simple chain",
  external: "arrow-up-right-from-square up-right-from-square external-link",
  download: "arrow-down-to-line cloud-arrow-down file-arrow-down",
  upload: "arrow-up-from-line arrow-up-from-bracket cloud-arrow-up file-import file-export",
  cloud: "cloud-plus",
  database: "hard-drive",
  server: "network-wired",
  box: "cube cubes boxes box-open box-archive archive package",
  layers: "layer-group objects-column stack",
  puzzle: "puzzle-piece",
  palette: "paintbrush brush swatchbook paint-roller",
  image: "images camera photo",
  play: "circle-play video film youtube",
  comment: "comments message messages comment-dots",
  bell: "bell-on",
  calendar: "calendar-days calendar-check",
  clock: "clock-rotate-left history stopwatch timer",
  tag: "tags",
  right: "arrow-right arrow-right-long",
  left: "arrow-left",
  up: "arrow-up",
  down: "arrow-down",
  chevron: "chevron-right angle-right",
  plus: "circle-plus",
  minus: "circle-minus",
  fire: "fire-flame fire-flame-curved flame",
  pen: "pencil pencil-line pen-to-square edit highlighter",
  trash: "trash-can",
  wrench: "screwdriver-wrench hammer tools toolbox",
  chart: "chart-line chart-bar chart-simple chart-pie chart-column",
  table: "table-list table-columns",
  grid: "table-cells table-cells-large grid-2 cards-blank icons",
  list: "list-ul list-check list-ol list-tree tasks",
  text: "font text-size heading a",
  enter: "right-to-bracket arrow-right-to-bracket door-open",
  bars: "bars-sort align-left",
  branch: "code-branch code-commit code-merge code-pull-request git github gitlab diagram-project",
  refresh: "arrows-rotate rotate sync repeat",
  undo: "arrow-rotate-left rotate-left",
  bulb: "lightbulb lightbulb-on",
  cap: "graduation-cap school",
  card: "credit-card wallet",
  cart: "cart-shopping shopping-cart bag-shopping",
  phone: "mobile mobile-screen tablet",
  laptop: "laptop-code desktop computer display",
  flask: "vial beaker flask-vial",
  robot: "brain user-robot message-bot",
  sparkles: "wand gitbook-assistant wand-magic-sparkles wand-magic stars",
  eye: "eye-slash glasses",
  news: "newspaper bullhorn megaphone",
  map: "location-dot map-location route signs-post",
  compass: "hand-pointer crosshairs",
  building: "buildings city store landmark",
  plug: "plug-circle-bolt battery-half webhook",
  send: "paper-plane paper-plane-top",
  chip: "microchip memory",
  coin: "dollar-sign coins money-bill euro-sign",
  gauge: "gauge-high tachometer",
  dots: "ellipsis-vertical ellipsis",
  sun: "sun-bright brightness"
}

const shapeByName = new Map<string, string>(Object.entries(ICON_SHAPES))
for (const [shape, names] of Object.entries(ALIASES)) {
  for (const name of names.split(" ")) shapeByName.set(name, ICON_SHAPES[shape as IconShape])
}

const svg = (path: string, kind = ""): Html =>
  html`<svg class="icon${kind}" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`

/** One of our own icons. @param kind a class beside that of all icons */
export const shape = (name: IconShape, kind?: string): Html =>
  svg(ICON_SHAPES[name], kind === undefined ? "" : ` ${kind}`)

/** The icon of a Font Awesome name; another one when we have none, at last a neutral glyph. */
export const drawIcon = (name: string, fallback: IconShape = "dot"): Html =>
  svg(shapeByName.get(name.trim().toLowerCase().replace(/^fa-/, "")) ?? ICON_SHAPES[fallback])

/** Emoji or icon of a page; empty when it has neither. */
export const pageIcon = (page: Pick<PageReference, "emoji" | "icon">): Html =>
  page.emoji
    ? html`<span class="emoji" aria-hidden="true">${page.emoji}</span>`
    : page.icon
      ? drawIcon(page.icon)
      : none

/** The same in front of a page's title. */
export const pageMark = (page: Pick<PageReference, "emoji" | "icon">): Html => {
  const icon = pageIcon(page)
  return icon.isEmpty ? none : html`${icon} `
}
