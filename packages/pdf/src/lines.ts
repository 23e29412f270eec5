/** Running text into lines: Unicode line breaking, several fonts, images among words. */

import { type Directions, directionsOf, drawn, isRightToLeft, levelRuns, visualOrder } from "@octavo/render/bidi"
import { characters } from "@octavo/render/characters"
import LineBreaker from "linebreak"
import type { Canvas, Target } from "./canvas.ts"
import type { Face, Family } from "./fonts.ts"
import { type Row, row } from "./rows.ts"
import { leading } from "./theme.ts"

export interface Style {
  readonly family: Family
  readonly bold: boolean
  readonly italic: boolean
  readonly size: number
  readonly color: string
  readonly strike?: boolean
  readonly underline?: boolean
  /** Ground behind the text. */
  readonly wash?: string
  /** The ground has an edge: a key of a keyboard, a button. */
  readonly edge?: string
  /** Points above the baseline. */
  readonly rise?: number
  readonly link?: Target
}

/** Something that stands in a line and is no text. */
export interface Box {
  readonly width: number
  readonly height: number
  /** How much of it is below the baseline. */
  readonly depth: number
  /** Draws with the left end of the baseline at (x, baseline). */
  readonly draw: (canvas: Canvas, x: number, baseline: number) => void
}

export type Item =
  | { readonly kind: "text"; readonly text: string; readonly style: Style }
  | { readonly kind: "box"; readonly box: Box; readonly style: Style }
  | { readonly kind: "break" }
  /** A place that links jump to. */
  | { readonly kind: "place"; readonly key: string }

interface Piece {
  readonly width: number
  /** Of the bidirectional algorithm: odd ones run from right to left. */
  readonly level: number
  readonly style: Style
  readonly face?: Face
  readonly text?: string
  readonly box?: Box
  readonly place?: string
}

interface Line {
  /** As they are read. */
  readonly pieces: ReadonlyArray<Piece>
  readonly width: number
  readonly isRightToLeft: boolean
}

interface Words {
  readonly words: ReadonlyArray<Word>
  /** Of the paragraph; `undefined` where all runs from left to right. */
  readonly directions: Directions | undefined
}

const OBJECT = "\ufffc"

/** White space as one space each, and none where a line begins. Code keeps its own. */
const collapse = (items: ReadonlyArray<Item>): ReadonlyArray<Item> => {
  let space = true
  return items.flatMap((item): ReadonlyArray<Item> => {
    if (item.kind === "place") return [item]
    if (item.kind === "break") {
      space = true
      return [item]
    }
    if (item.kind === "box") {
      space = false
      return [item]
    }
    const whole = item.text.replace(/[\p{Cc}\u2028\u2029]/gu, " ").replace(/ {2,}/g, " ")
    const text = space ? whole.replace(/^ +/, "") : whole
    if (text === "") return []
    space = text.endsWith(" ")
    return [{ ...item, text }]
  })
}

const measured = (canvas: Canvas, text: string, style: Style, level = 0): ReadonlyArray<Piece> =>
  canvas.fonts.runs(text, style.family, style.bold, style.italic).map(({ face, text: part }) => ({
    face,
    text: part,
    style,
    level,
    width: canvas.width(drawn(part, level), face, style.size)
  }))

const widthOf = (pieces: ReadonlyArray<Piece>): number => pieces.reduce((sum, piece) => sum + piece.width, 0)

const hasLetters = /\p{L}/u

/** Pieces that stay together: what lies between two places where a line may break. */
interface Word {
  pieces: ReadonlyArray<Piece>
  /** The same without the spaces at its end, which may hang over. */
  readonly inked: number
  readonly width: number
  readonly ends: boolean
}

