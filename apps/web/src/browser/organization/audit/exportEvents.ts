/** Hands over the events that are looked for as a file, read from the API a page at a time. */
import type { AuditEvent, Organization } from "../../../logic/api.ts"
import { type AuditFilter, auditQuery, auditTable, exportedWords } from "../../../logic/audit.ts"
import { client } from "../../client.ts"
import { saveFile } from "../../parts/saveFile.ts"
import { queryClient } from "../../queries.ts"
import { auditActionsQuery } from "../queries.ts"

export type ExportFormat = "csv" | "json"

/** Most events of a file: it is made in the memory of a browser. */
const mostExported = 10_000

/** @returns what was done, in words: also that events were left out */
export const exportEvents = async (
  { id: organizationId }: Organization,
  filter: AuditFilter,
  format: ExportFormat
): Promise<string> => {
  const actions = await queryClient.fetchQuery(auditActionsQuery(organizationId))
  const events: Array<AuditEvent> = []
  let count = 0
  let next: { readonly page: string } | undefined
  do {
    const page = await client.audit.listOrganizationAuditEvents({
      params: { organizationId },
      query: { limit: 1000, ...auditQuery(filter), ...next }
    })
    events.push(...page.items)
    count = page.count
    next = page.next
  } while (next !== undefined && events.length < mostExported)
  const name = `audit-log-${new Date().toISOString().slice(0, 10)}.${format}`
  const labels = new Map(actions.map(({ id, label }) => [id, label]))
  saveFile(
    name,
    // programs for tables take it as UTF-8 by the mark at its beginning
    format === "csv" ? `\uFEFF${auditTable(events, labels)}` : JSON.stringify({ count, items: events }, undefined, 2),
    format === "csv" ? "text/csv" : "application/json"
  )
  return exportedWords(events.length, count, name)
}
