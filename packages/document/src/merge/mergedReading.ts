/** Whether a text that was merged by words reads as what its sides say: words may meet so that their marks do not. */
import { parsePage } from "../parse.ts"
import { plainText } from "../text.ts"
import { visit } from "../visit.ts"
import { mergeWords, wordsOf } from "./mergeWords.ts"

interface Sides {
  readonly base: string
  readonly mine: string
  readonly theirs: string
}

/** Whether a merged stretch of blocks shows the words, and has the kinds of blocks and marks, that its sides gave it. */
export const readsMerged = (sides: Sides, merged: string): boolean => {
  const [base, mine, theirs, made] = [sides.base, sides.mine, sides.theirs, merged].map(readingOf)
  const expected = mergeWords(base!.text, mine!.text, theirs!.text).both
  return sameCounts(countsOf(wordsOf(expected)), countsOf(wordsOf(made!.text))) && sumsUp(base!, mine!, theirs!, made!)
}

interface Reading {
  readonly text: string
  /** How many nodes there are of each kind. */
  readonly kinds: ReadonlyMap<string, number>
  /** The same, of those with the same text, by kind and text. */
  readonly nodes: ReadonlyMap<string, { readonly kind: string; readonly count: number }>
}

const readingOf = (text: string): Reading => {
  // a line first, so that a rule is not taken for a header
  const { root } = parsePage(`\n${text}`)
  const kinds: Array<string> = []
  const nodes = new Map<string, { readonly kind: string; readonly count: number }>()
  visit(root, (node) => {
    const kind = node.type
    if (passing.has(kind)) return true
    kinds.push(kind)
    const name = `${kind} ${plainText(node)}`
    nodes.set(name, { kind, count: (nodes.get(name)?.count ?? 0) + 1 })
    return true
  })
  return { text: plainText(root), kinds: countsOf(kinds), nodes }
}

/** Kinds that come and go with the marks between them. */
const passing: ReadonlySet<string> = new Set(["text", "root"])

const countsOf = (items: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

const sameCounts = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean =>
  one.size === other.size && Array.from(one).every(([item, count]) => other.get(item) === count)

/** Whether of each kind as many came and went as the sides say: what both did alike may count once. */
const sumsUp = (base: Reading, mine: Reading, theirs: Reading, made: Reading): boolean => {
  const alike = alikeIn(base, mine, theirs)
  return [base, mine, theirs, made]
    .flatMap(({ kinds }) => Array.from(kinds.keys()))
    .every((kind) => {
      const [was, a, b, is] = [base, mine, theirs, made].map(({ kinds }) => kinds.get(kind) ?? 0) as [
        number,
        number,
        number,
        number
      ]
      const missing = a + b - was - is
      return (missing >= 0 && missing <= (alike.get(kind) ?? 0)) || (a === b && is === a)
    })
}

/** How many nodes of each kind both put in alike. */
const alikeIn = (base: Reading, mine: Reading, theirs: Reading): ReadonlyMap<string, number> => {
  const alike = new Map<string, number>()
  for (const [name, { count, kind }] of mine.nodes) {
    const other = theirs.nodes.get(name)?.count ?? 0
    const both = Math.min(count, other) - (base.nodes.get(name)?.count ?? 0)
    if (both > 0) alike.set(kind, (alike.get(kind) ?? 0) + both)
  }
  return alike
}
