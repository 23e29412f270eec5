import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Webhooks, the outbox of what happened, and who is to be told of it. */
export const webhooks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { integer, text } = types

  yield* sql`CREATE TABLE webhooks (
    id ${text} PRIMARY KEY,
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    space_id ${text} REFERENCES spaces(id) ON DELETE CASCADE,
    site_id ${text} REFERENCES sites(id) ON DELETE CASCADE,
    url ${text} NOT NULL,
    description ${text},
    events ${text} NOT NULL,
    active ${integer} NOT NULL,
    disabled_reason ${text},
    failing_since ${text},
    sealed_secret ${text} NOT NULL,
    sealed_previous ${text},
    previous_until ${text},
    created_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX webhooks_by_organization ON webhooks (organization_id, created_at, id)`
  yield* sql`CREATE INDEX webhooks_by_space ON webhooks (space_id)`
  yield* sql`CREATE INDEX webhooks_by_site ON webhooks (site_id)`

  yield* sql`CREATE TABLE webhook_events (
    id ${text} PRIMARY KEY,
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    type ${text} NOT NULL,
    resource ${text} NOT NULL,
    sequence ${integer} NOT NULL,
    body ${text} NOT NULL,
    occurred_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX webhook_events_by_resource ON webhook_events (resource, sequence)`
  yield* sql`CREATE INDEX webhook_events_by_organization ON webhook_events (organization_id)`
  yield* sql`CREATE INDEX webhook_events_by_time ON webhook_events (occurred_at)`

  // resource and sequence are the event's, but for what is sent out of turn
  yield* sql`CREATE TABLE webhook_deliveries (
    id ${text} PRIMARY KEY,
    webhook_id ${text} NOT NULL REFERENCES webhooks(id) ON DELETE CASCADE,
    event_id ${text} NOT NULL REFERENCES webhook_events(id) ON DELETE CASCADE,
    resource ${text} NOT NULL,
    sequence ${integer} NOT NULL,
    state ${text} NOT NULL,
    attempts ${integer} NOT NULL,
    next_attempt_at ${text} NOT NULL,
    claimed_by ${text},
    claimed_until ${text},
    last_attempt_at ${text},
    duration ${integer},
    status ${integer},
    response ${text},
    failure ${text},
    replay_of ${text},
    created_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, created_at, id)`
  yield* sql`CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (event_id)`
  yield* sql`CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (created_at)`
  yield* sql`CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE state = 'pending'`
  yield* sql`CREATE INDEX webhook_deliveries_in_turn ON webhook_deliveries (webhook_id, resource, sequence)
    WHERE state = 'pending'`
})
