/**
 * Vectors of sections as they are kept: a signed byte for each number, because only their direction counts. Pure; what is
 * scanned is scanned in steps of a few milliseconds, so that others may go on between them.
 */

/** A section that was found: the page by its number in the index, and which of its sections. */
export interface NearSection {
  readonly number: number
  readonly at: number
  /** Cosine of the angle to the question. */
  readonly score: number
}

/** A vector of a section. */
export interface SectionVector {
  readonly number: number
  readonly at: number
  /** What the page was when its vectors were made. */
  readonly mark: string
  readonly vector: Uint8Array
}

/** The vectors of a space, side by side. */
export interface SpaceVectors {
  readonly dimensions: number
  readonly numbers: ReadonlyArray<number>
  readonly places: ReadonlyArray<number>
  readonly values: Int8Array
  /** What each page was when its vectors were made. */
  readonly marks: ReadonlyMap<number, string>
}

/** Numbers that are multiplied in one step. */
const ofStep = 2_000_000

/** A vector in bytes: its largest number becomes 127. */
export const toBytes = (vector: ReadonlyArray<number>): Uint8Array => {
  const largest = vector.reduce((most, one) => Math.max(most, Math.abs(one)), 0)
  const scale = largest === 0 ? 0 : 127 / largest
  return new Uint8Array(Int8Array.from(vector, (one) => Math.round(one * scale)).buffer)
}

/** Those of the length that the first has; a model may be another one under the same name. */
export const sideBySide = (rows: ReadonlyArray<SectionVector>): SpaceVectors => {
  const dimensions = rows[0]?.vector.length ?? 0
  const same = rows.filter(({ vector }) => vector.length === dimensions)
  const values = new Int8Array(same.length * dimensions)
  for (const [i, { vector }] of same.entries()) {
    values.set(new Int8Array(vector.buffer, vector.byteOffset, vector.length), i * dimensions)
  }
  return {
    dimensions,
    numbers: same.map(({ number }) => number),
    places: same.map(({ at }) => at),
    values,
    marks: new Map(same.map(({ mark, number }) => [number, mark]))
  }
}

/**
 * Adds the sections that are nearest to a question, of the pages that may be found, to those that are known; the best first.
 * Nothing of other pages plays a part in what is answered.
 */
export function* nearestSteps(
  question: ReadonlyArray<number>,
  { dimensions, numbers, places, values }: SpaceVectors,
  hidden: ReadonlySet<number>,
  known: ReadonlyArray<NearSection>,
  most: number
): Generator<void, ReadonlyArray<NearSection>, void> {
  if (dimensions === 0 || question.length !== dimensions) return known
  const length = Math.hypot(...question)
  const best = [...known]
  const perStep = Math.max(1, Math.floor(ofStep / dimensions))
  for (const [i, number] of numbers.entries()) {
    if (i % perStep === perStep - 1) yield
    if (hidden.has(number)) continue
    let product = 0
    let squares = 0
    for (let n = 0, at = i * dimensions; n < dimensions; n++, at++) {
      const value = values[at]!
      product += value * question[n]!
      squares += value * value
    }
    const score = squares === 0 || length === 0 ? 0 : product / (Math.sqrt(squares) * length)
    // what points elsewhere has nothing to do with the question
    if (score <= 0 || (best.length === most && score <= best.at(-1)!.score)) continue
    const place = best.findIndex((one) => one.score < score)
    best.splice(place === -1 ? best.length : place, 0, { number, at: places[i]!, score })
    if (best.length > most) best.pop()
  }
  return best
}
