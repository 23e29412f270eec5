import type { DeliveryRecord, WebhookRecord, WebhookTarget } from "@octavo/core/connections/webhooks/Webhook"
import { type Claimed, type WebhookPatch, WebhookStore } from "@octavo/core/connections/webhooks/WebhookStore"
import { Effect } from "effect"
import { anyRow, store } from "./store.ts"
import { after, json, ordered } from "./support.ts"
import { toUserRecord, type UserRow } from "./users.ts"

interface HookRow {
  readonly id: string
  readonly organization_id: string
  readonly space_id: string | null
  readonly site_id: string | null
  readonly url: string
  readonly description: string | null
  readonly events: string
  readonly active: number | bigint
  readonly disabled_reason: string | null
  readonly failing_since: string | null
  readonly sealed_secret: string
  readonly sealed_previous: string | null
  readonly previous_until: string | null
  readonly created_at: string
}

interface DeliveryRow {
  readonly id: string
  readonly webhook_id: string
  readonly event_id: string
  readonly type: string
  readonly state: DeliveryRecord["state"]
  readonly attempts: number | bigint
  readonly next_attempt_at: string
  readonly last_attempt_at: string | null
  readonly duration: number | bigint | null
  readonly status: number | bigint | null
  readonly response: string | null
  readonly failure: string | null
  readonly replay_of: string | null
  readonly created_at: string
}

const toHook = (row: HookRow): WebhookRecord => ({
  id: row.id,
  organizationId: row.organization_id,
  spaceId: row.space_id,
  siteId: row.site_id,
  url: row.url,
  description: row.description,
  events: json(row.events),
  active: Number(row.active) === 1,
  disabledReason: row.disabled_reason,
  failingSince: row.failing_since,
  sealedSecret: row.sealed_secret,
  sealedPrevious: row.sealed_previous,
  previousUntil: row.previous_until,
  createdAt: row.created_at
})

const toColumns = (patch: WebhookPatch): Record<string, string | number | null> => ({
  ...(patch.url === undefined ? {} : { url: patch.url }),
  ...(patch.description === undefined ? {} : { description: patch.description }),
  ...(patch.events === undefined ? {} : { events: JSON.stringify(patch.events) }),
  ...(patch.active === undefined ? {} : { active: patch.active ? 1 : 0 }),
  ...(patch.disabledReason === undefined ? {} : { disabled_reason: patch.disabledReason }),
  ...(patch.failingSince === undefined ? {} : { failing_since: patch.failingSince }),
  ...(patch.sealedSecret === undefined ? {} : { sealed_secret: patch.sealedSecret }),
  ...(patch.sealedPrevious === undefined ? {} : { sealed_previous: patch.sealedPrevious }),
  ...(patch.previousUntil === undefined ? {} : { previous_until: patch.previousUntil })
})

const numberOrNull = (value: number | bigint | null): number | null => (value === null ? null : Number(value))

const toDelivery = (row: DeliveryRow): DeliveryRecord => ({
  id: row.id,
  webhookId: row.webhook_id,
  eventId: row.event_id,
  eventType: row.type,
  state: row.state,
  attempts: Number(row.attempts),
  nextAttemptAt: row.next_attempt_at,
  lastAttemptAt: row.last_attempt_at,
  duration: numberOrNull(row.duration),
  status: numberOrNull(row.status),
  response: row.response,
  failure: row.failure,
  replayOf: row.replay_of,
  createdAt: row.created_at
})

