/** The step that puts other tokens in the place of some: a word, a paragraph, the border between two paragraphs. */
import { Fragment, type Node, Slice } from "prosemirror-model"
import { ReplaceStep, type Step } from "prosemirror-transform"
import type { Hunk } from "./alignment.ts"
import { blocksOf, type Token } from "./tokens.ts"

/**
 * @param at place of the first of the blocks that the tokens are of
 * @returns undefined when nothing is to be done
 */
export const replaceTokens = (
  before: ReadonlyArray<Token>,
  after: ReadonlyArray<Token>,
  { end, sideEnd, sideStart, start }: Hunk,
  at: number
): Step | undefined => {
  const [removed, added] = [before.slice(start, end), after.slice(sideStart, sideEnd)]
  const [left, right] = [before[start - 1], before[end]]
  if (left !== undefined && left.kind !== "whole" && [...removed, ...added].every(isInline)) {
    return replaceInlines(left.to, inlinesOf(removed), inlinesOf(added))
  }
  // blocks behind a textblock are not replaced from within it
  const isBehind = !isInline(removed[0] ?? right) && !isInline(added[0] ?? right)
  const isInLeft = left !== undefined && left.kind !== "whole" && !isBehind
  const from = left === undefined ? at : isInLeft ? left.to : left.until
  const last = removed.at(-1) ?? left
  const isInRight = isInline(right)
  const isInLast = isInLeft && !isInRight && isOfText(last) && isOfText(added.at(-1) ?? left)
  const to = isInRight ? right!.from : isInLast ? last!.until - 1 : (right?.from ?? last?.until ?? at)
  const blocks = blocksOf(added, isInLeft ? left.block.copy() : undefined)
  const isEmpty = added.length === 0 && (!isInLeft || isInRight || isInLast)
  const slice = new Slice(Fragment.from(blocks), isInLeft ? 1 : 0, isInRight || isInLast ? 1 : 0)
  return new ReplaceStep(from, to, isEmpty ? Slice.empty : slice)
}

const isInline = (token: Token | undefined): boolean => token?.kind === "inline"

const isOfText = (token: Token | undefined): boolean => token !== undefined && token.kind !== "whole"

const inlinesOf = (tokens: ReadonlyArray<Token>): Fragment =>
  Fragment.from(tokens.flatMap(({ nodes }) => nodes as Node[]))

/** Characters at both ends that stay are left alone. */
const replaceInlines = (at: number, before: Fragment, after: Fragment): Step | undefined => {
  const from = before.findDiffStart(after)
  const ends = before.findDiffEnd(after)
  if (from === null || ends === null) return undefined
  // what is equal may be counted from both ends: `a` to `aa`
  const twice = Math.max(0, from - Math.min(ends.a, ends.b))
  return new ReplaceStep(at + from, at + ends.a + twice, new Slice(after.cut(from, ends.b + twice), 0, 0))
}
