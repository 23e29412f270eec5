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

export const plainText = (body: string): string => {
  const text = body
    .slice(0, most)
    .replace(/```[^`]*(?:```|$)/gu, " ")
    .replace(/<(style|script|blockquote)\b[^>]*>[\s\S]*?<\/\1\s*>/giu, " ")
    .replace(/<(?:br|\/?p|\/?div|\/?li|\/?tr|\/?h[1-6])\b[^>]*>/giu, "\n")
    .replace(/<[/!a-z][^<>]*>/giu, " ")
    .replace(/!?\[([^\]]*)\]\([^()\s]*\)/gu, "$1")
    .replace(/https?:\/\/\S+/giu, " ")
    .replace(/[\w.+-]+@[\w-]+\.[\w.-]+/gu, " ")
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
