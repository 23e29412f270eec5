import type {
  CommentPlace,
  CommentRecord,
  NewComment,
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
import { membersTable, selectMembers } from "./members.ts"
import { ascending, first, store } from "./store.ts"
import { inTransaction } from "./support.ts"
import { type FieldsOf, type FieldsOfTable, integer, json, type Row, tableOf, text } from "./table.ts"
import { usersTable } from "./users.ts"
import { unread } from "./writeBehind.ts"

const post = {
  id: text.fixed,
  markdown: text,
  postedBy: text.orNull.fixed,
  postedAt: text.fixed,
  editedAt: text.orNull
}

export const commentsTable = tableOf("comments", {
  ...post,
  spaceId: text.fixed,
  changeRequestId: text.orNull.fixed,
  pageId: text.orNull.fixed,
  nodeId: text.orNull.fixed,
  tableCell: json.orNull.of<TableCell>().fixed,
  reviewId: text.orNull.fixed,
  revision: text.fixed,
  resolvedAt: text.orNull,
  resolvedBy: text.orNull
})

export const repliesTable = tableOf("comment_replies", { ...post, commentId: text.fixed })

export const reactionsTable = tableOf("comment_reactions", {
  commentId: text,
  replyId: text,
  emoji: text,
  userId: text.fixed,
  reactedAt: text
})

/** What one person replied to a comment; all who are no more are one. */
const repliersTable = tableOf("comment_replies", {
  commentId: text,
  postedBy: text.orNull,
  n: integer.computed,
  updatedAt: text.computed
})

type PostRow = FieldsOf<typeof post>
type CommentRow = FieldsOfTable<typeof commentsTable>
type ReactionRow = FieldsOfTable<typeof reactionsTable>
type ReplierRow = FieldsOfTable<typeof repliersTable>

type People = ReadonlyMap<string, UserRecord>

const personIn = (people: People, id: string | null): UserRecord | null =>
  id === null ? null : (people.get(id) ?? null)

const toPost = (
  { editedAt, id, markdown, postedAt, postedBy }: PostRow,
  people: People,
  reactions: ReadonlyArray<ReactionRow>
): PostRecord => ({
  id,
  markdown,
  postedBy: personIn(people, postedBy),
  postedAt,
  editedAt,
  reactions: toReactions(reactions, people)
})

/** By emoji, in the order in which each was first given. */
const toReactions = (rows: ReadonlyArray<ReactionRow>, people: People): ReadonlyArray<ReactionRecord> => {
  const found = new Map<string, Array<{ user: UserRecord; reactedAt: string }>>()
  for (const { emoji, reactedAt, userId } of rows) {
    const user = people.get(userId)
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
  place: { spaceId: row.spaceId, changeRequestId: row.changeRequestId },
  target: {
    page: row.pageId,
    node: row.nodeId,
    tableCell: row.tableCell,
    review: row.reviewId,
    revision: row.revision
  },
  status: row.resolvedAt === null ? "open" : "resolved",
  resolvedAt: row.resolvedAt,
  resolvedBy: personIn(people, row.resolvedBy),
  replies: repliers.reduce((sum, one) => sum + one.n, 0),
  repliers: repliers.flatMap(({ n, postedBy, updatedAt }): Array<ReplierRecord> => {
    const user = personIn(people, postedBy)
    return user === null ? [] : [{ user, count: n, updatedAt }]
  })
})

const newRow = ({ place, target, ...comment }: NewComment): CommentRow => ({
  ...comment,
  ...place,
  pageId: target.page,
  nodeId: target.node,
  tableCell: target.tableCell,
  reviewId: target.review,
  revision: target.revision,
  editedAt: null,
  resolvedAt: null,
  resolvedBy: null
})

export const commentStoreLayer = store(CommentStore, "comments", ({ dialect, rows, sliced, sql }) => {
  const inPlace = ({ changeRequestId, spaceId }: CommentPlace): Statement.Fragment =>
    changeRequestId === null
      ? sql`space_id = ${spaceId} AND change_request_id IS NULL`
      : sql`space_id = ${spaceId} AND change_request_id = ${changeRequestId}`

  const comments = rows(commentsTable)
  const replies = rows(repliesTable)
  const reactions = rows(reactionsTable)
  const users = rows(usersTable)

  const people = (ids: Iterable<string | null>) => {
    const wanted = [...new Set(ids)].filter((id) => id !== null)
    return wanted.length === 0
      ? Effect.succeed<People>(new Map())
      : Effect.map(users.all(sql.in("id", wanted)), (found): People => new Map(found.map((user) => [user.id, user])))
  }

  const reactionsTo = (where: Statement.Fragment) => reactions.all(sql`${where} ORDER BY reacted_at, emoji, user_id`)

  /** Comments with what hangs on them: three queries, however many there are. */
  const complete = Effect.fnUntraced(function* (found: ReadonlyArray<CommentRow>) {
    if (found.length === 0) return []
    const ids = found.map(({ id }) => id)
    const reactions = yield* reactionsTo(sql`${sql.in("comment_id", ids)} AND reply_id = ''`)
    const repliers = (yield* sql<Row<ReplierRow>>`
      SELECT comment_id, posted_by, count(*) AS n, max(coalesce(edited_at, posted_at)) AS updated_at
      FROM comment_replies WHERE ${sql.in("comment_id", ids)}
      GROUP BY comment_id, posted_by ORDER BY min(posted_at), posted_by`).map(repliersTable.decode)
    const known = yield* people([
      ...found.flatMap((row) => [row.postedBy, row.resolvedBy]),
      ...reactions.map((row) => row.userId),
      ...repliers.map((row) => row.postedBy)
    ])
    const reacted = Map.groupBy(reactions, (one) => one.commentId)
    const replied = Map.groupBy(repliers, (one) => one.commentId)
    return found.map((row) => toComment(row, known, reacted.get(row.id) ?? [], replied.get(row.id) ?? []))
  })

  const completeReplies = Effect.fnUntraced(function* (found: ReadonlyArray<FieldsOfTable<typeof repliesTable>>) {
    const [first] = found
    if (first === undefined) return []
    const ids = found.map(({ id }) => id)
    const reactions = yield* reactionsTo(sql`comment_id = ${first.commentId} AND ${sql.in("reply_id", ids)}`)
    const known = yield* people([...found.map((row) => row.postedBy), ...reactions.map((row) => row.userId)])
    const reacted = Map.groupBy(reactions, (one) => one.replyId)
    return found.map(
      (row): ReplyRecord => ({ ...toPost(row, known, reacted.get(row.id) ?? []), commentId: row.commentId })
    )
  })

  /** Keeps the count of opened comments where they are. */
  const count = ({ changeRequestId, spaceId }: CommentPlace, change: 1 | -1) =>
    unread(
      changeRequestId === null
        ? sql`UPDATE spaces SET comments = comments + ${change} WHERE id = ${spaceId}`
        : sql`UPDATE change_requests SET comments = comments + ${change} WHERE id = ${changeRequestId}`
    )

  const get = (place: CommentPlace, id: string, lock: Statement.Fragment) =>
    comments.all(sql`${inPlace(place)} AND id = ${id} ${lock}`).pipe(Effect.flatMap(complete), first)

  return {
    insert: (comment) =>
      Effect.gen(function* () {
        yield* count(comment.place, 1)
        yield* unread(comments.insert(newRow(comment)))
      }).pipe(inTransaction(sql)),
    insertAtHead: (comment) =>
      Effect.gen(function* () {
        const row = commentsTable.insert(newRow({ ...comment, target: { ...comment.target, revision: "" } }))
        const values = Object.entries(row).map(([name, value]) =>
          name === "revision" ? sql`revision_id` : sql`${value}`
        )
        const [inserted] = yield* sql<{ revision: string }>`INSERT INTO comments
          (${sql.csv(Object.keys(row).map((name) => sql`${sql(name)}`))})
          SELECT ${sql.csv(values)} FROM heads WHERE space_id = ${comment.place.spaceId} AND name = 'primary'
          RETURNING revision`
        if (inserted !== undefined) yield* count(comment.place, 1)
        return inserted?.revision
      }).pipe(inTransaction(sql)),
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
        Effect.flatMap(comments.all(sql`${where} AND ${rest}`), complete)
      )
    },
    update: ({ id, place, status }, { editedAt, markdown, resolved }) =>
      Effect.gen(function* () {
        const [resolvedAt, resolvedBy] = resolved === null ? [null, null] : [resolved?.at, resolved?.by]
        yield* comments.update({ editedAt, markdown, resolvedAt, resolvedBy }, sql`id = ${id}`)
        if (resolved !== undefined && (resolved === null) === (status === "resolved")) {
          yield* count(place, resolved === null ? 1 : -1)
        }
      }).pipe(sql.withTransaction),
    remove: ({ id, place, status }) =>
      Effect.gen(function* () {
        yield* sql`DELETE FROM comments WHERE id = ${id}`
        if (status === "open") yield* count(place, -1)
      }).pipe(sql.withTransaction),
    insertReply: (reply) => replies.insert({ ...reply, editedAt: null }),
    getReply: (commentId, id) =>
      replies.all(sql`comment_id = ${commentId} AND id = ${id}`).pipe(Effect.flatMap(completeReplies), first),
    listReplies: (commentId, slice) => {
      const where = sql`comment_id = ${commentId}`
      return sliced(ascending("posted_at", "id"), slice, sql`comment_replies WHERE ${where}`, (rest) =>
        Effect.flatMap(replies.all(sql`${where} AND ${rest}`), completeReplies)
      )
    },
    updateReply: ({ id }, { editedAt, markdown }) => replies.update({ editedAt, markdown }, sql`id = ${id}`),
    removeReply: ({ commentId, id }) =>
      Effect.gen(function* () {
        yield* sql`DELETE FROM comment_reactions WHERE comment_id = ${commentId} AND reply_id = ${id}`
        yield* sql`DELETE FROM comment_replies WHERE id = ${id}`
      }).pipe(sql.withTransaction),
    react: ({ commentId, replyId = "" }, { added, at, removed, user }) =>
      Effect.gen(function* () {
        for (const emoji of new Set(added)) {
          yield* sql`INSERT INTO comment_reactions ${sql.insert(
            reactionsTable.insert({ commentId, replyId, emoji, userId: user, reactedAt: at })
          )} ON CONFLICT DO NOTHING`
        }
        if (removed.length > 0) {
          yield* sql`DELETE FROM comment_reactions WHERE comment_id = ${commentId} AND reply_id = ${replyId}
            AND user_id = ${user} AND ${sql.in("emoji", removed)}`
        }
      }).pipe(sql.withTransaction),
    commenters: (place, organizationId, slice) => {
      const wrote = sql`m.user_id IN (
        SELECT posted_by FROM comments WHERE ${inPlace(place)}
        UNION SELECT posted_by FROM comment_replies
          WHERE comment_id IN (SELECT id FROM comments WHERE ${inPlace(place)}))`
      return sliced(
        ascending("m.user_id"),
        slice,
        sql`members m WHERE m.organization_id = ${organizationId} AND ${wrote}`,
        (rest) =>
          Effect.map(selectMembers(sql, organizationId, sql`${wrote} AND ${rest}`), (found) =>
            found.map(membersTable.decode)
          )
      )
    }
  }
})
