import type { AdaptiveJsonSchema } from "@octavo/core/delivery/adaptive-schema/AdaptiveSchema"
import { AdaptiveSchemaStore } from "@octavo/core/delivery/adaptive-schema/AdaptiveSchemaStore"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { json, storage } from "./support.ts"

export const adaptiveSchemaStoreLayer = Layer.effect(
  AdaptiveSchemaStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return AdaptiveSchemaStore.of({
      get: (siteId) =>
        sql<{ json_schema: string; updated_at: string }>`SELECT json_schema, updated_at FROM site_adaptive_schemas
          WHERE site_id = ${siteId}`.pipe(
          Effect.map(([row]) =>
            row === undefined
              ? undefined
              : { jsonSchema: json<AdaptiveJsonSchema>(row.json_schema), updatedAt: row.updated_at }
          ),
          storage("adaptiveSchemas.get")
        ),
      put: (siteId, { jsonSchema, updatedAt }) =>
        sql`INSERT INTO site_adaptive_schemas ${sql.insert({
          site_id: siteId,
          json_schema: JSON.stringify(jsonSchema),
          updated_at: updatedAt
        })} ON CONFLICT (site_id) DO UPDATE SET json_schema = excluded.json_schema, updated_at = excluded.updated_at`.pipe(
          Effect.asVoid,
          storage("adaptiveSchemas.put")
        )
    })
  })
)