const wordsOf = (canvas: Canvas, items: ReadonlyArray<Item>): Words => {
  const text = items
    .map((item) =>
      item.kind === "text" ? item.text : item.kind === "break" ? "\n" : item.kind === "box" ? OBJECT : ""
    )
    .join("")
  const words: Array<Word> = []
  const directions = directionsOf(text)
  /** Fonts of the last letters from right to left. */
  const letters = new Map<Style, Face>()
  const measuredAt = (from: number, part: string, style: Style): ReadonlyArray<Piece> => {
    if (directions === undefined) return measured(canvas, part, style)
    let at = from
    return levelRuns(directions, from, from + part.length).flatMap(({ end, level }) => {
      const run = text.slice(at, end)
      at = end
      if (!isRightToLeft(level)) return measured(canvas, run, style, level)
      // a space is a piece of its own, so that it stands at the end of a line alone; what is no letter is drawn by the
      // font of the letters, so that readers of PDFs take the words for one text, which they turn around
      return run.split(/( +)/).flatMap((one) => {
        const found = measured(canvas, one, style, level)
        const face = found.find(({ text: part }) => hasLetters.test(part ?? ""))?.face ?? letters.get(style)
        if (face === undefined) return found
        letters.set(style, face)
        const shown = found.map(({ text: part }) => part).join("")
        if (!canvas.fonts.covers(face, shown)) return found
        return shown === ""
          ? []
          : [{ ...found[0]!, face, text: shown, width: canvas.width(drawn(shown, level), face, style.size) }]
      })
    })
  }
  const levelAt = (at: number): number => directions?.levels[Math.min(at, text.length - 1)] ?? 0
  const breaker = new LineBreaker(text)
  let item = 0
  let within = 0
  let from = 0
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    const pieces: Array<Piece> = []
    let left = next.position - from
    from = next.position
    while (item < items.length && (left > 0 || items[item]!.kind === "place")) {
      const one = items[item]!
      if (one.kind === "text") {
        const part = one.text.slice(within, within + left)
        left -= part.length
        within += part.length
        for (const piece of measuredAt(from - left - part.length, part, one.style)) pieces.push(piece)
        if (within < one.text.length) break
      } else if (one.kind === "place")
        pieces.push({ width: 0, style: plainStyle, level: levelAt(from - left), place: one.key })
      else {
        left -= 1
        const level = levelAt(from - left - 1)
        if (one.kind === "box") pieces.push({ width: one.box.width, style: one.style, level, box: one.box })
      }
      item++
      within = 0
    }
    const width = widthOf(pieces)
    const last = pieces.at(-1)
    const shown = last?.text ?? ""
    const trailing = shown.slice(shown.trimEnd().length)
    const hang = trailing === "" ? 0 : canvas.width(trailing, last!.face!, last!.style.size)
    words.push({ pieces, width, inked: width - hang, ends: next.required && text[next.position - 1] === "\n" })
  }
  return { words, directions }
}

const plainStyle: Style = { family: "sans", bold: false, italic: false, size: 1, color: "#000000" }

/** A word that is wider than the line, cut where it must be. */
const cut = (canvas: Canvas, word: Word, width: number): ReadonlyArray<Word> => {
  const parts: Array<Word> = []
  let pieces: Array<Piece> = []
  let used = 0
  const close = (): void => {
    if (pieces.length > 0) parts.push({ pieces, width: used, inked: used, ends: false })
    pieces = []
    used = 0
  }
  for (const piece of word.pieces) {
    if (piece.text === undefined || piece.face === undefined) {
      if (used + piece.width > width) close()
      pieces.push(piece)
      used += piece.width
      continue
    }
    let text = ""
    let wide = 0
    for (const character of characters(piece.text)) {
      const more = canvas.width(character, piece.face, piece.style.size)
      if (used + wide + more > width && used + wide > 0) {
        if (text !== "") pieces.push({ ...piece, text, width: wide })
        used += wide
        close()
        text = ""
        wide = 0
      }
      text += character
      wide += more
    }
    if (text !== "") pieces.push({ ...piece, text, width: wide })
    used += wide
  }
  close()
  return parts.map((part, index) => (index === parts.length - 1 ? { ...part, ends: word.ends } : part))
}

/**
 * Pieces that look alike are drawn as one: text that is copied from the PDF keeps its words. From right to left they are
 * words in any case: a font is given one direction at a time.
 */
const merged = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const out: Array<Piece> = []
  for (const piece of pieces) {
    const last = out.at(-1)
    if (
      last?.text !== undefined &&
      piece.text !== undefined &&
      last.face === piece.face &&
      last.level === piece.level &&
      !isRightToLeft(piece.level) &&
      last.style === piece.style
    ) {
      out[out.length - 1] = { ...last, text: last.text + piece.text, width: last.width + piece.width }
    } else out.push(piece)
  }
  return out
}

/** Without the space at the end of a line, which would stand at the left of one from right to left (L1). */
const withoutHang = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const last = pieces.findLastIndex(({ text }) => text === undefined || text.trim() !== "")
  return pieces.filter(({ place }, index) => index <= last || place !== undefined)
}

const breakLines = (canvas: Canvas, items: ReadonlyArray<Item>, width: number): ReadonlyArray<Line> => {
  const lines: Array<Line> = []
  let pieces: Array<Piece> = []
  let used = 0
  let inked = 0
  const { directions, words } = wordsOf(canvas, items)
  const close = (): void => {
    const shown = directions === undefined ? pieces : withoutHang(pieces)
    lines.push({ pieces: merged(shown), width: inked, isRightToLeft: directions?.base === 1 })
    pieces = []
    used = 0
    inked = 0
  }
  const queue = words.flatMap((word) => (word.inked > width ? cut(canvas, word, width) : [word]))
  for (const word of queue) {
    if (used > 0 && used + word.inked > width + 0.01) close()
    for (const piece of word.pieces) pieces.push(piece)
    inked = used + word.inked
    used += word.width
    if (word.ends) close()
  }
  if (pieces.length > 0) close()
  return lines
}

export interface TextOptions {
  readonly align?: "left" | "center" | "right" | undefined
  /** In parts of the letters' size. */
  readonly leading?: number
}

