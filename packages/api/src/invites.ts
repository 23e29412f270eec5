import {
  EmailInvites,
  InviteLink,
  InviteLinkUpdate,
  InviteResult,
  NewInviteLink
} from "@octavo/core/content/invites/Invite"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, created, Deleted, Id, ListOf, listQuery } from "./shared.ts"

const organization = { organizationId: Id }
const link = { ...organization, inviteId: Id }

export const InvitesGroup = HttpApiGroup.make("organization-invites")
  .add(
    HttpApiEndpoint.post("inviteUsersToOrganization", "/orgs/:organizationId/invites", {
      params: organization,
      payload: EmailInvites,
      success: InviteResult,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Invite people by e-mail" })),
    HttpApiEndpoint.post("joinOrganizationWithInvite", "/orgs/:organizationId/invites/:inviteId", {
      params: link,
      success: Schema.Struct({}),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Join an organization with an invite link" })),
    HttpApiEndpoint.post("joinOrganization", "/orgs/:organizationId/join", {
      params: organization,
      success: HttpApiSchema.NoContent,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Join an organization by the domain of the e-mail address" })),
    HttpApiEndpoint.get("listOrganizationInviteLinks", "/orgs/:organizationId/link-invites", {
      params: organization,
      query: {
        ...listQuery,
        space: Schema.optionalKey(
          Schema.String.annotate({ description: "Id of a space: the links to it, instead of the organization's." })
        ),
        collection: Schema.optionalKey(
          Schema.String.annotate({ description: "Id of a collection: the links to it, instead of the organization's." })
        )
      },
      success: ListOf(InviteLink, "OrganizationInviteLinkList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List invite links" })),
    HttpApiEndpoint.post("createOrganizationInvite", "/orgs/:organizationId/link-invites", {
      params: organization,
      payload: NewInviteLink,
      success: created(InviteLink),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Create an invite link" })),
    HttpApiEndpoint.get("getOrganizationInviteLink", "/orgs/:organizationId/link-invites/:inviteId", {
      params: link,
      success: InviteLink,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get an invite link" })),
    HttpApiEndpoint.patch("updateOrganizationInviteById", "/orgs/:organizationId/link-invites/:inviteId", {
      params: link,
      payload: InviteLinkUpdate,
      success: InviteLink,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Change an invite link" })),
    HttpApiEndpoint.delete("deleteOrganizationInviteById", "/orgs/:organizationId/link-invites/:inviteId", {
      params: link,
      success: Deleted,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Revoke an invite link" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Organization invites",
      description: "Ways into an organization: by e-mail address, and by links."
    })
  )
