import { NotificationSettings, NotificationSettingsPatch } from "@octavo/core/connections/notifications/MailSettings"
import {
  Notification,
  NotificationPatch,
  notificationsQuery,
  ReadUntil
} from "@octavo/core/connections/notifications/Notification"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, Id, ListOf, listQuery } from "./shared.ts"

const summary = (text: string, description: string) => OpenApi.annotations({ summary: text, description })

export const NotificationList = Schema.Struct({
  ...ListOf(Notification, "").fields,
  unread: Schema.Number.annotate({ description: "How many of all are unread" })
}).annotate({ identifier: "NotificationList" })

export const NotificationsGroup = HttpApiGroup.make("notifications")
  .add(
    HttpApiEndpoint.get("listNotifications", "/user/notifications", {
      query: { ...listQuery, ...notificationsQuery },
      success: NotificationList,
      error: Common
    }).annotateMerge(
      summary(
        "List what the caller was told of",
        "Extension. The latest first, of the last 180 days; of spaces that the caller may still see."
      )
    ),
    HttpApiEndpoint.patch("updateNotification", "/user/notifications/:notificationId", {
      params: { notificationId: Id },
      payload: NotificationPatch,
      success: Notification,
      error: Common
    }).annotateMerge(summary("Mark a notification as read, or as unread", "Extension.")),
    HttpApiEndpoint.patch("readNotifications", "/user/notifications", {
      payload: ReadUntil,
      success: HttpApiSchema.NoContent,
      error: Common
    }).annotateMerge(summary("Mark notifications as read", "Extension. All that came until a time."))
  )
  .add(
    HttpApiEndpoint.get("getNotificationSettings", "/user/notification-settings", {
      success: NotificationSettings,
      error: Common
    }).annotateMerge(
      summary("Get what the caller is mailed", "Extension. Mails go out where a mail server is set up.")
    ),
    HttpApiEndpoint.patch("updateNotificationSettings", "/user/notification-settings", {
      payload: NotificationSettingsPatch,
      success: NotificationSettings,
      error: Common
    }).annotateMerge(summary("Change what the caller is mailed", "Extension. Kinds that are left out stay."))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Notifications",
      description: "What the caller was told of: reviews, comments, mentions and merges."
    })
  )
