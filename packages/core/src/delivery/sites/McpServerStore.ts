import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { McpServerRecord } from "./McpServer.ts"

export type McpServerPatch = Partial<Omit<McpServerRecord, "id" | "siteId" | "createdAt">>

/** The port of sites' MCP servers. */
export class McpServerStore extends Context.Service<
  McpServerStore,
  {
    /** Oldest first; key `[createdAt, id]`. */
    readonly list: (siteId: string, slice: Slice) => Effect.Effect<Sliced<McpServerRecord>, StorageError>
    readonly get: (siteId: string, id: string) => Effect.Effect<McpServerRecord | undefined, StorageError>
    readonly count: (siteId: string) => Effect.Effect<number, StorageError>
    readonly insert: (server: McpServerRecord) => Effect.Effect<void, StorageError>
    readonly update: (siteId: string, id: string, patch: McpServerPatch) => Effect.Effect<void, StorageError>
    readonly remove: (siteId: string, id: string) => Effect.Effect<boolean, StorageError>
  }
>()("@octavo/core/delivery/sites/McpServerStore") {}
