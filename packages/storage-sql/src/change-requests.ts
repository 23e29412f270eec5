import {
  type ChangeRequestFilter,
  type ChangeRequestOrder,
  type ChangeRequestRecord,
  laterThan
} from "@octavo/core/content/change-requests/ChangeRequest"
import { ChangeRequestStore, type MergeSpace } from "@octavo/core/content/change-requests/ChangeRequestStore"
import { countedAs } from "@octavo/core/content/change-requests/status"
import type { Slice } from "@octavo/core/kernel/shared/pagination"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { literal } from "./Dialect.ts"
import { spacesInScope } from "./permissions.ts"
import { store } from "./store.ts"
import { inTransaction } from "./support.ts"
import { integer, json, mapTable, orNull, type Row, richDocument, table, text } from "./table.ts"
import { person, usersTable } from "./users.ts"
import { unread } from "./writeBehind.ts"

/** Links that were never set are none. */
type Stored = Omit<ChangeRequestRecord, "links"> & { readonly links: ChangeRequestRecord["links"] | null }

export const changeRequestsTable = mapTable(
  table<Stored>()("change_requests", {
    id: text.fixed,
    spaceId: text.fixed,
    organizationId: text.computed,
    number: integer.fixed,
    status: text,
    subject: text,
    description: richDocument.orNull,
    createdBy: orNull("id", person),
    createdAt: text.fixed,
    updatedAt: text,
    head: { revisionId: text.computed, root: text.computed, sequence: integer.computed },
    primaryRevision: text.computed,
    revisionInitial: text.fixed,
    revisionMergedAncestor: text.orNull,
    revisionMerged: text.orNull.fixed,
    comments: integer.fixed,
    conflicts: integer.fixed,
    conversationsIssuesCluster: text.orNull.at("conversations_cluster"),
    links: json.orNull
  }),
  ({ links, ...record }): ChangeRequestRecord => ({ ...record, links: links ?? [] })
)

/** The space of a change request, as a merge looks at it: columns of the same row. */
const mergeSpace = table<{ readonly space: MergeSpace }>()("change_requests", {
  space: {
    id: text.computed,
    organizationId: text.computed,
    title: text.computed,
    visibility: text.computed,
    language: text.orNull.computed,
    editMode: text.computed,
    deletedAt: text.orNull.computed,
    mergeRules: json.computed,
    head: { revisionId: text.computed, root: text.computed, sequence: integer.computed }
  }
})

/** What `mergeSpace` reads, of spaces `s` and their primary heads `p`. */
const mergeSpaceColumns = literal(`, s.organization_id AS space_organization_id, s.title AS space_title,
  s.visibility AS space_visibility, s.language AS space_language, s.edit_mode AS space_edit_mode,
  s.deleted_at AS space_deleted_at, s.merge_rules AS space_merge_rules,
  p.revision_id AS space_head_revision_id, p.root AS space_head_root, p.sequence AS space_head_sequence`)

/**
 * Change requests `c` of spaces `s`, with their heads, the primary heads and who made them.
 * @param more columns
 */
const rowsOf = (sql: SqlClient.SqlClient, rest: Statement.Fragment, more = sql``) =>
  sql<Row<ChangeRequestRecord> & Row<{ space: MergeSpace }> & { readonly base_root?: string | null }>`
      SELECT ${changeRequestsTable.columns("c")}, s.organization_id, h.revision_id AS head_revision_id,
        h.root AS head_root, h.sequence AS head_sequence, p.revision_id AS primary_revision,
        ${usersTable.columns("u", "createdBy")} ${more}
      FROM change_requests c
      JOIN spaces s ON s.id = c.space_id
      JOIN heads h ON h.space_id = c.space_id AND h.name = c.id
      JOIN heads p ON p.space_id = c.space_id AND p.name = 'primary'
      LEFT JOIN users u ON u.id = c.created_by
      WHERE ${rest}`

const select = (sql: SqlClient.SqlClient, rest: Statement.Fragment) =>
  Effect.map(rowsOf(sql, rest), (rows) => rows.map(changeRequestsTable.decode))

