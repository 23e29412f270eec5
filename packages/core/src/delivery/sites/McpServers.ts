/** The MCP servers of a site: list, create, get, change, delete. Their headers are sealed at rest. */
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { defined } from "../../kernel/shared/defined.ts"
import { EncryptionAtRest } from "../../kernel/shared/EncryptionAtRest.ts"
import { Conflict, type Forbidden, type Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit, changes } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import { makeLoadSite } from "../site-records/loadSite.ts"
import type { SiteRecord } from "../site-records/Site.ts"
import { SiteStore } from "../site-records/SiteStore.ts"
import {
  type McpServer,
  type McpServerRecord,
  type McpServerUpdate,
  masked,
  mostMcpServers,
  type NewMcpServer,
  toMcpServer
} from "./McpServer.ts"
import { type McpServerPatch, McpServerStore } from "./McpServerStore.ts"

type Failure = Forbidden | NotFound | StorageError

export class McpServers extends Context.Service<
  McpServers,
  {
    /** The site's MCP servers, oldest first. Only admins of the site see the values of headers. */
    readonly list: (
      organizationId: string,
      siteId: string,
      params: ListParams
    ) => Effect.Effect<Page<McpServer>, Failure | Invalid, CurrentActor>
    readonly get: (
      organizationId: string,
      siteId: string,
      siteMcpServerId: string
    ) => Effect.Effect<McpServer, Failure, CurrentActor>
    readonly create: (
      organizationId: string,
      siteId: string,
      input: NewMcpServer
    ) => Effect.Effect<McpServer, Failure | Conflict, CurrentActor>
    readonly update: (
      organizationId: string,
      siteId: string,
      siteMcpServerId: string,
      input: McpServerUpdate
    ) => Effect.Effect<McpServer, Failure, CurrentActor>
    /** `false`: there was none. */
    readonly remove: (
      organizationId: string,
      siteId: string,
      siteMcpServerId: string
    ) => Effect.Effect<boolean, Failure, CurrentActor>
  }
>()("@octavo/core/delivery/sites/McpServers") {
  static readonly layer = Layer.effect(
    McpServers,
    Effect.gen(function* () {
      const store = yield* McpServerStore
      const sites = yield* SiteStore
      const audit = yield* Audit
      const transaction = yield* Transaction
      const instance = yield* Instance
      const encryption = yield* EncryptionAtRest
      const key = yield* SigningKey
      const load = makeLoadSite(yield* Access, sites)

      const sealed = (id: string, headers: NewMcpServer["headers"]) =>
        encryption.encrypt(purpose(id), Redacted.make(JSON.stringify(headers ?? {})))

      /** @param open whether the caller sees the values of headers */
      const show = Effect.fnUntraced(function* (site: SiteRecord, server: McpServerRecord, open: boolean) {
        const headers = decodeHeaders(
          Redacted.value(yield* encryption.decrypt(purpose(server.id), server.sealedHeaders))
        )
        return toMcpServer(instance, site.organizationId, server, open ? headers : masked(headers))
      })

      const require = Effect.fnUntraced(function* (siteId: string, id: string) {
        return (yield* store.get(siteId, id)) ?? (yield* NotFound.of("MCP server", id))
      })

      const record = (
        site: SiteRecord,
        action: "site.mcp-server.create" | "site.mcp-server.update" | "site.mcp-server.delete",
        { id, name }: McpServerRecord,
        payload: Readonly<Record<string, unknown>>
      ) =>
        audit.record({
          organizationId: site.organizationId,
          action,
          target: { type: "site", id: site.id, label: site.title },
          payload: { mcpServer: { id, name }, ...payload }
        })

      const list = traced("McpServers.list")(function* (organizationId: string, siteId: string, params: ListParams) {
        const { role, site } = yield* load(organizationId, siteId, "site.mcp-servers.view")
        const page = yield* paginate(
          ["mcp-servers", siteId],
          params,
          (server: McpServerRecord) => [server.createdAt, server.id],
          (slice) => store.list(siteId, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return { ...page, items: yield* Effect.forEach(page.items, (server) => show(site, server, role === "admin")) }
      })

      const get = traced("McpServers.get")(function* (organizationId: string, siteId: string, siteMcpServerId: string) {
        const { role, site } = yield* load(organizationId, siteId, "site.mcp-servers.view")
        return yield* show(site, yield* require(siteId, siteMcpServerId), role === "admin")
      })

      const create = traced("McpServers.create")(function* (
        organizationId: string,
        siteId: string,
        { condition, headers, name, transport, url }: NewMcpServer
      ) {
        const { site } = yield* load(organizationId, siteId, "site.mcp-servers.edit")
        const id = makeId()
        const server: McpServerRecord = {
          id,
          siteId,
          name,
          url,
          transport: transport ?? "sse",
          sealedHeaders: yield* sealed(id, headers),
          condition: condition || null,
          createdAt: yield* now
        }
        yield* transaction.run(
          Effect.gen(function* () {
            if (!(yield* sites.lock(siteId))) return yield* NotFound.of("site", siteId)
            if ((yield* store.count(siteId)) >= mostMcpServers) {
              return yield* new Conflict({ message: `A site has at most ${mostMcpServers} MCP servers; delete some` })
            }
            yield* store.insert(server)
            yield* record(site, "site.mcp-server.create", server, { url, headers: Object.keys(headers ?? {}) })
          })
        )
        return yield* show(site, server, true)
      })

      const update = traced("McpServers.update")(function* (
        organizationId: string,
        siteId: string,
        siteMcpServerId: string,
        { condition, headers, ...rest }: McpServerUpdate
      ) {
        const { site } = yield* load(organizationId, siteId, "site.mcp-servers.edit")
        const sealedHeaders = headers === undefined ? undefined : yield* sealed(siteMcpServerId, headers)
        const server = yield* transaction.run(
          Effect.gen(function* () {
            if (!(yield* sites.lock(siteId))) return yield* NotFound.of("site", siteId)
            const before = yield* require(siteId, siteMcpServerId)
            const plain = { ...rest, ...(condition === undefined ? {} : { condition: condition || null }) }
            const patch: McpServerPatch = { ...plain, ...defined({ sealedHeaders }) }
            // the trail names headers, never what they hold
            const changed = {
              ...changes({ ...before }, plain),
              ...(headers === undefined ? {} : { headers: Object.keys(headers) })
            }
            if (Object.keys(changed).length === 0) return before
            yield* store.update(siteId, siteMcpServerId, patch)
            yield* record(site, "site.mcp-server.update", before, changed)
            return { ...before, ...patch }
          })
        )
        return yield* show(site, server, true)
      })

      const remove = traced("McpServers.remove")(function* (
        organizationId: string,
        siteId: string,
        siteMcpServerId: string
      ) {
        const { site } = yield* load(organizationId, siteId, "site.mcp-servers.edit")
        const server = yield* store.get(siteId, siteMcpServerId)
        if (server === undefined) return false
        return yield* transaction.run(
          Effect.tap(store.remove(siteId, siteMcpServerId), (done) =>
            done ? record(site, "site.mcp-server.delete", server, {}) : Effect.void
          )
        )
      })

      return McpServers.of({ list, get, create, update, remove })
    })
  )
}

const purpose = (id: string): string => `headers of the MCP server ${id}`

const decodeHeaders = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)))
