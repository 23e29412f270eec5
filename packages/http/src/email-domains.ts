import { EmailDomains } from "@octavo/core/people/email-domains/EmailDomains"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"

export const emailDomainsHandlers = groupHandlers(
  "email-domains",
  Effect.fn(function* (handlers) {
    const domains = yield* EmailDomains
    return handlers.handleAll({
      listOrganizationEmailDomains: ({ params, query }) => domains.list(params.organizationId, query),
      checkOrganizationEmailDomain: ({ params }) => domains.check(params.organizationId, params.emailDomain)
    })
  })
)
