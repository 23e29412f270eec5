import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"

/** What stands in a collection is found by the collection; deleted spaces by the time of their deletion. */
export const collections = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX spaces_by_collection ON spaces (parent_id, position, id)`
  yield* sql`CREATE INDEX collections_by_collection ON collections (parent_id)`
  yield* sql`CREATE INDEX collections_by_organization ON collections (organization_id, position, id)`
  yield* sql`CREATE INDEX spaces_deleted ON spaces (deleted_at) WHERE deleted_at IS NOT NULL`
})
