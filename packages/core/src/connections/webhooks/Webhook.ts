/** Webhooks and what was sent to them, as the store keeps them and as the API shows them. */
import { Schema } from "effect"
import { present } from "../../kernel/shared/defined.ts"
import { type InstanceConfig, location } from "../../kernel/shared/Instance.ts"
import { codePoints, Text } from "../../kernel/shared/text.ts"
import { type WebhookKind, webhookEvents } from "./WebhookEvent.ts"

/** What a webhook is of. */
export interface WebhookTarget {
  readonly kind: WebhookKind
  /** Of the organization, space or site. */
  readonly id: string
  readonly organizationId: string
}

export interface WebhookRecord {
  readonly id: string
  readonly organizationId: string
  readonly spaceId: string | null
  readonly siteId: string | null
  readonly url: string
  readonly description: string | null
  readonly events: ReadonlyArray<string>
  readonly active: boolean
  /** Why it is not active, when nobody turned it off. */
  readonly disabledReason: string | null
  /** Since when nothing that was sent was taken. */
  readonly failingSince: string | null
  /** Secret that its requests are signed with, sealed. */
  readonly sealedSecret: string
  /** The secret before it, which signs as well until a time. */
  readonly sealedPrevious: string | null
  readonly previousUntil: string | null
  readonly createdAt: string
}

export type DeliveryState = "pending" | "delivered" | "failed"

/** An event on its way to one webhook. */
export interface DeliveryRecord {
  /** The same for every attempt. */
  readonly id: string
  readonly webhookId: string
  readonly eventId: string
  readonly eventType: string
  readonly state: DeliveryState
  readonly attempts: number
  /** When it is tried next, while it is pending. */
  readonly nextAttemptAt: string
  readonly lastAttemptAt: string | null
  /** Milliseconds until the last attempt's answer, or until it was given up. */
  readonly duration: number | null
  readonly status: number | null
  readonly response: string | null
  /** Why the last attempt did not succeed. */
  readonly failure: string | null
  /** The delivery that this one repeats. */
  readonly replayOf: string | null
  readonly createdAt: string
}

const kinds = {
  organization: "organization: the webhook hears of everything in it.",
  space: "space, when it hears of that space only.",
  site: "site, when it hears of that site only."
} as const

const fields = {
  object: Schema.Literal("webhook"),
  id: Schema.String,
  organization: Schema.String.annotate({ description: kinds.organization }),
  space: Schema.optionalKey(Schema.String.annotate({ description: kinds.space })),
  site: Schema.optionalKey(Schema.String.annotate({ description: kinds.site })),
  url: Schema.String,
  description: Schema.optionalKey(Schema.String),
  events: Schema.Array(Schema.String),
  active: Schema.Boolean,
  disabledReason: Schema.optionalKey(
    Schema.String.annotate({ description: "Why the server turned it off. It goes when the webhook is turned on." })
  ),
  failingSince: Schema.optionalKey(
    Schema.String.annotate({ description: "Since when nothing that was sent was taken." })
  ),
  createdAt: Schema.String,
  urls: Schema.Struct({ location: Schema.String })
}

export const Webhook = Schema.Struct(fields).annotate({ identifier: "Webhook" })
export type Webhook = typeof Webhook.Type

/** As it is shown once, when it was made or has a new secret. */
export const WebhookWithSecret = Schema.Struct({
  ...fields,
  secret: Schema.String.annotate({ description: "Signs what is sent. It is shown this one time." })
}).annotate({ identifier: "WebhookWithSecret" })
export type WebhookWithSecret = typeof WebhookWithSecret.Type

