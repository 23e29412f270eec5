import { Audit } from "@octavo/core/people/audit/Audit"
import { AuditEvent } from "@octavo/core/people/audit/AuditEvent"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { replyList } from "./reply.ts"

const list = replyList(AuditEvent)

export const auditHandlers = groupHandlers(
  "audit",
  Effect.fn(function* (handlers) {
    const audit = yield* Audit
    return handlers.handleAll({
      listOrganizationAuditEvents: ({ params, query: { page, limit, ...filter } }) =>
        Effect.map(audit.list(params.organizationId, filter, { page, limit }), list),
      getOrganizationAuditEvent: ({ params }) => audit.get(params.organizationId, params.auditEventId),
      listOrganizationAuditEventActions: ({ params }) =>
        Effect.map(audit.actions(params.organizationId), (items) => ({ count: items.length, items }))
    })
  })
)
