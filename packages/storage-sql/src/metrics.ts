/** What the stores count of themselves. */
import { type Counter, counter, sumGauge } from "@octavo/core/kernel/shared/metrics"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"

interface StatementCounts {
  readonly ran: Counter
  readonly failed: Counter
  /** Waits for a lock of another process (SQLite), or for a free connection of the pool (Postgres). */
  readonly waits: Counter
}

export const statementCounts = (store: "sqlite" | "postgres"): StatementCounts => ({
  ran: counter("octavo_database_statements_total", "Statements sent to the database", { store }),
  failed: counter("octavo_database_statement_failures_total", "Statements that failed", { store }),
  waits: counter(
    "octavo_database_waits_total",
    "Waits for another process's lock (SQLite) or for a free connection of the pool (Postgres)",
    { store }
  )
})

/** Of SQLite alone: what becomes durable together. */
export const syncCounts = {
  syncs: counter("octavo_database_syncs_total", "Syncs of SQLite's log, each for all commits before it"),
  commits: counter("octavo_database_synced_commits_total", "Commits that became durable by those")
}

interface Pool {
  readonly inUse: () => number
  readonly most: number
}

/** By what lives as long as the pool. */
const pools = new WeakMap<object, Pool>()
const inUse = sumGauge(
  "octavo_database_connections_in_use",
  "Connections of the pool that are in use or waited for",
  (holder) => pools.get(holder)?.inUse() ?? 0
)
const most = sumGauge(
  "octavo_database_connections_max",
  "Most connections that the pool opens",
  (holder) => pools.get(holder)?.most ?? 0
)

/** Counts a pool for as long as `holder` is in use. */
export const countPool = (holder: object, pool: Pool): void => {
  pools.set(holder, pool)
  inUse(holder)
  most(holder)
}

/** Deliveries to webhooks that are turned on, which were not taken yet: how many, and the age of the oldest in seconds. */
export const waitingDeliveries = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ waiting: number; since: string | null }>`
    SELECT COUNT(*) AS waiting, MIN(d.created_at) AS since FROM webhook_deliveries d
    JOIN webhooks w ON w.id = d.webhook_id WHERE d.state = 'pending' AND w.active = 1`
  const { since, waiting } = row!
  return { waiting, oldest: since === null ? 0 : Math.max(0, (Date.now() - Date.parse(since)) / 1000) }
})
