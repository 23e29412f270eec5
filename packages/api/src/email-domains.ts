import { Text } from "@octavo/core/kernel/shared/text"
import { EmailDomain } from "@octavo/core/people/email-domains/EmailDomain"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, Id, ListOf, listQuery } from "./shared.ts"

const params = { organizationId: Id }
const path = "/orgs/:organizationId/email-domains"

/** E-mail domains of an organization, and how they are proven. `emailDomains` of the organization says which there are. */
export const EmailDomainsGroup = HttpApiGroup.make("email-domains")
  .add(
    HttpApiEndpoint.get("listOrganizationEmailDomains", path, {
      params,
      query: listQuery,
      success: ListOf(EmailDomain, "EmailDomainList"),
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the e-mail domains of an organization",
        description: "With the DNS record that proves each, and whether it is proven."
      })
    ),
    HttpApiEndpoint.patch("checkOrganizationEmailDomain", `${path}/:emailDomain`, {
      params: { ...params, emailDomain: Text(0, 253) },
      success: HttpApiSchema.NoContent,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Check the DNS record of an e-mail domain",
        description: "204 when it is proven. 400 says which record is missing, or that no DNS server answered."
      })
    )
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "E-mail domains",
      description: "Domains whose people are offered the sign-in of an organization, and how they are proven."
    })
  )
