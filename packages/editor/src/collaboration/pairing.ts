/** Which blocks of blocks became which: by what they say, by their key, by the words in them, by their place. */
import type { Node } from "prosemirror-model"
import type { NumberOf } from "./numbering.ts"

/** A name for each of two lists of blocks: those with one name are one block, before and after. */
export interface Names {
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
}

/** Pairs blocks. The work rises with the words in them: each is compared with a few others. */
export const namePairs = (before: ReadonlyArray<Node>, after: ReadonlyArray<Node>, numberOf: NumberOf): Names => {
  const sides = { before: nameless(before), after: nameless(after) }
  const open = (side: "before" | "after"): number[] => {
    const blocks = side === "before" ? before : after
    return blocks.flatMap((_, index) => (sides[side][index] === undefined ? [index] : []))
  }
  const nameBy = (name: (block: Node) => string | undefined): void => {
    const there = new Set(open("after").map((index) => name(after[index]!)))
    const shared = new Set<string>()
    for (const index of open("before")) {
      const own = name(before[index]!)
      if (own === undefined || !there.has(own)) continue
      sides.before[index] = own
      shared.add(own)
    }
    for (const index of open("after")) {
      const own = name(after[index]!)
      if (own !== undefined && shared.has(own)) sides.after[index] = own
    }
  }
  nameBy((block) => `same ${numberOf(block)}`)
  nameBy(({ attrs, type }) => (typeof attrs["key"] === "string" ? `key ${type.name} ${attrs["key"]}` : undefined))
  let count = 0
  const pair = (one: number, other: number): void => {
    sides.before[one] = sides.after[other] = `pair ${count++}`
  }
  for (const type of new Set(open("before").map((index) => before[index]!.type))) {
    const of = (side: "before" | "after", blocks: ReadonlyArray<Node>): number[] =>
      open(side).filter((index) => blocks[index]!.type === type)
    const [ones, others] = [of("before", before), of("after", after)]
    for (const [one, other] of likePairs(
      ones.map((at) => before[at]!),
      others.map((at) => after[at]!)
    )) {
      pair(ones[one]!, others[other]!)
    }
    const [left, right] = [of("before", before), of("after", after)]
    if (left.length === right.length) left.forEach((one, index) => pair(one, right[index]!))
  }
  return {
    before: sides.before.map((name, index) => name ?? `before ${index}`),
    after: sides.after.map((name, index) => name ?? `after ${index}`)
  }
}

const nameless = (blocks: ReadonlyArray<Node>): Array<string | undefined> => blocks.map(() => undefined)

/** How many of the others a block is compared with. */
const reach = 12

/** Pairs of blocks, in the order of both, that have most of their words in common. */
const likePairs = (
  before: ReadonlyArray<Node>,
  after: ReadonlyArray<Node>
): Array<readonly [one: number, other: number]> => {
  const words = after.map(wordsIn)
  const pairs: Array<readonly [number, number]> = []
  let next = 0
  before.forEach((block, one) => {
    if (next === after.length) return
    const own = wordsIn(block)
    for (let other = next; other < Math.min(after.length, next + reach); other++) {
      if (!isLike(own, words[other]!)) continue
      pairs.push([one, other])
      next = other + 1
      return
    }
  })
  return pairs
}

const wordsIn = (block: Node): ReadonlySet<string> =>
  new Set(block.textBetween(0, block.content.size, " ").match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [])

const isLike = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => {
  let shared = 0
  for (const word of one) if (other.has(word)) shared++
  return shared > 0 && shared * 2 >= Math.min(one.size, other.size) && shared * 4 >= Math.max(one.size, other.size)
}
