import type { TranslationRecord, TranslationRunRecord } from "@octavo/core/content/translations/Translation"
import {
  type Remembered,
  type TranslationPatch,
  type TranslationRunPatch,
  TranslationStore
} from "@octavo/core/content/translations/TranslationStore"
import { Array as Arr, Effect } from "effect"
import { spacesInScope } from "./permissions.ts"
import { anyRow, store } from "./store.ts"
import { json, jsonOrNull } from "./support.ts"

type Cell = string | number | null
type Count = number | bigint

interface Row {
  readonly id: string
  readonly organization_id: string
  readonly source_space_id: string
  readonly source_language: TranslationRecord["sourceLanguage"]
  readonly language: TranslationRecord["language"]
  readonly instructions: string | null
  readonly translate_slugs: Count
  readonly status: TranslationRecord["status"]
  readonly error: string | null
  readonly result_space_id: string | null
  readonly result_revision: string | null
  readonly result_root: string | null
  readonly runs: Count
  readonly total_words: Count
  readonly total_pages: Count
  readonly total_duration: Count
  readonly latest_run_duration: Count
  readonly latest_pages: Count
  readonly latest_words: Count
  readonly created_at: string
  readonly updated_at: string
}

const seconds = (ms: Count): number => Number(ms) / 1000
const milliseconds = (value: number): number => Math.round(value * 1000)

const toRecord = (row: Row): TranslationRecord => ({
  id: row.id,
  organizationId: row.organization_id,
  sourceSpace: row.source_space_id,
  sourceLanguage: row.source_language,
  language: row.language,
  instructions: jsonOrNull(row.instructions),
  translateSlugs: Number(row.translate_slugs) === 1,
  status: row.status,
  error: jsonOrNull(row.error),
  resultSpace: row.result_space_id,
  resultRevision: row.result_revision,
  resultRoot: row.result_root,
  runs: Number(row.runs),
  totalWords: Number(row.total_words),
  totalPages: Number(row.total_pages),
  totalDuration: seconds(row.total_duration),
  latestRunDuration: seconds(row.latest_run_duration),
  latestPages: Number(row.latest_pages),
  latestWords: Number(row.latest_words),
  createdAt: row.created_at,
  updatedAt: row.updated_at
})

const orNull = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

/** Columns of what a patch sets. */
const toColumns = (patch: TranslationPatch): Record<string, Cell> => {
  const { error, instructions, latestRunDuration, totalDuration, translateSlugs } = patch
  const set: Record<string, Cell | undefined> = {
    instructions: instructions === undefined ? undefined : orNull(instructions),
    translate_slugs: translateSlugs === undefined ? undefined : Number(translateSlugs),
    status: patch.status,
    error: error === undefined ? undefined : orNull(error),
    result_space_id: patch.resultSpace,
    result_revision: patch.resultRevision,
    result_root: patch.resultRoot,
    runs: patch.runs,
    total_words: patch.totalWords,
    total_pages: patch.totalPages,
    total_duration: totalDuration === undefined ? undefined : milliseconds(totalDuration),
    latest_run_duration: latestRunDuration === undefined ? undefined : milliseconds(latestRunDuration),
    latest_pages: patch.latestPages,
    latest_words: patch.latestWords,
    updated_at: patch.updatedAt
  }
  return present(set)
}

const present = (set: Record<string, Cell | undefined>): Record<string, Cell> =>
  Object.fromEntries(Object.entries(set).flatMap(([column, value]) => (value === undefined ? [] : [[column, value]])))

interface RunRow {
  readonly id: string
  readonly translation_id: string
  readonly status: TranslationRunRecord["status"]
  readonly requested_by: string | null
  readonly progress: string | null
  readonly source_revision: string | null
  readonly revision: string | null
  readonly pages: Count
  readonly words: Count
  readonly error: string | null
  readonly problems: string
  readonly problem_count: Count
  readonly created_at: string
  readonly started_at: string | null
  readonly finished_at: string | null
}

const toRun = (row: RunRow): TranslationRunRecord => ({
  id: row.id,
  translationId: row.translation_id,
  status: row.status,
  requestedBy: row.requested_by,
  progress: row.progress,
  sourceRevision: row.source_revision,
  revision: row.revision,
  pages: Number(row.pages),
  words: Number(row.words),
  error: jsonOrNull(row.error),
  problems: json(row.problems),
  problemCount: Number(row.problem_count),
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at
})

const toRunColumns = (patch: TranslationRunPatch): Record<string, Cell> =>
  present({
    status: patch.status,
    progress: patch.progress,
    source_revision: patch.sourceRevision,
    revision: patch.revision,
    pages: patch.pages,
    words: patch.words,
    error: patch.error === undefined ? undefined : orNull(patch.error),
    problems: patch.problems === undefined ? undefined : JSON.stringify(patch.problems),
    problem_count: patch.problemCount,
    started_at: patch.startedAt,
    finished_at: patch.finishedAt
  })

interface MemoryRow {
  readonly hash: string
  readonly body: string
  readonly run_id: string
  readonly words: Count
}

/** How many rows one statement names. */
const batch = 500

const inBatches = <B, E, R>(
  names: ReadonlyArray<string>,
  each: (some: ReadonlyArray<string>) => Effect.Effect<B, E, R>
) => Effect.forEach(Arr.chunksOf(names, batch), each)

