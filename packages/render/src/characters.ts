/** Text as the characters that a reader sees: letters with their marks, emoji of several parts. */

const plain = /^[\x20-\x7e]*$/
const clusters = new Intl.Segmenter(undefined, { granularity: "grapheme" })

export const characters = (text: string): ReadonlyArray<string> =>
  plain.test(text) ? [...text] : [...clusters.segment(text)].map(({ segment }) => segment)
