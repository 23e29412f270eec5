/** A glossary as names that mean the same: each entry is one thing, called by its terms. */
import { Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { GlossaryTranslations } from "./GlossaryEntry.ts"
import type { GlossaryStore } from "./GlossaryStore.ts"

/** Entries that are read at once. */
const atOnce = 200
/** Of these, so many are given in one step: others may go on in between. */
const stepEntries = 10

/** Gives the names of each entry, the oldest first. */
export const readGlossaryNames = Effect.fnUntraced(function* (
  store: GlossaryStore["Service"],
  organizationId: string,
  each: (names: ReadonlyArray<readonly [language: string, name: string]>) => void
): Effect.fn.Return<void, StorageError> {
  let after: ReadonlyArray<string | number> | undefined
  for (;;) {
    const { items } = yield* store.list(organizationId, undefined, { after, limit: atOnce })
    for (const [n, { entry }] of items.entries()) {
      each(Object.entries<GlossaryTranslations[string]>(entry.translations))
      if (n % stepEntries === stepEntries - 1) yield* Effect.yieldNow
    }
    const last = items.at(-1)
    if (last === undefined || items.length < atOnce) return
    after = [...last.order, last.entry.id]
  }
})
