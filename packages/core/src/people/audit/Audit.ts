/**
 * The audit trail. Use cases record what they changed inside the transaction that changes it, so that there is no
 * change without its event and no event without its change.
 */
import { Context, Effect, Layer } from "effect"
import { type Actor, CurrentActor, isOutside } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { type Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeUuid } from "../../kernel/shared/ids.ts"
import { type ListParams, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { RequestAddress } from "../../kernel/shared/RequestAddress.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { valueWithoutSecrets } from "../../kernel/shared/withoutSecrets.ts"
import { Access } from "../permissions/Access.ts"
import {
  AuditActions,
  type AuditEntry,
  type AuditEvent,
  type AuditEventAction,
  type AuditEventDetails,
  type AuditEventRecord,
  type AuditFilter,
  toAuditEvent,
  toAuditEventDetails
} from "./AuditEvent.ts"
import { Audited } from "./Audited.ts"
import { AuditStore } from "./AuditStore.ts"

type Failure = Forbidden | NotFound | StorageError

/** How many events a list shows when it is not told (`docs/contributing/wire.md#lists`). */
const defaultLimit = 20

export class Audit extends Context.Service<
  Audit,
  {
    /** Adds an event to the organization's trail. To be called inside the transaction of the change. */
    readonly record: (entry: AuditEntry) => Effect.Effect<void, StorageError, CurrentActor>
    /** The same in the trail of every organization of a person: for what a person does that concerns all of them. */
    readonly recordForMember: (
      userId: string,
      entry: Omit<AuditEntry, "organizationId">
    ) => Effect.Effect<void, StorageError, CurrentActor>
    readonly list: (
      organizationId: string,
      filter: AuditFilter,
      params: ListParams
    ) => Effect.Effect<Page<AuditEvent>, Failure | Invalid, CurrentActor>
    readonly get: (organizationId: string, id: string) => Effect.Effect<AuditEventDetails, Failure, CurrentActor>
    /** What is recorded at all. */
    readonly actions: (organizationId: string) => Effect.Effect<ReadonlyArray<AuditEventAction>, Failure, CurrentActor>
  }
>()("@octavo/core/people/audit/Audit") {
  static readonly layer = Layer.effect(
    Audit,
    Effect.gen(function* () {
      const store = yield* AuditStore
      const access = yield* Access
      const instance = yield* Instance
      const key = yield* SigningKey
      const audited = yield* Audited
      const labels = yield* AuditActions

      const made = Effect.fnUntraced(function* (entry: AuditEntry) {
        const actor = yield* CurrentActor
        return {
          id: makeUuid(),
          organizationId: entry.organizationId,
          occurredAt: yield* now,
          action: entry.action,
          ...originOf(actor),
          target: { type: entry.target.type, id: entry.target.id, label: entry.target.label ?? null },
          ip: yield* RequestAddress,
          schemaVersion: 1,
          // whatever a use case tells of addresses: what opens a door is none of the trail's
          payload: valueWithoutSecrets(entry.payload ?? {})
        } satisfies AuditEventRecord
      })

      const record = (entry: AuditEntry) =>
        Effect.flatMap(made(entry), (event) => Effect.andThen(store.insert([event]), audited.announce(entry)))

      const recordForMember = Effect.fnUntraced(function* (userId: string, entry: Omit<AuditEntry, "organizationId">) {
        const actor = yield* CurrentActor
        const organizations = (yield* store.organizationsOf(userId)).filter((id) => !isOutside(actor, id))
        yield* store.insert(
          yield* Effect.forEach(organizations, (organizationId) => made({ ...entry, organizationId }))
        )
      })

      const list = traced("Audit.list")(function* (organizationId: string, asked: AuditFilter, params: ListParams) {
        yield* access.organization(organizationId, "audit.view")
        const from = yield* instant("from", asked.from)
        const to = yield* instant("to", asked.to)
        const filter: AuditFilter = { ...asked, from, to }
        const page = yield* paginate(
          ["audit-events", organizationId, from, to, filter.action, filter.actor, filter.target],
          { ...params, limit: params.limit ?? defaultLimit },
          (event: AuditEventRecord) => [event.occurredAt, event.id],
          (slice) => store.list(organizationId, filter, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, (event) => toAuditEvent(instance, event))
      })

      const get = traced("Audit.get")(function* (organizationId: string, id: string) {
        yield* access.organization(organizationId, "audit.view")
        const event = yield* store.get(organizationId, id)
        return event === undefined ? yield* NotFound.of("audit event", id) : toAuditEventDetails(instance, event)
      })

      const actions = traced("Audit.actions")(function* (organizationId: string) {
        yield* access.organization(organizationId, "audit.view")
        return Object.entries(labels).map(([id, label]) => ({ object: "audit-event-action" as const, id, label }))
      })

      return Audit.of({ record, recordForMember, list, get, actions })
    })
  )
}

const originOf = (actor: Actor): Pick<AuditEventRecord, "actor" | "source"> =>
  actor.kind === "user"
    ? { actor: { type: "user", id: actor.userId, label: null }, source: "api" }
    : { actor: { type: "system", id: "operator", label: "Operator" }, source: "script" }

/** A time of a filter in the form that events keep. */
const instant = (name: string, text: string | undefined): Effect.Effect<string | undefined, Invalid> => {
  if (text === undefined) return Effect.succeed(undefined)
  const at = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at)
    ? Effect.fail(new Invalid({ message: `${name} must be an ISO 8601 date-time` }))
    : Effect.succeed(new Date(at).toISOString())
}

/** What of a change is new, by field: `{ field: { before, after } }`. For payloads; give it no secrets. */
export const changes = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>
): Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>> =>
  Object.fromEntries(
    Object.keys(after)
      .filter(
        (field) => after[field] !== undefined && JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field])
      )
      .map((field) => [field, { before: before[field] ?? null, after: after[field] }])
  )
