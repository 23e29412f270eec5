import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/**
 * What searches know of a glossary ends when it changes: of each organization by itself. Whether a space has pages that are
 * another text for each visitor is known at once.
 */
export const searching = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { track, untrack } = (yield* Dialect).changedParts
  const organization = { part: "organization_id", prefix: "glossary" }
  const terms = { ...organization, through: { table: "glossary_entries", column: "entry_id" } }
  for (const [table, tracking] of [
    ["glossary_entries", organization],
    ["glossary_terms", terms]
  ] as const) {
    yield* untrack(table)
    yield* track(table, tracking)
  }
  yield* sql`CREATE INDEX search_pages_varying ON search_pages (space_id) WHERE varies = 1`
})
