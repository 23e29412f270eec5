import { NewSamlProvider, SamlProvider, SamlProviderUpdate, SsoLogins } from "@octavo/core/people/saml/SamlProvider"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Conflict } from "./errors.ts"
import { Authenticated, Checked, Common, created, Deleted, Id, ListOf, listQuery } from "./shared.ts"

const params = { organizationId: Id }
const one = { ...params, samlProviderId: Id }
const path = "/orgs/:organizationId/saml"

/** Who the members of an organization sign in with. */
export const SsoGroup = HttpApiGroup.make("sso")
  .add(
    HttpApiEndpoint.get("listSAMLProvidersInOrganizationById", path, {
      params,
      query: listQuery,
      success: ListOf(SamlProvider, "OrganizationSAMLProviderList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the SAML providers of an organization" })),
    HttpApiEndpoint.post("createOrganizationSAMLProvider", path, {
      params,
      payload: NewSamlProvider,
      success: created(SamlProvider),
      error: [...Common, Conflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Add a SAML provider to an organization",
        description:
          "It is pending until ssoURL, entityID and certificate are there. 400 says what is wrong with the certificate. 409 when the organization has 100 of them."
      })
    ),
    HttpApiEndpoint.get("getOrganizationSAMLProviderById", `${path}/:samlProviderId`, {
      params: one,
      success: SamlProvider,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get a SAML provider of an organization" })),
    HttpApiEndpoint.patch("updateOrganizationSAMLProvider", `${path}/:samlProviderId`, {
      params: one,
      payload: SamlProviderUpdate,
      success: SamlProvider,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Change a SAML provider of an organization" })),
    HttpApiEndpoint.delete("deleteOrganizationSAMLProvider", `${path}/:samlProviderId`, {
      params: one,
      success: Deleted,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Remove a SAML provider from an organization" })),
    HttpApiEndpoint.get("listSSOProviderLoginsInOrganization", "/orgs/:organizationId/sso", {
      params,
      success: SsoLogins,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List where members of an organization can sign in" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Single sign-on",
      description: "SAML providers of an organization, and where its members sign in."
    })
  )
