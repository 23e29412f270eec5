import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** MCP servers that sites offer; headers are sealed. */
export const mcpServers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { text } = types

  yield* sql`CREATE TABLE mcp_servers (
    id ${text} PRIMARY KEY,
    site_id ${text} NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
    name ${text} NOT NULL,
    url ${text} NOT NULL,
    transport ${text} NOT NULL,
    sealed_headers ${text} NOT NULL,
    condition_expression ${text},
    created_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX mcp_servers_by_site ON mcp_servers (site_id, created_at, id)`
})
