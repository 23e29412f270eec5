import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { UploadRecord } from "./Upload.ts"

/** The port of uploads. */
export class UploadStore extends Context.Service<
  UploadStore,
  {
    readonly insert: (upload: UploadRecord) => Effect.Effect<void, StorageError>
    readonly get: (id: string) => Effect.Effect<UploadRecord | undefined, StorageError>
    /** Notes the bytes of an upload that has none and that waits for them; `false`: another one was first. */
    readonly fill: (id: string, blob: string, expiresAt: string) => Effect.Effect<boolean, StorageError>
    /** Forgets what has expired by a time; answers how many. */
    readonly removeExpired: (at: string) => Effect.Effect<number, StorageError>
  }
>()("@octavo/core/content/uploads/UploadStore") {}
