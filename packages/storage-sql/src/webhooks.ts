import type { DeliveryRecord, WebhookRecord, WebhookTarget } from "@octavo/core/connections/webhooks/Webhook"
import { type Claimed, WebhookStore } from "@octavo/core/connections/webhooks/WebhookStore"
import { Effect } from "effect"
import { anyRow, ascending, descending, store } from "./store.ts"
import { fromJson } from "./support.ts"
import { boolean, integer, json, type Row, table, text } from "./table.ts"
import { usersTable } from "./users.ts"

export const webhooksTable = table<WebhookRecord>()("webhooks", {
  id: text.fixed,
  organizationId: text.fixed,
  spaceId: text.orNull.fixed,
  siteId: text.orNull.fixed,
  url: text,
  description: text.orNull,
  events: json,
  active: boolean,
  disabledReason: text.orNull,
  failingSince: text.orNull,
  sealedSecret: text,
  sealedPrevious: text.orNull,
  previousUntil: text.orNull,
  createdAt: text.fixed
})

const deliveryColumns = {
  id: text.fixed,
  webhookId: text,
  eventId: text,
  eventType: text.at("type").computed,
  state: text,
  attempts: integer,
  nextAttemptAt: text,
  lastAttemptAt: text.orNull,
  duration: integer.orNull,
  status: integer.orNull,
  response: text.orNull,
  failure: text.orNull,
  replayOf: text.orNull,
  createdAt: text
} as const

export const webhookDeliveriesTable = table<DeliveryRecord>()("webhook_deliveries", deliveryColumns)

/** With what is sent. */
const deliveredTable = table<DeliveryRecord & { readonly body: string }>()("webhook_deliveries", {
  ...deliveryColumns,
  body: text.computed
})

