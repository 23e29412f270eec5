/** Rows onto sheets: breaks, heads of tables again, the line at the foot. */
import type { Canvas } from "./canvas.ts"
import { fitted, type Style, textRows } from "./lines.ts"
import { type Placed, paint, type Row, stacked } from "./rows.ts"
import { color, page, textHeight, textWidth } from "./theme.ts"

const footStyle: Style = { family: "sans", bold: false, italic: false, size: 8, color: color.faint }

export class Sheets {
  readonly #canvas: Canvas
  /** Left in the foot of every sheet. */
  readonly #title: string
  /** Sheets that are put before those that are there: they count. */
  #ahead = 0
  #open = false
  #placed: Array<Placed> = []
  #y: number = page.top
  #section = ""

  constructor(canvas: Canvas, title: string) {
    this.#canvas = canvas
    this.#title = title
  }

  /** Number of the sheet that is being filled, as it is printed. */
  get number(): number {
    return this.#canvas.pages + this.#ahead
  }

  /** Room for sheets that come later and stand earlier. */
  set ahead(count: number) {
    this.#ahead = count
  }

  /** Begins a sheet; `section` is named in its foot and in those that follow. */
  begin(section: string): void {
    this.end()
    this.#section = section
    this.#next()
  }

  /** Draws what the open sheet holds. */
  end(): void {
    if (!this.#open) return
    paint(this.#canvas, this.#placed, page.left)
    this.#foot()
    this.#placed = []
    this.#open = false
  }

  /** Puts rows below those that are there. */
  add(rows: ReadonlyArray<Row>): void {
    rows.forEach((one, index) => {
      const empty = this.#placed.length === 0
      if (one.gap === true) {
        if (!empty) this.#put(one)
        return
      }
      const needed = together(rows, index)
      const left = page.top + textHeight - this.#y
      if (!empty && (one.height > left || (needed > left && needed <= textHeight))) {
        this.end()
        this.#next()
        for (const head of one.repeat ?? []) this.#put(head)
      }
      this.#put(one)
    })
  }

  #put(one: Row): void {
    this.#placed.push({ row: one, y: this.#y })
    this.#y += one.height
  }

  #next(): void {
    this.#canvas.addPage()
    this.#open = true
    this.#y = page.top
  }

  #foot(): void {
    const top = page.height - page.bottom + 30
    const canvas = this.#canvas
    canvas.line(page.left, top - 6, page.left + textWidth, top - 6, color.rule, 0.4)
    const section = this.#section === "" || this.#section === this.#title ? "" : `  ·  ${this.#section}`
    const words = textRows(canvas, fitted(canvas, this.#title + section, footStyle, textWidth - 50), textWidth, 8)
    const number = textRows(canvas, [{ kind: "text", text: String(this.number), style: footStyle }], textWidth, 8, {
      align: "right"
    })
    paint(canvas, [...stacked(words, top), ...stacked(number, top)], page.left)
  }
}

/** Height of a row with those that must stand on its sheet. */
const together = (rows: ReadonlyArray<Row>, from: number): number => {
  let height = 0
  for (let index = from; index < rows.length; index++) {
    const one = rows[index]!
    height += one.height
    if (one.gap !== true && one.keep !== true) break
    if (height > textHeight) break
  }
  return height
}
