/** What imports read, are told and answer. */
import { Data } from "effect"
import type { ConflictPlace } from "../revisions/merge/MergeConflict.ts"
import type { GitSyncRecord, ImportCounts } from "./GitOperation.ts"
import type { ImportedRedirect } from "./RedirectsRead.ts"

export interface ImportResult {
  /** The space's revision afterwards; a new one only if something changed. */
  readonly revisionId: string
  readonly changed: boolean
  readonly counts: ImportCounts
}

/** Of a snapshot that was at hand. */
export interface SnapshotResult extends ImportResult {
  /** The content that it left. */
  readonly root: string
  /** What the next import compares its tree with, to see whether only contents changed. */
  readonly shape: string | null
}

export interface SnapshotOptions {
  /**
   * What the import before it answered: where nobody else changed the space since, and no file came, went or moved, this
   * one costs what changed.
   */
  readonly last?: SnapshotResult | undefined
  /** Leaves the indexes of a large import to the caller: until they are complete, readers of sites find a part. */
  readonly indexesLater?: boolean | undefined
}

/** Both sides changed the same places: what was read, and the content that it was merged with. */
export class Conflicting extends Data.TaggedError("Conflicting")<{
  readonly made: Incoming
  readonly current: string
}> {
  get pages(): ReadonlyArray<string> {
    return [...new Set(this.made.conflicts.map(({ title }) => title))]
  }
}

/** Content of Git, merged with what is here. */
export interface Incoming {
  /** What the repository holds. */
  readonly theirs: string
  /** What the space shows when both are in it. */
  readonly merged: string
  readonly counts: ImportCounts
  readonly shape: string | null
  readonly conflicts: ReadonlyArray<ConflictPlace>
  /** Redirects that the repository asks for; `undefined` when they are as they were. */
  readonly redirects: ReadonlyArray<ImportedRedirect> | undefined
}

/** What is known of the content of the last time. */
export type Synchronized = Pick<GitSyncRecord, "root" | "shape"> & Partial<Pick<GitSyncRecord, "pending">>
