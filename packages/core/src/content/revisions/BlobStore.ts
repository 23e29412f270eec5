/** The port of what is known of files' bytes: a row for each hash, and what names it. */
import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"

export interface BlobRecord {
  readonly hash: string
  /** In bytes. */
  readonly size: number
  /** Of the `BlobStorage` that holds the bytes. */
  readonly key: string
  /** Whether that is the one outside of the database. */
  readonly outside: boolean
}

export class BlobStore extends Context.Service<
  BlobStore,
  {
    readonly find: (hash: string) => Effect.Effect<BlobRecord | undefined, StorageError>
    /** Bytes of all records together. */
    readonly bytes: Effect.Effect<number, StorageError>
    /**
     * Notes bytes that were just written, and gives the record that counts: the first one of a hash. From now on they
     * wait, as new ones do, for something to name them.
     */
    readonly keep: (record: BlobRecord, at: string) => Effect.Effect<BlobRecord, StorageError>
    /** Roots of all revisions, each once, as they are at one moment. */
    readonly roots: Effect.Effect<ReadonlyArray<string>, StorageError>
    /** Texts in which download addresses may stand: settings, logos, pictures of people. */
    readonly texts: Effect.Effect<ReadonlyArray<string>, StorageError>
    /** Hashes in their order, after one (exclusive). */
    readonly hashes: (after: string | undefined, limit: number) => Effect.Effect<ReadonlyArray<string>, StorageError>
    /**
     * Notes for the given hashes whether something names them: those of `named`, and those that a column names. The
     * others are unnamed since `at`, or since the earlier time that was noted.
     */
    readonly mark: (
      hashes: ReadonlyArray<string>,
      named: ReadonlySet<string>,
      at: string
    ) => Effect.Effect<void, StorageError>
    /** Deletes records that nothing names since before a time, and answers them. What a column names stays. */
    readonly sweep: (before: string, limit: number) => Effect.Effect<ReadonlyArray<BlobRecord>, StorageError>
    /** Those of some keys that no record has. */
    readonly unknownKeys: (
      keys: ReadonlyArray<string>,
      outside: boolean
    ) => Effect.Effect<ReadonlyArray<string>, StorageError>
  }
>()("@octavo/core/content/revisions/BlobStore") {}
