import { Api } from "@octavo/api/Api"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

export const auditHandlers = HttpApiBuilder.group(
  Api,
  "audit",
  Effect.fn(function* (handlers) {
    const audit = yield* Audit
    return handlers.handleAll({
      listOrganizationAuditEvents: ({ params, query: { page, limit, ...filter } }) =>
        audit.list(params.organizationId, filter, { page, limit }),
      getOrganizationAuditEvent: ({ params }) => audit.get(params.organizationId, params.auditEventId),
      listOrganizationAuditEventActions: ({ params }) =>
        Effect.map(audit.actions(params.organizationId), (items) => ({ count: items.length, items }))
    })
  })
)
