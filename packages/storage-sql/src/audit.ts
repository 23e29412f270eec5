import type { AuditEventRecord, AuditFilter } from "@octavo/core/people/audit/AuditEvent"
import { AuditStore } from "@octavo/core/people/audit/AuditStore"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { literal } from "./Dialect.ts"
import { descending, store } from "./store.ts"
import { integer, json, table, text } from "./table.ts"
import { unread } from "./writeBehind.ts"

export const auditEventsTable = table<AuditEventRecord>()("audit_events", {
  id: text.fixed,
  organizationId: text.fixed,
  occurredAt: text,
  action: text,
  actor: { type: text.at("actor_kind"), id: text, label: text.orNull },
  source: text,
  target: { type: text.at("target_kind"), id: text, label: text.orNull },
  ip: text.orNull,
  schemaVersion: integer,
  payload: json
})

export const auditStoreLayer = store(AuditStore, "audit", ({ rows, sql }) => {
  const auditEvents = rows(auditEventsTable)
  /** The name that somebody has now is read by the same statement. */
  const nameOf = (userId: string) => sql`(SELECT display_name FROM users WHERE id = ${userId})`
  const insert = (event: AuditEventRecord) => {
    const row = Object.entries(auditEventsTable.insert(event))
    const values = row.map(([name, value]) =>
      name === "actor_label" && value === null ? nameOf(event.actor.id) : sql`${value}`
    )
    return sql`INSERT INTO audit_events (${literal(row.map(([name]) => name).join(", "))}) VALUES (${sql.csv(values)})`
  }

  return {
    insert: (events) => unread(Effect.forEach(events, insert, { discard: true })),
    get: (organizationId, id) => auditEvents.first(sql`id = ${id} AND organization_id = ${organizationId}`),
    list: (organizationId, filter, slice) => {
      const where = sql`organization_id = ${organizationId} AND ${matching(sql, filter)}`
      return auditEvents.list(where, descending("occurred_at", "id"), slice)
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
