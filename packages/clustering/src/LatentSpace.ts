/**
 * A space of few dimensions in which messages about the same lie close together: latent semantic analysis. Features are
 * weighted by TF-IDF (sublinear counts, rare features count more), and the space is the one that keeps most of them,
 * found by randomized subspace iteration (Halko, Martinsson, Tropp 2011). The same messages give the same space. Pure.
 */
import { type Features, weightOf } from "./features.ts"

/** Most dimensions of a space. */
const maxDimensions = 200

/** A direction in the space, of length 1; all zeros for a message without a feature that the space knows. */
export type Vector = Float32Array

interface Sparse {
  readonly index: Int32Array
  readonly value: Float32Array
}

export interface LatentSpace {
  readonly dimensions: number
  readonly place: (features: Features) => Vector
}

/** How often the subspace is refined. */
const rounds = 2

/** @param messages in an order that does not depend on chance */
export const makeLatentSpace = (messages: ReadonlyArray<Features>): LatentSpace => {
  const n = messages.length
  const vocabulary = vocabularyOf(messages)
  const rows = messages.map((features) => sparse(features, vocabulary))
  const k = Math.max(1, Math.min(maxDimensions, Math.round(n / 2)))
  const features = vocabulary.size

  const random = generator(20_011)
  let basis = new Float32Array(features * k)
  for (let i = 0; i < basis.length; i++) basis[i] = random() - 0.5
  for (let round = 0; round < rounds; round++) {
    const seen = new Float32Array(n * k)
    for (let a = 0; a < n; a++) {
      project(rows[a]!, basis, k, seen.subarray(a * k, a * k + k))
    }
    orthonormalize(seen, n, k)
    basis = new Float32Array(features * k)
    for (let a = 0; a < n; a++) {
      const { index, value } = rows[a]!
      for (let q = 0; q < index.length; q++) {
        const at = index[q]! * k
        const x = value[q]!
        for (let j = 0; j < k; j++) basis[at + j]! += x * seen[a * k + j]!
      }
    }
  }
  orthonormalize(basis, features, k)

  return {
    dimensions: k,
    place: (message) => {
      const vector = new Float32Array(k)
      project(sparse(message, vocabulary), basis, k, vector)
      return unit(vector)
    }
  }
}

/** Scales a vector to length 1, in place. One of noise alone becomes zero. */
export const unit = (vector: Float32Array): Vector => {
  let square = 0
  for (const x of vector) square += x * x
  const length = Math.sqrt(square)
  const scale = length < 1e-6 ? 0 : 1 / length
  for (let j = 0; j < vector.length; j++) vector[j]! *= scale
  return vector
}

interface Known {
  readonly at: number
  readonly idf: number
}

/** Most features that a space knows: the commonest of the rest. */
const maxFeatures = 16_000

/** Features that stand in two messages at least, and not in nearly all. */
const vocabularyOf = (messages: ReadonlyArray<Features>): ReadonlyMap<string, Known> => {
  const counts = new Map<string, number>()
  for (const features of messages)
    for (const feature of features.keys()) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const n = messages.length
  const most = Math.max(4, n * 0.6)
  const vocabulary = new Map<string, Known>()
  const known = Array.from(counts).filter(([, count]) => count >= 2 && count <= most)
  if (known.length > maxFeatures) known.sort(([, a], [, b]) => b - a).length = maxFeatures
  for (const [feature, count] of known) {
    vocabulary.set(feature, { at: vocabulary.size, idf: weightOf(feature) * (Math.log((1 + n) / (1 + count)) + 1) })
  }
  return vocabulary
}

const sparse = (features: Features, vocabulary: ReadonlyMap<string, Known>): Sparse => {
  const index: Array<number> = []
  const value: Array<number> = []
  let square = 0
  for (const [feature, count] of features) {
    const known = vocabulary.get(feature)
    if (known === undefined) continue
    const x = (1 + Math.log(count)) * known.idf
    index.push(known.at)
    value.push(x)
    square += x * x
  }
  const scale = square === 0 ? 0 : 1 / Math.sqrt(square)
  return { index: Int32Array.from(index), value: Float32Array.from(value, (x) => x * scale) }
}

const project = ({ index, value }: Sparse, basis: Float32Array, k: number, into: Float32Array): void => {
  for (let q = 0; q < index.length; q++) {
    const at = index[q]! * k
    const x = value[q]!
    for (let j = 0; j < k; j++) into[j]! += x * basis[at + j]!
  }
}

/**
 * Makes the columns of a matrix (row by row, `k` in a row) orthonormal in place, by the Cholesky factor of its Gram
 * matrix. Columns that the others span become zero.
 */
const orthonormalize = (matrix: Float32Array, n: number, k: number): void => {
  const gram = new Float64Array(k * k)
  for (let a = 0; a < n; a++) {
    const row = matrix.subarray(a * k, a * k + k)
    for (let i = 0; i < k; i++) {
      const x = row[i]!
      if (x === 0) continue
      for (let j = 0; j <= i; j++) gram[i * k + j]! += x * row[j]!
    }
  }
  let largest = 0
  for (let i = 0; i < k; i++) largest = Math.max(largest, gram[i * k + i]!)
  const free = new Uint8Array(k)
  for (let i = 0; i < k; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = gram[i * k + j]!
      for (let q = 0; q < j; q++) sum -= gram[i * k + q]! * gram[j * k + q]!
      if (i === j) {
        free[i] = sum > largest * 1e-7 ? 1 : 0
        gram[i * k + i] = free[i] === 1 ? Math.sqrt(sum) : 0
      } else gram[i * k + j] = free[j] === 1 ? sum / gram[j * k + j]! : 0
    }
  }
  for (let a = 0; a < n; a++) {
    const row = matrix.subarray(a * k, a * k + k)
    for (let i = 0; i < k; i++) {
      if (free[i] === 0) {
        row[i] = 0
        continue
      }
      let x = row[i]!
      for (let j = 0; j < i; j++) x -= gram[i * k + j]! * row[j]!
      row[i] = x / gram[i * k + i]!
    }
  }
}

/** Numbers from 0 to 1 that look random and are the same each time (mulberry32). */
const generator = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
