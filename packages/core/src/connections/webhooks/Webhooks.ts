/** Webhooks of organizations, spaces and sites: for who administrates them. Secrets are shown once and sealed at rest. */
import { Context, Effect, Layer, Redacted } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { defined, present } from "../../kernel/shared/defined.ts"
import { EncryptionAtRest } from "../../kernel/shared/EncryptionAtRest.ts"
import { Conflict, type Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId, makeSecret } from "../../kernel/shared/ids.ts"
import { type ListParams, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit, changes } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import type { ActionName } from "../../people/permissions/actions.ts"
import { previousSigns } from "./delivery.ts"
import {
  type DeliveryRecord,
  type DeliveryState,
  mostWebhooks,
  type NewWebhook,
  toDelivery,
  toWebhook,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryDetails,
  type WebhookRecord,
  type WebhookTarget,
  type WebhookUpdate,
  type WebhookWithSecret
} from "./Webhook.ts"
import { WebhookActivity } from "./WebhookActivity.ts"
import { eventsOf, type WebhookKind } from "./WebhookEvent.ts"
import { type WebhookPatch, WebhookStore } from "./WebhookStore.ts"

type Failure = Forbidden | NotFound | StorageError

/** What webhooks are asked for of: an organization, one of its sites, or a space. */
export type WebhookOwner =
  | { readonly organization: string }
  | { readonly organization: string; readonly site: string }
  | { readonly space: string }

export class Webhooks extends Context.Service<
  Webhooks,
  {
    /** The webhooks of this organization, space or site itself, oldest first. */
    readonly list: (
      owner: WebhookOwner,
      params: ListParams
    ) => Effect.Effect<Page<Webhook>, Failure | Invalid, CurrentActor>
    /** The answer holds the secret, this once. */
    readonly create: (
      owner: WebhookOwner,
      input: NewWebhook
    ) => Effect.Effect<WebhookWithSecret, Failure | Invalid | Conflict, CurrentActor>
    readonly get: (organizationId: string, id: string) => Effect.Effect<Webhook, Failure, CurrentActor>
    readonly update: (
      organizationId: string,
      id: string,
      input: WebhookUpdate
    ) => Effect.Effect<Webhook, Failure | Invalid, CurrentActor>
    /** With the log of its deliveries. `false`: there was none. */
    readonly remove: (organizationId: string, id: string) => Effect.Effect<boolean, Failure, CurrentActor>
    /** Gives it a new secret; the one before signs beside it for a day. */
    readonly rotateSecret: (
      organizationId: string,
      id: string
    ) => Effect.Effect<WebhookWithSecret, Failure, CurrentActor>
    /** Sends a `ping`, whatever it is subscribed to. */
    readonly ping: (
      organizationId: string,
      id: string
    ) => Effect.Effect<WebhookDelivery, Failure | Conflict, CurrentActor>
    /** What was and is to be sent, newest first. */
    readonly deliveries: (
      organizationId: string,
      id: string,
      state: DeliveryState | undefined,
      params: ListParams
    ) => Effect.Effect<Page<WebhookDelivery>, Failure | Invalid, CurrentActor>
    readonly delivery: (
      organizationId: string,
      id: string,
      deliveryId: string
    ) => Effect.Effect<WebhookDeliveryDetails, Failure, CurrentActor>
    /** Sends the same event once more, as a delivery of its own. */
    readonly replay: (
      organizationId: string,
      id: string,
      deliveryId: string
    ) => Effect.Effect<WebhookDelivery, Failure | Conflict, CurrentActor>
  }
