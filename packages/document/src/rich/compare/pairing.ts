/** Which of some things became which of others: those that say the same, and among what is left those that are alike. */
import { align } from "../../merge/align.ts"

/** A thing before, and what it is after; one of the two is absent for what went or came. */
export interface Pairing<T> {
  readonly before?: T
  readonly after?: T
  readonly isSame: boolean
}

interface Sayings<T> {
  /** Equal for things that say the same. */
  readonly nameOf: (one: T) => string
  /** Only things of one kind become each other. */
  readonly kindOf: (one: T) => string
  readonly wordsOf: (one: T) => ReadonlySet<string>
}

/** How many of the others a thing is compared with. */
const reach = 24

/** In the order in which both stand beside each other: what went comes before what came in its place. */
export const pairUp = <T>(
  before: ReadonlyArray<T>,
  after: ReadonlyArray<T>,
  { kindOf, nameOf, wordsOf }: Sayings<T>
): ReadonlyArray<Pairing<T>> => {
  const out: Array<Pairing<T>> = []
  let [at, sideAt] = [0, 0]
  const same = (until: number): void => {
    while (at < until) out.push({ before: before[at++]!, after: after[sideAt++]!, isSame: true })
  }
  for (const { end, sideEnd, sideStart, start } of align(before.map(nameOf), after.map(nameOf))) {
    same(start)
    const pairs = alike(before.slice(start, end), after.slice(sideStart, sideEnd), kindOf, wordsOf)
    for (const [one, other] of [...pairs, [end - start, sideEnd - sideStart] as const]) {
      while (at < start + one) out.push({ before: before[at++]!, isSame: false })
      while (sideAt < sideStart + other) out.push({ after: after[sideAt++]!, isSame: false })
      if (at < end && sideAt < sideEnd) out.push({ before: before[at++]!, after: after[sideAt++]!, isSame: false })
    }
  }
  same(before.length)
  return out
}

/** Pairs of places, both rising. Where as many of the same kinds went as came, each became the one in its place. */
const alike = <T>(
  before: ReadonlyArray<T>,
  after: ReadonlyArray<T>,
  kindOf: (one: T) => string,
  wordsOf: (one: T) => ReadonlySet<string>
): ReadonlyArray<readonly [one: number, other: number]> => {
  const words = after.map(wordsOf)
  const pairs: Array<readonly [number, number]> = []
  let next = 0
  before.forEach((thing, one) => {
    const own = wordsOf(thing)
    for (let other = next; other < Math.min(after.length, next + reach); other++) {
      if (kindOf(thing) !== kindOf(after[other]!) || !isAlike(own, words[other]!)) continue
      pairs.push([one, other])
      next = other + 1
      return
    }
  })
  const isOneForOne =
    pairs.length === 0 &&
    before.length === after.length &&
    before.every((thing, index) => kindOf(thing) === kindOf(after[index]!) && isWordless(wordsOf(thing), words[index]!))
  return isOneForOne ? before.map((_, index) => [index, index]) : pairs
}

/** Without words of their own it is the place that makes two things one: pictures, dividers, empty cells. */
const isWordless = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => one.size === 0 || other.size === 0

/** All words of the shorter one are in both, or most of them and a good part of those of the longer one. */
const isAlike = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => {
  if (one.size === 0 || other.size === 0) return one.size === other.size
  let shared = 0
  for (const word of one) if (other.has(word)) shared++
  const [fewer, more] = [Math.min(one.size, other.size), Math.max(one.size, other.size)]
  return shared === fewer || (shared * 2 >= fewer && shared * 4 >= more)
}
