/** What stands around the texts: the cover, the table of contents, the head of each page. */
import type { PageRecord } from "@octavo/core/content/revisions/model/Records"
import type { PdfBook } from "@octavo/core/delivery/pdf/PdfRenderer"
import type { Canvas } from "./canvas.ts"
import { placeKey } from "./context.ts"
import { fitted, type Style, textRows } from "./lines.ts"
import { gap, paint, type Row, row, stacked } from "./rows.ts"
import type { Sheets } from "./sheets.ts"
import { color, page as paper, size, textHeight, textWidth } from "./theme.ts"

/** A page or group of the book, or a part of a site that holds some. */
export interface Entry {
  /** Of the place where it begins. */
  readonly key: string
  readonly title: string
  /** Without one it is a part of a site. */
  readonly page?: PageRecord
  /** What it is below in the outline. */
  readonly parent: Entry | undefined
  /** Titles of what is above it, outermost first. */
  readonly above: ReadonlyArray<string>
  /** How deep it is among what is printed. */
  readonly depth: number
  /** Number of the sheet where it begins; known when that is printed. */
  sheet?: number
}

/** Title with its emoji. */
export const titleOf = (page: Pick<PageRecord, "emoji" | "title">): string =>
  page.emoji === undefined || page.emoji === "" ? page.title : `${emojiOf(page.emoji)} ${page.title}`

/** An emoji is kept as its character or as the hexadecimal numbers of its code points. */
const emojiOf = (emoji: string): string =>
  /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i.test(emoji)
    ? String.fromCodePoint(...emoji.split("-").map((code) => Math.min(Number.parseInt(code, 16), 0x10ffff)))
    : emoji

const style = (points: number, fill: string, bold = false): Style => ({
  family: "sans",
  bold,
  italic: false,
  size: points,
  color: fill
})

export const drawCover = (canvas: Canvas, book: PdfBook): void => {
  canvas.addPage()
  const text = (words: string, one: Style, leading = 1.3): ReadonlyArray<Row> =>
    textRows(canvas, [{ kind: "text", text: words, style: one }], textWidth, one.size, { leading })
  const emoji = book.emoji === undefined || book.emoji === "" ? [] : text(emojiOf(book.emoji), style(40, color.accent))
  const date = new Intl.DateTimeFormat(book.language, { dateStyle: "long", timeZone: "UTC" })
  const rows = [
    ...emoji,
    gap(14),
    ...text(book.title, style(34, color.strong, true), 1.2),
    ...(book.subtitle === undefined ? [] : [gap(12), ...text(book.subtitle, style(14, color.soft), 1.4)]),
    gap(22),
    row(3, (at, x, y) => at.rect(x, y, 64, 3, color.accent, 1.5)),
    gap(22),
    ...text(date.format(new Date(book.createdAt)), style(11, color.soft)),
    ...(book.publishedUrl === undefined
      ? []
      : [
          gap(4),
          ...text(book.publishedUrl.replace(/\/$/, ""), {
            ...style(11, color.accent),
            link: { kind: "web", url: book.publishedUrl }
          })
        ])
  ]
  paint(canvas, stacked(rows, paper.height * 0.26), paper.left)
}

const lineHeight = 18
const headHeight = 52

/** How many sheets the table of contents takes: it is written last and stands first. */
export const contentsSheets = (entries: number): number => {
  const first = Math.floor((textHeight - headHeight) / lineHeight)
  const further = Math.floor(textHeight / lineHeight)
  return 1 + Math.ceil(Math.max(0, entries - first) / further)
}

const words: Readonly<Record<string, string>> = {
  de: "Inhalt",
  fr: "Sommaire",
  es: "Contenido",
  it: "Indice",
  pt: "Índice",
  nl: "Inhoud",
  ru: "Содержание",
  uk: "Зміст",
  pl: "Spis treści",
  ja: "目次",
  zh: "目录",
  ko: "목차"
}

const contentsRow = (canvas: Canvas, entry: Entry): Row => {
  const { depth, key, page, sheet } = entry
  const isPart = page?.type === "group"
  const inset = Math.min(depth, 8) * 14
  const one = style(isPart ? 9 : 10, isPart ? color.soft : color.ink, isPart || depth === 0)
  const number = sheet === undefined ? "" : String(sheet)
  const numberWidth = canvas.width(number, "sans", 10)
  const room = textWidth - inset - 40
  const title = fitted(canvas, entry.title, one, room)
  const rows = textRows(canvas, title, room, one.size)
  const wide = title.reduce(
    (sum, item) =>
      item.kind === "text"
        ? sum +
          canvas.fonts
            .runs(item.text, "sans", one.bold, false)
            .reduce((w, run) => w + canvas.width(run.text, run.face, one.size), 0)
        : sum,
    0
  )
  return row(lineHeight, (at, x, y) => {
    paint(at, stacked(rows, y + 1), x + inset)
    if (number === "") return
    const baseline = y + 1 + one.size * (1.55 / 2 + 0.36)
    at.text(number, "sans", 10, color.soft, x + textWidth - numberWidth, baseline)
    const from = x + inset + wide + 6
    const to = x + textWidth - numberWidth - 6
    if (to > from) at.dots(from, to, baseline - 1, color.rule)
    at.link({ kind: "place", key: placeKey(key) }, x + inset, y, textWidth - inset, lineHeight)
  })
}

/** The table of contents on sheets of its own. */
export const drawContents = (sheets: Sheets, canvas: Canvas, entries: ReadonlyArray<Entry>, language: string): void => {
  const title = words[language.toLowerCase().split("-")[0]!] ?? "Contents"
  const heading = textRows(
    canvas,
    [{ kind: "text", text: title, style: style(size.title, color.strong, true) }],
    textWidth,
    size.title,
    { leading: 1.2 }
  )
  sheets.begin(title)
  sheets.add([
    row(headHeight, (at, x, y) => paint(at, stacked(heading, y), x)),
    ...entries.map((entry) => contentsRow(canvas, entry))
  ])
  sheets.end()
}

/** Title of a page, with what is above it and its description. */
export const headRows = (
  { above, title }: Entry,
  { description, layout }: PageRecord,
  canvas: Canvas
): ReadonlyArray<Row> => {
  const text = (value: string, one: Style, leading: number): ReadonlyArray<Row> =>
    textRows(canvas, [{ kind: "text", text: value, style: one }], textWidth, one.size, { leading })
  const path = fitted(canvas, above.join("  ›  "), style(size.small, color.faint), textWidth)
  const rows: Array<Row> = []
  if (above.length > 0) rows.push(...textRows(canvas, path, textWidth, size.small), gap(3))
  if (layout?.title !== false) rows.push(...text(title, style(size.title, color.strong, true), 1.22))
  if (description !== undefined && description !== "" && layout?.description !== false) {
    rows.push(gap(5), ...text(description, style(11.5, color.soft), 1.5))
  }
  rows.push(gap(18))
  for (const one of rows) one.keep = true
  return rows
}
