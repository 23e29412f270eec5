/** Words of real pages: what is looked for, and what pages are made of. */

export interface Text {
  readonly title: string
  readonly markdown: string
}

export const wordsOf = ({ markdown }: Text): ReadonlyArray<string> =>
  markdown.toLowerCase().match(/(?<![\w/.-])[a-z]{4,14}(?![\w/.-])/g) ?? []

/** In how many pages each word stands. */
export const countsOf = (pages: ReadonlyArray<Text>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const page of pages) for (const word of new Set(wordsOf(page))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** No other word begins like this one. */
export const isAlone = (word: string, counts: ReadonlyMap<string, number>): boolean => {
  for (const other of counts.keys()) if (other !== word && other.startsWith(word)) return false
  return true
}

/** Two words that stand on one page: what people look for, from all over the pages. The same in every run. */
export const pairsOf = (
  pages: ReadonlyArray<Text>,
  counts: ReadonlyMap<string, number>,
  queries: number
): ReadonlyArray<string> => {
  const pairs = new Set<string>()
  for (let i = 0; pairs.size < queries && i < queries * 20; i++) {
    const found = wordsOf(pages[(i * 7919) % pages.length]!).filter((word) => counts.get(word)! > 1)
    const a = found[(i * 31) % found.length]
    const b = found[(i * 17 + 5) % found.length]
    if (a !== undefined && b !== undefined && a !== b) pairs.add(`${a} ${b}`)
  }
  return Array.from(pairs)
}