export const translationStoreLayer = store(
  TranslationStore,
  "translations",
  ({ countOf, dialect, insertAll, sliced, sql }) => {
    const { rowLock } = dialect
    const oldest = [{ column: sql`t.id` }]
    const latest = [{ column: sql`id`, descending: true }]
    const one = Effect.map(([row]: ReadonlyArray<Row>) => (row === undefined ? undefined : toRecord(row)))

    return {
      get: (organizationId, id) =>
        sql<Row>`SELECT * FROM translations WHERE id = ${id} AND organization_id = ${organizationId} ${rowLock}`.pipe(
          one
        ),
      find: (id) => sql<Row>`SELECT * FROM translations WHERE id = ${id} ${rowLock}`.pipe(one),
      list: (organizationId, scope, slice) => {
        const where = sql`t.organization_id = ${organizationId} AND t.source_space_id IN (
        SELECT s.id FROM spaces s WHERE ${spacesInScope(sql, organizationId, scope)})`
        return sliced(oldest, slice, sql`translations t WHERE ${where}`, (rest) =>
          Effect.map(
            sql<Row>`SELECT t.* FROM translations t WHERE ${where}
            AND ${rest}`,
            (rows) => rows.map(toRecord)
          )
        )
      },
      insert: (translation) =>
        sql`INSERT INTO translations ${sql.insert({
          id: translation.id,
          organization_id: translation.organizationId,
          source_space_id: translation.sourceSpace,
          source_language: translation.sourceLanguage,
          language: translation.language,
          created_at: translation.createdAt,
          ...toColumns(translation)
        })}`.pipe(Effect.asVoid),
      update: (id, patch) =>
        sql`UPDATE translations SET ${sql.update(toColumns(patch))} WHERE id = ${id}`.pipe(Effect.asVoid),
      remove: (id) => sql`DELETE FROM translations WHERE id = ${id} RETURNING id`.pipe(anyRow),

      insertRun: (run) =>
        sql`INSERT INTO translation_runs ${sql.insert({
          id: run.id,
          translation_id: run.translationId,
          requested_by: run.requestedBy,
          created_at: run.createdAt,
          ...toRunColumns(run)
        })}`.pipe(Effect.asVoid),
      run: (id) =>
        sql<RunRow>`SELECT * FROM translation_runs WHERE id = ${id}`.pipe(
          Effect.map(([row]) => (row === undefined ? undefined : toRun(row)))
        ),
      updateRun: (id, patch) =>
        sql`UPDATE translation_runs SET ${sql.update(toRunColumns(patch))} WHERE id = ${id}`.pipe(Effect.asVoid),
      openRuns: (translationId) =>
        sql<RunRow>`SELECT * FROM translation_runs WHERE translation_id = ${translationId} AND status <> 'completed'
        ORDER BY id`.pipe(Effect.map((rows) => rows.map(toRun))),
      listRuns: (translationId, slice) =>
        sliced(latest, slice, sql`translation_runs WHERE translation_id = ${translationId}`, (rest) =>
          Effect.map(
            sql<RunRow>`SELECT * FROM translation_runs WHERE translation_id = ${translationId}
            AND ${rest}`,
            (rows) => rows.map(toRun)
          )
        ),
      notePages: (translationId, pages) =>
        Effect.gen(function* () {
          const rows = pages.map((page) => ({ translation_id: translationId, page_id: page }))
          yield* insertAll("translation_pages", rows, sql`ON CONFLICT DO NOTHING`)
          return yield* countOf(sql`translation_pages WHERE translation_id = ${translationId}`)
        }),

      recall: (organizationId, hashes) =>
        inBatches(
          hashes,
          (some) => sql<MemoryRow>`SELECT hash, body, run_id, words FROM translation_memory
          WHERE organization_id = ${organizationId} AND ${sql.in("hash", some)}`
        ).pipe(
          Effect.map(
            (found) =>
              new Map(
                found
                  .flat()
                  .map((row): readonly [string, Remembered] => [
                    row.hash,
                    { hash: row.hash, text: row.body, run: row.run_id, words: Number(row.words) }
                  ])
              )
          )
        ),
      paidWords: (organizationId, run) =>
        sql<{ n: Count | null }>`SELECT SUM(words) AS n FROM translation_memory
        WHERE organization_id = ${organizationId} AND run_id = ${run}`.pipe(Effect.map(([row]) => Number(row?.n ?? 0))),
      remember: (organizationId, entries, at) =>
        insertAll(
          "translation_memory",
          entries.map(({ hash, run, text, words }) => ({
            organization_id: organizationId,
            hash,
            body: text,
            run_id: run,
            words,
            used_at: at
          })),
          sql`ON CONFLICT (organization_id, hash) DO NOTHING`
        ).pipe(Effect.asVoid),
      noteUse: (organizationId, hashes, at) =>
        inBatches(
          hashes,
          (some) => sql`UPDATE translation_memory SET used_at = ${at}
          WHERE organization_id = ${organizationId} AND ${sql.in("hash", some)}`
        ).pipe(Effect.asVoid),
      forget: (organizationId, before) =>
        sql`DELETE FROM translation_memory WHERE organization_id = ${organizationId} AND used_at < ${before}`.pipe(
          Effect.asVoid
        )
    }
  }
)
