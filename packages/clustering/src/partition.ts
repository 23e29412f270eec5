/**
 * Which messages belong together, when nobody says how many groups there are: average-link clustering down to a
 * similarity, then messages go to the group whose middle is nearest. Pure.
 */
import { unit, type Vector } from "./LatentSpace.ts"

/** Groups whose messages are on average less alike than this (cosine) stay apart. */
const threshold = 0.15
/** A message belongs to a group only when its cosine to the group's middle is this at least. */
export const reach = 0.3
/** Rounds in which messages move to the nearest group. */
const rounds = 2

/** Number of each message's group, from 0; -1 for messages that are like no others. */
export type Partition = Int32Array

export const dot = (a: Vector, b: Vector): number => {
  let sum = 0
  for (let j = 0; j < a.length; j++) sum += a[j]! * b[j]!
  return sum
}

/** One merge of average-link clustering: two messages whose groups became one, and how alike those were. */
export interface Merge {
  readonly a: number
  readonly b: number
  readonly similarity: number
}

/** All merges of average-link clustering by cosine (nearest-neighbour chain): n² time and memory. */
export const averageLink = (vectors: ReadonlyArray<Vector>): ReadonlyArray<Merge> => {
  const n = vectors.length
  const similarity = new Float32Array(n * n)
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < a; b++) similarity[a * n + b] = similarity[b * n + a] = dot(vectors[a]!, vectors[b]!)
  }
  const size = new Int32Array(n).fill(1)
  const merges: Array<Merge> = []
  const chain: Array<number> = []
  let first = 0
  while (merges.length < n - 1) {
    if (chain.length === 0) {
      while (size[first] === 0) first++
      chain.push(first)
    }
    const a = chain.at(-1)!
    const before = chain.at(-2) ?? -1
    let nearest = before
    let best = before < 0 ? Number.NEGATIVE_INFINITY : similarity[a * n + before]!
    for (let b = 0; b < n; b++) {
      if (size[b] !== 0 && b !== a && similarity[a * n + b]! > best) {
        best = similarity[a * n + b]!
        nearest = b
      }
    }
    if (nearest !== before) {
      chain.push(nearest)
      continue
    }
    chain.length -= 2
    merges.push({ a, b: before, similarity: best })
    const [kept, gone] = a < before ? [a, before] : [before, a]
    const [m, l] = [size[kept]!, size[gone]!]
    for (let c = 0; c < n; c++) {
      if (size[c] === 0 || c === kept || c === gone) continue
      const mean = (m * similarity[kept * n + c]! + l * similarity[gone * n + c]!) / (m + l)
      similarity[kept * n + c] = similarity[c * n + kept] = mean
    }
    size[kept] = m + l
    size[gone] = 0
  }
  return merges
}

/** The groups that are left when only merges of this similarity and above are made; -1 for groups of one. */
export const cut = (n: number, merges: ReadonlyArray<Merge>, least: number): Partition => {
  const parent = Int32Array.from({ length: n }, (_, i) => i)
  const root = (i: number): number => {
    let at = i
    while (parent[at] !== at) at = parent[at] = parent[parent[at]!]!
    return at
  }
  for (const { a, b, similarity } of merges) if (similarity >= least) parent[root(a)] = root(b)
  const sizes = new Map<number, number>()
  for (let i = 0; i < n; i++) sizes.set(root(i), (sizes.get(root(i)) ?? 0) + 1)
  const numbers = new Map<number, number>()
  return Int32Array.from({ length: n }, (_, i) => {
    const top = root(i)
    if (sizes.get(top) === 1) return -1
    const number = numbers.get(top) ?? numbers.size
    numbers.set(top, number)
    return number
  })
}

/** The middle of each group, of length 1, and how many messages it has. */
const middlesOf = (
  vectors: ReadonlyArray<Vector>,
  groups: Partition
): ReadonlyArray<{ readonly middle: Vector; readonly size: number }> => {
  const middles: Array<{ middle: Float32Array; size: number }> = []
  for (const [i, vector] of vectors.entries()) {
    const group = groups[i]!
    if (group < 0) continue
    while (middles.length <= group) middles.push({ middle: new Float32Array(vector.length), size: 0 })
    const one = middles[group]!
    one.size++
    for (let j = 0; j < vector.length; j++) one.middle[j]! += vector[j]!
  }
  for (const { middle } of middles) unit(middle)
  return middles
}

/** The nearest of some middles, and its cosine; `at` is -1 when there are none. */
const nearest = (vector: Vector, middles: ReadonlyArray<Vector>): { readonly at: number; readonly cosine: number } => {
  let at = -1
  let cosine = Number.NEGATIVE_INFINITY
  for (const [i, middle] of middles.entries()) {
    const one = dot(vector, middle)
    if (one > cosine) {
      cosine = one
      at = i
    }
  }
  return { at, cosine }
}

/** How small a group may be, so that it stays one when its messages are near to larger ones, too. */
const smallest = (messages: number): number => Math.max(2, Math.round(Math.sqrt(messages) / 5))

/** The groups of some messages. */
export const partition = (vectors: ReadonlyArray<Vector>): Partition => {
  let groups = cut(vectors.length, averageLink(vectors), threshold)
  for (let round = 0; round < rounds; round++) {
    const middles = middlesOf(vectors, groups)
    const large = middles.flatMap(({ middle, size }, group) =>
      size >= smallest(vectors.length) ? [{ group, middle }] : []
    )
    const next = new Int32Array(groups.length)
    for (const [i, vector] of vectors.entries()) {
      const { at, cosine } = nearest(
        vector,
        large.map(({ middle }) => middle)
      )
      next[i] = cosine >= reach ? large[at]!.group : groups[i]!
    }
    groups = numbered(next)
  }
  return groups
}

/** The same groups with numbers that follow each other; groups of one message are none. */
const numbered = (groups: Partition): Partition => {
  const sizes = new Map<number, number>()
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  const numbers = new Map<number, number>()
  return groups.map((group) => {
    if (group < 0 || sizes.get(group) === 1) return -1
    const number = numbers.get(group) ?? numbers.size
    numbers.set(group, number)
    return number
  })
}