/** Height of a line of this size. */
const lineHeight = (size: number, factor: number = leading): number => size * factor

const drawPiece = (canvas: Canvas, piece: Piece, x: number, baseline: number): void => {
  const { box, face, level, style, text, width } = piece
  if (piece.place !== undefined) canvas.place(piece.place, baseline - 24)
  if (style.link !== undefined) {
    const up = box === undefined ? style.size * 0.95 : box.height - box.depth
    const down = box === undefined ? style.size * 0.28 : box.depth
    canvas.link(style.link, x, baseline - up, width, up + down)
  }
  box?.draw(canvas, x, baseline)
  if (text === undefined || face === undefined) return
  const y = baseline - (style.rise ?? 0)
  if (style.wash !== undefined) {
    const top = y - style.size * 0.98
    canvas.rect(x - 1.6, top, width + 3.2, style.size * 1.32, style.wash, 2.2)
    if (style.edge !== undefined) canvas.frame(x - 1.6, top, width + 3.2, style.size * 1.32, style.edge, 2.2)
  }
  canvas.text(drawn(text, level), face, style.size, style.color, x, y)
  if (style.strike === true) canvas.line(x, y - style.size * 0.28, x + width, y - style.size * 0.28, style.color)
  if (style.underline === true) canvas.line(x, y + style.size * 0.14, x + width, y + style.size * 0.14, style.color)
}

/** The pieces of a line from left to right. */
const orderOf = ({ isRightToLeft, pieces }: Line): Iterable<number> =>
  isRightToLeft || pieces.some(({ level }) => level > 0) ? visualOrder(pieces.map(({ level }) => level)) : pieces.keys()

/**
 * The pieces of a line in the order of the content: as they are read, so that who takes the text out of the PDF reads it
 * so, too; but for words from right to left, which are written from left to right, and which readers of PDFs turn around.
 */
const drawnOrder = ({ pieces }: Line): ReadonlyArray<number> => {
  const order: Array<number> = []
  for (let from = 0; from < pieces.length; ) {
    const { level } = pieces[from]!
    let to = from + 1
    while (isRightToLeft(level) && pieces[to]?.level === level) to++
    for (let index = to - 1; index >= from; index--) order.push(index)
    from = to
  }
  return order
}

const lineRow = (line: Line, width: number, size: number, options: TextOptions): Row => {
  const natural = lineHeight(size, options.leading)
  let above = natural / 2 + size * 0.36
  let below = natural - above
  for (const { box } of line.pieces) {
    if (box === undefined) continue
    above = Math.max(above, box.height - box.depth + 1)
    below = Math.max(below, box.depth + 1)
  }
  const free = width - line.width
  const align = options.align ?? (line.isRightToLeft ? "right" : "left")
  const x = align === "right" ? free : align === "center" ? free / 2 : 0
  return row(above + below, (canvas, left, y) => {
    const starts: Array<number> = []
    let at = left + x
    for (const index of orderOf(line)) {
      starts[index] = at
      at += line.pieces[index]!.width
    }
    for (const index of drawnOrder(line)) drawPiece(canvas, line.pieces[index]!, starts[index]!, y + above)
  })
}

/** Lines of a paragraph. None where there is nothing to see. */
export const textRows = (
  canvas: Canvas,
  items: ReadonlyArray<Item>,
  width: number,
  size: number,
  options: TextOptions = {}
): ReadonlyArray<Row> => {
  const lines = breakLines(canvas, collapse(items), width)
  const rows = lines.map((line) => lineRow(line, width, size, options))
  // no line of a paragraph is left alone on a sheet
  if (rows.length > 1) {
    rows[0]!.keep = true
    rows[rows.length - 2]!.keep = true
  }
  return rows
}

/** Widths of a text: of its longest word, and of all of it in one line. */
export const textWidths = (
  canvas: Canvas,
  items: ReadonlyArray<Item>
): { readonly least: number; readonly most: number } => {
  let least = 0
  let most = 0
  let line = 0
  for (const word of wordsOf(canvas, collapse(items)).words) {
    least = Math.max(least, word.inked)
    line += word.width
    most = Math.max(most, line)
    if (word.ends) line = 0
  }
  return { least, most }
}

/** Text that must fit in one line: cut with an ellipsis where it does not. */
export const fitted = (canvas: Canvas, text: string, style: Style, width: number): ReadonlyArray<Item> => {
  const fits = (one: string): boolean => widthOf(measured(canvas, one, style)) <= width
  const clean = text.replace(/[\s\p{Cc}]+/gu, " ").trim()
  if (fits(clean)) return [{ kind: "text", text: clean, style }]
  const all = characters(clean)
  let low = 0
  let high = all.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(`${all.slice(0, middle).join("")}…`)) low = middle
    else high = middle - 1
  }
  return [{ kind: "text", text: `${all.slice(0, low).join("").trimEnd()}…`, style }]
}
