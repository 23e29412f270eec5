/** What became of blocks side by side: which stayed as they are, and among the others which words and which blocks. */
import { type Alignment, align, type Hunk } from "@octavo/document/merge/align"
import type { Node } from "prosemirror-model"
import type { NumberOf } from "./numbering.ts"
import { namePairs } from "./pairing.ts"
import { isWord, nameOf, type Token } from "./tokens.ts"

export type { Hunk }

/** The stretches of blocks that changed. Outside of them both say the same, though keys may differ. */
export const alignBlocks = (
  before: ReadonlyArray<Node>,
  after: ReadonlyArray<Node>,
  numberOf: NumberOf
): ReadonlyArray<Hunk> =>
  align(
    before.map((node) => String(numberOf(node))),
    after.map((node) => String(numberOf(node)))
  )

/** Past so many tokens the search is kept short. */
const long = 20_000
const fewEdits = 64

/** The stretches of tokens that changed. Those outside are the same words, and the same blocks, whatever is in them. */
export const alignTokens = (
  before: ReadonlyArray<Token>,
  after: ReadonlyArray<Token>,
  numberOf: NumberOf
): ReadonlyArray<Hunk> => {
  const pairs = namePairs(wholesOf(before), wholesOf(after), numberOf)
  const [names, sideNames] = [named(before, pairs.before, numberOf), named(after, pairs.after, numberOf)]
  const isLong = before.length + after.length > long
  const hunks = aroundAnchors([before, names], [after, sideNames], isLong ? { mostEdits: fewEdits } : {})
  return withoutScraps(atBorders(hunks, [before, names], [after, sideNames]), before)
}

type Named = readonly [tokens: ReadonlyArray<Token>, names: ReadonlyArray<string>]

/** Words, inlines and wholes are aligned. What every text has, blanks, points, starts, stays where it is beside those. */
const aroundAnchors = (before: Named, after: Named, options: Alignment): ReadonlyArray<Hunk> => {
  const [[tokens, names], [sideTokens, sideNames]] = [before, after]
  const [anchors, sideAnchors] = [anchorsOf(tokens), anchorsOf(sideTokens)]
  const hunks: Hunk[] = []
  let [start, sideStart] = [0, 0]
  const change = (until: number, sideUntil: number): void => {
    let [end, sideEnd] = [until, sideUntil]
    for (; start < end && sideStart < sideEnd && names[start] === sideNames[sideStart]; sideStart++) start++
    for (; start < end && sideStart < sideEnd && names[end - 1] === sideNames[sideEnd - 1]; sideEnd--) end--
    if (start < end || sideStart < sideEnd) hunks.push({ start, end, sideStart, sideEnd })
  }
  let [next, sideNext] = [0, 0]
  const same = (until: number): void => {
    for (; next < until; next++, sideNext++) {
      const [anchor, sideAnchor] = [anchors[next]!, sideAnchors[sideNext]!]
      change(anchor, sideAnchor)
      ;[start, sideStart] = [anchor + 1, sideAnchor + 1]
    }
  }
  const nameAt = (all: ReadonlyArray<string>, places: ReadonlyArray<number>) => places.map((place) => all[place]!)
  for (const hunk of align(nameAt(names, anchors), nameAt(sideNames, sideAnchors), options)) {
    same(hunk.start)
    ;[next, sideNext] = [hunk.end, hunk.sideEnd]
  }
  same(anchors.length)
  change(names.length, sideNames.length)
  return hunks
}

const anchorsOf = (tokens: ReadonlyArray<Token>): ReadonlyArray<number> =>
  tokens.flatMap((token, index) =>
    token.kind === "whole" || (token.kind === "inline" && (token.text === undefined || isWord(token))) ? [index] : []
  )

/**
 * What comes or goes of whole blocks is read so that it begins with a block: a paragraph in front of another one is no
 * text behind the start of that one, and another start.
 */
const atBorders = (hunks: ReadonlyArray<Hunk>, before: Named, after: Named): ReadonlyArray<Hunk> =>
  hunks.map((hunk, index) => {
    const { end, sideEnd, sideStart, start } = hunk
    if (start !== end && sideStart !== sideEnd) return hunk
    const [[tokens, names], from, to] = start === end ? [after, sideStart, sideEnd] : [before, start, end]
    if (tokens[from]!.kind !== "inline" || tokens.slice(from, to).every(({ kind }) => kind === "inline")) return hunk
    const room = start - (hunks[index - 1]?.end ?? 0)
    let by = 1
    while (by <= room && names[from - by] === names[to - by] && tokens[from - by]!.kind === "inline") by++
    if (by > room || names[from - by] !== names[to - by]) return hunk
    return { start: start - by, end: end - by, sideStart: sideStart - by, sideEnd: sideEnd - by }
  })

const wholesOf = (tokens: ReadonlyArray<Token>): Node[] =>
  tokens.flatMap(({ block, kind }) => (kind === "whole" ? [block] : []))

const named = (tokens: ReadonlyArray<Token>, names: ReadonlyArray<string>, numberOf: NumberOf): string[] => {
  let next = 0
  return tokens.map((token) => (token.kind === "whole" ? names[next++]! : nameOf(token, numberOf)))
}

/** Where words were written anew, a blank or an `a` that both happen to have between them is no word that stayed. */
const withoutScraps = (hunks: ReadonlyArray<Hunk>, before: ReadonlyArray<Token>): ReadonlyArray<Hunk> => {
  const out: Hunk[] = []
  for (const hunk of hunks) {
    const last = out.at(-1)
    const isScrap =
      last !== undefined &&
      isRewritten(last) &&
      isRewritten(hunk) &&
      hunk.start - last.end < Math.min(sizeOf(last), sizeOf(hunk)) &&
      before.slice(last.end, hunk.start).every(({ kind }) => kind === "inline")
    if (isScrap) out[out.length - 1] = { ...hunk, start: last.start, sideStart: last.sideStart }
    else out.push(hunk)
  }
  return out
}

const isRewritten = ({ end, sideEnd, sideStart, start }: Hunk): boolean => end > start && sideEnd > sideStart

const sizeOf = ({ end, sideEnd, sideStart, start }: Hunk): number => Math.max(end - start, sideEnd - sideStart)
