import type { ImportFilter, ImportRunRecord, ImportStatus } from "@octavo/core/content/imports/ImportRun"
import { ImportRunStore } from "@octavo/core/content/imports/ImportRunStore"
import { defined } from "@octavo/core/kernel/shared/defined"
import { descending, store } from "./store.ts"
import { boolean, json, mapTable, table, text } from "./table.ts"

interface StoredTarget {
  readonly space: string
  readonly changeRequest: string | null
  readonly page: string | null
}

export const importRunsTable = mapTable(
  table<Omit<ImportRunRecord, "target"> & { readonly target: StoredTarget }>()("import_runs", {
    id: text.fixed,
    organizationId: text.fixed,
    status: text,
    source: json.fixed,
    target: {
      space: text.at("space_id").fixed,
      changeRequest: text.orNull.at("change_request_id").fixed,
      page: text.orNull.at("page_id").fixed
    },
    site: text.orNull.at("site_id").fixed,
    createdBy: text.orNull.fixed,
    createdAt: text.fixed,
    updatedAt: text,
    startedAt: text.orNull,
    completedAt: text.orNull,
    reason: text.orNull,
    pages: json,
    enhance: boolean.fixed,
    warnings: json
  }),
  ({ target: { changeRequest, page, space }, ...run }): ImportRunRecord => ({
    ...run,
    target: { space, ...defined({ changeRequest: changeRequest ?? undefined, page: page ?? undefined }) }
  })
)

const active: ReadonlyArray<ImportStatus> = ["pending", "in-progress"]

export const importRunStoreLayer = store(ImportRunStore, "imports", ({ rows, sql }) => {
  const importRuns = rows(importRunsTable)

  const matching = (organizationId: string, { changeRequest, site, space, status }: ImportFilter) =>
    sql.and([
      sql`organization_id = ${organizationId}`,
      ...(space === undefined ? [] : [sql`space_id = ${space}`]),
      ...(changeRequest === undefined ? [] : [sql`change_request_id = ${changeRequest}`]),
      ...(site === undefined ? [] : [sql`site_id = ${site}`]),
      ...(status === undefined ? [] : [sql.in("status", status === "active" ? active : [status])])
    ])

  return {
    insert: (run) => {
      const { changeRequest = null, page = null, space } = run.target
      return importRuns.insert({ ...run, target: { space, changeRequest, page } })
    },
    get: (id) => importRuns.first(sql`id = ${id}`),
    list: (organizationId, filter, slice) => importRuns.list(matching(organizationId, filter), descending("id"), slice),
    update: (id, from, patch) => importRuns.change(patch, sql`id = ${id} AND ${sql.in("status", from)}`),
    active: (organizationId) => importRuns.count(matching(organizationId, { status: "active" }))
  }
})
