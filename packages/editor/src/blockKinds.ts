/** The catalogue of blocks that a person can make: what the menu at `/` offers, and how it is searched. */
import { inlineKinds } from "./kinds/inlines.ts"
import type { BlockKind } from "./kinds/kind.ts"
import { layouts } from "./kinds/layout.ts"
import { medias } from "./kinds/media.ts"
import { texts } from "./kinds/text.ts"

export type { BlockKind } from "./kinds/kind.ts"

export const blockKinds: ReadonlyArray<BlockKind> = [...texts, ...layouts, ...medias, ...inlineKinds]

/** Those that other blocks can be turned into. */
export const turnKinds: ReadonlyArray<BlockKind> = blockKinds.filter(({ into }) => into !== undefined)

/** The kind of a name; there is one. */
export const kindNamed = (name: string): BlockKind => {
  const found = blockKinds.find((kind) => kind.name === name)
  if (found === undefined) throw new Error(`There is no kind of block named ${name}`)
  return found
}

/** The kinds that words mean, the likeliest first: by name, then by keywords. Case and accents count for nothing. */
export const findKinds = (words: string): ReadonlyArray<BlockKind> => {
  const wanted = folded(words)
  if (wanted === "") return blockKinds
  return blockKinds
    .map((kind) => ({ kind, rank: rankOf(kind, wanted) }))
    .filter(({ rank }) => rank !== undefined)
    .toSorted((a, b) => a.rank! - b.rank!)
    .map(({ kind }) => kind)
}

const folded = (words: string): string =>
  words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim().replace(/\s+/g, " ")

/** 0 for the name itself, then what begins with the words, what has them at the start of a word, and anywhere. */
const rankOf = ({ keywords, name }: BlockKind, wanted: string): number | undefined => {
  const ranks = [rankIn(folded(name), wanted), ...keywords.map((word) => plus(rankIn(word, wanted), keywordRank))]
  const found = ranks.filter((rank) => rank !== undefined)
  if (found.length > 0) return Math.min(...found)
  return wanted.split(" ").every((word) => [folded(name), ...keywords].some((one) => one.includes(word)))
    ? lastRank
    : undefined
}

const [keywordRank, lastRank] = [4, 9]

const plus = (rank: number | undefined, more: number): number | undefined =>
  rank === undefined ? undefined : rank + more

const rankIn = (text: string, wanted: string): number | undefined => {
  if (text === wanted) return 0
  if (text.startsWith(wanted)) return 1
  if (text.includes(` ${wanted}`)) return 2
  return text.includes(wanted) ? 3 : undefined
}
