import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { ImportFilter, ImportRunRecord, ImportStatus } from "./ImportRun.ts"

export type ImportRunPatch = Partial<
  Pick<ImportRunRecord, "status" | "reason" | "pages" | "warnings" | "startedAt" | "completedAt">
> & { readonly updatedAt: string }

/** The port of runs of imports. */
export class ImportRunStore extends Context.Service<
  ImportRunStore,
  {
    readonly insert: (run: ImportRunRecord) => Effect.Effect<void, StorageError>
    readonly get: (id: string) => Effect.Effect<ImportRunRecord | undefined, StorageError>
    /** Latest first; key `[id]`. */
    readonly list: (
      organizationId: string,
      filter: ImportFilter,
      slice: Slice
    ) => Effect.Effect<Sliced<ImportRunRecord>, StorageError>
    /** Changes a run that is in one of these states; `false`: it is in another one, and stays as it is. */
    readonly update: (
      id: string,
      from: ReadonlyArray<ImportStatus>,
      patch: ImportRunPatch
    ) => Effect.Effect<boolean, StorageError>
    /** How many runs of the organization are pending or in progress. */
    readonly active: (organizationId: string) => Effect.Effect<number, StorageError>
  }
>()("@octavo/core/content/imports/ImportRunStore") {}
