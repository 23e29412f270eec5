import type { SpecRecord, SpecVersionRecord } from "@octavo/core/content/openapi/OpenApiSpec"
import { OpenApiStore } from "@octavo/core/content/openapi/OpenApiStore"
import { Effect } from "effect"
import { anyRow, ascending, descending, store } from "./store.ts"
import { integer, json, type Row, table, text } from "./table.ts"

export const openapiSpecsTable = table<SpecRecord>()("openapi_specs", {
  id: text.fixed,
  organizationId: text.fixed,
  slug: text.fixed,
  visibility: text,
  sourceURL: text.orNull,
  sourceText: text.orNull,
  state: text,
  run: text,
  etag: text.orNull,
  lastVersion: text.orNull,
  lastProcessedAt: text.orNull,
  errorCode: text.orNull,
  errors: json,
  errorCount: integer,
  refreshAt: text.orNull,
  createdAt: text.fixed,
  updatedAt: text
})

export const openapiVersionsTable = table<SpecVersionRecord>()("openapi_versions", {
  id: text.fixed,
  specId: text,
  format: text,
  raw: text,
  rawSize: integer,
  content: text,
  index: text.at("description_index"),
  createdAt: text
})

export const openApiStoreLayer = store(OpenApiStore, "openapi", ({ dialect, rows, sql }) => {
  const openapiVersions = rows(openapiVersionsTable)
  const openapiSpecs = rows(openapiSpecsTable)
  const { rowLock } = dialect
  return {
    find: (organizationId, slugOrId) =>
      openapiSpecs.first(sql`organization_id = ${organizationId}
        AND (slug = ${slugOrId} OR id = ${slugOrId})
        ORDER BY CASE WHEN slug = ${slugOrId} THEN 0 ELSE 1 END LIMIT 1 ${rowLock}`),
    get: (id) => openapiSpecs.first(sql`id = ${id}`),
    ofRun: (run) => openapiSpecs.first(sql`run = ${run}`),
    list: (organizationId, slice) =>
      openapiSpecs.list(sql`organization_id = ${organizationId}`, ascending("id"), slice),
    insert: (spec) =>
      sql`INSERT INTO openapi_specs ${sql.insert(openapiSpecsTable.insert(spec))}
        ON CONFLICT (organization_id, slug) DO NOTHING RETURNING id`.pipe(anyRow),
    update: (id, patch) => openapiSpecs.update(patch, sql`id = ${id}`),
    updateRun: (run, patch) => openapiSpecs.change(patch, sql`run = ${run}`),
    remove: (id) => openapiSpecs.remove(sql`id = ${id}`),
    due: (now, limit) => openapiSpecs.all(sql`refresh_at <= ${now} ORDER BY refresh_at LIMIT ${limit}`),
    listVersions: (specId, slice) => openapiVersions.list(sql`spec_id = ${specId}`, descending("id"), slice),
    version: (specId, id) => openapiVersions.first(sql`spec_id = ${specId} AND id = ${id}`),
    insertVersion: (version, keep) =>
      Effect.gen(function* () {
        yield* openapiVersions.insert(version)
        yield* sql`DELETE FROM openapi_versions WHERE spec_id = ${version.specId} AND id <> ${version.id} AND id NOT IN (
          SELECT id FROM openapi_versions WHERE spec_id = ${version.specId} ORDER BY id DESC LIMIT ${keep})`
      }).pipe(sql.withTransaction),
    latest: (organizationId) =>
      sql<{ slug: string; source_url: string | null; visibility: string } & Row<SpecVersionRecord>>`
        SELECT s.slug, s.source_url, s.visibility, ${openapiVersionsTable.columns("v")}
        FROM openapi_specs s JOIN openapi_versions v ON v.id = s.last_version
        WHERE s.organization_id = ${organizationId} ORDER BY s.slug`.pipe(
        Effect.map((rows) =>
          rows.map((row) => {
            const { content, id, index, specId } = openapiVersionsTable.decode(row)
            const isPublic = row.visibility === "public"
            return { specId, slug: row.slug, sourceURL: row.source_url, isPublic, version: id, content, index }
          })
        )
      )
  }
})
