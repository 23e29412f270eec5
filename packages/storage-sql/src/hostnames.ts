import type { HostnameRecord, HostnameStatus } from "@octavo/core/delivery/hostnames/Hostname"
import { HostnameStore } from "@octavo/core/delivery/hostnames/HostnameStore"
import { Effect } from "effect"
import { store } from "./store.ts"

interface Row {
  readonly hostname: string
  readonly organization_id: string
  readonly site_id: string | null
  readonly token: string
  readonly status: HostnameStatus | null
  readonly problem: string | null
  readonly is_active: number
  readonly failures: number
  readonly sequence: number
  readonly created_at: string
  readonly proven_at: string | null
  readonly checked_at: string | null
  readonly next_check_at: string | null
  readonly released_at: string | null
}

const toRecord = (row: Row): HostnameRecord => ({
  hostname: row.hostname,
  organizationId: row.organization_id,
  siteId: row.site_id,
  token: row.token,
  status: row.status,
  problem: row.problem,
  isActive: row.is_active === 1,
  failures: row.failures,
  sequence: row.sequence,
  createdAt: row.created_at,
  provenAt: row.proven_at,
  checkedAt: row.checked_at,
  nextCheckAt: row.next_check_at,
  releasedAt: row.released_at
})

const toRow = (record: HostnameRecord): Row => ({
  hostname: record.hostname,
  organization_id: record.organizationId,
  site_id: record.siteId,
  token: record.token,
  status: record.status,
  problem: record.problem,
  is_active: record.isActive ? 1 : 0,
  failures: record.failures,
  sequence: record.sequence,
  created_at: record.createdAt,
  proven_at: record.provenAt,
  checked_at: record.checkedAt,
  next_check_at: record.nextCheckAt,
  released_at: record.releasedAt
})

export const hostnameStoreLayer = store(HostnameStore, "hostnames", ({ dialect, sql }) => {
  const notServed = (hostname: string) => sql`UPDATE sites SET hostname = NULL WHERE hostname = ${hostname}`
  const drop = (hostname: string) => sql`DELETE FROM custom_hostnames WHERE hostname = ${hostname}`

  return {
    lock: (siteId) =>
      Effect.andThen(
        sql`SELECT id FROM sites WHERE id = ${siteId} ${dialect.rowLock}`,
        dialect.lock("custom hostnames")
      ),
    get: (hostname) =>
      sql<Row>`SELECT * FROM custom_hostnames WHERE hostname = ${hostname}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : toRecord(row)))
      ),
    ofSite: (siteId) =>
      sql<Row>`SELECT * FROM custom_hostnames WHERE site_id = ${siteId}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : toRecord(row)))
      ),
    put: (record) =>
      Effect.gen(function* () {
        yield* notServed(record.hostname)
        yield* drop(record.hostname)
        yield* sql`INSERT INTO custom_hostnames ${sql.insert({ ...toRow(record) })}`
      }),
    remove: (hostname) => Effect.andThen(notServed(hostname), drop(hostname)).pipe(Effect.asVoid),
    settle: (hostname, sequence, settled) =>
      Effect.gen(function* () {
        const [row] = yield* sql<Row>`UPDATE custom_hostnames SET ${sql.update({
          status: settled.status,
          problem: settled.problem,
          is_active: settled.isActive ? 1 : 0,
          failures: settled.failures,
          sequence: sequence + 1,
          proven_at: settled.provenAt,
          checked_at: settled.checkedAt,
          next_check_at: settled.nextCheckAt
        })} WHERE hostname = ${hostname} AND sequence = ${sequence} AND site_id IS NOT NULL RETURNING *`
        if (row === undefined) return false
        if (!settled.isActive) yield* notServed(hostname)
        else {
          // pages say where they are served
          yield* sql`UPDATE sites SET hostname = ${hostname}, updated_at = ${settled.checkedAt}
            WHERE id = ${row.site_id} AND (hostname IS NULL OR hostname <> ${hostname})`
        }
        return true
      }),
    takeDue: (at, nextCheckAt, limit) =>
      sql<Row>`UPDATE custom_hostnames SET next_check_at = ${nextCheckAt}, sequence = sequence + 1
        WHERE hostname IN (SELECT hostname FROM custom_hostnames WHERE next_check_at <= ${at}
          ORDER BY next_check_at, hostname LIMIT ${limit})
        AND next_check_at <= ${at} RETURNING *`.pipe(Effect.map((rows) => rows.map(toRecord))),
    dropReleased: (before) => sql`DELETE FROM custom_hostnames WHERE released_at < ${before}`.pipe(Effect.asVoid)
  }
})