const delivery = {
  object: Schema.Literal("webhook-delivery"),
  id: Schema.String.annotate({ description: "The same for every attempt." }),
  event: Schema.Struct({ id: Schema.String, type: Schema.String }),
  state: Schema.Literals(["pending", "delivered", "failed"]),
  attempts: Schema.Number,
  createdAt: Schema.String,
  lastAttemptAt: Schema.optionalKey(Schema.String),
  nextAttemptAt: Schema.optionalKey(Schema.String),
  duration: Schema.optionalKey(Schema.Number.annotate({ description: "Milliseconds of the last attempt." })),
  response: Schema.optionalKey(
    Schema.Struct({
      status: Schema.Number,
      body: Schema.String.annotate({ description: "The first 4,096 bytes of the last answer." })
    })
  ),
  failure: Schema.optionalKey(Schema.String.annotate({ description: "Why the last attempt did not succeed." })),
  replayOf: Schema.optionalKey(Schema.String),
  urls: Schema.Struct({ location: Schema.String })
}

export const WebhookDelivery = Schema.Struct(delivery).annotate({ identifier: "WebhookDelivery" })
export type WebhookDelivery = typeof WebhookDelivery.Type

/** With what is sent. */
export const WebhookDeliveryDetails = Schema.Struct({
  ...delivery,
  payload: Schema.Record(Schema.String, Schema.Unknown)
}).annotate({ identifier: "WebhookDeliveryDetails" })
export type WebhookDeliveryDetails = typeof WebhookDeliveryDetails.Type

/** How many webhooks an organization, a space or a site may have. */
export const mostWebhooks = 20

const urlProblem = (url: string): string | undefined => {
  if (codePoints(url) > 2048) return undefined
  const parsed = /^https?:\/\/[^\s\\]+$/i.test(url) ? URL.parse(url) : null
  if (parsed === null) return "must be an http or https address"
  return parsed.username === "" && parsed.password === ""
    ? undefined
    : "must not hold a password: check the signature instead"
}

const Url = Text(0, 2048).check(Schema.makeFilter((url) => urlProblem(url) ?? true))
const Description = Schema.NullOr(Text(0, 255))
const Events = Schema.Array(
  Schema.Literals(webhookEvents).annotate({ message: `must be one of ${webhookEvents.join(", ")}` })
).check(Schema.isMinLength(1), Schema.isMaxLength(100))

/** Body of `POST .../webhooks`. */
export const NewWebhook = Schema.Struct({
  url: Url,
  description: Schema.optionalKey(Description),
  events: Events,
  active: Schema.optionalKey(Schema.Boolean)
})
export type NewWebhook = typeof NewWebhook.Type

/** Body of `PATCH .../webhooks/{webhookId}`. */
export const WebhookUpdate = Schema.Struct({
  url: Schema.optionalKey(Url),
  description: Schema.optionalKey(Description),
  events: Schema.optionalKey(Events),
  active: Schema.optionalKey(Schema.Boolean)
})
export type WebhookUpdate = typeof WebhookUpdate.Type

const pathOf = ({ id, organizationId }: Pick<WebhookRecord, "id" | "organizationId">) =>
  `/orgs/${organizationId}/webhooks/${id}`

export const toWebhook = (instance: InstanceConfig, hook: WebhookRecord): Webhook => ({
  object: "webhook",
  id: hook.id,
  organization: hook.organizationId,
  ...present({ space: hook.spaceId, site: hook.siteId }),
  url: hook.url,
  ...present({ description: hook.description }),
  events: hook.events,
  active: hook.active,
  ...present({ disabledReason: hook.disabledReason, failingSince: hook.failingSince }),
  createdAt: hook.createdAt,
  urls: { location: location(instance, pathOf(hook)) }
})

export const toDelivery = (
  instance: InstanceConfig,
  hook: Pick<WebhookRecord, "id" | "organizationId">,
  one: DeliveryRecord
): WebhookDelivery => ({
  object: "webhook-delivery",
  id: one.id,
  event: { id: one.eventId, type: one.eventType },
  state: one.state,
  attempts: one.attempts,
  createdAt: one.createdAt,
  ...present({ lastAttemptAt: one.lastAttemptAt }),
  ...(one.state === "pending" ? { nextAttemptAt: one.nextAttemptAt } : {}),
  ...present({ duration: one.duration }),
  ...(one.status === null ? {} : { response: { status: one.status, body: one.response ?? "" } }),
  ...present({ failure: one.failure, replayOf: one.replayOf }),
  urls: { location: location(instance, `${pathOf(hook)}/deliveries/${one.id}`) }
})
