import type { HostnameRecord } from "@octavo/core/delivery/hostnames/Hostname"
import { HostnameStore } from "@octavo/core/delivery/hostnames/HostnameStore"
import { Effect } from "effect"
import { store } from "./store.ts"
import { boolean, integer, type Row, table, text } from "./table.ts"

export const customHostnamesTable = table<HostnameRecord>()("custom_hostnames", {
  hostname: text,
  organizationId: text.fixed,
  siteId: text.orNull.fixed,
  token: text,
  status: text.orNull,
  problem: text.orNull,
  isActive: boolean,
  failures: integer,
  sequence: integer,
  createdAt: text.fixed,
  provenAt: text.orNull,
  checkedAt: text.orNull,
  nextCheckAt: text.orNull,
  releasedAt: text.orNull
})

export const hostnameStoreLayer = store(HostnameStore, "hostnames", ({ dialect, rows, sql }) => {
  const customHostnames = rows(customHostnamesTable)
  const notServed = (hostname: string) => sql`UPDATE sites SET hostname = NULL WHERE hostname = ${hostname}`
  const drop = (hostname: string) => sql`DELETE FROM custom_hostnames WHERE hostname = ${hostname}`

  return {
    lock: (siteId) =>
      Effect.andThen(
        dialect.hold(sql`SELECT id FROM sites WHERE id = ${siteId} ${dialect.rowLock}`),
        dialect.lock("custom hostnames")
      ),
    get: (hostname) => customHostnames.first(sql`hostname = ${hostname}`),
    ofSite: (siteId) => customHostnames.first(sql`site_id = ${siteId}`),
    put: (record) =>
      Effect.gen(function* () {
        yield* notServed(record.hostname)
        yield* drop(record.hostname)
        yield* customHostnames.insert(record)
      }),
    remove: (hostname) => Effect.andThen(notServed(hostname), drop(hostname)).pipe(Effect.asVoid),
    settle: (hostname, sequence, settled) =>
      Effect.gen(function* () {
        const [row] = yield* sql<{ site_id: string }>`UPDATE custom_hostnames SET ${sql.update({
          ...customHostnamesTable.patch(settled),
          sequence: sequence + 1
        })} WHERE hostname = ${hostname} AND sequence = ${sequence} AND site_id IS NOT NULL RETURNING site_id`
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
      sql<Row<HostnameRecord>>`UPDATE custom_hostnames SET next_check_at = ${nextCheckAt}, sequence = sequence + 1
        WHERE hostname IN (SELECT hostname FROM custom_hostnames WHERE next_check_at <= ${at}
          ORDER BY next_check_at, hostname LIMIT ${limit})
        AND next_check_at <= ${at} RETURNING ${customHostnamesTable.columns()}`.pipe(
        Effect.map((rows) => rows.map(customHostnamesTable.decode))
      ),
    dropReleased: (before) => sql`DELETE FROM custom_hostnames WHERE released_at < ${before}`.pipe(Effect.asVoid)
  }
})
