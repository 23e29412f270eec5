import type { McpServerRecord } from "@octavo/core/delivery/sites/McpServer"
import { type McpServerPatch, McpServerStore } from "@octavo/core/delivery/sites/McpServerStore"
import { Effect } from "effect"
import { anyRow, store } from "./store.ts"
import { after, ordered } from "./support.ts"

interface Row {
  readonly id: string
  readonly site_id: string
  readonly name: string
  readonly url: string
  readonly transport: McpServerRecord["transport"]
  readonly sealed_headers: string
  readonly condition_expression: string | null
  readonly created_at: string
}

const toRecord = (row: Row): McpServerRecord => ({
  id: row.id,
  siteId: row.site_id,
  name: row.name,
  url: row.url,
  transport: row.transport,
  sealedHeaders: row.sealed_headers,
  condition: row.condition_expression,
  createdAt: row.created_at
})

const toColumns = (patch: McpServerPatch): Record<string, string | null> => ({
  ...(patch.name === undefined ? {} : { name: patch.name }),
  ...(patch.url === undefined ? {} : { url: patch.url }),
  ...(patch.transport === undefined ? {} : { transport: patch.transport }),
  ...(patch.sealedHeaders === undefined ? {} : { sealed_headers: patch.sealedHeaders }),
  ...(patch.condition === undefined ? {} : { condition_expression: patch.condition })
})

export const mcpServerStoreLayer = store(McpServerStore, "mcpServers", ({ countOf, sql }) => {
  const order = [{ column: sql`m.created_at` }, { column: sql`m.id` }]
  const count = (siteId: string) => countOf(sql`mcp_servers m WHERE m.site_id = ${siteId}`)

  return {
    list: (siteId, slice) =>
      Effect.all({
        items: Effect.map(
          sql<Row>`SELECT m.* FROM mcp_servers m
            WHERE m.site_id = ${siteId} AND ${after(sql, order, slice.after)} ${ordered(sql, order, slice)}`,
          (rows) => rows.map(toRecord)
        ),
        count: count(siteId)
      }),
    get: (siteId, id) =>
      sql<Row>`SELECT * FROM mcp_servers WHERE id = ${id} AND site_id = ${siteId}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : toRecord(row)))
      ),
    count: (siteId) => count(siteId),
    insert: (server) =>
      sql`INSERT INTO mcp_servers ${sql.insert({
        id: server.id,
        site_id: server.siteId,
        created_at: server.createdAt,
        ...toColumns(server)
      })}`.pipe(Effect.asVoid),
    update: (siteId, id, patch) =>
      sql`UPDATE mcp_servers SET ${sql.update(toColumns(patch))} WHERE id = ${id} AND site_id = ${siteId}`.pipe(
        Effect.asVoid
      ),
    remove: (siteId, id) =>
      sql`DELETE FROM mcp_servers WHERE id = ${id} AND site_id = ${siteId} RETURNING id`.pipe(anyRow)
  }
})
