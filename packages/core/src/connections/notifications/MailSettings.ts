/** What of notifications is mailed, and when. */
import { Schema } from "effect"
import { type NotificationKind, NotificationKinds } from "./Notification.ts"

export const MailTimes = ["at-once", "daily", "none"] as const
export const MailTime = Schema.Literals(MailTimes).annotate({
  identifier: "NotificationMailTime",
  description: "`at-once`: within minutes; `daily`: those of a day together, at six in the morning (UTC); `none`: never"
})
export type MailTime = typeof MailTime.Type

/** What is mailed to somebody who has said nothing. */
export const usualMail: Readonly<Record<NotificationKind, MailTime>> = {
  "review-requested": "at-once",
  mentioned: "at-once",
  answered: "at-once",
  reviewed: "at-once",
  commented: "at-once",
  conflict: "daily",
  merged: "daily"
}

const fields = <S extends Schema.Top>(field: S) =>
  Object.fromEntries(NotificationKinds.map((kind) => [kind, field])) as Readonly<Record<NotificationKind, S>>

export const NotificationSettings = Schema.Struct({
  mail: Schema.Struct(fields(MailTime)).annotate({ description: "When notifications of a kind are mailed" })
}).annotate({ identifier: "NotificationSettings" })
export type NotificationSettings = typeof NotificationSettings.Type

/** Body of `PATCH /v1/user/notification-settings`. */
export const NotificationSettingsPatch = Schema.Struct({ mail: Schema.Struct(fields(Schema.optionalKey(MailTime))) })
export type NotificationSettingsPatch = typeof NotificationSettingsPatch.Type
