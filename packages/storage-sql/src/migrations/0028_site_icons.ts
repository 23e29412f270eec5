import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"
import { fromJson } from "../support.ts"

/** The icon of a site beside its other fields: lists of sites show it, and looks are long. */
export const siteIcons = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types } = yield* Dialect
  yield* sql`ALTER TABLE sites ADD COLUMN icon ${types.text}`
  const rows = yield* sql<{ site_id: string; settings: string }>`SELECT site_id, settings FROM site_customizations`
  for (const { settings, site_id } of rows) {
    const { favicon } = fromJson<{ readonly favicon?: object }>(settings)
    if (favicon === undefined || Object.keys(favicon).length === 0) continue
    yield* sql`UPDATE sites SET icon = ${JSON.stringify(favicon)} WHERE id = ${site_id}`
  }
})
