/** What people are told of: as the store keeps it, and as the API shows it (`docs/decisions/0093-notifications.md`). */
import { Schema } from "effect"
import { defined, present } from "../../kernel/shared/defined.ts"
import { app, type InstanceConfig } from "../../kernel/shared/Instance.ts"
import { toUser, User, type UserRecord } from "../../people/users/User.ts"

/** What somebody is told, the most pressing first: of one thing that happened everybody is told once. */
export const NotificationKinds = [
  "review-requested",
  "mentioned",
  "answered",
  "reviewed",
  "commented",
  "conflict",
  "merged"
] as const
export const NotificationKind = Schema.Literals(NotificationKinds).annotate({
  identifier: "NotificationKind",
  description:
    "`review-requested`: a review was asked of you; `mentioned`: a comment names you; `answered`: somebody answered where you have said something; `reviewed`, `commented`: your change request; `conflict`: what your change request changes was changed in the live content too; `merged`: a change request that you made or reviewed"
})
export type NotificationKind = typeof NotificationKind.Type

export interface NotificationRecord {
  /** Of one thing that happened, the same for all who are told. */
  readonly id: string
  readonly kind: NotificationKind
  readonly createdAt: string
  readonly readAt: string | null
  readonly organizationId: string
  readonly spaceId: string
  readonly changeRequestId: string | null
  readonly commentId: string | null
  readonly replyId: string | null
  readonly reviewId: string | null
  readonly actorId: string | null
  readonly spaceTitle: string
  readonly number: number | null
  readonly subject: string | null
  /** How the comment or the answer begins. */
  readonly words: string | null
}

export const Notification = Schema.Struct({
  object: Schema.Literal("notification"),
  id: Schema.String,
  kind: NotificationKind,
  message: Schema.String.annotate({ description: "In words: “Ada asks for your review of Cats”" }),
  createdAt: Schema.String,
  readAt: Schema.optionalKey(Schema.String),
  organization: Schema.String,
  space: Schema.Struct({ id: Schema.String, title: Schema.String }),
  changeRequest: Schema.optionalKey(
    Schema.Struct({ id: Schema.String, number: Schema.Number, subject: Schema.String })
  ),
  comment: Schema.optionalKey(Schema.String),
  reply: Schema.optionalKey(Schema.String),
  review: Schema.optionalKey(Schema.String),
  actor: Schema.optionalKey(User.annotate({ description: "Who did it; nobody for the operator of the installation" })),
  words: Schema.optionalKey(Schema.String.annotate({ description: "How the comment begins, as Markdown" })),
  urls: Schema.Struct({ app: Schema.String })
}).annotate({ identifier: "Notification" })
export type Notification = typeof Notification.Type

/** What the person did, after the name of who did it. */
const said: Readonly<Record<NotificationKind, string>> = {
  "review-requested": "asks for your review of",
  mentioned: "mentioned you in",
  answered: "answered in",
  reviewed: "reviewed",
  commented: "commented on",
  conflict: "made an edit that conflicts with",
  merged: "merged"
}

const nameOf = (actor: UserRecord | undefined): string =>
  actor === undefined ? "The operator" : actor.displayName || actor.email

/** What it is about: a change request, or the pages of a space. */
const subjectOf = ({ number, spaceTitle, subject }: NotificationRecord): string =>
  number === null ? spaceTitle || "Untitled" : subject || `Change request #${number}`

export const toNotification = (
  instance: InstanceConfig,
  record: NotificationRecord,
  actor: UserRecord | undefined
): Notification => {
  const { changeRequestId: id, commentId, number, spaceId, subject } = record
  const [at, named] =
    number === null
      ? // the application knows the page of a comment on the live content
        [`/s/${spaceId}`, "?comment="]
      : [`/s/${spaceId}/~/changes/${number}`, "#comment-"]
  const place = commentId === null ? at : at + named + commentId
  return {
    object: "notification",
    id: record.id,
    kind: record.kind,
    message: `${nameOf(actor)} ${said[record.kind]} ${subjectOf(record)}`,
    createdAt: record.createdAt,
    ...present({ readAt: record.readAt }),
    organization: record.organizationId,
    space: { id: spaceId, title: record.spaceTitle },
    ...(id !== null && number !== null && { changeRequest: { id, number, subject: subject ?? "" } }),
    ...present({ comment: commentId, reply: record.replyId, review: record.reviewId, words: record.words }),
    ...defined({ actor: actor && toUser(instance, actor) }),
    urls: { app: app(instance, place) }
  }
}

/** Query of the list. */
export const notificationsQuery = { unread: Schema.optionalKey(Schema.Boolean) }

/** Body of `PATCH /v1/user/notifications/{notificationId}`. */
export const NotificationPatch = Schema.Struct({ read: Schema.Boolean })

/** Body of `PATCH /v1/user/notifications`. */
export const ReadUntil = Schema.Struct({
  readUntil: Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u)).annotate({
    description: "`createdAt` of the last one that was seen: those that came later stay as they are",
    message: "must be a time like 2026-01-31T08:00:00.000Z"
  })
})
