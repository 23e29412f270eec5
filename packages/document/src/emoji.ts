/** Emoji by the codes that the dialect writes them with. */

/** The character of a code: code points in hex, joined by `-`. Empty for what is none. */
export const emojiOf = (code: string): string => {
  const points = code.split("-").map((part) => Number.parseInt(part, 16))
  return points.every((point) => point > 0 && point <= 0x10ffff) ? String.fromCodePoint(...points.slice(0, 16)) : ""
}
