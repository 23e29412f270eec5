import type { ImportFilter, ImportRunRecord, ImportStatus } from "@octavo/core/content/imports/ImportRun"
import { ImportRunStore } from "@octavo/core/content/imports/ImportRunStore"
import { Effect } from "effect"
import { anyRow, store } from "./store.ts"
import { json } from "./support.ts"

interface Row {
  readonly id: string
  readonly organization_id: string
  readonly space_id: string
  readonly change_request_id: string | null
  readonly page_id: string | null
  readonly site_id: string | null
  readonly status: ImportStatus
  readonly source: string
  readonly created_by: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly started_at: string | null
  readonly completed_at: string | null
  readonly reason: string | null
  readonly pages: string
  readonly enhance: number
  readonly warnings: string
}

const toRecord = (row: Row): ImportRunRecord => ({
  id: row.id,
  organizationId: row.organization_id,
  status: row.status,
  source: json(row.source),
  target: {
    space: row.space_id,
    ...(row.change_request_id === null ? {} : { changeRequest: row.change_request_id }),
    ...(row.page_id === null ? {} : { page: row.page_id })
  },
  site: row.site_id,
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  startedAt: row.started_at,
  completedAt: row.completed_at,
  reason: row.reason,
  pages: json(row.pages),
  enhance: row.enhance === 1,
  warnings: json(row.warnings)
})

const active: ReadonlyArray<ImportStatus> = ["pending", "in-progress"]

export const importRunStoreLayer = store(ImportRunStore, "imports", ({ countOf, sliced, sql }) => {
  const order = [{ column: sql`id`, descending: true }]

  const matching = (organizationId: string, { changeRequest, site, space, status }: ImportFilter) =>
    sql.and([
      sql`organization_id = ${organizationId}`,
      ...(space === undefined ? [] : [sql`space_id = ${space}`]),
      ...(changeRequest === undefined ? [] : [sql`change_request_id = ${changeRequest}`]),
      ...(site === undefined ? [] : [sql`site_id = ${site}`]),
      ...(status === undefined ? [] : [sql.in("status", status === "active" ? active : [status])])
    ])

  return {
    insert: (run) =>
      sql`INSERT INTO import_runs ${sql.insert({
        id: run.id,
        organization_id: run.organizationId,
        space_id: run.target.space,
        change_request_id: run.target.changeRequest ?? null,
        page_id: run.target.page ?? null,
        site_id: run.site,
        status: run.status,
        source: JSON.stringify(run.source),
        created_by: run.createdBy,
        created_at: run.createdAt,
        updated_at: run.updatedAt,
        started_at: run.startedAt,
        completed_at: run.completedAt,
        reason: run.reason,
        pages: JSON.stringify(run.pages),
        enhance: run.enhance ? 1 : 0,
        warnings: JSON.stringify(run.warnings)
      })}`.pipe(Effect.asVoid),
    get: (id) =>
      sql<Row>`SELECT * FROM import_runs WHERE id = ${id}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : toRecord(row)))
      ),
    list: (organizationId, filter, slice) => {
      const where = matching(organizationId, filter)
      return sliced(order, slice, sql`import_runs WHERE ${where}`, (rest) =>
        Effect.map(
          sql<Row>`SELECT * FROM import_runs
            WHERE ${where} AND ${rest}`,
          (rows) => rows.map(toRecord)
        )
      )
    },
    update: (id, from, { completedAt, pages, reason, startedAt, status, updatedAt, warnings }) =>
      sql`UPDATE import_runs SET ${sql.update({
        updated_at: updatedAt,
        ...(status === undefined ? {} : { status }),
        ...(reason === undefined ? {} : { reason }),
        ...(pages === undefined ? {} : { pages: JSON.stringify(pages) }),
        ...(warnings === undefined ? {} : { warnings: JSON.stringify(warnings) }),
        ...(startedAt === undefined ? {} : { started_at: startedAt }),
        ...(completedAt === undefined ? {} : { completed_at: completedAt })
      })} WHERE id = ${id} AND ${sql.in("status", from)} RETURNING id`.pipe(anyRow),
    active: (organizationId) => countOf(sql`import_runs WHERE ${matching(organizationId, { status: "active" })}`)
  }
})
