/** A title and lines of names and values in a frame, for people at a terminal. */
export const box = (title: string, rows: ReadonlyArray<readonly [name: string, value: string]>): string => {
  const names = Math.max(...rows.map(([name]) => name.length))
  const lines = [title, "", ...rows.map(([name, value]) => `${name.padEnd(names)}  ${value}`)]
  const width = Math.max(...lines.map((line) => line.length))
  const edge = "─".repeat(width + 4)
  return [`┌${edge}┐`, ...lines.map((line) => `│  ${line.padEnd(width)}  │`), `└${edge}┘`, ""].join("\n")
}
