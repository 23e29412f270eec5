/** Where the blocks of one state of a page are in another: what is said about them goes with them. */

import { align } from "../../merge/align.ts"
import type { RichBlock, RichContent, RichDocument } from "../model.ts"
import { kindOf, pairBlocks } from "./blocks.ts"
import { saying } from "./model.ts"
import { textIn, wordsOf } from "./text.ts"

/** What was moved has so much to say at least, as in a comparison. */
const leastLength = 20

/** Blocks that others became. */
export interface Followed {
  /** @param key of a block before, anywhere in the document; absent is what is gone, or what nobody can tell */
  readonly get: (key: string) => RichBlock | undefined
}

/**
 * The blocks that others became, by the rules of a comparison: as they are, edited, or moved as they are. A comparison may
 * show the wrong one of two blocks as edited, and nothing is lost; a remark must not stand beside the wrong words. So one
 * that was edited has to have its words in their order, and no other block may have as many of them.
 */
export const followBlocks = (before: RichDocument, after: RichDocument): Followed => {
  const became = new Map<string, Became>()
  /** Blocks that are not as they were, with what they were. */
  const changed: Array<Became> = []
  const note = (block: RichBlock, now: RichBlock, isSame: boolean): void => {
    if (block.key !== undefined) became.set(block.key, { block, now, isSame })
  }
  const added = (now: RichBlock): void => {
    changed.push({ block: undefined, now, isSame: false })
    for (const inner of blocksIn(now)) added(inner)
  }
  const pair = (ones: ReadonlyArray<RichBlock>, others: ReadonlyArray<RichBlock>): void => {
    for (const { after: now, before: block, isSame } of pairBlocks(ones, others)) {
      if (now === undefined) continue
      if (block === undefined) {
        added(now)
        continue
      }
      note(block, now, isSame)
      if (!isSame) changed.push({ block, now, isSame })
      pair(blocksIn(block), blocksIn(now))
    }
  }
  pair(before.nodes, after.nodes)
  const later = bySaying(after.nodes)
  const moved = new Set<RichBlock>()
  for (const [said, [block, ...twins]] of bySaying(before.nodes)) {
    const [now, ...others] = later.get(said) ?? []
    // of several that say the same nobody knows which one it was
    if (block === undefined || now === undefined || twins.length > 0 || others.length > 0) continue
    const known = became.get(block.key ?? "")
    if (known?.isSame === true || textIn([block]).length < leastLength) continue
    note(block, now, true)
    moved.add(now)
  }
  const wordsIn = remembered((block: RichBlock) => wordsOf(textIn([block])))
  const shared = (one: RichBlock, other: RichBlock): number => inOrder(wordsIn(one), wordsIn(other))
  const isIt = (block: RichBlock, now: RichBlock): boolean => {
    const [own, said] = [wordsIn(block), wordsIn(now)]
    // without words it is the place that makes it the one
    if (own.length === 0 || said.length === 0) return own.length === said.length
    const count = shared(block, now)
    const [fewer, more] = [Math.min(own.length, said.length), Math.max(own.length, said.length)]
    // of few words most have to be there
    const isMost =
      count === fewer || (count * 2 >= fewer && count * 4 >= more && (count >= 4 || count * 3 >= fewer * 2))
    if (!isMost) return false
    const bag = new Set(own)
    return changed.every(({ block: theirs, now: other }) => {
      if (other === now || moved.has(other) || kindOf(other) !== kindOf(now)) return true
      // those around it and in it have its words, of course
      if (holds(other, now) || holds(now, other)) return true
      if (wordsIn(other).filter((word) => bag.has(word)).length < count) return true
      const rival = shared(block, other)
      return rival < count || (theirs !== undefined && theirs !== block && shared(theirs, other) > rival)
    })
  }
  return {
    get: (key) => {
      const found = became.get(key)
      if (found === undefined || found.isSame) return found?.now
      const { block, now } = found
      return block !== undefined && !moved.has(now) && isIt(block, now) ? now : undefined
    }
  }
}

interface Became {
  readonly block: RichBlock | undefined
  readonly now: RichBlock
  readonly isSame: boolean
}

/** How many words two texts share in the same order. */
const inOrder = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): number =>
  align(one, other).reduce((left, { end, start }) => left - (end - start), one.length)

const remembered = <K extends object, V>(make: (key: K) => V): ((key: K) => V) => {
  const known = new Map<K, V>()
  return (key) => {
    const made = known.get(key) ?? make(key)
    known.set(key, made)
    return made
  }
}

const isBlock = (node: RichBlock | RichContent): node is RichBlock => node.object === "block"

/** The blocks right inside of a block, in fragments as well. */
const blocksIn = ({ fragments = [], nodes = [] }: RichBlock): ReadonlyArray<RichBlock> => [
  ...nodes.filter(isBlock),
  ...fragments.flatMap((fragment) => fragment.nodes)
]

const holds = (outer: RichBlock, inner: RichBlock): boolean =>
  blocksIn(outer).some((one) => one === inner || holds(one, inner))

/** All blocks of a document by what they say. */
const bySaying = (nodes: ReadonlyArray<RichBlock>): ReadonlyMap<string, ReadonlyArray<RichBlock>> => {
  const found = new Map<string, RichBlock[]>()
  const note = (block: RichBlock): void => {
    const said = saying(block)
    const known = found.get(said)
    if (known === undefined) found.set(said, [block])
    else known.push(block)
    for (const inner of blocksIn(block)) note(inner)
  }
  for (const block of nodes) note(block)
  return found
}
