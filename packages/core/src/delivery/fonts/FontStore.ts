import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { FontFaceRecord, FontRecord } from "./Font.ts"

/** The port of custom fonts. */
export class FontStore extends Context.Service<
  FontStore,
  {
    /** Oldest first. */
    readonly all: (organizationId: string) => Effect.Effect<ReadonlyArray<FontRecord>, StorageError>
    readonly get: (organizationId: string, id: string) => Effect.Effect<FontRecord | undefined, StorageError>
    /** Inside a transaction: nobody else changes the organization's fonts until it ends. */
    readonly lock: (organizationId: string) => Effect.Effect<void, StorageError>
    readonly insert: (font: FontRecord) => Effect.Effect<void, StorageError>
    /** Replaces the family and all faces. */
    readonly replace: (
      id: string,
      family: string,
      faces: ReadonlyArray<FontFaceRecord>
    ) => Effect.Effect<void, StorageError>
    readonly remove: (organizationId: string, id: string) => Effect.Effect<boolean, StorageError>
  }
>()("@octavo/core/delivery/fonts/FontStore") {}
