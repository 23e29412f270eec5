/**
 * What a message is compared by: its words, pairs of words that stand beside each other, and the letters of its words
 * in groups of three to five, so that forms of a word and slips of the pen meet. Scripts without spaces come as pairs of
 * letters (`termsOf`). Pure.
 */
import { termsOf } from "@octavo/core/content/content-index/terms"

/** How often a message has each feature. */
export type Features = ReadonlyMap<string, number>

/** Most words of a message that are looked at: the rest of a long one says little about what it asks. */
const maxWords = 400

const [shortest, longest] = [3, 5]
const isSpaced = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{N}]+$/u

/** Of a kind: `w` words, `b` pairs, `c` groups of letters. */
export const featuresOf = (text: string): Features => {
  const features = new Map<string, number>()
  const add = (feature: string) => features.set(feature, (features.get(feature) ?? 0) + 1)
  let before: string | undefined
  for (const { text: word } of termsOf(text).slice(0, maxWords)) {
    add(`w${word}`)
    if (before !== undefined) add(`b${before} ${word}`)
    before = word
    if (!isSpaced.test(word)) continue
    const padded = ` ${word} `
    for (let size = shortest; size <= longest; size++) {
      for (let at = 0; at + size <= padded.length; at++) add(`c${padded.slice(at, at + size)}`)
    }
  }
  return features
}

/** How much a feature of a kind counts: groups of letters are many, and say less each. */
export const weightOf = (feature: string): number => (feature.startsWith("c") ? 0.6 : 1)
