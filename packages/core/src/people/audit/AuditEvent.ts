/** Who did what to which object when (`AuditEvent` of the public client). Kept as it was: labels are those of then. */

import { Context, Schema } from "effect"
import type { AuditAction } from "../../areas.ts"
import { present } from "../../kernel/shared/defined.ts"
import { type InstanceConfig, location } from "../../kernel/shared/Instance.ts"

export type { AuditAction } from "../../areas.ts"

/** Every action that is recorded, with its label, as the areas name them. Ids are stored: they never change. */
export class AuditActions extends Context.Service<AuditActions, Readonly<Record<AuditAction, string>>>()(
  "@octavo/core/people/audit/AuditActions"
) {}

export type AuditTargetType =
  | "organization"
  | "user"
  | "team"
  | "saml-provider"
  | "invite"
  | "token"
  | "font"
  | "collection"
  | "space"
  | "change-request"
  | "comment"
  | "site"
  | "openapi"
  | "translation"
  | "webhook"

/** What a use case tells of a change. `payload` names what changed, and holds no secrets. */
export interface AuditEntry {
  readonly organizationId: string
  readonly action: AuditAction
  readonly target: { readonly type: AuditTargetType; readonly id: string; readonly label?: string | undefined }
  readonly payload?: Readonly<Record<string, unknown>>
}

export interface AuditEventRecord {
  readonly id: string
  readonly organizationId: string
  readonly occurredAt: string
  readonly action: string
  readonly actor: { readonly type: "user" | "system"; readonly id: string; readonly label: string | null }
  readonly source: "api" | "script" | "workflow"
  readonly target: { readonly type: string; readonly id: string; readonly label: string | null }
  readonly ip: string | null
  readonly schemaVersion: number
  readonly payload: Readonly<Record<string, unknown>>
}

export interface AuditFilter {
  /** ISO 8601 in UTC, both inclusive. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly action?: string | undefined
  readonly actor?: string | undefined
  readonly target?: string | undefined
}

const fields = {
  object: Schema.Literal("audit-event"),
  id: Schema.String,
  occurredAt: Schema.String,
  action: Schema.String,
  actor: Schema.Struct({
    type: Schema.Literals(["user", "system"]),
    id: Schema.String,
    label: Schema.optionalKey(Schema.String)
  }),
  source: Schema.Literals(["api", "script", "workflow"]),
  target: Schema.Struct({ type: Schema.String, id: Schema.String, label: Schema.optionalKey(Schema.String) }),
  urls: Schema.Struct({ location: Schema.String })
}

/** An event in the list. */
export const AuditEvent = Schema.Struct(fields).annotate({ identifier: "AuditEvent" })
export type AuditEvent = typeof AuditEvent.Type

/** An event with all that is known of it. */
export const AuditEventDetails = Schema.Struct({
  ...fields,
  schemaVersion: Schema.Number,
  /** Address that the request came from, where it came over the network. */
  ip: Schema.optionalKey(Schema.String),
  payload: Schema.Record(Schema.String, Schema.Unknown)
}).annotate({ identifier: "AuditEventDetails" })
export type AuditEventDetails = typeof AuditEventDetails.Type

export const AuditEventAction = Schema.Struct({
  object: Schema.Literal("audit-event-action"),
  id: Schema.String,
  label: Schema.String
}).annotate({ identifier: "AuditEventAction" })
export type AuditEventAction = typeof AuditEventAction.Type

const labelled = <A extends { readonly label: string | null }>({ label, ...rest }: A) => ({
  ...rest,
  ...present({ label })
})

export const toAuditEvent = (instance: InstanceConfig, event: AuditEventRecord): AuditEvent => ({
  object: "audit-event",
  id: event.id,
  occurredAt: event.occurredAt,
  action: event.action,
  actor: labelled(event.actor),
  source: event.source,
  target: labelled(event.target),
  urls: { location: location(instance, `/orgs/${event.organizationId}/audit-events/${event.id}`) }
})

export const toAuditEventDetails = (instance: InstanceConfig, event: AuditEventRecord): AuditEventDetails => ({
  ...toAuditEvent(instance, event),
  schemaVersion: event.schemaVersion,
  ...present({ ip: event.ip }),
  payload: event.payload
})
