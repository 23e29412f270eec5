import type { AuditEventRecord, AuditFilter } from "@octavo/core/people/audit/AuditEvent"
import { AuditStore } from "@octavo/core/people/audit/AuditStore"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { chunkRows } from "./Dialect.ts"
import { store } from "./store.ts"
import { json } from "./support.ts"

interface Row {
  readonly id: string
  readonly organization_id: string
  readonly occurred_at: string
  readonly action: string
  readonly actor_kind: "user" | "system"
  readonly actor_id: string
  readonly actor_label: string | null
  readonly source: AuditEventRecord["source"]
  readonly target_kind: string
  readonly target_id: string
  readonly target_label: string | null
  readonly ip: string | null
  readonly schema_version: number
  readonly payload: string
}

const toRecord = (row: Row): AuditEventRecord => ({
  id: row.id,
  organizationId: row.organization_id,
  occurredAt: row.occurred_at,
  action: row.action,
  actor: { type: row.actor_kind, id: row.actor_id, label: row.actor_label },
  source: row.source,
  target: { type: row.target_kind, id: row.target_id, label: row.target_label },
  ip: row.ip,
  schemaVersion: row.schema_version,
  payload: json(row.payload)
})

export const auditStoreLayer = store(AuditStore, "audit", ({ dialect, sliced, sql }) => {
  const nameOf = (userId: string) =>
    Effect.map(
      sql<{ display_name: string }>`SELECT display_name FROM users WHERE id = ${userId}`,
      ([row]) => row?.display_name ?? null
    )

  return {
    insert: (events) =>
      Effect.gen(function* () {
        const [first] = events
        if (first === undefined) return
        // events of one call have one actor
        const label = first.actor.label ?? (yield* nameOf(first.actor.id))
        const rows = events.map((event) => ({
          id: event.id,
          organization_id: event.organizationId,
          occurred_at: event.occurredAt,
          action: event.action,
          actor_kind: event.actor.type,
          actor_id: event.actor.id,
          actor_label: label,
          source: event.source,
          target_kind: event.target.type,
          target_id: event.target.id,
          target_label: event.target.label,
          ip: event.ip,
          schema_version: event.schemaVersion,
          payload: JSON.stringify(event.payload)
        }))
        for (const part of chunkRows(dialect, rows)) yield* sql`INSERT INTO audit_events ${sql.insert(part)}`
      }),
    get: (organizationId, id) =>
      sql<Row>`SELECT * FROM audit_events WHERE id = ${id} AND organization_id = ${organizationId}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : toRecord(row)))
      ),
    list: (organizationId, filter, slice) => {
      const order = [
        { column: sql`occurred_at`, descending: true },
        { column: sql`id`, descending: true }
      ]
      const where = sql`organization_id = ${organizationId} AND ${matching(sql, filter)}`
      return sliced(order, slice, sql`audit_events WHERE ${where}`, (rest) =>
        Effect.map(sql<Row>`SELECT * FROM audit_events WHERE ${where} AND ${rest}`, (rows) => rows.map(toRecord))
      )
    },
    organizationsOf: (userId) =>
      sql<{ organization_id: string }>`SELECT organization_id FROM members WHERE user_id = ${userId}`.pipe(
        Effect.map((rows) => rows.map((row) => row.organization_id))
      )
  }
})

const matching = (sql: SqlClient.SqlClient, filter: AuditFilter): Statement.Fragment =>
  sql.and([
    sql`1 = 1`,
    ...(filter.from === undefined ? [] : [sql`occurred_at >= ${filter.from}`]),
    ...(filter.to === undefined ? [] : [sql`occurred_at <= ${filter.to}`]),
    ...(filter.action === undefined ? [] : [sql`action = ${filter.action}`]),
    ...(filter.actor === undefined ? [] : [sql`actor_id = ${filter.actor}`]),
    ...(filter.target === undefined ? [] : [sql`target_id = ${filter.target}`])
  ])