>()("@octavo/core/connections/webhooks/Webhooks") {
  static readonly layer = Layer.effect(
    Webhooks,
    Effect.gen(function* () {
      const activity = yield* WebhookActivity
      const store = yield* WebhookStore
      const access = yield* Access
      const audit = yield* Audit
      const transaction = yield* Transaction
      const instance = yield* Instance
      const encryption = yield* EncryptionAtRest
      const key = yield* SigningKey

      const authorize = Effect.fnUntraced(function* (owner: WebhookOwner, action: ActionName) {
        if ("space" in owner) {
          const { organizationId } = yield* access.space(owner.space, action)
          return { kind: "space", id: owner.space, organizationId } satisfies WebhookTarget
        }
        if ("site" in owner) {
          yield* access.site(owner.organization, owner.site, action)
          return { kind: "site", id: owner.site, organizationId: owner.organization } satisfies WebhookTarget
        }
        yield* access.organization(owner.organization, action)
        return {
          kind: "organization",
          id: owner.organization,
          organizationId: owner.organization
        } satisfies WebhookTarget
      })

      /** A webhook is not there for whoever does not administrate what it is of. */
      const open = Effect.fnUntraced(function* (organizationId: string, id: string, action: ActionName) {
        yield* access.scope(action)
        const absent = NotFound.of("webhook", id)
        const hook = yield* store.get(organizationId, id)
        if (hook === undefined) return yield* absent
        const target = yield* authorize(ownerOf(hook), action).pipe(
          Effect.catchTags({ Forbidden: () => absent, NotFound: () => absent })
        )
        return target.organizationId === organizationId ? hook : yield* absent
      })

      const held = Effect.fnUntraced(function* ({ id, organizationId }: WebhookRecord) {
        return (yield* store.lock(organizationId, id)) ?? (yield* NotFound.of("webhook", id))
      })

      const record = (
        action: "webhook.create" | "webhook.update" | "webhook.delete" | "webhook.secret",
        hook: WebhookRecord,
        payload: Readonly<Record<string, unknown>> = {}
      ) =>
        audit.record({
          organizationId: hook.organizationId,
          action,
          target: { type: "webhook", id: hook.id, label: labelOf(hook.url) },
          payload: {
            ...present({ spaceId: hook.spaceId, siteId: hook.siteId }),
            ...payload
          }
        })

      const list = traced("Webhooks.list")(function* (owner: WebhookOwner, params: ListParams) {
        const target = yield* authorize(owner, "webhooks.view")
        const page = yield* paginate(
          ["webhooks", target.kind, target.id],
          params,
          (hook: WebhookRecord) => [hook.createdAt, hook.id],
          (slice) => store.list(target, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, (hook) => toWebhook(instance, hook))
      })

      const newSecret = Effect.fnUntraced(function* (id: string) {
        const secret = `whsec_${makeSecret(43)}`
        return { secret, sealedSecret: yield* encryption.encrypt(secretPurpose(id), Redacted.make(secret)) }
      })

      const create = traced("Webhooks.create")(function* (owner: WebhookOwner, input: NewWebhook) {
        const target = yield* authorize(owner, "webhooks.edit")
        yield* checkEvents(target.kind, input.events)
        const id = makeId()
        const { sealedSecret, secret } = yield* newSecret(id)
        const hook: WebhookRecord = {
          id,
          organizationId: target.organizationId,
          spaceId: target.kind === "space" ? target.id : null,
          siteId: target.kind === "site" ? target.id : null,
          url: input.url,
          description: input.description || null,
          events: [...new Set(input.events)],
          active: input.active ?? true,
          disabledReason: null,
          failingSince: null,
          sealedSecret,
          sealedPrevious: null,
          previousUntil: null,
          createdAt: yield* now
        }
        yield* transaction.run(
          Effect.gen(function* () {
            yield* store.insert(hook)
            // counted with its own, so that of two at once none gets past the limit unseen
            if ((yield* store.count(target)) > mostWebhooks) {
              return yield* new Conflict({ message: `There may be at most ${mostWebhooks} webhooks here; delete some` })
            }
            yield* record("webhook.create", hook, { events: hook.events })
          })
        )
        return { ...toWebhook(instance, hook), secret }
      })

      const get = traced("Webhooks.get")(function* (organizationId: string, id: string) {
        return toWebhook(instance, yield* open(organizationId, id, "webhooks.view"))
      })

      const update = traced("Webhooks.update")(function* (organizationId: string, id: string, input: WebhookUpdate) {
        const seen = yield* open(organizationId, id, "webhooks.edit")
        yield* checkEvents(kindOf(seen), input.events ?? [])
        const hook = yield* transaction.run(
          Effect.gen(function* () {
            const before = yield* held(seen)
            const { active, description, events, url } = input
            const patch = defined({
              url,
              description: description === "" ? null : description,
              events: events && [...new Set(events)],
              active
            }) satisfies WebhookPatch
            const changed = changes({ ...before }, patch)
            if (Object.keys(changed).length === 0) return before
            const again = active === true && !before.active ? { disabledReason: null, failingSince: null } : {}
            yield* store.update(id, { ...patch, ...again })
            const shown =
              url === undefined ? changed : { ...changed, url: { before: labelOf(before.url), after: labelOf(url) } }
            yield* record("webhook.update", { ...before, ...patch }, shown)
            return { ...before, ...patch, ...again }
          })
        )
        yield* activity.note()
        return toWebhook(instance, hook)
      })

      const remove = traced("Webhooks.remove")(function* (organizationId: string, id: string) {
        const hook = yield* open(organizationId, id, "webhooks.edit")
        return yield* transaction.run(
          Effect.tap(store.remove(id), (done) => (done ? record("webhook.delete", hook) : Effect.void))
        )
      })

      const rotateSecret = traced("Webhooks.rotateSecret")(function* (organizationId: string, id: string) {
        const seen = yield* open(organizationId, id, "webhooks.edit")
        const { sealedSecret, secret } = yield* newSecret(id)
        const hook = yield* transaction.run(
          Effect.gen(function* () {
            const before = yield* held(seen)
            const previousUntil = new Date(Date.parse(yield* now) + previousSigns).toISOString()
            yield* store.update(id, { sealedSecret, sealedPrevious: before.sealedSecret, previousUntil })
            yield* record("webhook.secret", before)
            return before
          })
        )
        return { ...toWebhook(instance, hook), secret }
      })

      /** Adds a delivery to a webhook that is turned on. */
      const send = <E>(seen: WebhookRecord, insert: (delivery: string, at: string) => Effect.Effect<void, E>) =>
        Effect.gen(function* () {
          const deliveryId = makeId()
          yield* transaction.run(
            Effect.gen(function* () {
              const { active } = yield* held(seen)
              if (!active) return yield* new Conflict({ message: "This webhook is turned off; turn it on first" })
              yield* insert(deliveryId, yield* now)
            })
          )
          yield* activity.note()
          const made = yield* store.delivery(seen.id, deliveryId)
          return made === undefined ? yield* NotFound.of("webhook", seen.id) : toDelivery(instance, seen, made)
        })

      const ping = traced("Webhooks.ping")(function* (organizationId: string, id: string) {
        const hook = yield* open(organizationId, id, "webhooks.edit")
        return yield* send(hook, (deliveryId, occurredAt) => {
          const eventId = makeId()
          const body = JSON.stringify({ eventId, type: "ping", occurredAt, organizationId, webhookId: id })
          return store.add(
            { id: eventId, organizationId, type: "ping", resource: `ping:${eventId}`, body, occurredAt },
            [{ id: deliveryId, webhookId: id }]
          )
        })
      })

      const deliveries = traced("Webhooks.deliveries")(function* (
        organizationId: string,
        id: string,
        state: DeliveryState | undefined,
        params: ListParams
      ) {
        const hook = yield* open(organizationId, id, "webhooks.view")
        const page = yield* paginate(
          ["webhook-deliveries", id, state],
          params,
          (one: DeliveryRecord) => [one.createdAt, one.id],
          (slice) => store.deliveries(id, state, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, (one) => toDelivery(instance, hook, one))
      })

      const requireDelivery = Effect.fnUntraced(function* (hook: WebhookRecord, deliveryId: string) {
        return (yield* store.delivery(hook.id, deliveryId)) ?? (yield* NotFound.of("webhook delivery", deliveryId))
      })

      const delivery = traced("Webhooks.delivery")(function* (organizationId: string, id: string, deliveryId: string) {
        const hook = yield* open(organizationId, id, "webhooks.view")
        const found = yield* requireDelivery(hook, deliveryId)
        return { ...toDelivery(instance, hook, found), payload: JSON.parse(found.body) }
      })

      const replay = traced("Webhooks.replay")(function* (organizationId: string, id: string, deliveryId: string) {
        const hook = yield* open(organizationId, id, "webhooks.edit")
        const found = yield* requireDelivery(hook, deliveryId)
        return yield* send(hook, (newId, at) => store.replay(found, newId, at))
      })

      return Webhooks.of({
        list,
        create,
        get,
        update,
        remove,
        rotateSecret,
        ping,
        deliveries,
        delivery,
        replay
      })
    })
  ).pipe(Layer.provide(WebhookActivity.layer))
}

/** What a webhook's secret is sealed for. */
export const secretPurpose = (id: string): string => `secret of the webhook ${id}`

/** Names the receiver without its path, which may hold a secret of its own. */
export const labelOf = (url: string): string => new URL(url).host

const kindOf = ({ siteId, spaceId }: WebhookRecord): WebhookKind =>
  spaceId !== null ? "space" : siteId !== null ? "site" : "organization"

const ownerOf = ({ organizationId, siteId, spaceId }: WebhookRecord): WebhookOwner =>
  spaceId !== null
    ? { space: spaceId }
    : siteId !== null
      ? { organization: organizationId, site: siteId }
      : { organization: organizationId }

const checkEvents = (kind: WebhookKind, events: ReadonlyArray<string>): Effect.Effect<void, Invalid> => {
  const known: ReadonlyArray<string> = eventsOf[kind]
  const at = events.findIndex((event) => !known.includes(event))
  if (at < 0) return Effect.void
  const message = `a ${kind} has no event ${JSON.stringify(events[at])}; it has ${known.join(", ")}`
  return Effect.fail(new Invalid({ message: `events.${at}: ${message}`, details: [{ path: `events.${at}`, message }] }))
}
