import type { ContributorRecord, RequestedReviewerRecord, ReviewRecord } from "@octavo/core/content/reviews/Review"
import { ReviewStore } from "@octavo/core/content/reviews/ReviewStore"
import type { UserRecord } from "@octavo/core/people/users/User"
import { Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { anyRow, first, store } from "./store.ts"
import { boolean, integer, mapTable, orNull, type Row, table, text } from "./table.ts"
import { person, usersTable } from "./users.ts"

const reviewsTable = mapTable(
  table<Omit<ReviewRecord, "requestedBy"> & { isRequested: boolean; asker: UserRecord | null }>()(
    "change_request_reviews",
    {
      id: text,
      changeRequestId: text,
      spaceId: text.computed,
      number: integer,
      reviewer: person,
      isRequested: boolean,
      asker: orNull("id", person),
      status: text,
      revision: text,
      outdated: boolean.computed,
      createdAt: text,
      updatedAt: text
    }
  ),
  ({ asker, isRequested, ...review }): ReviewRecord => ({ ...review, requestedBy: isRequested ? asker : undefined })
)

const requestsTable = table<RequestedReviewerRecord>()("change_request_reviewers", {
  user: person,
  requestedBy: orNull("id", person),
  revision: text,
  createdAt: text
})

const contributorsTable = table<ContributorRecord>()("users", {
  user: person,
  kind: text.computed,
  count: integer.computed,
  updatedAt: text.computed
})

export const reviewStoreLayer = store(ReviewStore, "reviews", ({ countOf, inParts, rows, sliced, sql }) => {
  const users = rows(usersTable)
  /** Reviews `r` with their change requests `c` and the heads `h` of those. */
  const from = sql`change_request_reviews r
    JOIN change_requests c ON c.id = r.change_request_id
    JOIN heads h ON h.space_id = c.space_id AND h.name = c.id`

  /** Condition on them: its reviewer gave a later one. */
  const isSuperseded = sql`EXISTS (SELECT 1 FROM change_request_reviews x
    WHERE x.change_request_id = r.change_request_id AND x.reviewer_id = r.reviewer_id AND x.number > r.number)`

  /** The draft moved on, the reviewer reviewed again, or was asked again. */
  const isOutdated = sql`(r.revision <> h.revision_id OR ${isSuperseded} OR EXISTS (
    SELECT 1 FROM change_request_reviewers w
    WHERE w.change_request_id = r.change_request_id AND w.user_id = r.reviewer_id AND w.reviews >= r.number))`

  const select = (rest: Statement.Fragment) =>
    Effect.map(
      sql<Row<ReviewRecord>>`SELECT ${reviewsTable.columns("r")}, c.space_id,
        CASE WHEN ${isOutdated} THEN 1 ELSE 0 END AS outdated,
        ${usersTable.columns("u", "reviewer")}, ${usersTable.columns("a", "asker")}
      FROM ${from} JOIN users u ON u.id = r.reviewer_id LEFT JOIN users a ON a.id = r.requested_by
      WHERE ${rest}`,
      (rows) => rows.map(reviewsTable.decode)
    )

  return {
    insert: ({ changeRequestId, createdAt, id, revision, reviewer, status }) =>
      Effect.gen(function* () {
        // the change request is held: the count is the next number
        const number = 1 + (yield* countOf(sql`change_request_reviews WHERE change_request_id = ${changeRequestId}`))
        const [asked] = yield* sql<{ requested_by: string | null }>`SELECT requested_by FROM change_request_reviewers
          WHERE change_request_id = ${changeRequestId} AND user_id = ${reviewer}`
        yield* sql`INSERT INTO change_request_reviews ${sql.insert({
          id,
          change_request_id: changeRequestId,
          number,
          reviewer_id: reviewer,
          is_requested: asked === undefined ? 0 : 1,
          requested_by: asked?.requested_by ?? null,
          status,
          revision,
          created_at: createdAt,
          updated_at: createdAt
        })}`
      }).pipe(sql.withTransaction),
    get: (changeRequestId, id) => select(sql`r.change_request_id = ${changeRequestId} AND r.id = ${id}`).pipe(first),
    list: (changeRequestId, { outdated }, slice) => {
      const order = [{ column: sql`r.number`, descending: true }]
      const matching = outdated === undefined ? sql`1 = 1` : outdated ? isOutdated : sql`NOT ${isOutdated}`
      const where = sql`r.change_request_id = ${changeRequestId} AND ${matching}`
      return sliced(order, slice, sql`${from} WHERE ${where}`, (rest) => select(sql`${where} AND ${rest}`))
    },
    standing: (changeRequestId) =>
      select(sql`r.change_request_id = ${changeRequestId} AND NOT ${isSuperseded} ORDER BY r.number`),
    request: (changeRequestId, requests) =>
      Effect.gen(function* () {
        const reviews = yield* countOf(sql`change_request_reviews WHERE change_request_id = ${changeRequestId}`)
        for (const { createdAt, requestedBy, revision, user } of requests) {
          yield* sql`INSERT INTO change_request_reviewers ${sql.insert({
            change_request_id: changeRequestId,
            user_id: user,
            requested_by: requestedBy,
            revision,
            reviews,
            created_at: createdAt
          })} ON CONFLICT (change_request_id, user_id) DO UPDATE
            SET requested_by = excluded.requested_by, revision = excluded.revision, reviews = excluded.reviews,
              created_at = excluded.created_at`
        }
      }).pipe(sql.withTransaction),
    withdraw: (changeRequestId, userId) =>
      sql`DELETE FROM change_request_reviewers WHERE change_request_id = ${changeRequestId} AND user_id = ${userId}
        RETURNING user_id`.pipe(anyRow),
    requested: (changeRequestId, slice) => {
      const order = [{ column: sql`w.created_at` }, { column: sql`w.user_id` }]
      const where = sql`w.change_request_id = ${changeRequestId}`
      return sliced(order, slice, sql`change_request_reviewers w WHERE ${where}`, (rest) =>
        Effect.map(
          sql<Row<RequestedReviewerRecord>>`
            SELECT ${requestsTable.columns("w")}, ${usersTable.columns("u", "user")},
              ${usersTable.columns("a", "requestedBy")}
            FROM change_request_reviewers w JOIN users u ON u.id = w.user_id LEFT JOIN users a ON a.id = w.requested_by
            WHERE ${where} AND ${rest}`,
          (rows) => rows.map(requestsTable.decode)
        )
      )
    },
    contributors: (changeRequestId, slice) => {
      const order = [{ column: sql`t.kind` }, { column: sql`t.user_id` }]
      const all = sql`(
        SELECT 'edit' AS kind, r.author_id AS user_id, count(*) AS count, max(r.created_at) AS updated_at
        FROM change_requests c JOIN revisions r ON r.space_id = c.space_id AND r.head = c.id
        WHERE c.id = ${changeRequestId} AND r.author_id IS NOT NULL GROUP BY r.author_id
        UNION ALL
        SELECT 'comment', said.posted_by, count(*), max(said.at) FROM (
          SELECT posted_by, coalesce(edited_at, posted_at) AS at FROM comments
          WHERE change_request_id = ${changeRequestId}
          UNION ALL
          SELECT y.posted_by, coalesce(y.edited_at, y.posted_at) FROM comment_replies y
          JOIN comments o ON o.id = y.comment_id WHERE o.change_request_id = ${changeRequestId}
        ) said WHERE said.posted_by IS NOT NULL GROUP BY said.posted_by) t`
      return sliced(order, slice, all, (rest) =>
        Effect.map(
          sql<Row<ContributorRecord>>`SELECT t.kind, t.count, t.updated_at, ${usersTable.columns("u", "user")}
            FROM ${all} JOIN users u ON u.id = t.user_id WHERE ${rest}`,
          (rows) => rows.map(contributorsTable.decode)
        )
      )
    },
    people: (ids) =>
      inParts(ids, (some) => users.all(sql.in("id", some))).pipe(
        Effect.map((found) => new Map(found.map((user) => [user.id, user])))
      )
  }
})
