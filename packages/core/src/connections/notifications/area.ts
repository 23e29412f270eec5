/** The face of the area, for the lists of areas: its services and what can be done. */
import { Layer } from "effect"
import type { Action } from "../../people/permissions/actions.ts"
import { NotificationMails } from "./NotificationMails.ts"
import { Notifications } from "./Notifications.ts"
import { Notifier } from "./Notifier.ts"

export const layer = Layer.mergeAll(Notifications.layer, NotificationMails.layer, Notifier.layer)

export const actions = {
  "notifications.view": { role: "read", scope: "user:read" },
  "notifications.edit": { role: "read", scope: undefined }
} as const satisfies Record<string, Action>
