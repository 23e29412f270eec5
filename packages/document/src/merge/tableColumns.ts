/**
 * Columns that one person puts into a table while another one adds rows to it. Lines alone would leave those rows with
 * cells that stand one column off: so each side is given the columns of the other one, empty, before lines are compared.
 */
import { parsePage } from "../parse.ts"
import { type NewColumn, newColumns, withNewColumns } from "./newColumns.ts"
import type { Block, Line } from "./textBlocks.ts"

interface Sides {
  readonly base: ReadonlyArray<Block>
  readonly ours: ReadonlyArray<Block>
  readonly theirs: ReadonlyArray<Block>
}

/** The same blocks with all columns in each; as they are where they are no table, where none comes or where one goes. */
export const withAllColumns = <S extends Sides>(sides: S): S => {
  const [base, ours, theirs] = [tableOf(sides.base), tableOf(sides.ours), tableOf(sides.theirs)]
  if (base === undefined || ours === undefined || theirs === undefined) return sides
  const columns = newColumns(base.titles, ours, theirs)
  if (columns === undefined) return sides
  const filled = ({ block, rows }: Table, has: (column: NewColumn) => boolean): ReadonlyArray<Block> => {
    if (columns.flat().every(has)) return [block]
    const lines = rows.map((row, at): Line => {
      const cells = withNewColumns(row, columns, has, at === 1 ? " - " : "  ")
      return { ...block.lines[at]!, text: `|${cells.join("|")}|` }
    })
    return [{ ...block, lines }]
  }
  return {
    ...sides,
    base: filled(base, () => false),
    ours: filled(ours, ({ isMine }) => isMine),
    theirs: filled(theirs, ({ isTheirs }) => isTheirs)
  }
}

interface Table {
  readonly block: Block
  /** Cells of each line, with the blanks around them; in all lines as many. */
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  readonly titles: ReadonlyArray<string>
  readonly textOf: (column: number) => string
}

const tableOf = (blocks: ReadonlyArray<Block>): Table | undefined => {
  const [block] = blocks
  if (block === undefined || blocks.length > 1 || block.isHeader) return undefined
  const [first, ...others] = parsePage(`\n${block.lines.map(({ text }) => text).join("\n")}\n`).root.children
  if (first?.type !== "table" || others.length > 0) return undefined
  const found = block.lines.map(({ text }) => cellsOf(text))
  const width = found[0]!.length
  if (found.some(({ length }) => length > width)) return undefined
  const rows = found.map((row) => [...row, ...Array<string>(width - row.length).fill("  ")])
  return {
    block,
    rows,
    titles: rows[0]!.map((cell) => cell.trim()),
    textOf: (column) =>
      rows
        .filter((_, at) => at !== 1)
        .map((row) => row[column]!.trim())
        .join(" ")
        .trim()
  }
}

const cellsOf = (line: string): ReadonlyArray<string> => {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "")
  return inner.match(/(?:^|(?<=\|))(?:\\.|[^|\\])*/gs) ?? []
}
