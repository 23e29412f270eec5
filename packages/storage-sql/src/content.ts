import { type ContentIndexState, ContentIndexStore } from "@octavo/core/content/content-index/ContentIndexStore"
import { ObjectMissing, Objects } from "@octavo/core/content/revisions/model/Objects"
import { emptyRoot } from "@octavo/core/content/revisions/model/Records"
import {
  type PageChangeKind,
  primary,
  type RevisionRecord,
  type StoredRevisionRecord
} from "@octavo/core/content/revisions/Revision"
import { type HistoryEntry, RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import type { SpaceMergeRules } from "@octavo/core/people/organizations/Organization"
import { Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { textsOf } from "./search.ts"
import { store } from "./store.ts"
import { fromJson } from "./support.ts"
import { integer, json, orNull, type Row, table, text } from "./table.ts"
import { person, usersTable } from "./users.ts"
import { unread } from "./writeBehind.ts"

export const objectsLayer = store(Objects, "objects", ({ dialect, insertAll, sql }) => {
  const load = (hashes: ReadonlyArray<string>) =>
    sql<{ hash: string; data: Uint8Array }>`SELECT hash, data FROM objects WHERE ${sql.in("hash", hashes)}`

  return {
    get: (hash) =>
      sql<{ data: Uint8Array }>`SELECT data FROM objects WHERE hash = ${hash}`.pipe(
        Effect.flatMap(([row]) =>
          row === undefined ? Effect.fail(new ObjectMissing({ hash })) : Effect.succeed(row.data)
        )
      ),
    getMany: Effect.fnUntraced(function* (hashes) {
      const found = new Map<string, Uint8Array>()
      const size = dialect.maxParameters
      for (let start = 0; start < hashes.length; start += size) {
        for (const row of yield* load(hashes.slice(start, start + size))) found.set(row.hash, row.data)
      }
      const missing = hashes.find((hash) => !found.has(hash))
      return missing === undefined ? found : yield* new ObjectMissing({ hash: missing })
    }),
    put: (objects) => {
      // in one order: two writers that share objects never wait for each other
      const rows = Array.from(objects, ([hash, data]) => ({ hash, data })).sort((a, b) => (a.hash < b.hash ? -1 : 1))
      return rows.length === 0 ? Effect.void : unread(insertAll("objects", rows, sql`ON CONFLICT (hash) DO NOTHING`))
    }
  }
})

export const revisionsTable = table<StoredRevisionRecord>()("revisions", {
  id: text.fixed,
  spaceId: text.fixed,
  root: text,
  parents: json,
  type: text,
  author: text.orNull.at("author_id"),
  message: text.orNull,
  git: json.orNull,
  createdAt: text.fixed,
  head: text.orNull,
  sequence: integer.orNull,
  mergedFrom: text.orNull
})

type HistoryRow = Row<StoredRevisionRecord> & Row<Pick<HistoryEntry, "author">>

/** Who made a revision, if they are there. */
const authorsTable = table<Pick<HistoryEntry, "author">>()("users", { author: orNull("id", person) })

const toHistoryEntry = (row: HistoryRow): HistoryEntry => ({
  revision: revisionsTable.decode(row),
  ...authorsTable.decode(row)
})

export const revisionStoreLayer = store(RevisionStore, "revisions", ({ dialect, insertAll, rows, sliced, sql }) => {
  const revisions = rows(revisionsTable)
  /** Of revisions `r` with their authors `u`. */
  const columns = sql`${revisionsTable.columns("r")}, ${usersTable.columns("u", "author")}`

  const toRow = (revision: RevisionRecord, head: string | null, sequence: number | null) =>
    revisionsTable.insert({ ...revision, head, sequence, mergedFrom: revision.mergedFrom ?? null })

  return {
    get: (spaceId, id) => revisions.first(sql`id = ${id} AND space_id = ${spaceId}`),
    head: (spaceId, name) =>
      sql<{ revision_id: string; root: string; sequence: number | bigint }>`SELECT revision_id, root, sequence
        FROM heads WHERE space_id = ${spaceId} AND name = ${name}`.pipe(
        Effect.map(([row]) =>
          row === undefined
            ? undefined
            : { revisionId: row.revision_id, root: row.root, sequence: Number(row.sequence) }
        )
      ),
    insert: (revision) => Effect.asVoid(sql`INSERT INTO revisions ${sql.insert(toRow(revision, null, null))}`),
    // the head that it is inserted from moves by a trigger: see `HeadMoves`
    advance: (name, expected, revision, held) => {
      const values = Object.entries(toRow(revision, name, expected + 1))
      const columns = sql.csv(values.map(([column]) => sql`${sql(column)}`))
      // the change request first, which others hold before they move its head
      const taken =
        held &&
        sql`UPDATE change_requests SET updated_at = ${held.at}
          WHERE id = ${held.id} AND updated_at = ${held.updatedAt} RETURNING id`
      const together = taken !== undefined && dialect.writesTogether
      const inserted = sql<{
        edit_mode: "live" | "locked" | null
        deleted_at: string | null
        merge_rules: string
      }>`${together ? sql`WITH taken AS (${taken})` : sql``}
          INSERT INTO revisions (${columns})
          SELECT ${sql.csv(values.map(([, value]) => sql`${value}`))} FROM heads
          ${together ? sql`, taken` : sql``}
          WHERE space_id = ${revision.spaceId} AND name = ${name} AND sequence = ${expected}
          ${dialect.rowLock} ${together ? sql`OF heads` : sql``}
          RETURNING (SELECT s.edit_mode FROM spaces s WHERE s.id = revisions.space_id) AS edit_mode,
            (SELECT s.deleted_at FROM spaces s WHERE s.id = revisions.space_id) AS deleted_at,
            (SELECT s.merge_rules FROM spaces s WHERE s.id = revisions.space_id) AS merge_rules`
      const rows =
        taken === undefined || together
          ? inserted
          : Effect.flatMap(taken, (found) => (found.length === 0 ? Effect.succeed([]) : inserted))
      return Effect.map(
        rows,
        ([moved]) =>
          moved && {
            space:
              name !== primary || moved.edit_mode === null
                ? undefined
                : {
                    editMode: moved.edit_mode,
                    deletedAt: moved.deleted_at,
                    mergeRules: fromJson<SpaceMergeRules>(moved.merge_rules)
                  }
          }
      )
    },
    notePages: (spaceId, revisionId, sequence, changes) =>
      unread(
        insertAll(
          "page_changes",
          changes.map(({ kind, pageId }) => ({
            space_id: spaceId,
            page_id: pageId,
            sequence,
            revision_id: revisionId,
            kind
          }))
        )
      ),
    history: (spaceId, slice) => {
      const order = [
        { column: sql`r.sequence`, descending: true },
        { column: sql`r.id`, descending: true }
      ]
      const where = sql`r.space_id = ${spaceId} AND r.head = 'primary'`
      return sliced(order, slice, sql`revisions r WHERE ${where}`, (rest) =>
        Effect.map(
          sql<HistoryRow>`SELECT ${columns} FROM revisions r LEFT JOIN users u ON u.id = r.author_id
            WHERE ${where} AND ${rest}`,
          (rows) => rows.map(toHistoryEntry)
        )
      )
    },
    pageHistory: (spaceId, pageId, slice) => {
      const order = [
        { column: sql`x.sequence`, descending: true },
        { column: sql`x.revision_id`, descending: true }
      ]
      const where = sql`x.space_id = ${spaceId} AND x.page_id = ${pageId}`
      return sliced(order, slice, sql`page_changes x WHERE ${where}`, (rest) =>
        Effect.map(
          sql<HistoryRow & { kind: PageChangeKind }>`SELECT ${columns}, x.kind
            FROM page_changes x JOIN revisions r ON r.id = x.revision_id LEFT JOIN users u ON u.id = r.author_id
            WHERE ${where} AND ${rest}`,
          (rows) => rows.map((row) => ({ ...toHistoryEntry(row), kind: row.kind }))
        )
      )
    }
  }
})

export const contentIndexStoreLayer = store(ContentIndexStore, "contentIndexes", (tools) => {
  const { dialect, inParts, insertAll, sql } = tools
  const read = (spaceId: string, lock: Statement.Fragment) =>
    Effect.map(
      sql<ContentIndexState>`SELECT root, after, computed FROM content_indexes WHERE space_id = ${spaceId} ${lock}`,
      ([row]) => row
    )
  /** @param known what is done where there is one */
  const insert = (spaceId: string, { after, computed, root }: ContentIndexState, known: Statement.Fragment) =>
    Effect.andThen(
      // the next number, of one after the other
      dialect.lock("content_indexes"),
      sql`INSERT INTO content_indexes (space_id, number, pages, root, after, computed)
        SELECT ${spaceId}, coalesce(max(number), 0) + 1, 0, ${root}, ${after}, ${computed} FROM content_indexes
        WHERE 1 = 1
        ON CONFLICT (space_id) ${known}`
    )

  return {
    get: (spaceId) => read(spaceId, sql``),
    hold: (spaceId) => read(spaceId, dialect.rowLock),
    make: (spaceId, state) => insert(spaceId, state, sql`DO NOTHING`),
    put: (spaceId, state) =>
      Effect.gen(function* () {
        const { after, computed, root } = state
        const known = yield* sql`UPDATE content_indexes SET root = ${root}, after = ${after}, computed = ${computed}
          WHERE space_id = ${spaceId} RETURNING space_id`
        if (known.length > 0) return
        yield* insert(
          spaceId,
          state,
          sql`DO UPDATE SET root = excluded.root, after = excluded.after, computed = excluded.computed`
        )
      }),
    move: (spaceId, { computed, from, to }, page) => {
      const move = sql`UPDATE content_indexes SET root = ${to},
          computed = CASE WHEN computed IS NOT DISTINCT FROM ${computed} THEN computed ELSE '' END
        WHERE space_id = ${spaceId} AND root = ${from} AND after IS NULL RETURNING space_id`
      const { putOf } = dialect.textSearch
      if (page === undefined || putOf === undefined) {
        return Effect.map(move, (moved) => (moved.length > 0 ? { isPut: false } : undefined))
      }
      const { document, id } = page
      return Effect.map(
        sql<{ moved: number; put: number }>`WITH moved AS (${move}),
          page AS (UPDATE search_pages SET ${sql.update(textsOf(document))}
            WHERE space_id = ${spaceId} AND page_id = ${id} AND EXISTS (SELECT 1 FROM moved) RETURNING id),
          terms AS (${putOf("page", document.classes)})
          SELECT (SELECT count(*) FROM moved) AS moved, (SELECT count(*) FROM page) AS put`,
        ([found]) => (found!.moved > 0 ? { isPut: found!.put > 0 } : undefined)
      )
    },
    behind: (limit) =>
      sql<{ id: string }>`SELECT s.id FROM spaces s JOIN heads h ON h.space_id = s.id AND h.name = 'primary'
        LEFT JOIN content_indexes x ON x.space_id = s.id
        WHERE s.deleted_at IS NULL AND ((x.space_id IS NULL AND h.root <> ${emptyRoot.root})
          OR x.after IS NOT NULL OR x.root <> h.root OR x.computed = '')
        ORDER BY s.id LIMIT ${limit}`.pipe(Effect.map((rows) => rows.map(({ id }) => id))),
    computing: (of) =>
      sql<{ space_id: string; computed: string }>`SELECT x.space_id, x.computed FROM content_indexes x
        JOIN spaces s ON s.id = x.space_id WHERE x.computed IS NOT NULL AND s.deleted_at IS NULL
          AND ${"spaceIds" in of ? sql.in("s.id", of.spaceIds) : sql`s.organization_id = ${of.organizationId}`}
        ORDER BY x.space_id`.pipe(
        Effect.map((rows) => rows.map(({ computed, space_id }) => ({ spaceId: space_id, computed })))
      ),
    computedPages: (spaceId) =>
      sql<{ page_id: string; name: string }>`SELECT page_id, name FROM computed_pages
        WHERE space_id = ${spaceId}`.pipe(
        Effect.map((rows) => new Map(rows.map(({ name, page_id }) => [page_id, name])))
      ),
    putComputed: (spaceId, pages) =>
      insertAll(
        "computed_pages",
        Array.from(pages, ([id, name]) => ({ space_id: spaceId, page_id: id, name })),
        sql`ON CONFLICT (space_id, page_id) DO UPDATE SET name = excluded.name`
      ),
    removeComputed: (spaceId, ids) =>
      inParts(
        ids,
        (some) => sql`DELETE FROM computed_pages WHERE space_id = ${spaceId} AND ${sql.in("page_id", some)}`
      ).pipe(Effect.asVoid),
    forgetComputed: (spaceId) =>
      sql`UPDATE computed_pages SET name = '' WHERE space_id = ${spaceId}`.pipe(Effect.asVoid)
  }
})
