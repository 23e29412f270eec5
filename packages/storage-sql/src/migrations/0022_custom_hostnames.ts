import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Custom hostnames of sites, those that were given up included. A site's `hostname` is the one where it is served. */
export const customHostnames = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { integer, text } = types

  yield* sql`CREATE TABLE custom_hostnames (
    hostname ${text} PRIMARY KEY,
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    site_id ${text} UNIQUE REFERENCES sites(id) ON DELETE CASCADE,
    token ${text} NOT NULL,
    status ${text},
    problem ${text},
    is_active ${integer} NOT NULL,
    failures ${integer} NOT NULL,
    sequence ${integer} NOT NULL,
    created_at ${text} NOT NULL,
    proven_at ${text},
    checked_at ${text},
    next_check_at ${text},
    released_at ${text}
  ) ${tableOptions}`
  yield* sql`CREATE INDEX custom_hostnames_due ON custom_hostnames (next_check_at)`
})