/** Whether a change request `c` is known to have conflicts, and has not caught up with the live content since. */
const inConflict = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`(c.conflicts > 0 AND COALESCE(c.revision_merged_ancestor, c.revision_initial) <> (
    SELECT l.revision_id FROM heads l WHERE l.space_id = c.space_id AND l.name = 'primary'))`

/** Condition on change requests `c` of spaces `s`. */
const matching = (sql: SqlClient.SqlClient, filter: ChangeRequestFilter): Statement.Fragment =>
  sql.and([
    filter.status.length === 0 ? sql`1 = 0` : sql.in("c.status", filter.status),
    ...(filter.creator === undefined ? [] : [sql`c.created_by = ${filter.creator}`]),
    ...(filter.contributor === undefined
      ? []
      : [
          sql`(EXISTS (SELECT 1 FROM revisions r
              WHERE r.space_id = c.space_id AND r.head = c.id AND r.author_id = ${filter.contributor})
            OR EXISTS (SELECT 1 FROM comments o
              WHERE o.change_request_id = c.id AND (o.posted_by = ${filter.contributor} OR EXISTS (
                SELECT 1 FROM comment_replies y
                WHERE y.comment_id = o.id AND y.posted_by = ${filter.contributor}))))`
        ]),
    ...(filter.requestedReviewer === undefined
      ? []
      : [
          sql`EXISTS (SELECT 1 FROM change_request_reviewers w
            WHERE w.change_request_id = c.id AND w.user_id = ${filter.requestedReviewer})`
        ]),
    ...(filter.conversationsIssuesCluster === undefined
      ? []
      : [sql`c.conversations_cluster = ${filter.conversationsIssuesCluster}`]),
    ...(filter.conflicts === undefined ? [] : [filter.conflicts ? inConflict(sql) : sql`NOT ${inConflict(sql)}`]),
    ...(filter.space === undefined ? [] : [sql`c.space_id = ${filter.space}`]),
    ...(filter.site === undefined
      ? []
      : [sql`c.space_id IN (SELECT x.space_id FROM site_spaces x WHERE x.site_id = ${filter.site})`])
  ])

const isNumber = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text)

