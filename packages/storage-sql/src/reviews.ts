import type {
  ContributorRecord,
  RequestedReviewerRecord,
  ReviewRecord,
  ReviewStatus
} from "@octavo/core/content/reviews/Review"
import { ReviewStore } from "@octavo/core/content/reviews/ReviewStore"
import type { UserRecord } from "@octavo/core/people/users/User"
import { Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { chunkRows, literal } from "./Dialect.ts"
import { anyRow, first, store } from "./store.ts"

/** A person who is there. */
interface UserColumns {
  readonly user_id: string
  readonly user_name: string
  readonly user_email: string
  readonly user_photo: string | null
  readonly user_created_at: string
  readonly user_verified_at: string | null
}

/** Who asked, as a LEFT JOIN finds them. */
interface AskerColumns {
  readonly asker_id: string | null
  readonly asker_name: string
  readonly asker_email: string
  readonly asker_photo: string | null
  readonly asker_created_at: string
  readonly asker_verified_at: string | null
}

interface ReviewRow extends UserColumns, AskerColumns {
  readonly id: string
  readonly change_request_id: string
  readonly space_id: string
  readonly number: number | bigint
  readonly is_requested: number | bigint
  readonly status: ReviewStatus
  readonly revision: string
  readonly is_outdated: number | bigint
  readonly created_at: string
  readonly updated_at: string
}

/** Columns of users `alias`, each with the prefix. */
const personColumns = (alias: string, prefix: string): Statement.Fragment =>
  literal(
    [
      ["id", "id"],
      ["display_name", "name"],
      ["email", "email"],
      ["photo_url", "photo"],
      ["created_at", "created_at"],
      ["verified_at", "verified_at"]
    ]
      .map(([column, name]) => `${alias}.${column} AS ${prefix}_${name}`)
      .join(", ")
  )

const userOf = (row: UserColumns): UserRecord => ({
  id: row.user_id,
  displayName: row.user_name,
  email: row.user_email,
  photoURL: row.user_photo,
  createdAt: row.user_created_at,
  verifiedAt: row.user_verified_at
})

const askerOf = (row: AskerColumns): UserRecord | null =>
  row.asker_id === null
    ? null
    : {
        id: row.asker_id,
        displayName: row.asker_name,
        email: row.asker_email,
        photoURL: row.asker_photo,
        createdAt: row.asker_created_at,
        verifiedAt: row.asker_verified_at
      }

const toReview = (row: ReviewRow): ReviewRecord => ({
  id: row.id,
  changeRequestId: row.change_request_id,
  spaceId: row.space_id,
  number: Number(row.number),
  reviewer: userOf(row),
  requestedBy: Number(row.is_requested) === 1 ? askerOf(row) : undefined,
  status: row.status,
  revision: row.revision,
  outdated: Number(row.is_outdated) === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at
})

export const reviewStoreLayer = store(ReviewStore, "reviews", ({ countOf, dialect, sliced, sql }) => {
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
      sql<ReviewRow>`SELECT r.id, r.change_request_id, c.space_id, r.number, r.is_requested, r.status,
          r.revision, r.created_at, r.updated_at,
          CASE WHEN ${isOutdated} THEN 1 ELSE 0 END AS is_outdated,
          ${personColumns("u", "user")}, ${personColumns("a", "asker")}
        FROM ${from} JOIN users u ON u.id = r.reviewer_id LEFT JOIN users a ON a.id = r.requested_by
        WHERE ${rest}`,
      (rows) => rows.map(toReview)
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
          sql<UserColumns & AskerColumns & { readonly revision: string; readonly created_at: string }>`
            SELECT w.revision, w.created_at, ${personColumns("u", "user")}, ${personColumns("a", "asker")}
            FROM change_request_reviewers w JOIN users u ON u.id = w.user_id LEFT JOIN users a ON a.id = w.requested_by
            WHERE ${where} AND ${rest}`,
          (rows) =>
            rows.map(
              (row): RequestedReviewerRecord => ({
                user: userOf(row),
                requestedBy: askerOf(row),
                revision: row.revision,
                createdAt: row.created_at
              })
            )
        )
      )
    },
    contributors: (changeRequestId, slice) => {
      const order = [{ column: sql`t.kind` }, { column: sql`t.user_id` }]
      const all = sql`(
        SELECT 'edit' AS kind, r.author_id AS user_id, count(*) AS n, max(r.created_at) AS updated_at
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
          sql<
            UserColumns & {
              readonly kind: ContributorRecord["kind"]
              readonly n: number | bigint
              readonly updated_at: string
            }
          >`SELECT t.kind, t.n, t.updated_at, ${personColumns("u", "user")}
            FROM ${all} JOIN users u ON u.id = t.user_id
            WHERE ${rest}`,
          (rows) =>
            rows.map((row) => ({
              user: userOf(row),
              kind: row.kind,
              count: Number(row.n),
              updatedAt: row.updated_at
            }))
        )
      )
    },
    people: (ids) =>
      Effect.gen(function* () {
        const found = new Map<string, UserRecord>()
        for (const part of chunkRows(
          dialect,
          ids.map((id) => ({ id }))
        )) {
          const rows = yield* sql<UserColumns>`SELECT ${personColumns("u", "user")} FROM users u
            WHERE ${sql.in(
              "u.id",
              part.map(({ id }) => id)
            )}`
          for (const row of rows) found.set(row.user_id, userOf(row))
        }
        return found
      })
  }
})
