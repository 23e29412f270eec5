import type { TranslationRecord, TranslationRunRecord } from "@octavo/core/content/translations/Translation"
import { type Remembered, TranslationStore } from "@octavo/core/content/translations/TranslationStore"
import { Effect } from "effect"
import { spacesInScope } from "./permissions.ts"
import { ascending, descending, store } from "./store.ts"
import { boolean, integer, json, mapped, richDocument, table, text } from "./table.ts"

type Count = number | bigint

/** Kept in milliseconds. */
const seconds = mapped({ decode: (ms) => ms / 1000, encode: (value: number) => Math.round(value * 1000) })

export const translationsTable = table<TranslationRecord>()("translations", {
  id: text.fixed,
  organizationId: text.fixed,
  sourceSpace: text.at("source_space_id").fixed,
  sourceLanguage: text.fixed,
  language: text.fixed,
  instructions: richDocument.orNull,
  translateSlugs: boolean,
  status: text,
  error: json.orNull,
  resultSpace: text.orNull.at("result_space_id"),
  resultRevision: text.orNull,
  resultRoot: text.orNull,
  runs: integer,
  totalWords: integer,
  totalPages: integer,
  totalDuration: seconds,
  latestRunDuration: seconds,
  latestPages: integer,
  latestWords: integer,
  createdAt: text.fixed,
  updatedAt: text
})

export const translationRunsTable = table<TranslationRunRecord>()("translation_runs", {
  id: text.fixed,
  translationId: text.fixed,
  status: text,
  requestedBy: text.orNull.fixed,
  progress: text.orNull,
  sourceRevision: text.orNull,
  revision: text.orNull,
  pages: integer,
  words: integer,
  error: json.orNull,
  problems: json,
  problemCount: integer,
  createdAt: text.fixed,
  startedAt: text.orNull,
  finishedAt: text.orNull
})

export const translationMemoryTable = table<Remembered>()("translation_memory", {
  hash: text.fixed,
  text: text.at("body"),
  run: text.at("run_id"),
  words: integer
})

export const translationStoreLayer = store(TranslationStore, "translations", (tools) => {
  const { countOf, dialect, inParts, insertAll, rows, sql } = tools
  const { rowLock } = dialect
  const oldest = ascending("t.id")
  const latest = descending("id")
  const translations = rows(translationsTable, "t")
  const translationRuns = rows(translationRunsTable)
  const translationMemory = rows(translationMemoryTable)

  return {
    get: (organizationId, id) => translations.first(sql`id = ${id} AND organization_id = ${organizationId} ${rowLock}`),
    find: (id) => translations.first(sql`id = ${id} ${rowLock}`),
    list: (organizationId, scope, slice) => {
      const where = sql`t.organization_id = ${organizationId} AND t.source_space_id IN (
        SELECT s.id FROM spaces s WHERE ${spacesInScope(sql, organizationId, scope)})`
      return translations.list(where, oldest, slice)
    },
    insert: (translation) => translations.insert(translation),
    update: (id, patch) => translations.update(patch, sql`id = ${id}`),
    remove: (id) => translations.remove(sql`id = ${id}`),

    insertRun: (run) => translationRuns.insert(run),
    run: (id) => translationRuns.first(sql`id = ${id}`),
    updateRun: (id, patch) => translationRuns.update(patch, sql`id = ${id}`),
    openRuns: (translationId) =>
      translationRuns.all(sql`translation_id = ${translationId} AND status <> 'completed'
        ORDER BY id`),
    listRuns: (translationId, slice) => translationRuns.list(sql`translation_id = ${translationId}`, latest, slice),
    notePages: (translationId, pages) =>
      Effect.gen(function* () {
        const rows = pages.map((page) => ({ translation_id: translationId, page_id: page }))
        yield* insertAll("translation_pages", rows, sql`ON CONFLICT DO NOTHING`)
        return yield* countOf(sql`translation_pages WHERE translation_id = ${translationId}`)
      }),

    recall: (organizationId, hashes) =>
      inParts(hashes, (some) =>
        translationMemory.all(sql`organization_id = ${organizationId} AND ${sql.in("hash", some)}`)
      ).pipe(Effect.map((found) => new Map(found.map((one) => [one.hash, one])))),
    paidWords: (organizationId, run) =>
      sql<{ n: Count | null }>`SELECT SUM(words) AS n FROM translation_memory
        WHERE organization_id = ${organizationId} AND run_id = ${run}`.pipe(Effect.map(([row]) => Number(row?.n ?? 0))),
    remember: (organizationId, entries, at) =>
      insertAll(
        "translation_memory",
        entries.map((entry) => ({
          ...translationMemoryTable.insert(entry),
          organization_id: organizationId,
          used_at: at
        })),
        sql`ON CONFLICT (organization_id, hash) DO NOTHING`
      ).pipe(Effect.asVoid),
    noteUse: (organizationId, hashes, at) =>
      inParts(
        hashes,
        (some) => sql`UPDATE translation_memory SET used_at = ${at}
          WHERE organization_id = ${organizationId} AND ${sql.in("hash", some)}`
      ).pipe(Effect.asVoid),
    forget: (organizationId, before) =>
      sql`DELETE FROM translation_memory WHERE organization_id = ${organizationId} AND used_at < ${before}`.pipe(
        Effect.asVoid
      )
  }
})
