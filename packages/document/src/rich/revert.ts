/** Single blocks of a document as they were in an earlier one. */
import { type Pair, pairUnits } from "./match.ts"
import { isEmptyParagraph, type RichBlock, type RichDocument, type RichFragment } from "./model.ts"

/**
 * The document with some blocks as they were: a block that changed goes back to what it was, one that came since goes,
 * one that went comes back to its place. A key names a block in either document.
 * @returns undefined with the keys that are in neither
 */
export const revertBlocks = (
  now: RichDocument,
  before: RichDocument,
  keys: ReadonlyArray<string>
): { readonly document: RichDocument } | { readonly unknown: ReadonlyArray<string> } => {
  const reverting = new Reverting(keys)
  const nodes = reverting.blocks(now.nodes, before.nodes)
  const unknown = keys.filter((key) => !reverting.found.has(key))
  return unknown.length > 0 ? { unknown } : { document: { ...now, nodes } }
}

class Reverting {
  readonly found = new Set<string>()
  readonly #keys: ReadonlySet<string>

  constructor(keys: ReadonlyArray<string>) {
    this.#keys = new Set(keys)
  }

  #isNamed({ key }: RichBlock): boolean {
    const isNamed = key !== undefined && this.#keys.has(key)
    if (isNamed) this.found.add(key)
    return isNamed
  }

  blocks(now: ReadonlyArray<RichBlock>, before: ReadonlyArray<RichBlock>): RichBlock[] {
    const out: RichBlock[] = []
    let [unit, at] = [0, 0]
    for (const pair of [...pairs(now, before), undefined]) {
      for (const added of now.slice(unit, pair?.unit)) if (!this.#isNamed(added)) out.push(this.#noted(added))
      for (const gone of before.slice(at, pair?.at)) {
        if (this.#isNamed(gone)) out.push(gone)
      }
      if (pair === undefined) break
      const [is, was] = [now[pair.unit]!, before[pair.at]!]
      const isNamed = [this.#isNamed(is), this.#isNamed(was)].includes(true)
      out.push(isNamed ? was : this.#inside(is, was))
      unit = pair.unit + 1
      at = pair.at + 1
    }
    return out
  }

  #inside(is: RichBlock, was: RichBlock): RichBlock {
    const [own, old] = [blocksIn(is), blocksIn(was)]
    const fragments = is.fragments?.map(
      (fragment, index): RichFragment => ({
        ...fragment,
        nodes: this.blocks(fragment.nodes, was.fragments?.[index]?.nodes ?? [])
      })
    )
    return {
      ...is,
      ...(own !== undefined && { nodes: this.blocks(own, old ?? []) }),
      ...(fragments !== undefined && { fragments })
    }
  }

  /** A block that came since: what is named in it goes. */
  #noted(block: RichBlock): RichBlock {
    const own = blocksIn(block)
    return own === undefined ? block : { ...block, nodes: this.blocks(own, []) }
  }
}

const blocksIn = ({ nodes = [] }: RichBlock): RichBlock[] | undefined => {
  const blocks = nodes.filter((node): node is RichBlock => node.object === "block")
  return blocks.length === 0 || blocks.length < nodes.length ? undefined : blocks
}

/**
 * What became of what. Between sure pairs a block goes with the next one of its type that is alike, or with the next one
 * at all where there are as many of that type on both sides.
 */
const pairs = (now: ReadonlyArray<RichBlock>, before: ReadonlyArray<RichBlock>): Pair[] => {
  const sure = pairUnits(
    now.map((block) => ({ blocks: [block] })),
    before
  )
  const all: Pair[] = []
  let [unit, at] = [0, 0]
  for (const pair of [...sure, undefined]) {
    const [end, stop] = [pair?.unit ?? now.length, pair?.at ?? before.length]
    for (let one = unit; one < end; one++) {
      const other = findAlike(now[one]!, before, at, stop) ?? findNext(now, one, end, before, at, stop)
      if (other === undefined) continue
      all.push({ unit: one, at: other, length: 1, isSame: false })
      at = other + 1
    }
    if (pair === undefined) break
    all.push(pair)
    unit = pair.unit + 1
    at = pair.at + 1
  }
  return all
}

const findNext = (
  now: ReadonlyArray<RichBlock>,
  from: number,
  to: number,
  before: ReadonlyArray<RichBlock>,
  at: number,
  stop: number
): number | undefined => {
  const { type } = now[from]!
  if (to - from > nearby || stop - at > nearby) return undefined
  const left = before.slice(at, stop).filter((block) => block.type === type)
  const here = now.slice(from, to).filter((block) => block.type === type)
  return left.length === here.length ? before.indexOf(left[0]!, at) : undefined
}

/** At most so many candidates are looked at for one block. */
const nearby = 20

const findAlike = (block: RichBlock, among: ReadonlyArray<RichBlock>, from: number, to: number): number | undefined => {
  if (isEmptyParagraph(block)) return undefined
  const words = wordsOf(block)
  for (let at = from; at < Math.min(to, from + nearby); at++) {
    const other = among[at]!
    if (other.type !== block.type) continue
    const others = wordsOf(other)
    const shared = [...words].filter((word) => others.has(word)).length
    if (shared * 2 >= Math.max(words.size, others.size)) return at
  }
  return undefined
}

const wordsOf = (block: RichBlock): ReadonlySet<string> => {
  const words = new Set<string>()
  const walk = (node: { nodes?: RichBlock["nodes"]; leaves?: ReadonlyArray<{ text: string }> }): void => {
    for (const leaf of node.leaves ?? []) for (const word of leaf.text.split(/\s+/)) if (word !== "") words.add(word)
    for (const child of node.nodes ?? []) if (words.size < 200) walk(child)
  }
  walk(block)
  return words
}
