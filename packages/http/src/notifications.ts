import { NotificationList } from "@octavo/api/notifications"
import { NotificationSettings } from "@octavo/core/connections/notifications/MailSettings"
import { Notification } from "@octavo/core/connections/notifications/Notification"
import { NotificationMails } from "@octavo/core/connections/notifications/NotificationMails"
import { Notifications } from "@octavo/core/connections/notifications/Notifications"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { reply } from "./reply.ts"

const one = reply(Notification)
const settings = reply(NotificationSettings)
const list = reply(NotificationList)

export const notificationsHandlers = groupHandlers(
  "notifications",
  Effect.fn(function* (handlers) {
    const notifications = yield* Notifications
    const mails = yield* NotificationMails
    return handlers.handleAll({
      listNotifications: ({ query: { limit, page, unread } }) =>
        Effect.map(notifications.list({ unread }, { limit, page }), (found) => list(found)),
      updateNotification: ({ params, payload }) =>
        Effect.map(notifications.update(params.notificationId, payload), (it) => one(it)),
      getNotificationSettings: () => Effect.map(mails.settings, (it) => settings(it)),
      updateNotificationSettings: ({ payload }) => Effect.map(mails.change(payload), (it) => settings(it)),
      readNotifications: ({ payload }) => notifications.readUntil(payload.readUntil)
    })
  })
)
