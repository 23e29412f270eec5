/** A cursor over the lines of a page that knows columns: tabs count to the next multiple of four (CommonMark 2.2). */
import { isSpaceOrTab } from "./source.ts"

export class LineCursor {
  readonly text: string
  number = -1
  start = 0
  /** End of the line without its line ending. */
  end = 0
  /** Start of the next line. */
  next: number
  offset = 0
  column = 0
  /** Set while the cursor stands inside a tab: its columns that are not used yet count as spaces. */
  insideTab = false
  /** First character that is no space or tab, and its column; `indent` is its distance from the cursor. */
  nonspace = 0
  nonspaceColumn = 0
  indent = 0
  blank = false

  constructor(text: string, from: number) {
    this.text = text
    this.next = from
  }

  /** Goes to the next line; false at the end of the text. */
  advanceLine(): boolean {
    if (this.next >= this.text.length) return false
    this.start = this.next
    let at = this.start
    for (; at < this.text.length; at++) {
      const code = this.text.charCodeAt(at)
      if (code === 10 || code === 13) break
    }
    this.end = at
    this.next = this.text.charCodeAt(at) === 13 && this.text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1
    this.number++
    this.offset = this.start
    this.column = 0
    this.insideTab = false
    this.findNonspace()
    return true
  }

  findNonspace(): void {
    let at = this.offset
    let column = this.column
    while (at < this.end) {
      const code = this.text.charCodeAt(at)
      if (code === 32) column++
      else if (code === 9) column += 4 - (column % 4)
      else break
      at++
    }
    this.blank = at >= this.end
    this.nonspace = at
    this.nonspaceColumn = column
    this.indent = column - this.column
  }

  /** The character code of the first non-space character; NaN on a blank line. */
  get code(): number {
    return this.blank ? Number.NaN : this.text.charCodeAt(this.nonspace)
  }

  advanceColumns(count: number): void {
    let left = count
    while (left > 0 && this.offset < this.end) {
      if (this.text.charCodeAt(this.offset) !== 9) {
        this.offset++
        this.column++
        left--
        continue
      }
      const width = 4 - (this.column % 4)
      this.insideTab = width > left
      const step = Math.min(left, width)
      this.column += step
      left -= step
      if (!this.insideTab) this.offset++
    }
    this.findNonspace()
  }

  /** Goes to an offset of this line that no tab lies before, apart from indentation. */
  advanceTo(offset: number): void {
    if (this.offset <= this.nonspace && offset >= this.nonspace) {
      this.column = this.nonspaceColumn + offset - this.nonspace
    } else {
      this.column += offset - this.offset
    }
    this.offset = offset
    this.insideTab = false
    this.findNonspace()
  }

  /** After a marker: one optional space (or column of a tab) belongs to it. */
  skipOptionalSpace(): void {
    if (isSpaceOrTab(this.text.charCodeAt(this.offset)) && this.offset < this.end) this.advanceColumns(1)
  }

  /** Rest of the line from the cursor, with the unused columns of a split tab as spaces. */
  rest(): string {
    if (!this.insideTab) return this.text.slice(this.offset, this.end)
    return " ".repeat(4 - (this.column % 4)) + this.text.slice(this.offset + 1, this.end)
  }
}