export const webhookStoreLayer = store(WebhookStore, "webhooks", ({ dialect, insertAll, rows, sql }) => {
  const webhooks = rows(webhooksTable, "w")
  const deliveries = rows(webhookDeliveriesTable, "d", {
    columns: sql`e.type`,
    join: sql`JOIN webhook_events e ON e.id = d.event_id`
  })
  const delivered = rows(deliveredTable, "d", {
    columns: sql`e.type, e.body`,
    join: sql`JOIN webhook_events e ON e.id = d.event_id`
  })
  const users = rows(usersTable)
  const { rowLock } = dialect

  const own = ({ id, kind, organizationId }: WebhookTarget) =>
    sql.and([
      sql`w.organization_id = ${organizationId}`,
      kind === "space" ? sql`w.space_id = ${id}` : sql`w.space_id IS NULL`,
      kind === "site" ? sql`w.site_id = ${id}` : sql`w.site_id IS NULL`
    ])
  return {
    list: (target, slice) => webhooks.list(own(target), ascending("w.created_at", "w.id"), slice),
    count: (target) => webhooks.count(own(target)),
    get: (organizationId, id) => webhooks.first(sql`id = ${id} AND organization_id = ${organizationId}`),
    lock: (organizationId, id) => webhooks.first(sql`id = ${id} AND organization_id = ${organizationId} ${rowLock}`),
    insert: (hook) => webhooks.insert(hook),
    update: (id, patch) => webhooks.update(patch, sql`id = ${id}`),
    remove: (id) => webhooks.remove(sql`id = ${id}`),

    heard: Effect.map(
      sql<{ events: string }>`SELECT DISTINCT events FROM webhooks WHERE active = 1`,
      (rows) => new Set(rows.flatMap(({ events }) => fromJson<Array<string>>(events)))
    ),
    listeners: (place) => {
      const organization =
        "organization" in place
          ? sql`${place.organization}`
          : "space" in place
            ? sql`(SELECT organization_id FROM spaces WHERE id = ${place.space})`
            : sql`(SELECT organization_id FROM sites WHERE id = ${place.site})`
      const space =
        "space" in place ? sql`(w.space_id IS NULL OR w.space_id = ${place.space})` : sql`w.space_id IS NULL`
      const site = "site" in place ? sql`(w.site_id IS NULL OR w.site_id = ${place.site})` : sql`w.site_id IS NULL`
      return sql<{ id: string; organization_id: string; events: string }>`SELECT w.id, w.organization_id, w.events
        FROM webhooks w WHERE w.organization_id = ${organization} AND w.active = 1 AND ${space} AND ${site}
        ORDER BY w.id`.pipe(
        Effect.map((rows) =>
          rows.map((row) => ({
            webhookId: row.id,
            organizationId: row.organization_id,
            events: fromJson<Array<string>>(row.events)
          }))
        )
      )
    },
    user: (id) => users.first(sql`id = ${id}`),
    add: (event, deliveries) =>
      Effect.gen(function* () {
        const { occurredAt, resource } = event
        const [row] = yield* sql<{ last: number | bigint | null }>`SELECT max(sequence) AS last FROM webhook_events
          WHERE resource = ${resource}`
        const sequence = Number(row?.last ?? 0) + 1
        yield* sql`INSERT INTO webhook_events ${sql.insert({
          id: event.id,
          organization_id: event.organizationId,
          type: event.type,
          resource,
          sequence,
          body: event.body,
          occurred_at: occurredAt
        })}`
        const rows = deliveries.map(({ id, webhookId }) => ({
          id,
          webhook_id: webhookId,
          event_id: event.id,
          resource,
          sequence,
          state: "pending",
          attempts: 0,
          next_attempt_at: occurredAt,
          created_at: occurredAt
        }))
        yield* insertAll("webhook_deliveries", rows)
      }),
    lastTold: (resource) =>
      Effect.andThen(
        dialect.lock(`webhooks ${resource}`),
        sql<{ occurred_at: string }>`SELECT occurred_at FROM webhook_events WHERE resource = ${resource}
          ORDER BY sequence DESC LIMIT 1`
      ).pipe(Effect.map(([row]) => row?.occurred_at)),
    replay: (delivery, id, at) =>
      insertAll("webhook_deliveries", [
        {
          id,
          webhook_id: delivery.webhookId,
          event_id: delivery.eventId,
          resource: `replay:${id}`,
          sequence: 1,
          state: "pending",
          attempts: 0,
          next_attempt_at: at,
          replay_of: delivery.id,
          created_at: at
        }
      ]),

    deliveries: (webhookId, state, slice) => {
      const where = sql`d.webhook_id = ${webhookId} AND ${state === undefined ? sql`1 = 1` : sql`d.state = ${state}`}`
      return deliveries.list(where, descending("d.created_at", "d.id"), slice)
    },
    delivery: (webhookId, id) => delivered.first(sql`d.id = ${id} AND d.webhook_id = ${webhookId}`),

    claim: ({ at, limit, perWebhook, until, worker }) =>
      Effect.gen(function* () {
        const free = sql`(claimed_until IS NULL OR claimed_until <= ${at})`
        // asked again of each row that is taken: another worker may have been first
        const taken = yield* sql<{ id: string; attempts: number | bigint }>`UPDATE webhook_deliveries
          SET claimed_by = ${worker}, claimed_until = ${until}, attempts = attempts + 1
          WHERE id IN (SELECT id FROM webhook_deliveries
          WHERE state = 'pending' AND next_attempt_at <= ${at} AND ${free} AND id IN (
            SELECT id FROM (
              SELECT d.id, d.next_attempt_at, d.claimed_until, row_number() OVER (
                PARTITION BY d.webhook_id
                ORDER BY CASE WHEN d.claimed_until > ${at} THEN 0 ELSE 1 END, d.next_attempt_at, d.id
              ) AS place
              FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
              WHERE d.state = 'pending' AND d.next_attempt_at <= ${at} AND w.active = 1 AND NOT EXISTS (
                SELECT 1 FROM webhook_deliveries b
                WHERE b.webhook_id = d.webhook_id AND b.resource = d.resource AND b.state = 'pending'
                  AND b.sequence < d.sequence
              )
            ) due
            WHERE place <= ${perWebhook} AND ${free} ORDER BY next_attempt_at, id LIMIT ${limit}
          ) ${dialect.freeRowLock})
          RETURNING id, attempts`
        if (taken.length === 0) return []
        const attempts = new Map(taken.map((row) => [row.id, Number(row.attempts)]))
        const rows = yield* sql<
          Row<WebhookRecord> & { readonly delivery_id: string; readonly type: string; readonly body: string }
        >`SELECT ${webhooksTable.columns("w")}, d.id AS delivery_id, e.type, e.body FROM webhook_deliveries d
          JOIN webhooks w ON w.id = d.webhook_id JOIN webhook_events e ON e.id = d.event_id
          WHERE ${sql.in("d.id", [...attempts.keys()])} ORDER BY d.next_attempt_at, d.id`
        return rows.map(
          (row): Claimed => ({
            id: row.delivery_id,
            attempt: attempts.get(row.delivery_id) ?? 1,
            eventType: row.type,
            body: row.body,
            webhook: webhooksTable.decode(row)
          })
        )
      }),
    settle: (id, attempt, outcome) =>
      sql`UPDATE webhook_deliveries SET ${sql.update({
        ...webhookDeliveriesTable.patch(outcome),
        claimed_by: null,
        claimed_until: null
      })} WHERE id = ${id} AND attempts = ${attempt} AND state = 'pending' RETURNING id`.pipe(anyRow),
    workers: sql<{ worker: string }>`SELECT DISTINCT claimed_by AS worker FROM webhook_deliveries
      WHERE state = 'pending' AND claimed_by IS NOT NULL`.pipe(Effect.map((rows) => rows.map(({ worker }) => worker))),
    release: (worker) =>
      sql`UPDATE webhook_deliveries SET claimed_by = NULL, claimed_until = NULL
        WHERE claimed_by = ${worker} AND state = 'pending'`.pipe(Effect.asVoid),
    removeBefore: (at, limit) =>
      Effect.gen(function* () {
        const removed = yield* sql`DELETE FROM webhook_deliveries WHERE id IN (
          SELECT id FROM webhook_deliveries WHERE created_at < ${at} ORDER BY created_at LIMIT ${limit}
        ) RETURNING id`
        yield* sql`DELETE FROM webhook_events WHERE id IN (
          SELECT e.id FROM webhook_events e WHERE e.occurred_at < ${at}
            AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = e.id)
          ORDER BY e.occurred_at LIMIT ${limit}
        )`
        return removed.length
      })
  }
})
