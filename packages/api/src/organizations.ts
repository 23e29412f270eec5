import { Organization, Subdomain, SubdomainName } from "@octavo/core/people/organizations/Organization"
import { NewOrganization, OrganizationUpdate } from "@octavo/core/people/organizations/Organizations"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Conflict } from "./errors.ts"
import { Authenticated, Checked, Common, created, Id, ListOf, listQuery } from "./shared.ts"

const params = { organizationId: Id }

export const OrganizationsGroup = HttpApiGroup.make("organizations")
  .add(
    HttpApiEndpoint.get("listOrganizationsForAuthenticatedUser", "/orgs", {
      query: listQuery,
      success: ListOf(Organization, "OrganizationList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the caller's organizations" })),
    HttpApiEndpoint.post("createOrganization", "/orgs", {
      payload: NewOrganization,
      success: created(Organization),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Create an organization" })),
    HttpApiEndpoint.get("getOrganizationById", "/orgs/:organizationId", {
      params,
      success: Organization,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get an organization" })),
    HttpApiEndpoint.patch("updateOrganizationById", "/orgs/:organizationId", {
      params,
      payload: OrganizationUpdate,
      success: Organization,
      error: [...Common, Conflict]
    }).annotateMerge(OpenApi.annotations({ summary: "Change an organization" })),
    HttpApiEndpoint.get("getSubdomain", "/subdomains/:subdomain", {
      params: { subdomain: SubdomainName },
      success: Subdomain,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get the organization behind a short name" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Organizations",
      description: "What an organization is called, and how its members begin."
    })
  )
