import { Api } from "@octavo/api/Api"
import { EmailDomains } from "@octavo/core/people/email-domains/EmailDomains"
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

export const emailDomainsHandlers = HttpApiBuilder.group(
  Api,
  "email-domains",
  Effect.fn(function* (handlers) {
    const domains = yield* EmailDomains
    return handlers.handleAll({
      listOrganizationEmailDomains: ({ params, query }) => domains.list(params.organizationId, query),
      checkOrganizationEmailDomain: ({ params }) => domains.check(params.organizationId, params.emailDomain)
    })
  })
)
