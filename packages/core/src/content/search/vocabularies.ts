/** The words of titles, headings and frequent ones in a scope, for whoever mistypes one: read when one is asked for. */
import { Clock, Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { makeLru } from "../../kernel/shared/lru.ts"
import type { SearchScope, SearchStore } from "../content-index/SearchStore.ts"
import type { Candidate } from "./rank.ts"
import { addTo, type Vocabulary } from "./spelling.ts"

/** Most pages whose words are known; of a larger scope, those that were indexed first. */
const mostPages = 20_000
/** Pages that are read at once: others may go on in between. */
const atOnce = 500
/** Milliseconds for which the words of many spaces are known. */
const keptFor = 30_000
const keptBytes = 8 * 1024 * 1024
/** Bytes in memory of a word, beside its letters. */
const perWord = 80

export const makeVocabularies = (store: SearchStore["Service"]) => {
  const cache = makeLru<{ readonly vocabulary: Vocabulary; readonly until: number }>(keptBytes, "vocabularies")
  return Effect.fnUntraced(function* (
    scope: SearchScope,
    /** What the words follow from, with the scope; where it is not known, they are read anew after a while. */
    version: string | undefined,
    /** Whether the words of a page count. */
    isShown: (page: Candidate) => boolean = () => true
  ): Effect.fn.Return<Vocabulary, StorageError> {
    const now = yield* Clock.currentTimeMillis
    const key = `${JSON.stringify(scope)} ${version}`
    const kept = cache.get(key)
    if (kept !== undefined && (version !== undefined || now < kept.until)) return kept.vocabulary
    const vocabulary = new Map<string, number>()
    let after = -1
    for (let left = mostPages; left > 0; left -= atOnce) {
      const pages = yield* store.all(scope, after, atOnce)
      addTo(
        vocabulary,
        pages.filter(isShown).map(({ strong }) => strong)
      )
      if (pages.length < atOnce) break
      after = pages.at(-1)!.number
      yield* Effect.yieldNow
    }
    const letters = Array.from(vocabulary.keys()).reduce((sum, word) => sum + word.length, 0)
    cache.set(key, { vocabulary, until: now + keptFor }, key.length + letters + perWord * vocabulary.size)
    return vocabulary
  })
}
