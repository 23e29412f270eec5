import { type MailTime, usualMail } from "@octavo/core/connections/notifications/MailSettings"
import type { NotificationKind, NotificationRecord } from "@octavo/core/connections/notifications/Notification"
import { NotificationMailStore } from "@octavo/core/connections/notifications/NotificationMailStore"
import { NotificationStore } from "@octavo/core/connections/notifications/NotificationStore"
import { type Notice, rankOf, type Told } from "@octavo/core/connections/notifications/notices"
import { Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { descending, store, type Tools } from "./store.ts"
import { integer, table, tableOf, text } from "./table.ts"
import { unread } from "./writeBehind.ts"

export const notificationsTable = table<NotificationRecord>()("notifications", {
  id: text.fixed,
  kind: text.fixed,
  createdAt: text.fixed,
  readAt: text.orNull,
  organizationId: text.fixed,
  spaceId: text.fixed,
  changeRequestId: text.orNull.fixed,
  commentId: text.orNull.fixed,
  replyId: text.orNull.fixed,
  reviewId: text.orNull.fixed,
  actorId: text.orNull.fixed,
  spaceTitle: text.computed,
  number: integer.orNull.computed,
  subject: text.orNull.computed,
  words: text.orNull.computed
})

/** Characters of a comment that are repeated. */
const excerpt = 300

/** Rows of notifications with what they say. */
const notificationRows = ({ rows, sql }: Tools) =>
  rows(notificationsTable, "n", {
    columns: sql`s.title AS space_title, c.number, c.subject,
      substr(COALESCE(y.markdown, o.markdown), 1, ${excerpt}) AS words`,
    join: sql`JOIN spaces s ON s.id = n.space_id LEFT JOIN change_requests c ON c.id = n.change_request_id
      LEFT JOIN comments o ON o.id = n.comment_id LEFT JOIN comment_replies y ON y.id = n.reply_id`
  })

const settingsTable = tableOf("notification_settings", { kind: text.of<NotificationKind>(), mail: text.of<MailTime>() })

export const notificationMailStoreLayer = store(NotificationMailStore, "notificationMails", (tools) => {
  const { dialect, rows, sql } = tools
  const notifications = notificationRows(tools)
  const settings = rows(settingsTable)
  return {
    chosen: (userId) =>
      Effect.map(
        settings.all(sql`user_id = ${userId} ORDER BY kind`),
        (found) =>
          Object.fromEntries(found.map(({ kind, mail }) => [kind, mail])) as Partial<Record<NotificationKind, MailTime>>
      ),
    choose: Effect.fnUntraced(function* (userId, chosen) {
      for (const [kind, mail] of Object.entries(chosen)) {
        yield* sql`INSERT INTO notification_settings ${sql.insert({ user_id: userId, kind, mail })}
          ON CONFLICT (user_id, kind) DO UPDATE SET mail = excluded.mail`
        if (mail === "none")
          yield* sql`UPDATE notifications SET mail_due_at = NULL
            WHERE user_id = ${userId} AND kind = ${kind} AND mail_due_at IS NOT NULL`
      }
    }),
    take: Effect.fnUntraced(function* ({ again, id, now, since }) {
      const [due] = yield* sql<{ user_id: string; mail_id: string | null; email: string }>`SELECT user_id, mail_id,
          (SELECT email FROM users WHERE users.id = user_id) AS email
        FROM notifications
        WHERE mail_due_at <= ${now} AND created_at > ${since}
          AND user_id IN (SELECT id FROM users WHERE verified_at IS NOT NULL)
        ORDER BY mail_due_at, user_id LIMIT 1 ${dialect.freeRowLock}`
      if (due === undefined) return undefined
      const mail = due.mail_id ?? id
      const ofIt = due.mail_id === null ? sql`mail_id IS NULL` : sql`mail_id = ${mail}`
      yield* sql`UPDATE notifications SET mail_id = ${mail}, mail_due_at = ${again}
        WHERE user_id = ${due.user_id} AND mail_due_at <= ${now} AND created_at > ${since} AND ${ofIt}`
      const found = yield* notifications.all(
        sql`n.user_id = ${due.user_id} AND n.mail_id = ${mail} AND n.mail_due_at = ${again} ORDER BY n.created_at, n.id`
      )
      return { id: mail, userId: due.user_id, email: due.email, notifications: found }
    }),
    sent: ({ id, userId }) =>
      Effect.asVoid(sql`UPDATE notifications SET mail_due_at = NULL WHERE user_id = ${userId} AND mail_id = ${id}`)
  }
})

export const notificationStoreLayer = store(NotificationStore, "notifications", (tools) => {
  const { dialect, sql } = tools
  const notifications = notificationRows(tools)

  /** Rows `user_id` of the people. */
  const people = (to: Told): Statement.Fragment => {
    if ("users" in to) {
      const users = to.users.map((user_id) => ({ user_id }))
      return sql`SELECT g.user_id FROM ${dialect.rows("g", users, { user_id: "text" })}`
    }
    if ("authorOf" in to) return sql`SELECT created_by AS user_id FROM change_requests WHERE id = ${to.authorOf}`
    if ("thread" in to)
      return sql`SELECT posted_by AS user_id FROM comments WHERE id = ${to.thread}
        UNION SELECT posted_by FROM comment_replies WHERE comment_id = ${to.thread}`
    return sql`SELECT created_by AS user_id FROM change_requests WHERE id = ${to.teamOf}
      UNION SELECT user_id FROM change_request_reviewers WHERE change_request_id = ${to.teamOf}
      UNION SELECT reviewer_id FROM change_request_reviews WHERE change_request_id = ${to.teamOf}`
  }

  const told = ({ told }: Notice): Statement.Fragment =>
    sql.join(
      " UNION ALL ",
      false
    )(
      told.map(
        ({ kind, to }) =>
          sql`SELECT p.user_id, ${kind} AS kind, ${rankOf(kind)} AS place, ${usualMail[kind]} AS mail FROM (${people(to)}) p`
      )
    )

  return {
    note: (notice, { actorId, createdAt, id, mailAt }) => {
      const { changeRequestId, commentId, organizationId, replyId, reviewId, spaceId } = notice
      return unread(sql`INSERT INTO notifications (user_id, id, kind, organization_id, space_id, change_request_id,
          comment_id, reply_id, review_id, actor_id, created_at, mail_due_at)
        SELECT t.user_id, ${id}, t.kind, ${organizationId}, ${spaceId}, ${changeRequestId}, ${commentId}, ${replyId},
          ${reviewId}, ${actorId}, ${createdAt},
          CASE COALESCE(w.mail, t.mail) WHEN 'at-once' THEN ${mailAt["at-once"]} WHEN 'daily' THEN ${mailAt.daily} END
        FROM (SELECT m.user_id, m.kind, m.mail, row_number() OVER (PARTITION BY m.user_id ORDER BY m.place) AS nth
          FROM (${told(notice)}) m) t
        JOIN users u ON u.id = t.user_id
        LEFT JOIN notification_settings w ON w.user_id = t.user_id AND w.kind = t.kind
        WHERE t.nth = 1 AND t.user_id <> ${actorId ?? ""}`)
    },
    spaces: (userId) =>
      Effect.map(
        sql<{ space_id: string; unread: number | string }>`SELECT space_id, count(*) - count(read_at) AS unread
          FROM notifications WHERE user_id = ${userId} GROUP BY space_id ORDER BY space_id`,
        (found) => found.map(({ space_id, unread }) => ({ spaceId: space_id, unread: Number(unread) }))
      ),
    list: (userId, { spaceIds, unread }, slice) => {
      const state = unread === undefined ? sql`1 = 1` : unread ? sql`n.read_at IS NULL` : sql`n.read_at IS NOT NULL`
      const spaces = spaceIds.map((id) => ({ id }))
      return notifications.list(
        sql`n.user_id = ${userId} AND ${state}
          AND n.space_id IN (SELECT a.id FROM ${dialect.rows("a", spaces, { id: "text" })})`,
        descending("n.created_at", "n.id"),
        slice
      )
    },
    get: (userId, id) => notifications.first(sql`n.user_id = ${userId} AND n.id = ${id}`),
    setRead: (userId, id, readAt) => notifications.update({ readAt }, sql`user_id = ${userId} AND id = ${id}`),
    readUntil: (userId, until, readAt) =>
      notifications.update({ readAt }, sql`user_id = ${userId} AND created_at <= ${until} AND read_at IS NULL`),
    removeBefore: (time) => Effect.asVoid(sql`DELETE FROM notifications WHERE created_at < ${time}`)
  }
})
