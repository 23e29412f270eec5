import { Text } from "@octavo/core/kernel/shared/text"
import {
  NewTeam,
  OrganizationTeamMember,
  Team,
  TeamMembersUpdate,
  TeamRole,
  TeamUpdate
} from "@octavo/core/people/teams/Team"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, created, Deleted, Id, ListOf, listQuery } from "./shared.ts"

const one = { organizationId: Id, teamId: Id }
const member = { ...one, userId: Id }

export const TeamsGroup = HttpApiGroup.make("teams")
  .add(
    HttpApiEndpoint.get("listTeamsInOrganizationById", "/orgs/:organizationId/teams", {
      params: { organizationId: Id },
      query: {
        ...listQuery,
        owner: Schema.optionalKey(
          Schema.String.annotate({ description: "Id of a member: only teams that this member can manage." })
        ),
        title: Schema.optionalKey(Text(0, 512))
      },
      success: ListOf(Team, "TeamList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the teams of an organization" })),
    HttpApiEndpoint.put("createOrganizationTeam", "/orgs/:organizationId/teams", {
      params: { organizationId: Id },
      payload: NewTeam,
      success: created(Team),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Create a team" })),
    HttpApiEndpoint.get("getTeamInOrganizationById", "/orgs/:organizationId/teams/:teamId", {
      params: one,
      success: Team,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get a team" })),
    HttpApiEndpoint.patch("updateTeamInOrganizationById", "/orgs/:organizationId/teams/:teamId", {
      params: one,
      payload: TeamUpdate,
      success: Team,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Rename a team" })),
    HttpApiEndpoint.delete("removeTeamFromOrganizationById", "/orgs/:organizationId/teams/:teamId", {
      params: one,
      success: Deleted,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Delete a team" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "Teams", description: "Groups of members that roles are granted to together." })
  )

export const TeamMembersGroup = HttpApiGroup.make("team-members")
  .add(
    HttpApiEndpoint.get("listTeamMembersInOrganizationById", "/orgs/:organizationId/teams/:teamId/members", {
      params: one,
      query: listQuery,
      success: ListOf(OrganizationTeamMember, "OrganizationTeamMemberList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the members of a team" })),
    HttpApiEndpoint.put("updateMembersInOrganizationTeam", "/orgs/:organizationId/teams/:teamId/members", {
      params: one,
      payload: TeamMembersUpdate,
      success: HttpApiSchema.NoContent,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Add and remove members of a team" })),
    HttpApiEndpoint.put("addMemberToOrganizationTeamById", "/orgs/:organizationId/teams/:teamId/members/:userId", {
      params: member,
      payload: [Schema.Struct({ role: Schema.optionalKey(TeamRole) }), Schema.Null],
      success: HttpApiSchema.NoContent,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Add a member to a team, or change the role there" })),
    HttpApiEndpoint.delete(
      "deleteMemberFromOrganizationTeamById",
      "/orgs/:organizationId/teams/:teamId/members/:userId",
      { params: member, success: Deleted, error: Common }
    ).annotateMerge(OpenApi.annotations({ summary: "Remove a member from a team" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Team members", description: "Who is in a team." }))
