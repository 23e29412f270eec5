/** The areas of the floor that have a face, from the ground up: each stands on those before it. */
import * as conversations from "./conversations/area.ts"
import * as events from "./events/area.ts"
import * as notifications from "./notifications/area.ts"
import * as webhooks from "./webhooks/area.ts"

export const areas = [conversations, events, notifications, webhooks] as const
