/** Which blocks of two documents are the same, and which became which. */
import type { RichBlock } from "./model.ts"

/**
 * Whether values say the same: keys, anchors and the labels of footnotes are no part of what a document says.
 * @param first what a text says
 * @param second what is wanted: references without a query are those of the text that have one, of which a client may
 *   not know
 */
export const sameValue = (first: unknown, second: unknown): boolean => {
  if (first === second) return true
  if (typeof first !== "object" || typeof second !== "object" || first === null || second === null) return false
  if (Array.isArray(first)) {
    if (!Array.isArray(second) || first.length !== second.length) return false
    return first.every((one, index) => sameValue(one, second[index]))
  }
  if (Array.isArray(second)) return false
  const [one, two] = [first as Record<string, unknown>, second as Record<string, unknown>]
  const isAnnotation = one["type"] === "annotation"
  for (const name of new Set([...Object.keys(one), ...Object.keys(two)])) {
    if (passedOver.has(name) && ("object" in one || "object" in two)) continue
    if (name === "data" && isAnnotation) continue
    if (name === "query" && two[name] === undefined && typeof one["kind"] === "string") continue
    if (!sameValue(filled(one[name], name), filled(two[name], name))) return false
  }
  return true
}

const passedOver = new Set(["key", "meta", "isVoid"])

/** An absent list or object is an empty one. */
const filled = (value: unknown, name: string): unknown => {
  if (value !== undefined && value !== null) return value
  if (name === "data") return none
  return name === "nodes" || name === "marks" || name === "fragments" ? nothing : undefined
}

const none = {}
const nothing: ReadonlyArray<never> = []

export const sameBlocks = (first: ReadonlyArray<RichBlock>, second: ReadonlyArray<RichBlock>): boolean =>
  sameValue(first, second)

/** Blocks of a document that one node of the tree became. */
export interface Unit {
  readonly blocks: ReadonlyArray<RichBlock>
}

/** A unit, and the place among the wanted blocks where it is now. */
export interface Pair {
  readonly unit: number
  readonly at: number
  /** How many of the wanted blocks there are of it. */
  readonly length: number
  readonly isSame: boolean
}

/**
 * Pairs units with what became of them, in the order of both: by key, then by what they say, then by their place
 * between those. Of a unit of several blocks, the first and the last are its ends: what is between them may be another.
 */
export const pairUnits = (units: ReadonlyArray<Unit>, wanted: ReadonlyArray<RichBlock>): Pair[] => {
  const byKey = new Map<string, number[]>()
  wanted.forEach(({ key }, at) => {
    if (key === undefined) return
    const known = byKey.get(key)
    if (known === undefined) byKey.set(key, [at])
    else known.push(at)
  })
  const claimed = new Set<number>()
  const found: Pair[] = []
  const open: number[] = []
  units.forEach(({ blocks }, unit) => {
    const [first] = blocks
    if (first === undefined) return
    const at = first.key === undefined ? undefined : byKey.get(first.key)?.[0]
    const pair = at === undefined ? undefined : pairOf(unit, blocks, wanted, at, byKey)
    if (pair === undefined) open.push(unit)
    else {
      found.push(pair)
      for (let next = 0; next < pair.length; next++) claimed.add(pair.at + next)
    }
  })
  pairByContent(units, wanted, open, claimed, found)
  const anchors = longestOrdered(found.sort((a, b) => a.unit - b.unit))
  return withPlaces(units, wanted, anchors)
}

const pairOf = (
  unit: number,
  blocks: ReadonlyArray<RichBlock>,
  wanted: ReadonlyArray<RichBlock>,
  at: number,
  byKey: ReadonlyMap<string, ReadonlyArray<number>>
): Pair | undefined => {
  const there = wanted.slice(at, at + blocks.length)
  const { length } = blocks
  if (there.length === length && sameBlocks(blocks, there)) return { unit, at, length, isSame: true }
  if (length === 1) return there[0]?.type === blocks[0]!.type ? { unit, at, length, isSame: false } : undefined
  const last = blocks[length - 1]!
  if (last.key === undefined || !sameBlocks([blocks[0]!], there.slice(0, 1))) return undefined
  const end = firstBehind(byKey.get(last.key) ?? [], at)
  const stays = end !== undefined && sameBlocks([last], [wanted[end]!])
  return stays ? { unit, at, length: end + 1 - at, isSame: false } : undefined
}

/** The first of rising places that is behind another. */
const firstBehind = (places: ReadonlyArray<number>, at: number): number | undefined => {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]! > at) high = middle
    else low = middle + 1
  }
  return places[low]
}

const pairByContent = (
  units: ReadonlyArray<Unit>,
  wanted: ReadonlyArray<RichBlock>,
  open: ReadonlyArray<number>,
  claimed: ReadonlySet<number>,
  found: Pair[]
): void => {
  if (open.length === 0) return
  const places = new Map<string, number[]>()
  wanted.forEach((block, at) => {
    if (claimed.has(at)) return
    const name = signature(block)
    const list = places.get(name)
    if (list === undefined) places.set(name, [at])
    else list.push(at)
  })
  for (const list of places.values()) list.reverse()
  for (const unit of open) {
    const { blocks } = units[unit]!
    const list = places.get(signature(blocks[0]!))
    const at = list?.[list.length - 1]
    if (at === undefined || !sameBlocks(blocks, wanted.slice(at, at + blocks.length))) continue
    list!.pop()
    found.push({ unit, at, length: blocks.length, isSame: true })
  }
}

/** Equal for blocks that say the same. */
const signature = (block: RichBlock): string =>
  JSON.stringify(block, (name, value: unknown) => {
    if (passedOver.has(name)) return undefined
    const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0
    return isEmpty ? undefined : value
  })

/** The longest list of pairs whose places rise, in n log n. */
const longestOrdered = (pairs: ReadonlyArray<Pair>): Pair[] => {
  const tails: number[] = []
  const before: Array<number | undefined> = []
  pairs.forEach(({ at }, index) => {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[tails[middle]!]!.at < at) low = middle + 1
      else high = middle
    }
    before.push(low === 0 ? undefined : tails[low - 1])
    tails[low] = index
  })
  const ordered: Pair[] = []
  for (let at: number | undefined = tails[tails.length - 1]; at !== undefined; at = before[at]) ordered.push(pairs[at]!)
  return ordered.reverse()
}

/** What stands between two pairs is paired one by one where there are as many blocks of the same types. */
const withPlaces = (
  units: ReadonlyArray<Unit>,
  wanted: ReadonlyArray<RichBlock>,
  anchors: ReadonlyArray<Pair>
): Pair[] => {
  const all: Pair[] = []
  let unit = 0
  let at = 0
  for (const anchor of [...anchors, { unit: units.length, at: wanted.length, length: 0, isSame: true }]) {
    const left: number[] = []
    for (let next = unit; next < anchor.unit; next++) if (units[next]!.blocks.length > 0) left.push(next)
    const fits =
      left.length === anchor.at - at &&
      left.every((one, index) => {
        const { blocks } = units[one]!
        return blocks.length === 1 && blocks[0]!.type === wanted[at + index]!.type
      })
    if (fits) left.forEach((one, index) => all.push({ unit: one, at: at + index, length: 1, isSame: false }))
    if (anchor.unit < units.length) all.push(anchor)
    unit = anchor.unit + 1
    at = anchor.at + anchor.length
  }
  return all
}
