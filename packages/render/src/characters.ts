/** Text as the characters that a reader sees: letters with their marks, emoji of several parts. */

const plain = /^[\x20-\x7e]*$/
let clusters: Intl.Segmenter | undefined

export const characters = (text: string): ReadonlyArray<string> => {
  if (plain.test(text)) return [...text]
  clusters ??= new Intl.Segmenter(undefined, { granularity: "grapheme" })
  return [...clusters.segment(text)].map(({ segment }) => segment)
}
