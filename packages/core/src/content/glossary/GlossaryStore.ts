import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { Language } from "../spaces/Space.ts"
import type { GlossaryEntryRecord, GlossaryTerm } from "./GlossaryEntry.ts"

/** An entry, with what the list is ordered by before the id: 0 and the term in lower case, or 1 and nothing. */
export interface OrderedGlossaryEntry {
  readonly entry: GlossaryEntryRecord
  readonly order: readonly [number, string]
}

/** The port of glossaries. */
export class GlossaryStore extends Context.Service<
  GlossaryStore,
  {
    /** Waits for, and holds off, other changes of the organization. */
    readonly hold: (organizationId: string) => Effect.Effect<void, StorageError>
    readonly get: (organizationId: string, id: string) => Effect.Effect<GlossaryEntryRecord | undefined, StorageError>
    /**
     * Key `[0 or 1, term, id]`: by the term of a language, entries without one last; all the same, so by id, when none is
     * named.
     */
    readonly list: (
      organizationId: string,
      orderBy: Language | undefined,
      slice: Slice
    ) => Effect.Effect<Sliced<OrderedGlossaryEntry>, StorageError>
    readonly count: (organizationId: string) => Effect.Effect<number, StorageError>
    /** Makes an entry, or replaces the one of its id. */
    readonly put: (entry: GlossaryEntryRecord) => Effect.Effect<void, StorageError>
    readonly remove: (organizationId: string, id: string) => Effect.Effect<boolean, StorageError>
    /** Of entries that have both languages, oldest first. */
    readonly terms: (
      organizationId: string,
      from: Language,
      to: Language
    ) => Effect.Effect<ReadonlyArray<GlossaryTerm>, StorageError>
  }
>()("@octavo/core/content/glossary/GlossaryStore") {}
