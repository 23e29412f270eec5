import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { AdaptiveJsonSchema } from "./AdaptiveSchema.ts"

export interface AdaptiveSchemaRecord {
  readonly jsonSchema: AdaptiveJsonSchema
  readonly updatedAt: string
}

/** The port of the adaptive schemas of sites. */
export class AdaptiveSchemaStore extends Context.Service<
  AdaptiveSchemaStore,
  {
    readonly get: (siteId: string) => Effect.Effect<AdaptiveSchemaRecord | undefined, StorageError>
    /** Writes it over the one that is there. */
    readonly put: (siteId: string, schema: AdaptiveSchemaRecord) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/delivery/adaptive-schema/AdaptiveSchemaStore") {}
