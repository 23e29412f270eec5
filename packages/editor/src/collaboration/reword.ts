/**
 * What was sent comes back in the server's words: with other keys and numbers, in normal forms. Nobody did anything in it,
 * so what I did since stays as it is: what I took away is not brought back, and what I moved is there once.
 */
import { align, type Hunk } from "@octavo/document/merge/align"
import { Fragment, type Node } from "prosemirror-model"
import { betweenBlanksOf, withoutBlanks } from "./blanks.ts"
import { mergeValues } from "./mergeValues.ts"
import { makeNumbering, type NumberOf } from "./numbering.ts"
import { namePairs } from "./pairing.ts"
import { regionsOf } from "./regions.ts"

/**
 * The document as I have it, in the server's words wherever I did nothing since it was sent.
 * @param answered what was sent, as the server says it
 */
export const reword = (sent: Node, mine: Node, answered: Node): Node =>
  rewordBlock(sent, mine, answered, makeNumbering())

type Blocks = ReadonlyArray<Node>

/** One block, in which I may have written: its text is then as I have it. */
const rewordBlock = (sent: Node, mine: Node, answered: Node, numberOf: NumberOf): Node => {
  if (sent.eq(mine)) return answered
  if (sent.eq(answered) || mine.eq(answered)) return mine
  const { values } = mergeValues(sent.attrs, mine.attrs, answered.attrs)
  if (mine.isTextblock) {
    const isSame = withoutBlanks(sent).content.eq(withoutBlanks(mine).content)
    return mine.type.create(values, isSame ? betweenBlanksOf(mine, answered) : mine.content)
  }
  const content = rewordBlocks(sent.children, mine.children, answered.children, numberOf)
  return mine.type.createAndFill(values, Fragment.from(content)) ?? mine
}

const rewordBlocks = (sent: Blocks, mine: Blocks, answered: Blocks, numberOf: NumberOf): Node[] => {
  const out: Node[] = []
  const done = { sent: 0, mine: 0, answered: 0 }
  const same = (until: number): void => {
    while (done.sent < until) {
      out.push(rewordBlock(sent[done.sent++]!, mine[done.mine++]!, answered[done.answered++]!, numberOf))
    }
  }
  // the server says each block in its place; of equal ones their words would not tell which is which
  const changed = hasTypesOf(sent, answered) ? [] : changedBlocks(sent, answered, numberOf)
  const regions = regionsOf(changedBlocks(sent, mine, numberOf), changed)
  for (const { end, mineEnd, start, theirsEnd } of regions) {
    same(start)
    const own = mine.slice(done.mine, mineEnd)
    out.push(...(areSame(own, sent.slice(start, end)) ? answered.slice(done.answered, theirsEnd) : own))
    Object.assign(done, { sent: end, mine: mineEnd, answered: theirsEnd })
  }
  same(sent.length)
  return out
}

const hasTypesOf = (one: Blocks, other: Blocks): boolean =>
  one.length === other.length && one.every(({ type }, index) => type === other[index]!.type)

const areSame = (one: Blocks, other: Blocks): boolean =>
  one.length === other.length && one.every((block, index) => block.eq(other[index]!))

/** The stretches of blocks that became others; outside of them each is the same one, whatever is in it. */
const changedBlocks = (before: Blocks, after: Blocks, numberOf: NumberOf): ReadonlyArray<Hunk> => {
  const names = namePairs(before, after, numberOf)
  return align(names.before, names.after)
}
