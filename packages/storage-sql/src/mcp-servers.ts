import type { McpServerRecord } from "@octavo/core/delivery/sites/McpServer"
import { McpServerStore } from "@octavo/core/delivery/sites/McpServerStore"
import { ascending, store } from "./store.ts"
import { table, text } from "./table.ts"

export const mcpServersTable = table<McpServerRecord>()("mcp_servers", {
  id: text.fixed,
  siteId: text.fixed,
  name: text,
  url: text,
  transport: text,
  sealedHeaders: text,
  condition: text.orNull.at("condition_expression"),
  createdAt: text.fixed
})

export const mcpServerStoreLayer = store(McpServerStore, "mcpServers", ({ rows, sql }) => {
  const mcpServers = rows(mcpServersTable, "m")

  return {
    list: (siteId, slice) => mcpServers.list(sql`m.site_id = ${siteId}`, ascending("m.created_at", "m.id"), slice),
    get: (siteId, id) => mcpServers.first(sql`id = ${id} AND site_id = ${siteId}`),
    count: (siteId) => mcpServers.count(sql`m.site_id = ${siteId}`),
    insert: (server) => mcpServers.insert(server),
    update: (siteId, id, patch) => mcpServers.update(patch, sql`id = ${id} AND site_id = ${siteId}`),
    remove: (siteId, id) => mcpServers.remove(sql`id = ${id} AND site_id = ${siteId}`)
  }
})
