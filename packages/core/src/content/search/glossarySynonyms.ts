/** What the glossary of an organization calls by several names, for whoever looks for one of them; kept until it changes. */
import { Effect } from "effect"
import { Epoch, glossaryPart, makePartCache } from "../../kernel/shared/Epoch.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { makeLru } from "../../kernel/shared/lru.ts"
import { makeSynonyms, type Synonyms } from "../content-index/synonyms.ts"
import { GlossaryStore } from "../glossary/GlossaryStore.ts"
import { readGlossaryNames } from "../glossary/glossaryNames.ts"

const keptBytes = 16 * 1024 * 1024
/** What one glossary may have: a cache keeps what is no heavier than half of it. */
const bytesOfOne = keptBytes / 2 - 1000

export const makeGlossarySynonyms = Effect.gen(function* () {
  const store = yield* GlossaryStore
  const epoch = yield* Epoch
  /** A version of each glossary: another one once it has changed. */
  const versions = makePartCache<string>(epoch, 10_000)
  /** A cache of names by version. */
  const cache = makeLru<Synonyms>(keptBytes, "synonyms")

  const read = Effect.fnUntraced(function* (organizationId: string): Effect.fn.Return<Synonyms, StorageError> {
    // the version is older than what is read: a change meanwhile makes another one
    const version = yield* versions(glossaryPart(organizationId), organizationId, Effect.sync(makeId))
    const kept = cache.get(version)
    if (kept !== undefined) return kept
    const making = makeSynonyms(bytesOfOne)
    yield* readGlossaryNames(store, organizationId, making.add)
    const { bytes, synonyms } = making.made()
    cache.set(version, synonyms, bytes + 500)
    return synonyms
  })

  return (organizationId: string): Effect.Effect<Synonyms, StorageError> =>
    Effect.withFiber(({ context }) =>
      // a request that is not known to only read looks by itself whether the glossary is the same
      epoch.isCommitted(context) && epoch.latest(context) === undefined
        ? epoch.reading(read(organizationId))
        : read(organizationId)
    )
})
