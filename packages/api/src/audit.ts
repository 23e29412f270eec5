import { Text } from "@octavo/core/kernel/shared/text"
import { AuditEvent, AuditEventAction, AuditEventDetails } from "@octavo/core/people/audit/AuditEvent"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, Id, ListOf, listQuery } from "./shared.ts"

const organization = { organizationId: Id }
const text = Schema.optionalKey(Text(0, 256))

export const AuditGroup = HttpApiGroup.make("audit")
  .add(
    HttpApiEndpoint.get("listOrganizationAuditEvents", "/orgs/:organizationId/audit-events", {
      params: organization,
      query: {
        ...listQuery,
        from: text.annotate({ description: "ISO 8601 date-time: events at or after it." }),
        to: text.annotate({ description: "ISO 8601 date-time: events at or before it." }),
        action: text,
        actor: text,
        target: text
      },
      success: ListOf(AuditEvent, "AuditEventList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List what was done in an organization, newest first" })),
    HttpApiEndpoint.get("getOrganizationAuditEvent", "/orgs/:organizationId/audit-events/:auditEventId", {
      params: { ...organization, auditEventId: Id },
      success: AuditEventDetails,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get an audit event" })),
    HttpApiEndpoint.get("listOrganizationAuditEventActions", "/orgs/:organizationId/audit-event-actions", {
      params: organization,
      success: Schema.Struct({ count: Schema.Number, items: Schema.Array(AuditEventAction) }).annotate({
        identifier: "AuditEventActions"
      }),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List what is recorded" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Audit", description: "Who changed what and when, for admins." }))
