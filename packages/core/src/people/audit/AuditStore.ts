import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { AuditEventRecord, AuditFilter } from "./AuditEvent.ts"

/** The port of the audit trail: events are added and read, never changed or removed. */
export class AuditStore extends Context.Service<
  AuditStore,
  {
    /** Adds events; joins the caller's transaction. The label of a person is looked up when it is left `null`. */
    readonly insert: (events: ReadonlyArray<AuditEventRecord>) => Effect.Effect<void, StorageError>
    readonly get: (organizationId: string, id: string) => Effect.Effect<AuditEventRecord | undefined, StorageError>
    /** Newest first; the key is `[occurredAt, id]`. */
    readonly list: (
      organizationId: string,
      filter: AuditFilter,
      slice: Slice
    ) => Effect.Effect<Sliced<AuditEventRecord>, StorageError>
    /** Organizations that the user is a member of. */
    readonly organizationsOf: (userId: string) => Effect.Effect<ReadonlyArray<string>, StorageError>
  }
>()("@octavo/core/people/audit/AuditStore") {}
