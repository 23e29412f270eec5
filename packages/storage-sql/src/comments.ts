import type {
  CommentPlace,
  CommentRecord,
  PostRecord,
  ReactionRecord,
  ReplierRecord,
  ReplyRecord,
  TableCell
} from "@octavo/core/content/comments/Comment"
import { CommentStore } from "@octavo/core/content/comments/CommentStore"
import type { UserRecord } from "@octavo/core/people/users/User"
import { Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { selectMembers, toMemberRecord } from "./members.ts"
import { first, store } from "./store.ts"
import { joined, jsonOrNull } from "./support.ts"
import { toUserRecord } from "./users.ts"

interface PostRow {
  readonly id: string
  readonly markdown: string
  readonly posted_by: string | null
  readonly posted_at: string
  readonly edited_at: string | null
}

interface CommentRow extends PostRow {
  readonly space_id: string
  readonly change_request_id: string | null
  readonly page_id: string | null
  readonly node_id: string | null
  readonly table_cell: string | null
  readonly review_id: string | null
  readonly revision: string
  readonly resolved_at: string | null
  readonly resolved_by: string | null
}

interface ReplyRow extends PostRow {
  readonly comment_id: string
}

interface ReactionRow {
  readonly comment_id: string
  readonly reply_id: string
  readonly emoji: string
  readonly user_id: string
  readonly reacted_at: string
}

/** What one person replied to a comment; all who are no more are one. */
interface ReplierRow {
  readonly comment_id: string
  readonly posted_by: string | null
  readonly n: number | bigint
  readonly updated_at: string
}

type People = ReadonlyMap<string, UserRecord>

const personIn = (people: People, id: string | null): UserRecord | null =>
  id === null ? null : (people.get(id) ?? null)

const toPost = (row: PostRow, people: People, reactions: ReadonlyArray<ReactionRow>): PostRecord => ({
  id: row.id,
  markdown: row.markdown,
  postedBy: personIn(people, row.posted_by),
  postedAt: row.posted_at,
  editedAt: row.edited_at,
  reactions: toReactions(reactions, people)
})

/** By emoji, in the order in which each was first given. */
const toReactions = (rows: ReadonlyArray<ReactionRow>, people: People): ReadonlyArray<ReactionRecord> => {
  const found = new Map<string, Array<{ user: UserRecord; reactedAt: string }>>()
  for (const { emoji, reacted_at: reactedAt, user_id } of rows) {
    const user = people.get(user_id)
    if (user === undefined) continue
    const users = found.get(emoji) ?? []
    if (users.length === 0) found.set(emoji, users)
    users.push({ user, reactedAt })
  }
  return Array.from(found, ([emoji, users]) => ({ emoji, users }))
}

const toComment = (
  row: CommentRow,
  people: People,
  reactions: ReadonlyArray<ReactionRow>,
  repliers: ReadonlyArray<ReplierRow>
): CommentRecord => ({
  ...toPost(row, people, reactions),
  place: { spaceId: row.space_id, changeRequestId: row.change_request_id },
  target: {
    page: row.page_id,
    node: row.node_id,
    tableCell: jsonOrNull<TableCell>(row.table_cell),
    review: row.review_id,
    revision: row.revision
  },
  status: row.resolved_at === null ? "open" : "resolved",
  resolvedAt: row.resolved_at,
  resolvedBy: personIn(people, row.resolved_by),
  replies: repliers.reduce((sum, one) => sum + Number(one.n), 0),
  repliers: repliers.flatMap((one): Array<ReplierRecord> => {
    const user = personIn(people, one.posted_by)
    return user === null ? [] : [{ user, count: Number(one.n), updatedAt: one.updated_at }]
  })
})

export const commentStoreLayer = store(CommentStore, "comments", ({ dialect, sliced, sql }) => {
  const inPlace = ({ changeRequestId, spaceId }: CommentPlace): Statement.Fragment =>
    changeRequestId === null
      ? sql`space_id = ${spaceId} AND change_request_id IS NULL`
      : sql`space_id = ${spaceId} AND change_request_id = ${changeRequestId}`

  const people = (ids: Iterable<string | null>) => {
    const wanted = [...new Set(ids)].filter((id) => id !== null)
    return wanted.length === 0
      ? Effect.succeed<People>(new Map())
      : Effect.map(
          sql<Parameters<typeof toUserRecord>[0]>`SELECT * FROM users WHERE ${sql.in("id", wanted)}`,
          (rows): People => new Map(rows.map((row) => [row.id, toUserRecord(row)]))
        )
  }

  const reactionsTo = (where: Statement.Fragment) =>
    sql<ReactionRow>`SELECT comment_id, reply_id, emoji, user_id, reacted_at FROM comment_reactions
      WHERE ${where} ORDER BY reacted_at, emoji, user_id`

  /** Comments with what hangs on them: three queries, however many there are. */
  const complete = Effect.fnUntraced(function* (rows: ReadonlyArray<CommentRow>) {
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const reactions = yield* reactionsTo(sql`${sql.in("comment_id", ids)} AND reply_id = ''`)
    const repliers = yield* sql<ReplierRow>`
      SELECT comment_id, posted_by, count(*) AS n, max(coalesce(edited_at, posted_at)) AS updated_at
      FROM comment_replies WHERE ${sql.in("comment_id", ids)}
      GROUP BY comment_id, posted_by ORDER BY min(posted_at), posted_by`
    const known = yield* people([
      ...rows.flatMap((row) => [row.posted_by, row.resolved_by]),
      ...reactions.map((row) => row.user_id),
      ...repliers.map((row) => row.posted_by)
    ])
    const reacted = Map.groupBy(reactions, (one) => one.comment_id)
    const replied = Map.groupBy(repliers, (one) => one.comment_id)
    return rows.map((row) => toComment(row, known, reacted.get(row.id) ?? [], replied.get(row.id) ?? []))
  })

  const completeReplies = Effect.fnUntraced(function* (rows: ReadonlyArray<ReplyRow>) {
    const [first] = rows
    if (first === undefined) return []
    const ids = rows.map(({ id }) => id)
    const reactions = yield* reactionsTo(sql`comment_id = ${first.comment_id} AND ${sql.in("reply_id", ids)}`)
    const known = yield* people([...rows.map((row) => row.posted_by), ...reactions.map((row) => row.user_id)])
    const reacted = Map.groupBy(reactions, (one) => one.reply_id)
    return rows.map(
      (row): ReplyRecord => ({ ...toPost(row, known, reacted.get(row.id) ?? []), commentId: row.comment_id })
    )
  })

  /** Keeps the count of opened comments where they are. */
  const count = ({ changeRequestId, spaceId }: CommentPlace, change: 1 | -1) =>
    changeRequestId === null
      ? sql`UPDATE spaces SET comments = comments + ${change} WHERE id = ${spaceId}`
      : sql`UPDATE change_requests SET comments = comments + ${change} WHERE id = ${changeRequestId}`

  const get = (place: CommentPlace, id: string, lock: Statement.Fragment) =>
    sql<CommentRow>`SELECT * FROM comments WHERE ${inPlace(place)} AND id = ${id} ${lock}`.pipe(
      Effect.flatMap(complete),
      first
    )

  return {
    insert: ({ id, markdown, place, postedAt, postedBy, target }) =>
      Effect.gen(function* () {
        yield* sql`INSERT INTO comments ${sql.insert({
          id,
          space_id: place.spaceId,
          change_request_id: place.changeRequestId,
          page_id: target.page,
          node_id: target.node,
          table_cell: target.tableCell === null ? null : JSON.stringify(target.tableCell),
          review_id: target.review,
          revision: target.revision,
          markdown,
          posted_by: postedBy,
          posted_at: postedAt
        })}`
        yield* count(place, 1)
      }).pipe(joined(sql)),
    get: (place, id) => get(place, id, sql``),
    lock: (place, id) => get(place, id, dialect.rowLock),
    list: (place, { authors, page, reviews, status = "all" }, direction, slice) => {
      const descending = direction === "desc"
      const order = [
        { column: sql`posted_at`, descending },
        { column: sql`id`, descending }
      ]
      const where = sql.and([
        inPlace(place),
        ...(status === "all" ? [] : [status === "open" ? sql`resolved_at IS NULL` : sql`resolved_at IS NOT NULL`]),
        ...(page === undefined ? [] : [sql`page_id = ${page}`]),
        ...(reviews === undefined ? [] : [reviews.length === 0 ? sql`1 = 0` : sql.in("review_id", reviews)]),
        ...(authors === undefined ? [] : [authors.length === 0 ? sql`1 = 0` : sql.in("posted_by", authors)])
      ])
      return sliced(order, slice, sql`comments WHERE ${where}`, (rest) =>
        Effect.flatMap(
          sql<CommentRow>`SELECT * FROM comments
            WHERE ${where} AND ${rest}`,
          complete
        )
      )
    },
    update: ({ id, place, status }, { editedAt, markdown, resolved }) =>
      Effect.gen(function* () {
        const columns = {
          ...(markdown === undefined ? {} : { markdown }),
          ...(editedAt === undefined ? {} : { edited_at: editedAt }),
          ...(resolved === undefined ? {} : { resolved_at: resolved?.at ?? null, resolved_by: resolved?.by ?? null })
        }
        if (Object.keys(columns).length === 0) return
        yield* sql`UPDATE comments SET ${sql.update(columns)} WHERE id = ${id}`
        if (resolved !== undefined && (resolved === null) === (status === "resolved")) {
          yield* count(place, resolved === null ? 1 : -1)
        }
      }).pipe(sql.withTransaction),
    remove: ({ id, place, status }) =>
      Effect.gen(function* () {
        yield* sql`DELETE FROM comments WHERE id = ${id}`
        if (status === "open") yield* count(place, -1)
      }).pipe(sql.withTransaction),
    insertReply: ({ commentId, id, markdown, postedAt, postedBy }) =>
      sql`INSERT INTO comment_replies ${sql.insert({
        id,
        comment_id: commentId,
        markdown,
        posted_by: postedBy,
        posted_at: postedAt
      })}`.pipe(Effect.asVoid),
    getReply: (commentId, id) =>
      sql<ReplyRow>`SELECT * FROM comment_replies WHERE comment_id = ${commentId} AND id = ${id}`.pipe(
        Effect.flatMap(completeReplies),
        first
      ),
    listReplies: (commentId, slice) => {
      const order = [{ column: sql`posted_at` }, { column: sql`id` }]
      return sliced(order, slice, sql`comment_replies WHERE comment_id = ${commentId}`, (rest) =>
        Effect.flatMap(
          sql<ReplyRow>`SELECT * FROM comment_replies WHERE comment_id = ${commentId}
            AND ${rest}`,
          completeReplies
        )
      )
    },
    updateReply: ({ id }, { editedAt, markdown }) =>
      sql`UPDATE comment_replies SET ${sql.update({
        ...(markdown === undefined ? {} : { markdown }),
        ...(editedAt === undefined ? {} : { edited_at: editedAt })
      })} WHERE id = ${id}`.pipe(Effect.asVoid),
    removeReply: ({ commentId, id }) =>
      Effect.gen(function* () {
        yield* sql`DELETE FROM comment_reactions WHERE comment_id = ${commentId} AND reply_id = ${id}`
        yield* sql`DELETE FROM comment_replies WHERE id = ${id}`
      }).pipe(sql.withTransaction),
    react: ({ commentId, replyId = "" }, { added, at, removed, user }) =>
      Effect.gen(function* () {
        for (const emoji of new Set(added)) {
          yield* sql`INSERT INTO comment_reactions ${sql.insert({
            comment_id: commentId,
            reply_id: replyId,
            emoji,
            user_id: user,
            reacted_at: at
          })} ON CONFLICT DO NOTHING`
        }
        if (removed.length > 0) {
          yield* sql`DELETE FROM comment_reactions WHERE comment_id = ${commentId} AND reply_id = ${replyId}
            AND user_id = ${user} AND ${sql.in("emoji", removed)}`
        }
      }).pipe(sql.withTransaction),
    commenters: (place, organizationId, slice) => {
      const order = [{ column: sql`m.user_id` }]
      const wrote = sql`m.user_id IN (
        SELECT posted_by FROM comments WHERE ${inPlace(place)}
        UNION SELECT posted_by FROM comment_replies
          WHERE comment_id IN (SELECT id FROM comments WHERE ${inPlace(place)}))`
      return sliced(order, slice, sql`members m WHERE m.organization_id = ${organizationId} AND ${wrote}`, (rest) =>
        Effect.map(selectMembers(sql, organizationId, sql`${wrote} AND ${rest}`), (rows) => rows.map(toMemberRecord))
      )
    }
  }
})
