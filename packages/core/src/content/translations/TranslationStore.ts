import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { ListScope } from "../../people/permissions/effectiveRole.ts"
import type { TranslationRecord, TranslationRunRecord } from "./Translation.ts"

export type TranslationPatch = Partial<
  Omit<TranslationRecord, "id" | "organizationId" | "sourceSpace" | "sourceLanguage" | "language" | "createdAt">
>

export type TranslationRunPatch = Partial<
  Omit<TranslationRunRecord, "id" | "translationId" | "requestedBy" | "createdAt">
>

/** A text that was translated once. */
export interface Remembered {
  /** Of everything that the translation was made from. */
  readonly hash: string
  readonly text: string
  /** The run that asked for it. */
  readonly run: string
  readonly words: number
}

/** The port of translations, their runs, and the memory of what was translated. */
export class TranslationStore extends Context.Service<
  TranslationStore,
  {
    /** The row is held until the transaction ends, when there is one. */
    readonly get: (organizationId: string, id: string) => Effect.Effect<TranslationRecord | undefined, StorageError>
    /** A translation of any organization. The row is held alike. */
    readonly find: (id: string) => Effect.Effect<TranslationRecord | undefined, StorageError>
    /** Those whose source the scope lets see, oldest first; key `[id]`. */
    readonly list: (
      organizationId: string,
      scope: ListScope,
      slice: Slice
    ) => Effect.Effect<Sliced<TranslationRecord>, StorageError>
    readonly insert: (translation: TranslationRecord) => Effect.Effect<void, StorageError>
    readonly update: (id: string, patch: TranslationPatch) => Effect.Effect<void, StorageError>
    readonly remove: (id: string) => Effect.Effect<boolean, StorageError>

    readonly insertRun: (run: TranslationRunRecord) => Effect.Effect<void, StorageError>
    readonly run: (id: string) => Effect.Effect<TranslationRunRecord | undefined, StorageError>
    readonly updateRun: (id: string, patch: TranslationRunPatch) => Effect.Effect<void, StorageError>
    /** Runs that are not completed, oldest first. */
    readonly openRuns: (translationId: string) => Effect.Effect<ReadonlyArray<TranslationRunRecord>, StorageError>
    /** Latest first; key `[id]`. */
    readonly listRuns: (
      translationId: string,
      slice: Slice
    ) => Effect.Effect<Sliced<TranslationRunRecord>, StorageError>
    /** Notes that a translation has translated these pages; answers how many it has in all. */
    readonly notePages: (translationId: string, pages: ReadonlyArray<string>) => Effect.Effect<number, StorageError>

    /** What an organization's memory has of these, by hash. */
    readonly recall: (
      organizationId: string,
      hashes: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, Remembered>, StorageError>
    /** How many words a run had translated. */
    readonly paidWords: (organizationId: string, run: string) => Effect.Effect<number, StorageError>
    /** Keeps translations; one that is there stays. */
    readonly remember: (
      organizationId: string,
      entries: ReadonlyArray<Remembered>,
      at: string
    ) => Effect.Effect<void, StorageError>
    /** Notes that these were of use. */
    readonly noteUse: (
      organizationId: string,
      hashes: ReadonlyArray<string>,
      at: string
    ) => Effect.Effect<void, StorageError>
    /** Forgets what was of no use since then. */
    readonly forget: (organizationId: string, before: string) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/content/translations/TranslationStore") {}
