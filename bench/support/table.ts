/** What a benchmark found, and how it is printed. */
export interface Row {
  readonly what: string
  /** Measured of Octavo and of the yardstick, as they are shown. */
  readonly ours: string
  readonly yardstick: string
  readonly ratio: number
  /** Absent: for information. */
  readonly bar?: Bar
}

export interface Bar {
  readonly kind: "at least" | "at most"
  readonly limit: number
}

export const atLeast = (limit: number): Bar => ({ kind: "at least", limit })
export const atMost = (limit: number): Bar => ({ kind: "at most", limit })

export const holds = ({ bar, ratio }: Row): boolean =>
  bar === undefined || (bar.kind === "at least" ? ratio >= bar.limit : ratio <= bar.limit)

/** The rows as aligned text under a title. */
export const table = (title: string, rows: ReadonlyArray<Row>): string => {
  const cells = [
    ["what", "ours", "yardstick", "ratio", "bar", ""],
    ...rows.map((row) => [
      row.what,
      row.ours,
      row.yardstick,
      row.ratio.toFixed(2),
      row.bar === undefined ? "" : `${row.bar.kind} ${row.bar.limit}`,
      row.bar === undefined ? "" : holds(row) ? "holds" : "BROKEN"
    ])
  ]
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((line) => line[column]!.length)))
  const lines = cells.map((line) =>
    line
      .map((cell, i) => (i >= 1 && i <= 3 ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join("  ")
      .trimEnd()
  )
  return [
    title,
    "",
    lines[0]!,
    widths
      .map((width) => "-".repeat(width))
      .join("  ")
      .trimEnd(),
    ...lines.slice(1)
  ].join("\n")
}