export const changeRequestStoreLayer = store(ChangeRequestStore, "changeRequests", ({ dialect, sliced, sql }) => {
  /** @param more columns */
  const rowOf = (spaceId: string, idOrNumber: string, more?: Statement.Fragment) =>
    Effect.map(
      rowsOf(
        sql,
        sql`c.space_id = ${spaceId} AND ${
          isNumber(idOrNumber) ? sql`c.number = ${Number(idOrNumber)}` : sql`c.id = ${idOrNumber}`
        }`,
        sql`, (SELECT b.root FROM revisions b
          WHERE b.id = COALESCE(c.revision_merged_ancestor, c.revision_initial)) AS base_root ${more ?? sql``}`
      ),
      ([row]) => row && { row, found: { ...changeRequestsTable.decode(row), baseRoot: row.base_root ?? null } }
    )

  const find = (spaceId: string, idOrNumber: string) => Effect.map(rowOf(spaceId, idOrNumber), (one) => one?.found)

  const page = (where: Statement.Fragment, order: ChangeRequestOrder, slice: Slice) => {
    const columns = [
      { column: order === "createdAt" ? sql`c.created_at` : sql`c.updated_at`, descending: true },
      { column: sql`c.id`, descending: true }
    ]
    const from = sql`change_requests c JOIN spaces s ON s.id = c.space_id WHERE ${where}`
    // descriptions are long: those of the slice are read, and not all that match sorted with them
    return sliced(columns, slice, from, (rest) =>
      select(sql, sql`c.id IN (SELECT c.id FROM ${from} AND ${rest}) AND ${rest}`)
    )
  }

  /** What a space counts of a change request that becomes another one. */
  const count = ({ spaceId, status }: ChangeRequestRecord, after: ChangeRequestRecord["status"]) => {
    const [before, now] = [countedAs(status), countedAs(after)]
    if (before.open === now.open && before.draft === now.draft) return Effect.void
    return unread(sql`UPDATE spaces SET change_requests_open = change_requests_open + ${now.open - before.open},
        change_requests_draft = change_requests_draft + ${now.draft - before.draft}
      WHERE id = ${spaceId}`)
  }

  return {
    insert: ({ conversationsIssuesCluster = null, createdAt, createdBy, description, id, spaceId, status, subject }) =>
      Effect.gen(function* () {
        const { draft, open } = countedAs(status)
        // the number is the count: change requests are never removed. The row is held until this ends
        const [counted] = yield* sql<{ change_requests: number | bigint }>`UPDATE spaces
          SET change_requests = change_requests + 1, change_requests_open = change_requests_open + ${open},
            change_requests_draft = change_requests_draft + ${draft}
          WHERE id = ${spaceId} AND deleted_at IS NULL RETURNING change_requests`
        const [head] = yield* sql<{ revision_id: string; root: string }>`SELECT revision_id, root FROM heads
          WHERE space_id = ${spaceId} AND name = 'primary'`
        if (counted === undefined || head === undefined) return false
        yield* sql`INSERT INTO change_requests ${sql.insert({
          ...changeRequestsTable.insert({
            id,
            spaceId,
            number: Number(counted.change_requests),
            status,
            subject,
            description,
            createdAt,
            updatedAt: createdAt,
            revisionInitial: head.revision_id,
            revisionMergedAncestor: null,
            revisionMerged: null,
            comments: 0,
            conflicts: 0,
            conversationsIssuesCluster,
            links: null
          }),
          created_by: createdBy
        })}`
        yield* sql`INSERT INTO heads ${sql.insert({
          space_id: spaceId,
          name: id,
          revision_id: head.revision_id,
          root: head.root,
          sequence: 0,
          updated_at: createdAt
        })}`
        return true
      }).pipe(sql.withTransaction),
    find: (spaceId, idOrNumber) => find(spaceId, idOrNumber),
    findToMerge: (spaceId, idOrNumber) =>
      Effect.map(
        rowOf(spaceId, idOrNumber, mergeSpaceColumns),
        (one) => one && { ...one.found, ...mergeSpace.decode(one.row) }
      ),
    lock: (spaceId, id) =>
      dialect
        .hold(sql`SELECT id FROM change_requests WHERE id = ${id} AND space_id = ${spaceId} ${dialect.rowLock}`)
        .pipe(Effect.andThen(find(spaceId, id))),
    update: (record, patch, at) =>
      Effect.gen(function* () {
        yield* unread(sql`UPDATE change_requests
          SET ${sql.update(changeRequestsTable.patch({ ...patch, updatedAt: laterThan(record.updatedAt, at) }))}
          WHERE id = ${record.id}`)
        yield* count(record, patch.status ?? record.status)
      }).pipe(inTransaction(sql)),
    countMerged: (record) => count(record, "merged"),
    moved: (most) =>
      select(
        sql,
        sql`c.status IN ('draft', 'open') AND s.deleted_at IS NULL
          AND COALESCE(c.revision_merged_ancestor, c.revision_initial) <> p.revision_id
          AND COALESCE(c.conflicts_between, '') <> p.revision_id || ' ' || h.revision_id
          ORDER BY c.updated_at, c.id LIMIT ${most}`
      ),
    noteConflicts: ({ conflicts: before, head, id, primaryRevision }, conflicts) =>
      Effect.map(
        sql`UPDATE change_requests
          SET conflicts = ${conflicts}, conflicts_between = ${`${primaryRevision} ${head.revisionId}`}
          WHERE id = ${id} AND conflicts = ${before} RETURNING id`,
        (rows) => rows.length > 0
      ),
    list: (spaceId, filter, order, slice) =>
      page(sql`c.space_id = ${spaceId} AND ${matching(sql, filter)}`, order, slice),
    listInOrganization: (organizationId, scope, filter, order, slice) =>
      page(sql`${spacesInScope(sql, organizationId, scope)} AND ${matching(sql, filter)}`, order, slice)
  }
})
