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
