import { Context, type Effect } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"

/** A file whose bytes were uploaded for content. */
export interface UploadedFile {
  /** Id that it has in content: the same upload, taken again because an answer was lost, is the same file. */
  readonly id: string
  readonly contentType: string
  /** In bytes. */
  readonly size: number
  /** Hash of the bytes. */
  readonly blob: string
}

/** The port of uploads that content takes. */
export class UploadedFiles extends Context.Service<
  UploadedFiles,
  {
    /** The file behind a `storageKey` of this organization that the caller uploaded; else what is wrong, in words. */
    readonly take: (
      organizationId: string,
      storageKey: string
    ) => Effect.Effect<UploadedFile | { readonly problem: string }, StorageError, CurrentActor>
  }
>()("@octavo/core/content/revisions/UploadedFiles") {}
