/** Three-way merge of documents of the editor: what two people made of one, in one. */
import { Fragment, type Node } from "prosemirror-model"
import { alignBlocks } from "./alignment.ts"
import { mergeTokens } from "./mergeTokens.ts"
import { mergeValues } from "./mergeValues.ts"
import { makeNumbering, type NumberOf } from "./numbering.ts"
import { regionsOf } from "./regions.ts"
import { withAllColumns } from "./tableColumns.ts"
import { blocksOf, type Token, tokensOf } from "./tokens.ts"

/**
 * The document with what both sides did. Of what either put in nothing is lost: where both changed the same words, both
 * texts are there. It is theirs when I did nothing.
 */
export const merge = (base: Node, mine: Node, theirs: Node): Node => {
  if (mine.eq(theirs) || base.eq(theirs)) return mine
  if (base.eq(mine)) return theirs
  const { values } = mergeValues(base.attrs, mine.attrs, theirs.attrs)
  const content = mergeBlocks(base.children, mine.children, theirs.children, makeNumbering())
  return mine.type.createAndFill(values, content) ?? mine
}

type Blocks = ReadonlyArray<Node>

const mergeBlocks = (base: Blocks, mine: Blocks, theirs: Blocks, numberOf: NumberOf): Node[] => {
  const mergeWhole = (was: Node, own: Node, other: Node): Blocks => mergeBlock(was, own, other, numberOf)
  const out: Node[] = []
  const done = { base: 0, mine: 0, theirs: 0 }
  const same = (until: number): void => {
    while (done.base < until) {
      const [own, other] = [mine[done.mine++]!, theirs[done.theirs++]!]
      out.push(other.eq(own) ? own : other)
      done.base++
    }
  }
  const tokens = (blocks: Blocks, side: keyof typeof done, end: number): Token[] => {
    const start = done[side]
    done[side] = end
    return tokensOf(blocks.slice(start, end), 0)
  }
  for (const region of regionsOf(alignBlocks(base, mine, numberOf), alignBlocks(base, theirs, numberOf))) {
    same(region.start)
    const sides = {
      base: tokens(base, "base", region.end),
      mine: tokens(mine, "mine", region.mineEnd),
      theirs: tokens(theirs, "theirs", region.theirsEnd)
    }
    out.push(...blocksOf(mergeTokens(sides, { mergeWhole, numberOf })))
  }
  same(base.length)
  return out
}

/** One block of a type that both sides have; both of theirs where one can't be made of them. */
const mergeBlock = (was: Node, own: Node, other: Node, numberOf: NumberOf): Blocks => {
  if (own.eq(other) || was.eq(other)) return [own]
  if (was.eq(own)) return [other]
  const [base, mine, theirs] = was.type.name === "table" ? withAllColumns([was, own, other]) : [was, own, other]
  const { isConflict, values } = mergeValues(base.attrs, mine.attrs, theirs.attrs)
  if (mine.isLeaf) return isConflict ? [mine, theirs] : [mine.type.create(values)]
  const content = Fragment.from(mergeBlocks(base.children, mine.children, theirs.children, numberOf))
  const merged = mine.type.createAndFill(values, content)
  return merged === null ? [mine, theirs] : [merged]
}
