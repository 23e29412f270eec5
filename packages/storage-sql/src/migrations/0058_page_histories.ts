import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** When pages were written and by whom, as the history of their repository says, and up to where it was read. */
export const pageHistories = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { changedParts, tableOptions, types } = yield* Dialect
  const { text } = types
  yield* sql`CREATE TABLE git_histories (
    space_id ${text} NOT NULL PRIMARY KEY REFERENCES spaces(id) ON DELETE CASCADE,
    commit_oid ${text} NOT NULL,
    root ${text} NOT NULL,
    read_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE TABLE git_history_pages (
    space_id ${text} NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
    page_id ${text} NOT NULL,
    body ${text} NOT NULL,
    updated_at ${text} NOT NULL,
    changed_at ${text} NOT NULL,
    authors ${text} NOT NULL,
    PRIMARY KEY (space_id, page_id)
  ) ${tableOptions}`
  // pages of the space are drawn anew once all of a commit is there
  yield* changedParts.track("git_histories", { part: "space_id" })
})
