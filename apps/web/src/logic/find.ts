/** Words in a text, without regard to case. Pure. */

export interface Found {
  readonly from: number
  readonly to: number
}

/** All places of some words in a text, none of them in another one. */
export const findIn = (text: string, words: string): ReadonlyArray<Found> => {
  const found: Array<Found> = []
  if (words === "") return found
  const [inside, wanted] = [folded(text), folded(words)]
  for (let at = inside.indexOf(wanted); at !== -1; at = inside.indexOf(wanted, at + wanted.length))
    found.push({ from: at, to: at + wanted.length })
  return found
}

/** In lower case, character by character: each keeps its place, and what stands beside it makes no difference. */
const folded = (text: string): string => {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase()
  return [...text].map((one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one)).join("")
}
