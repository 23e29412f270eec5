/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import { Layer } from "effect"
import type { Action } from "../../people/permissions/actions.ts"
import { Outbox } from "./Outbox.ts"
import { WebhookActivity } from "./WebhookActivity.ts"
import { WebhookJobs } from "./WebhookJobs.ts"
import { Webhooks } from "./Webhooks.ts"

export const layer = Layer.mergeAll(WebhookActivity.layer, WebhookJobs.layer, Webhooks.layer, Outbox.layer)

export const actions = {
  /** Of an organization, a space or a site: what is sent tells of everything in it. */
  "webhooks.view": { role: "admin", scope: undefined },
  "webhooks.edit": { role: "admin", scope: undefined }
} as const satisfies Record<string, Action>

export const auditActions = {
  "webhook.create": "Webhook added",
  "webhook.update": "Webhook changed",
  "webhook.secret": "Secret of a webhook replaced",
  "webhook.disable": "Webhook turned off, because nothing got through",
  "webhook.delete": "Webhook deleted"
} as const
