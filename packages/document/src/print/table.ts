/** Pipe tables, padded as the bot pads them. */
import type { Align, Table } from "../ast.ts"
import { printCellText } from "./inlines.ts"

/** Padding may make a table this many times as large; one with a very long cell is not padded. */
const MAX_GROWTH = 20

/** @param isPadded whether its columns are as wide as their longest cells */
export const printTable = ({ align, children }: Table, isPadded = true): string => {
  const rows = children.map((row) => row.children.map((cell) => printCellText(cell.children)))
  const widths = align.map(() => 3)
  for (const row of rows) {
    for (const [at, { length }] of row.entries()) if (length > (widths[at] ?? length)) widths[at] = length
  }
  const size = rows.reduce((sum, row) => row.reduce((all, cell) => all + cell.length + 3, sum), 1000)
  const padded = isPadded && widths.reduce((sum, width) => sum + width + 3, 0) * rows.length <= size * MAX_GROWTH
  const line = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`
  const [head, ...body] = rows.map((row) => line(row.map((cell, at) => (padded ? cell.padEnd(widths[at]!) : cell))))
  const rule = line(align.map((one, at) => ruleCell(one, padded ? widths[at]! : 3)))
  return [head, rule, ...body].join("\n")
}

const ruleCell = (align: Align | null, width: number): string => {
  const left = align === "left" || align === "center" ? ":" : ""
  const right = align === "right" || align === "center" ? ":" : ""
  return left + "-".repeat(width - left.length - right.length) + right
}
