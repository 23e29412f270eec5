/**
 * A cache of answers by what they were made from: content, looks and structure of the site, path and kind of text. Under
 * one key there may be several, each with the visitors that it fits. Nothing ends an entry but room: what changes is in
 * the key.
 */
import type { Fits } from "@octavo/core/kernel/conditions/Judge"
import type { Visitor } from "@octavo/core/kernel/conditions/Visitor"
import { makeLru } from "@octavo/core/kernel/shared/lru"
import type { SiteAnswer } from "./answers.ts"
import { keeping } from "./keptBody.ts"

/** More ways to see the same thing are not kept: the oldest goes. */
const mostVariants = 50

interface Variant {
  readonly answer: SiteAnswer
  /** Everybody without it. */
  readonly fits: Fits | undefined
}

const weight = ({ answer }: Variant): number => (answer.kind === "text" ? (answer.kept?.weight ?? 0) : 0)

const weightOf = (key: string, all: ReadonlyArray<Variant>): number =>
  all.reduce((sum, one) => sum + weight(one), key.length)

/** @param bytes how much is kept in all */
export const makeAnswerCache = (bytes: number) => {
  const cache = makeLru<ReadonlyArray<Variant>>(bytes, "drawn-pages")

  return {
    get: (key: string, visitor: Visitor): SiteAnswer | undefined =>
      cache.get(key)?.find(({ fits }) => fits === undefined || fits(visitor))?.answer,
    /** Keeps an answer for whoever it fits; answers the one that is kept. */
    add: (key: string, answer: SiteAnswer, fits: Fits | undefined): SiteAnswer => {
      const kept = answer.kind === "text" ? keeping(answer) : answer
      const all = [...(cache.get(key) ?? []).slice(1 - mostVariants), { answer: kept, fits }]
      cache.set(key, all, weightOf(key, all))
      if ("kept" in kept) kept.kept?.onWeight(cache, () => cache.weigh(key, all, weightOf(key, all)))
      return kept
    }
  }
}

/** The key of an answer with what it says of other spaces. @param noted names of the content of other spaces, by their ids */
export const keyWith = (key: string, noted: ReadonlyMap<string, string>): string =>
  [key, ...Array.from(noted, ([id, root]) => `${id} ${root}`).sort()].join("\n")
