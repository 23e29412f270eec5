import type { SpecRecord, SpecVersionRecord } from "@octavo/core/content/openapi/OpenApiSpec"
import { OpenApiStore, type SpecPatch } from "@octavo/core/content/openapi/OpenApiStore"
import { Effect } from "effect"
import { anyRow, store } from "./store.ts"
import { json } from "./support.ts"

interface SpecRow {
  readonly id: string
  readonly organization_id: string
  readonly slug: string
  readonly visibility: SpecRecord["visibility"]
  readonly source_url: string | null
  readonly source_text: string | null
  readonly state: SpecRecord["state"]
  readonly run: string
  readonly etag: string | null
  readonly last_version: string | null
  readonly last_processed_at: string | null
  readonly error_code: SpecRecord["errorCode"]
  readonly errors: string
  readonly error_count: number | bigint
  readonly refresh_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

const toSpec = (row: SpecRow): SpecRecord => ({
  id: row.id,
  organizationId: row.organization_id,
  slug: row.slug,
  visibility: row.visibility,
  sourceURL: row.source_url,
  sourceText: row.source_text,
  state: row.state,
  run: row.run,
  etag: row.etag,
  lastVersion: row.last_version,
  lastProcessedAt: row.last_processed_at,
  errorCode: row.error_code,
  errors: json(row.errors),
  errorCount: Number(row.error_count),
  refreshAt: row.refresh_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at
})

const columns: Readonly<Record<keyof SpecPatch, string>> = {
  visibility: "visibility",
  sourceURL: "source_url",
  sourceText: "source_text",
  state: "state",
  run: "run",
  etag: "etag",
  lastVersion: "last_version",
  lastProcessedAt: "last_processed_at",
  errorCode: "error_code",
  errors: "errors",
  errorCount: "error_count",
  refreshAt: "refresh_at",
  updatedAt: "updated_at"
}

const toColumns = (patch: SpecPatch): Record<string, string | number | null> => {
  const { errors, ...plain } = patch
  const set: Record<string, string | number | null> = errors === undefined ? {} : { errors: JSON.stringify(errors) }
  for (const [field, value] of Object.entries(plain)) set[columns[field as keyof SpecPatch]] = value
  return set
}

interface VersionRow {
  readonly id: string
  readonly spec_id: string
  readonly format: SpecVersionRecord["format"]
  readonly raw: string
  readonly raw_size: number | bigint
  readonly content: string
  readonly description_index: string
  readonly created_at: string
}

const toVersion = (row: VersionRow): SpecVersionRecord => ({
  id: row.id,
  specId: row.spec_id,
  format: row.format,
  raw: row.raw,
  rawSize: Number(row.raw_size),
  content: row.content,
  index: row.description_index,
  createdAt: row.created_at
})

export const openApiStoreLayer = store(OpenApiStore, "openapi", ({ dialect, sliced, sql }) => {
  const { rowLock } = dialect
  const oldest = [{ column: sql`id` }]
  const latest = [{ column: sql`id`, descending: true }]
  const one = Effect.map(([row]: ReadonlyArray<SpecRow>) => (row === undefined ? undefined : toSpec(row)))

  return {
    find: (organizationId, slugOrId) =>
      sql<SpecRow>`SELECT * FROM openapi_specs WHERE organization_id = ${organizationId}
        AND (slug = ${slugOrId} OR id = ${slugOrId})
        ORDER BY CASE WHEN slug = ${slugOrId} THEN 0 ELSE 1 END LIMIT 1 ${rowLock}`.pipe(one),
    get: (id) => sql<SpecRow>`SELECT * FROM openapi_specs WHERE id = ${id}`.pipe(one),
    ofRun: (run) => sql<SpecRow>`SELECT * FROM openapi_specs WHERE run = ${run}`.pipe(one),
    list: (organizationId, slice) =>
      sliced(oldest, slice, sql`openapi_specs WHERE organization_id = ${organizationId}`, (rest) =>
        Effect.map(
          sql<SpecRow>`SELECT * FROM openapi_specs WHERE organization_id = ${organizationId}
            AND ${rest}`,
          (rows) => rows.map(toSpec)
        )
      ),
    insert: (spec) =>
      sql`INSERT INTO openapi_specs ${sql.insert({
        id: spec.id,
        organization_id: spec.organizationId,
        slug: spec.slug,
        created_at: spec.createdAt,
        ...toColumns({
          visibility: spec.visibility,
          sourceURL: spec.sourceURL,
          sourceText: spec.sourceText,
          state: spec.state,
          run: spec.run,
          etag: spec.etag,
          lastVersion: spec.lastVersion,
          lastProcessedAt: spec.lastProcessedAt,
          errorCode: spec.errorCode,
          errors: spec.errors,
          errorCount: spec.errorCount,
          refreshAt: spec.refreshAt,
          updatedAt: spec.updatedAt
        })
      })} ON CONFLICT (organization_id, slug) DO NOTHING RETURNING id`.pipe(anyRow),
    update: (id, patch) =>
      sql`UPDATE openapi_specs SET ${sql.update(toColumns(patch))} WHERE id = ${id}`.pipe(Effect.asVoid),
    updateRun: (run, patch) =>
      sql`UPDATE openapi_specs SET ${sql.update(toColumns(patch))} WHERE run = ${run} RETURNING id`.pipe(anyRow),
    remove: (id) => sql`DELETE FROM openapi_specs WHERE id = ${id} RETURNING id`.pipe(anyRow),
    due: (now, limit) =>
      sql<SpecRow>`SELECT * FROM openapi_specs WHERE refresh_at <= ${now} ORDER BY refresh_at LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(toSpec))
      ),
    listVersions: (specId, slice) =>
      sliced(latest, slice, sql`openapi_versions WHERE spec_id = ${specId}`, (rest) =>
        Effect.map(
          sql<VersionRow>`SELECT * FROM openapi_versions WHERE spec_id = ${specId}
            AND ${rest}`,
          (rows) => rows.map(toVersion)
        )
      ),
    version: (specId, id) =>
      sql<VersionRow>`SELECT * FROM openapi_versions WHERE spec_id = ${specId} AND id = ${id}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : toVersion(row)))
      ),
    insertVersion: (version, keep) =>
      Effect.gen(function* () {
        yield* sql`INSERT INTO openapi_versions ${sql.insert({
          id: version.id,
          spec_id: version.specId,
          format: version.format,
          raw: version.raw,
          raw_size: version.rawSize,
          content: version.content,
          description_index: version.index,
          created_at: version.createdAt
        })}`
        yield* sql`DELETE FROM openapi_versions WHERE spec_id = ${version.specId} AND id <> ${version.id} AND id NOT IN (
          SELECT id FROM openapi_versions WHERE spec_id = ${version.specId} ORDER BY id DESC LIMIT ${keep})`
      }).pipe(sql.withTransaction),
    latest: (organizationId) =>
      sql<Pick<SpecRow, "slug" | "source_url" | "visibility"> & VersionRow>`
        SELECT s.slug, s.source_url, s.visibility, v.*
        FROM openapi_specs s JOIN openapi_versions v ON v.id = s.last_version
        WHERE s.organization_id = ${organizationId} ORDER BY s.slug`.pipe(
        Effect.map((rows) =>
          rows.map((row) => ({
            specId: row.spec_id,
            slug: row.slug,
            sourceURL: row.source_url,
            isPublic: row.visibility === "public",
            version: row.id,
            content: row.content,
            index: row.description_index
          }))
        )
      )
  }
})
