/**
 * Which emoji a page has, and how the font that has these and no others is called. Pure: what draws pages and what
 * answers fonts agree on it.
 */

import { svgAddress } from "../logic/emojiAddress.ts"

/** Of Noto Color Emoji, as its package says it: other pictures have another name. */
const version = "47"

/** Most letters of one font: a name of them stays a short address. Emoji beyond are the reader's own. */
export const mostEmojiLetters = 400

/** What every emoji has a unit of: most texts have none. */
const hint = /[\u203c-\u2bff\u3030\u303d\u3297\u3299\ud83c-\ud83e]/

/**
 * What may be emoji, as UTS 51 (1.4.9) finds it, without what is below U+203C: keycaps, whose digits are everybody's, and
 * © and ®.
 */
const sequence =
  /\p{RI}\p{RI}|(?=[\u203c-\u3299\u{1f000}-\u{1faff}])(?!\p{RI})\p{Emoji}(?:\p{EMod}|\ufe0f|[\u{e0020}-\u{e007e}]+\u{e007f})?(?:\u200d\p{Emoji}(?:\p{EMod}|\ufe0f)?)*/gu

/** Of those, what is drawn as a picture: a © or an arrow is a letter like others. */
const pictured = /\p{Emoji_Presentation}|\ufe0f/u

/** The letters (code points) of all emoji in a text, whole emoji alone. */
export const emojiIn = (text: string): ReadonlySet<number> => {
  const letters = new Set<number>()
  if (!hint.test(text)) return letters
  for (const [emoji] of text.matchAll(sequence)) {
    if (!pictured.test(emoji)) continue
    const own = Array.from(emoji, (letter) => letter.codePointAt(0)!)
    if (letters.size + own.length > mostEmojiLetters) break
    for (const letter of own) letters.add(letter)
  }
  return letters
}

/** Letters as a name has them: in their order, as hexadecimal numbers. */
export const nameOfLetters = (letters: Iterable<number>): string =>
  Array.from(letters)
    .sort((a, b) => a - b)
    .map((letter) => letter.toString(16))
    .join("-")

/** How the pictures of a font are drawn, in the words of style sheets. */
export const emojiForms = ["color-COLRv1", "color-SVG"] as const

export type EmojiForm = (typeof emojiForms)[number]

/** Where a font is in another form. @param address in the first one */
export const addressOfForm = (address: string, form: EmojiForm): string =>
  form === "color-SVG" ? svgAddress(address) : address

/** An emoji font by what is in it. */
export interface EmojiFontKey {
  /** Code points. */
  readonly letters: ReadonlySet<number>
  readonly form: EmojiForm
}

/**
 * Path of the font below `/_octavo/`. It names all that is in it, so it may be kept for ever; where the same drawings are
 * made into other documents of SVG, that form has another ending.
 */
export const emojiFontName = (letters: ReadonlySet<number>, form: EmojiForm): string =>
  addressOfForm(`emoji.${version}/${nameOfLetters(letters)}.woff`, form)

/** What is in the font of such a path; `undefined` for every other, and for a second name of the same font. */
export const emojiFontAt = (name: string): EmojiFontKey | undefined => {
  if (name.length > mostEmojiLetters * 6 + 20 || !name.startsWith(`emoji.${version}/`)) return undefined
  const letters = new Set(
    Array.from(name.matchAll(/[/-]([\da-f]{2,6})/g), ([, letter]) => Number.parseInt(letter!, 16))
  )
  const isEmoji = (letter: number): boolean =>
    letter > 0x7f && letter <= 0x10ffff && /[\p{Emoji}\p{Emoji_Component}]/u.test(String.fromCodePoint(letter))
  if (letters.size === 0 || letters.size > mostEmojiLetters || ![...letters].every(isEmoji)) return undefined
  const form = emojiForms.find((one) => emojiFontName(letters, one) === name)
  return form && { letters, form }
}
