/** Who did what to which object when (`AuditEvent` of the public client). Kept as it was: labels are those of then. */
import { Schema } from "effect"
import { type InstanceConfig, location } from "../../kernel/shared/Instance.ts"

/** Every action that is recorded, with its label. Ids are stored: they never change. */
export const auditActions = {
  "organization.create": "Organization created",
  "organization.update": "Organization settings changed",
  "organization.domain.prove": "E-mail domain proven: its people are offered the sign-in providers",
  "organization.domain.lapse": "E-mail domain no longer proven",
  "member.add": "Member added",
  "member.update": "Role of a member changed",
  "member.remove": "Member removed",
  "member.sso": "Member set to single sign-on",
  "member.sign-in": "Joined by signing in through a provider",
  "member.join": "Joined by the e-mail domain",
  "session.start": "Signed in",
  "session.refuse": "Signing in refused",
  "import.start": "Import of a website started",
  "import.cancel": "Import of a website cancelled",
  "conversations.ingest": "Conversations ingested",
  "invite.send": "Invited by e-mail",
  "invite.accept": "Joined with an invite link",
  "invite-link.create": "Invite link created",
  "invite-link.update": "Invite link changed",
  "invite-link.delete": "Invite link revoked",
  "team.create": "Team created",
  "team.update": "Team renamed",
  "team.delete": "Team deleted",
  "team.members": "Members of a team changed",
  "saml.create": "SAML provider added",
  "saml.update": "SAML provider changed",
  "saml.delete": "SAML provider removed",
  "webhook.create": "Webhook added",
  "webhook.update": "Webhook changed",
  "webhook.secret": "Secret of a webhook replaced",
  "webhook.disable": "Webhook turned off, because nothing got through",
  "webhook.delete": "Webhook deleted",
  "permission.grant": "Access granted",
  "permission.update": "Granted access changed",
  "permission.revoke": "Granted access taken back",
  "token.create": "API token made",
  "token.revoke": "API token revoked",
  "font.create": "Custom font added",
  "font.update": "Custom font changed",
  "font.delete": "Custom font deleted",
  "collection.create": "Collection created",
  "collection.update": "Collection changed",
  "collection.move": "Collection moved",
  "collection.transfer": "Collection transferred",
  "collection.delete": "Collection deleted",
  "space.create": "Space created",
  "space.update": "Space settings changed",
  "space.duplicate": "Space duplicated",
  "space.move": "Space moved",
  "space.transfer": "Space transferred",
  "space.delete": "Space deleted",
  "space.restore": "Space restored",
  "space.purge": "Space removed permanently",
  "site.create": "Site created",
  "site.update": "Site settings changed",
  "site.adaptive-schema": "Adaptive schema of a site changed",
  "site.structure": "Structure of a site changed",
  "site.publish": "Site published",
  "site.unpublish": "Site unpublished",
  "site.delete": "Site deleted",
  "site.share-link.create": "Share link of a site created",
  "site.share-link.update": "Share link of a site changed",
  "site.share-link.delete": "Share link of a site deleted",
  "site.auth.update": "Sign-in of a site's visitors changed",
  "site.auth.regenerate": "Signing key of a site's visitors replaced",
  "site.customize": "Looks of a site changed",
  "site.hostname.claim": "Custom hostname claimed for a site",
  "site.hostname.serve": "Custom hostname proven: the site is served there",
  "site.hostname.fail": "Custom hostname no longer proven: the site is not served there",
  "site.hostname.release": "Custom hostname given up",
  "site.mcp-server.create": "MCP server added to a site",
  "site.mcp-server.update": "MCP server of a site changed",
  "site.mcp-server.delete": "MCP server removed from a site",
  "redirect.create": "Redirect created",
  "redirect.update": "Redirect changed",
  "redirect.delete": "Redirect deleted",
  "redirect.batch": "Redirects written in a batch",
  "change-request.create": "Change request created",
  "change-request.edit": "Content of a change request edited",
  "change-request.update": "Change request described anew",
  "change-request.status": "Status of a change request changed",
  "change-request.merge": "Change request merged",
  "change-request.bypass": "Change request merged against merge rules",
  "review.request": "Review of a change request requested",
  "review.withdraw": "Request for a review taken back",
  "review.submit": "Change request reviewed",
  "comment.post": "Comment posted",
  "comment.edit": "Comment edited",
  "comment.resolve": "Comment resolved",
  "comment.reopen": "Comment opened again",
  "comment.delete": "Comment deleted",
  "content.edit": "Content edited",
  "content.import": "Content imported",
  "content.restore": "Earlier revision restored",
  "openapi.create": "OpenAPI specification added",
  "openapi.source": "OpenAPI specification given anew",
  "openapi.visibility": "Visibility of an OpenAPI specification changed",
  "openapi.delete": "OpenAPI specification deleted",
  "translation.create": "Translation added",
  "translation.update": "Translation changed",
  "translation.delete": "Translation deleted",
  "translation.run": "Run of a translation requested",
  "glossary.update": "Glossary changed",
  "git.import": "Git import requested",
  "git.export": "Git export requested",
  "git.disconnect": "Git synchronization ended"
} as const
export type AuditAction = keyof typeof auditActions

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
  ...(label === null ? {} : { label })
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
  ...(event.ip === null ? {} : { ip: event.ip }),
  payload: event.payload
})
