import { MemberContentPermission } from "@octavo/core/content/spaces/MemberSpaces"
import { Role } from "@octavo/core/kernel/shared/roles"
import { Text } from "@octavo/core/kernel/shared/text"
import { Member } from "@octavo/core/people/members/Member"
import { MemberTeam } from "@octavo/core/people/teams/Team"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, Id, ListOf, listQuery } from "./shared.ts"

const params = { organizationId: Id, userId: Id }

export const MembersGroup = HttpApiGroup.make("organization-members")
  .add(
    HttpApiEndpoint.get("listMembersInOrganizationById", "/orgs/:organizationId/members", {
      params: { organizationId: Id },
      query: {
        ...listQuery,
        role: Schema.optionalKey(Schema.Union([Role, Schema.Literal("guest")])),
        search: Schema.optionalKey(Text(0, 512)),
        sort: Schema.optionalKey(Schema.Literals(["joinedAt", "lastSeenAt", "name"])),
        order: Schema.optionalKey(Schema.Literals(["asc", "desc"]))
      },
      success: ListOf(Member, "MemberList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the members of an organization" })),
    HttpApiEndpoint.get("getMemberInOrganizationById", "/orgs/:organizationId/members/:userId", {
      params,
      success: Member,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get a member" })),
    HttpApiEndpoint.patch("updateMemberInOrganizationById", "/orgs/:organizationId/members/:userId", {
      params,
      payload: Schema.Struct({ role: Schema.optionalKey(Schema.NullOr(Role)) }),
      success: Member,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Change a member's role" })),
    HttpApiEndpoint.post("setUserAsSSOMemberForOrganization", "/orgs/:organizationId/members/:userId/sso", {
      params,
      success: Member,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Make a member sign in through the organization's provider" })),
    HttpApiEndpoint.get("listSpacesForOrganizationMember", "/orgs/:organizationId/members/:userId/spaces", {
      params,
      query: { ...listQuery, order: Schema.optionalKey(Schema.Literals(["asc", "desc"])) },
      success: ListOf(MemberContentPermission, "MemberContentPermissionList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the spaces that a member can see" })),
    HttpApiEndpoint.get("listTeamsForOrganizationMember", "/orgs/:organizationId/members/:userId/teams", {
      params,
      query: { ...listQuery, title: Schema.optionalKey(Text(0, 512)) },
      success: ListOf(MemberTeam, "MemberTeamList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the teams that a member is in" })),
    HttpApiEndpoint.delete("removeMemberFromOrganizationById", "/orgs/:organizationId/members/:userId", {
      params,
      success: [HttpApiSchema.NoContent, HttpApiSchema.Empty(205)],
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Remove a member" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Organization members",
      description: "The people of an organization, with their roles in it."
    })
  )
