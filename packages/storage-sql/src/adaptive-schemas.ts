import type { AdaptiveJsonSchema } from "@octavo/core/delivery/adaptive-schema/AdaptiveSchema"
import { AdaptiveSchemaStore } from "@octavo/core/delivery/adaptive-schema/AdaptiveSchemaStore"
import { Effect } from "effect"
import { store } from "./store.ts"
import { fromJson } from "./support.ts"

export const adaptiveSchemaStoreLayer = store(AdaptiveSchemaStore, "adaptiveSchemas", ({ sql }) => {
  return {
    get: (siteId) =>
      sql<{ json_schema: string; updated_at: string }>`SELECT json_schema, updated_at FROM site_adaptive_schemas
        WHERE site_id = ${siteId}`.pipe(
        Effect.map(([row]) =>
          row === undefined
            ? undefined
            : { jsonSchema: fromJson<AdaptiveJsonSchema>(row.json_schema), updatedAt: row.updated_at }
        )
      ),
    put: (siteId, { jsonSchema, updatedAt }) =>
      sql`INSERT INTO site_adaptive_schemas ${sql.insert({
        site_id: siteId,
        json_schema: JSON.stringify(jsonSchema),
        updated_at: updatedAt
      })} ON CONFLICT (site_id) DO UPDATE SET json_schema = excluded.json_schema, updated_at = excluded.updated_at`.pipe(
        Effect.asVoid
      )
  }
})
