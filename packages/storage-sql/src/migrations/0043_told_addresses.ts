import { isShareKeyName, shareKeyName } from "@octavo/core/delivery/insights/shareKeyName"
import { valueWithoutSecrets, withoutSecrets } from "@octavo/core/kernel/shared/withoutSecrets"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"

const batch = 1000

/** What was kept of a visitor, in events of sites and in what webhooks were told of them. */
interface Seen {
  readonly url: string | null
  readonly referrer: string | null
}

const cleaned = <A extends Partial<Seen>>(seen: A): A => ({
  ...seen,
  ...(typeof seen.url === "string" ? { url: withoutSecrets(seen.url) } : {}),
  ...(typeof seen.referrer === "string" ? { referrer: withoutSecrets(seen.referrer) } : {})
})

/** A body that a webhook was sent: of a view, or of several. */
const cleanedBody = (text: string): string => {
  const body = JSON.parse(text)
  return JSON.stringify({
    ...cleaned(body),
    ...(Array.isArray(body.views) ? { views: body.views.map((view: object) => cleaned(view)) } : {})
  })
}

/**
 * Addresses that were kept before are told without keys, tokens and passwords, like those that are kept since: in the
 * events of sites, in what webhooks were told of them, and in the audit trail. Rows that tell none are not written.
 */
export const toldAddresses = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  /** Goes through the rows of a table in the order of their ids. */
  const each = <Row extends { readonly id: string }>(
    table: string,
    where: Statement.Fragment,
    clean: (row: Row) => Partial<Row>
  ) =>
    Effect.gen(function* () {
      let after = ""
      while (true) {
        const rows =
          yield* sql<Row>`SELECT * FROM ${sql(table)} WHERE id > ${after} AND ${where} ORDER BY id LIMIT ${batch}`
        for (const row of rows) {
          const changed = Object.entries(clean(row)).filter(([column, value]) => row[column as keyof Row] !== value)
          if (changed.length === 0) continue
          yield* sql`UPDATE ${sql(table)} SET ${sql.update(Object.fromEntries(changed) as Record<string, string>)}
            WHERE id = ${row.id}`
        }
        if (rows.length < batch) return
        after = rows.at(-1)!.id
      }
    })

  yield* each<{ id: string; url: string; referrer: string | null; share_key: string | null }>(
    "site_events",
    sql`1 = 1`,
    ({ referrer, share_key: key, url }) => ({
      ...cleaned({ url, referrer }),
      share_key: key === null || isShareKeyName(key) ? key : shareKeyName(key)
    })
  )
  yield* each<{ id: string; body: string }>(
    "webhook_events",
    sql`type IN ('site_view', 'page_feedback')`,
    ({ body }) => ({ body: cleanedBody(body) })
  )
  yield* each<{ id: string; payload: string }>("audit_events", sql`payload LIKE '%://%'`, ({ payload }) => ({
    payload: JSON.stringify(valueWithoutSecrets(JSON.parse(payload)))
  }))
})
