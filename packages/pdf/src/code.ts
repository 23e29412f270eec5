/** Code: monospaced, wrapped, on a light ground that breaks with it. */
import type { Code } from "@octavo/document"
import { characters } from "@octavo/render/characters"
import { readCode } from "@octavo/render/codeView"
import type { LineMark } from "@octavo/render/fenceInfo"
import type { Canvas } from "./canvas.ts"
import type { Context, Tokens } from "./context.ts"
import type { Face } from "./fonts.ts"
import { type Style, textRows } from "./lines.ts"
import { decorate, indent, padding, type Row, row } from "./rows.ts"
import { color, named, size, tokens } from "./theme.ts"

/** Characters of code that one page colours; what comes after is plain. */
const mostHighlighted = 200_000
const lineHeight = size.code * 1.5
const inset = 10

interface Piece {
  readonly text: string
  readonly face: Face
  readonly fill: string
  readonly width: number
}

const plainTokens = (text: string): Tokens => text.split("\n").map((line) => [{ text: line }])

const tokensOf = (language: string | undefined, text: string, { around, state }: Context): Tokens => {
  if (language === undefined || state.highlighted + text.length > mostHighlighted) return plainTokens(text)
  const colored = around.highlight(text, language)
  if (colored === undefined) return plainTokens(text)
  state.highlighted += text.length
  return colored
}

/** Lines of code as lines of the page. */
const wrapped = (canvas: Canvas, line: Tokens[number], width: number): ReadonlyArray<ReadonlyArray<Piece>> => {
  const letter = canvas.width("0", "mono", size.code)
  const lines: Array<Array<Piece>> = [[]]
  let used = 0
  const indentOf = Math.min(/^ */.exec(line.map(({ text }) => text).join(""))![0].length, 24) + 2
  for (const { kind, text } of line) {
    const fill = (kind === undefined ? undefined : tokens[kind]) ?? color.code
    for (const run of canvas.fonts.runs(
      text.replaceAll("\t", "  ").replace(/\p{Cc}/gu, ""),
      "mono",
      false,
      kind === "c"
    )) {
      let part = ""
      let wide = 0
      const put = (): void => {
        if (part !== "") lines.at(-1)!.push({ text: part, face: run.face, fill, width: wide })
        part = ""
        wide = 0
      }
      for (const character of characters(run.text)) {
        const more =
          run.face.startsWith("mono") && character.length === 1 ? letter : canvas.width(character, run.face, size.code)
        if (used + more > width && used > 0) {
          put()
          const space = Math.min(indentOf * letter, width / 3)
          lines.push([{ text: "", face: "mono", fill, width: space }])
          used = space
        }
        part += character
        wide += more
        used += more
      }
      put()
    }
  }
  return lines
}

const drawLine =
  (pieces: ReadonlyArray<Piece>): NonNullable<Row["draw"]> =>
  (canvas, x, y) => {
    let at = x
    for (const piece of pieces) {
      if (piece.text !== "") canvas.text(piece.text, piece.face, size.code, piece.fill, at, y + lineHeight * 0.7)
      at += piece.width
    }
  }

/** How a marked line differs from others, in more than colour. */
const lookOf = (marks: ReadonlySet<LineMark> | undefined) => {
  if (marks === undefined || marks.size === 0) return undefined
  if (marks.has("inserted")) return { ...named["green"]!, sign: "+" }
  if (marks.has("deleted")) return { ...named["red"]!, sign: "-" }
  if (marks.has("error")) return { ...named["red"]!, sign: "x" }
  return marks.has("warning") ? { ...named["orange"]!, sign: "!" } : { ...named["blue"]!, sign: "" }
}

export const drawCode = (node: Code, context: Context): ReadonlyArray<Row> => {
  const { canvas } = context.around
  const { firstNumber, language, marks, text, title } = readCode(node)
  const source = tokensOf(language, text, context)
  const last = (firstNumber ?? 1) + source.length - 1
  const numbers = firstNumber === undefined ? 0 : 10 + String(last).length * size.code * 0.6
  const width = context.width - 2 * inset - numbers
  const rows: Array<Row> = []
  if (title !== undefined) {
    const style: Style = { family: "sans", bold: true, italic: false, size: size.small, color: color.soft }
    rows.push(...textRows(canvas, [{ kind: "text", text: title, style }], width + numbers, size.small))
    rows.push(row(5, (at, x, y) => at.line(x - inset, y + 1, x - inset + context.width, y + 1, color.rule, 0.5)))
    for (const one of rows) one.keep = true
  }
  source.forEach((line, index) => {
    wrapped(canvas, line, width).forEach((pieces, part) => {
      const number = part === 0 && firstNumber !== undefined ? String(firstNumber + index) : ""
      const look = lookOf(marks[index])
      rows.push(
        row(lineHeight, (at, x, y) => {
          if (look !== undefined) {
            at.rect(x - inset, y, context.width, lineHeight, look.wash)
            at.rect(x - inset, y, 2, lineHeight, look.ink)
            if (part === 0) at.text(look.sign, "mono", size.code, look.ink, x - inset + 3, y + lineHeight * 0.7)
          }
          if (number !== "") at.text(number, "mono", size.code, color.faint, x, y + lineHeight * 0.7)
          drawLine(pieces)(at, x + numbers, y)
        })
      )
    })
  })
  // the first two and the last two lines stay together
  if (rows[0] !== undefined && rows.length > 1) rows[0].keep = true
  const beforeLast = rows.at(-2)
  if (beforeLast !== undefined) beforeLast.keep = true
  const head = padding(7)
  head.keep = true
  if (rows.at(-1) !== undefined) rows.at(-1)!.keep = true
  return decorate(indent([head, ...rows, padding(7)], inset), (at, x, { bottom, top }) =>
    at.rect(x, top, context.width, bottom - top, color.wash, 4)
  )
}
