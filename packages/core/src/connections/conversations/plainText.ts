/** The words that somebody wrote in a message of Markdown or HTML, without quotes of earlier mails and signatures. Pure. */

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/giu, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 31 && code < 0x110000 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : " "
  })

/** Longest message that is looked at. */
const most = 20_000

/** Lines that mail programs put above what is quoted. */
const quoteHead =
  /^(?:-{2,}\s*(?:original message|forwarded message)|on .{4,120} wrote:|am .{4,120} schrieb .{1,120}:|le .{4,120} a écrit :)/iu

const opening = /<(style|script|blockquote)\b[^<>]*>/giu
const closing = /<\/(style|script|blockquote)\s*>/giu

/** Without elements whose words nobody wrote, up to their first closing tag. One that is not closed stays. */
const withoutHidden = (html: string): string => {
  /** From the last one to the first, by name. */
  const closers = Map.groupBy([...html.matchAll(closing)].reverse(), ([, name]) => name!.toLowerCase())
  let out = ""
  let at = 0
  for (const { 0: tag, 1: name, index } of html.matchAll(opening)) {
    if (index < at) continue
    const left = closers.get(name!.toLowerCase()) ?? []
    while ((left.at(-1)?.index ?? Number.POSITIVE_INFINITY) < index + tag.length) left.pop()
    const closer = left.at(-1)
    if (closer === undefined) continue
    out += `${html.slice(at, index)} `
    at = closer.index + closer[0].length
  }
  return out + html.slice(at)
}

export const plainText = (body: string): string => {
  const text = withoutHidden(body.slice(0, most).replace(/```[^`]*(?:```|$)/gu, " "))
    .replace(/<(?:br|\/?p|\/?div|\/?li|\/?tr|\/?h[1-6])\b[^<>]*>/giu, "\n")
    .replace(/<[/!a-z][^<>]*>/giu, " ")
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/gu, "$1")
    .replace(/https?:\/\/\S+/giu, " ")
    .replace(/(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/gu, " ")
  const lines: Array<string> = []
  for (const line of decoded(text).split(/\r?\n/u)) {
    if (/^--\s*$/u.test(line) || quoteHead.test(line.trim())) break
    if (!/^\s*>/u.test(line))
      lines.push(
        line
          .replace(/^[\s#*+-]+/u, "")
          .replace(/[*_`]{1,3}/gu, "")
          .trim()
      )
  }
  return lines
    .join("\n")
    .replace(/[^\S\n]+/gu, " ")
    .replace(/\n{3,}/gu, "\n\n")
    .trim()
}
