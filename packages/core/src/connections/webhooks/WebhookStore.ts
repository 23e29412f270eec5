import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { UserRecord } from "../../people/users/User.ts"
import type { DeliveryRecord, DeliveryState, WebhookRecord, WebhookTarget } from "./Webhook.ts"
import type { EventPlace } from "./WebhookEvent.ts"

export type WebhookPatch = Partial<Omit<WebhookRecord, "id" | "organizationId" | "spaceId" | "siteId" | "createdAt">>

/** Somebody who hears of a place. */
export interface Listener {
  readonly webhookId: string
  readonly organizationId: string
  readonly events: ReadonlyArray<string>
}

export interface StoredEvent {
  readonly id: string
  readonly organizationId: string
  readonly type: string
  readonly resource: string
  /** What is sent, byte for byte. */
  readonly body: string
  readonly occurredAt: string
}

/** A delivery that this process is to attempt now. */
export interface Claimed {
  readonly id: string
  /** Number of this attempt. */
  readonly attempt: number
  readonly eventType: string
  readonly body: string
  readonly webhook: WebhookRecord
}

export type Outcome = Pick<
  DeliveryRecord,
  "state" | "lastAttemptAt" | "duration" | "status" | "response" | "failure"
> & {
  readonly nextAttemptAt?: string
}

/** The port of webhooks and of the outbox: events, and their deliveries. */
export class WebhookStore extends Context.Service<
  WebhookStore,
  {
    /** Oldest first; key `[createdAt, id]`. */
    readonly list: (target: WebhookTarget, slice: Slice) => Effect.Effect<Sliced<WebhookRecord>, StorageError>
    readonly count: (target: WebhookTarget) => Effect.Effect<number, StorageError>
    readonly get: (organizationId: string, id: string) => Effect.Effect<WebhookRecord | undefined, StorageError>
    /** The same, held until the transaction ends. */
    readonly lock: (organizationId: string, id: string) => Effect.Effect<WebhookRecord | undefined, StorageError>
    readonly insert: (hook: WebhookRecord) => Effect.Effect<void, StorageError>
    readonly update: (id: string, patch: WebhookPatch) => Effect.Effect<void, StorageError>
    readonly remove: (id: string) => Effect.Effect<boolean, StorageError>

    /** The types that any active webhook hears of, anywhere. */
    readonly heard: Effect.Effect<ReadonlySet<string>, StorageError>
    /** The active webhooks that hear of a place: its own, and those of its organization. */
    readonly listeners: (place: EventPlace) => Effect.Effect<ReadonlyArray<Listener>, StorageError>
    /** Who did it, for the payload. */
    readonly user: (id: string) => Effect.Effect<UserRecord | undefined, StorageError>
    /** Adds an event behind those of its resource, with a delivery to each; joins the caller's transaction. */
    readonly add: (
      event: StoredEvent,
      deliveries: ReadonlyArray<{ readonly id: string; readonly webhookId: string }>
    ) => Effect.Effect<void, StorageError>
    /** When the last event of a resource was told of; nobody else tells of one until the caller's transaction ends. */
    readonly lastTold: (resource: string) => Effect.Effect<string | undefined, StorageError>
    /** Adds a delivery of the same event, which waits for no other one. */
    readonly replay: (delivery: DeliveryRecord, newId: string, at: string) => Effect.Effect<void, StorageError>

    /** Newest first; key `[createdAt, id]`. */
    readonly deliveries: (
      webhookId: string,
      state: DeliveryState | undefined,
      slice: Slice
    ) => Effect.Effect<Sliced<DeliveryRecord>, StorageError>
    readonly delivery: (
      webhookId: string,
      id: string
    ) => Effect.Effect<(DeliveryRecord & { readonly body: string }) | undefined, StorageError>

    /**
     * Takes deliveries that are due, for a worker that is done with them by `until`: of each resource and webhook the
     * first that is pending, and of each webhook at most `perWebhook` at a time.
     */
    readonly claim: (claim: {
      readonly worker: string
      readonly at: string
      readonly until: string
      readonly limit: number
      readonly perWebhook: number
    }) => Effect.Effect<ReadonlyArray<Claimed>, StorageError>
    /** Notes what became of an attempt; `false` when another worker made a later one. */
    readonly settle: (id: string, attempt: number, outcome: Outcome) => Effect.Effect<boolean, StorageError>
    /** Who has deliveries in hand, and giving back those of a worker that ended. */
    readonly workers: Effect.Effect<ReadonlyArray<string>, StorageError>
    readonly release: (worker: string) => Effect.Effect<void, StorageError>
    /** Removes at most so many deliveries that were made before a time, and events without any; answers how many. */
    readonly removeBefore: (at: string, limit: number) => Effect.Effect<number, StorageError>
  }
>()("@octavo/core/connections/webhooks/WebhookStore") {}
