/** Lines of text: what stands in front of them in a container, and how they end. */

/**
 * Puts `rest` in front of every line but the first, which gets `first`. Lines of nothing but white space are passed
 * over by list items and footnotes, so they get no indentation; a quote has to mark them.
 */
export const prefixLines = (text: string, first: string, rest: string): string =>
  text
    .split("\n")
    .map((line, index) => prefixLine(line, index === 0 ? first : rest))
    .join("\n")

const prefixLine = (line: string, prefix: string): string => {
  if (/[^ \t]/.test(line)) return prefix + line
  const quote = prefix.lastIndexOf(">") + 1
  if (quote === 0) return line
  return line === "" ? prefix.slice(0, quote) : `${prefix.slice(0, quote)} ${line}`
}

/** The line ending of most lines. */
export const newlineOf = (text: string): "\r\n" | "\n" => {
  const all = text.split("\n").length - 1
  const long = text.split("\r\n").length - 1
  return long * 2 > all ? "\r\n" : "\n"
}

const anyEnd = /\r\n?|\n/g

/**
 * Lines with the ends that those of `was` have: as far as both begin alike, and end alike, or all where they are as
 * many. Others end with `newline`. A page may have ends of several kinds, and an edit changes none that it keeps.
 * @param now lines with line feeds between them
 */
export const withEndsOf = (was: string, now: string, newline: string): string => {
  const ends = was.match(anyEnd) ?? []
  const [before, lines] = [was.split(anyEnd), now.split("\n")]
  const added = lines.length - before.length
  const alike = (at: number, from: number): boolean => lines[at]!.trim() === before[from]?.trim()
  const head = added === 0 ? lines.length : lines.findIndex((_, at) => !alike(at, at))
  const last = lines.findLastIndex((_, at) => !alike(at, at - added))
  const ended = lines.slice(0, -1).map((line, at) => {
    return [line, (at < head ? ends[at] : at >= last ? ends[at - added] : undefined) ?? newline] as const
  })
  const text = ended.map(([line, end], at) => {
    const [next, after] = ended[at + 1] ?? []
    // half of an end would be one with that of an empty line
    return line + (end === "\r" && next === "" && after === "\n" ? newline : end)
  })
  return text.join("") + lines[lines.length - 1]!
}
