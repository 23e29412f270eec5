import { McpServer, McpServerUpdate, NewMcpServer } from "@octavo/core/delivery/sites/McpServer"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Conflict } from "./errors.ts"
import { Authenticated, Checked, Common, created, Deleted, Id, ListOf, listQuery } from "./shared.ts"

const params = { organizationId: Id, siteId: Id }
const one = { ...params, siteMcpServerId: Id }
const path = "/orgs/:organizationId/sites/:siteId/mcp-servers"

/** MCP servers of others that a site offers. */
export const McpServersGroup = HttpApiGroup.make("site-mcp-servers")
  .add(
    HttpApiEndpoint.get("listSiteMcpServers", path, {
      params,
      query: listQuery,
      success: ListOf(McpServer, "SiteMcpServerList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the MCP servers of a site" })),
    HttpApiEndpoint.post("createSiteMcpServer", path, {
      params,
      payload: NewMcpServer,
      success: created(McpServer),
      error: [...Common, Conflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Add an MCP server to a site",
        description: "409 when the site has 100 of them. Headers are sealed at rest."
      })
    ),
    HttpApiEndpoint.get("getSiteMcpServerById", `${path}/:siteMcpServerId`, {
      params: one,
      success: McpServer,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get an MCP server of a site" })),
    HttpApiEndpoint.patch("updateSiteMcpServerById", `${path}/:siteMcpServerId`, {
      params: one,
      payload: McpServerUpdate,
      success: McpServer,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Change an MCP server of a site" })),
    HttpApiEndpoint.delete("deleteSiteMcpServerById", `${path}/:siteMcpServerId`, {
      params: one,
      success: Deleted,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Remove an MCP server from a site" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Site MCP servers", description: "Tools that a site offers to agents." }))
