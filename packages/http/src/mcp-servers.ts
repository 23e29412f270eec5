import { McpServer } from "@octavo/core/delivery/sites/McpServer"
import { McpServers } from "@octavo/core/delivery/sites/McpServers"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { createdReply, deletedReply, notKept, reply } from "./reply.ts"

const one = reply(McpServer)

export const mcpServersHandlers = groupHandlers(
  "site-mcp-servers",
  Effect.fn(function* (handlers) {
    const servers = yield* McpServers
    return handlers.handleAll({
      listSiteMcpServers: ({ params, query }) => servers.list(params.organizationId, params.siteId, query),
      createSiteMcpServer: ({ params, payload }) =>
        Effect.map(servers.create(params.organizationId, params.siteId, payload), (it) => notKept(createdReply(it))),
      getSiteMcpServerById: ({ params }) =>
        Effect.map(servers.get(params.organizationId, params.siteId, params.siteMcpServerId), (it) => notKept(one(it))),
      updateSiteMcpServerById: ({ params, payload }) =>
        Effect.map(servers.update(params.organizationId, params.siteId, params.siteMcpServerId, payload), (it) =>
          notKept(one(it))
        ),
      deleteSiteMcpServerById: ({ params }) =>
        Effect.map(servers.remove(params.organizationId, params.siteId, params.siteMcpServerId), deletedReply).pipe(
          Effect.catchTag("NotFound", () => Effect.succeed(deletedReply(false)))
        )
    })
  })
)