export const webhookStoreLayer = store(WebhookStore, "webhooks", ({ countOf, dialect, insertAll, sliced, sql }) => {
  const { rowLock } = dialect

  const own = ({ id, kind, organizationId }: WebhookTarget) =>
    sql.and([
      sql`w.organization_id = ${organizationId}`,
      kind === "space" ? sql`w.space_id = ${id}` : sql`w.space_id IS NULL`,
      kind === "site" ? sql`w.site_id = ${id}` : sql`w.site_id IS NULL`
    ])
  const count = (target: WebhookTarget) => countOf(sql`webhooks w WHERE ${own(target)}`)
  const oldest = [{ column: sql`w.created_at` }, { column: sql`w.id` }]
  const newest = [
    { column: sql`d.created_at`, descending: true },
    { column: sql`d.id`, descending: true }
  ]
  const firstHook = (rows: ReadonlyArray<HookRow>) => (rows[0] === undefined ? undefined : toHook(rows[0]))

  return {
    list: (target, slice) =>
      Effect.all({
        items: Effect.map(
          sql<HookRow>`SELECT w.* FROM webhooks w
            WHERE ${own(target)} AND ${after(sql, oldest, slice.after)} ${ordered(sql, oldest, slice)}`,
          (rows) => rows.map(toHook)
        ),
        count: count(target)
      }),
    count: (target) => count(target),
    get: (organizationId, id) =>
      sql<HookRow>`SELECT * FROM webhooks WHERE id = ${id} AND organization_id = ${organizationId}`.pipe(
        Effect.map(firstHook)
      ),
    lock: (organizationId, id) =>
      sql<HookRow>`SELECT * FROM webhooks WHERE id = ${id} AND organization_id = ${organizationId} ${rowLock}`.pipe(
        Effect.map(firstHook)
      ),
    insert: (hook) =>
      sql`INSERT INTO webhooks ${sql.insert({
        id: hook.id,
        organization_id: hook.organizationId,
        space_id: hook.spaceId,
        site_id: hook.siteId,
        created_at: hook.createdAt,
        ...toColumns(hook)
      })}`.pipe(Effect.asVoid),
    update: (id, patch) =>
      sql`UPDATE webhooks SET ${sql.update(toColumns(patch))} WHERE id = ${id}`.pipe(Effect.asVoid),
    remove: (id) => sql`DELETE FROM webhooks WHERE id = ${id} RETURNING id`.pipe(anyRow),

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
      return sql<Pick<HookRow, "id" | "organization_id" | "events">>`SELECT w.id, w.organization_id, w.events
        FROM webhooks w WHERE w.organization_id = ${organization} AND w.active = 1 AND ${space} AND ${site}
        ORDER BY w.id`.pipe(
        Effect.map((rows) =>
          rows.map((row) => ({
            webhookId: row.id,
            organizationId: row.organization_id,
            events: json<Array<string>>(row.events)
          }))
        )
      )
    },
    user: (id) =>
      sql<UserRow>`SELECT * FROM users WHERE id = ${id}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : toUserRecord(row)))
      ),
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
      sql`INSERT INTO webhook_deliveries ${sql.insert({
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
      })}`.pipe(Effect.asVoid),

    deliveries: (webhookId, state, slice) => {
      const where = sql`d.webhook_id = ${webhookId} AND ${state === undefined ? sql`1 = 1` : sql`d.state = ${state}`}`
      return sliced(newest, slice, sql`webhook_deliveries d WHERE ${where}`, (rest) =>
        Effect.map(
          sql<DeliveryRow>`SELECT d.*, e.type FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
            WHERE ${where} AND ${rest}`,
          (rows) => rows.map(toDelivery)
        )
      )
    },
    delivery: (webhookId, id) =>
      sql<DeliveryRow & { body: string }>`SELECT d.*, e.type, e.body
        FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
        WHERE d.id = ${id} AND d.webhook_id = ${webhookId}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : { ...toDelivery(row), body: row.body }))
      ),

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
          HookRow & { readonly delivery_id: string; readonly type: string; readonly body: string }
        >`SELECT w.*, d.id AS delivery_id, e.type, e.body FROM webhook_deliveries d
          JOIN webhooks w ON w.id = d.webhook_id JOIN webhook_events e ON e.id = d.event_id
          WHERE ${sql.in("d.id", [...attempts.keys()])} ORDER BY d.next_attempt_at, d.id`
        return rows.map(
          (row): Claimed => ({
            id: row.delivery_id,
            attempt: attempts.get(row.delivery_id) ?? 1,
            eventType: row.type,
            body: row.body,
            webhook: toHook(row)
          })
        )
      }),
    settle: (id, attempt, outcome) =>
      sql`UPDATE webhook_deliveries SET ${sql.update({
        state: outcome.state,
        last_attempt_at: outcome.lastAttemptAt,
        duration: outcome.duration,
        status: outcome.status,
        response: outcome.response,
        failure: outcome.failure,
        claimed_by: null,
        claimed_until: null,
        ...(outcome.nextAttemptAt === undefined ? {} : { next_attempt_at: outcome.nextAttemptAt })
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
