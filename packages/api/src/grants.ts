import { Role } from "@octavo/core/kernel/shared/roles"
import { Text } from "@octavo/core/kernel/shared/text"
import {
  GrantUpdate,
  NewGrants,
  TeamContentPermission,
  UserContentAccess,
  UserContentPermission,
  UserSitePermission
} from "@octavo/core/people/grants/Grant"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Authenticated, Checked, Common, Deleted, Id, ListOf, listQuery } from "./shared.ts"

const UserList = ListOf(UserContentPermission, "UserContentPermissionList")
const TeamList = ListOf(TeamContentPermission, "TeamContentPermissionList")
const AccessList = ListOf(UserContentAccess, "UserContentAccessList")
const aggregateQuery = {
  ...listQuery,
  role: Schema.optionalKey(Role),
  search: Schema.optionalKey(Text(0, 512).annotate({ description: "Part of the name or the e-mail address." }))
}

const space = { spaceId: Id }

export const SpacePermissionsGroup = HttpApiGroup.make("space-permissions")
  .add(
    HttpApiEndpoint.post("inviteToSpace", "/spaces/:spaceId/permissions", {
      params: space,
      payload: NewGrants,
      success: HttpApiSchema.NoContent,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Grant access to a space" })),
    HttpApiEndpoint.get("listUserPermissionsInSpace", "/spaces/:spaceId/permissions/users", {
      params: space,
      query: listQuery,
      success: UserList,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the users with a grant on a space" })),
    HttpApiEndpoint.patch("updateUserPermissionInSpace", "/spaces/:spaceId/permissions/users/:userId", {
      params: { ...space, userId: Id },
      payload: GrantUpdate,
      success: HttpApiSchema.NoContent,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Change a user's grant on a space" })),
    HttpApiEndpoint.delete("removeUserFromSpace", "/spaces/:spaceId/permissions/users/:userId", {
      params: { ...space, userId: Id },
      success: Deleted,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Take back a user's grant on a space" })),
    HttpApiEndpoint.get("listTeamPermissionsInSpace", "/spaces/:spaceId/permissions/teams", {
      params: space,
      query: listQuery,
      success: TeamList,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the teams with a grant on a space" })),
    HttpApiEndpoint.patch("updateTeamPermissionInSpace", "/spaces/:spaceId/permissions/teams/:teamId", {
      params: { ...space, teamId: Id },
      payload: GrantUpdate,
      success: HttpApiSchema.NoContent,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Change a team's grant on a space" })),
    HttpApiEndpoint.delete("removeTeamFromSpace", "/spaces/:spaceId/permissions/teams/:teamId", {
      params: { ...space, teamId: Id },
      success: Deleted,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Take back a team's grant on a space" })),
    HttpApiEndpoint.get("listPermissionsAggregateInSpace", "/spaces/:spaceId/permissions/aggregate", {
      params: space,
      query: aggregateQuery,
      success: AccessList,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List everybody who can access a space" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "Space permissions", description: "Roles of people and teams on a space." })
  )

const collection = { collectionId: Id }

export const CollectionPermissionsGroup = HttpApiGroup.make("collection-permissions")
  .add(
    HttpApiEndpoint.post("inviteToCollection", "/collections/:collectionId/permissions", {
      params: collection,
      payload: NewGrants,
      success: HttpApiSchema.NoContent,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Grant access to a collection" })),
    HttpApiEndpoint.get("listUserPermissionsInCollection", "/collections/:collectionId/permissions/users", {
      params: collection,
      query: listQuery,
      success: UserList,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the users with a grant on a collection" })),
    HttpApiEndpoint.patch("updateUserPermissionInCollection", "/collections/:collectionId/permissions/users/:userId", {
      params: { ...collection, userId: Id },
      payload: GrantUpdate,
      success: HttpApiSchema.NoContent,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Change a user's grant on a collection" })),
    HttpApiEndpoint.delete("removeUserFromCollection", "/collections/:collectionId/permissions/users/:userId", {
      params: { ...collection, userId: Id },
      success: Deleted,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Take back a user's grant on a collection" })),
    HttpApiEndpoint.get("listTeamPermissionsInCollection", "/collections/:collectionId/permissions/teams", {
      params: collection,
      query: listQuery,
      success: TeamList,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the teams with a grant on a collection" })),
    HttpApiEndpoint.patch("updateTeamPermissionInCollection", "/collections/:collectionId/permissions/teams/:teamId", {
      params: { ...collection, teamId: Id },
      payload: GrantUpdate,
      success: HttpApiSchema.NoContent,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Change a team's grant on a collection" })),
    HttpApiEndpoint.delete("removeTeamFromCollection", "/collections/:collectionId/permissions/teams/:teamId", {
      params: { ...collection, teamId: Id },
      success: Deleted,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Take back a team's grant on a collection" })),
    HttpApiEndpoint.get("listPermissionsAggregateInCollection", "/collections/:collectionId/permissions/aggregate", {
      params: collection,
      query: aggregateQuery,
      success: AccessList,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List everybody who can access a collection" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Collection permissions",
      description: "Roles of people and teams on a collection and all that is in it."
    })
  )

const site = { organizationId: Id, siteId: Id }

const SiteUserList = ListOf(UserSitePermission, "UserSitePermissionList")
const siteAggregateQuery = {
  ...aggregateQuery,
  team: Schema.optionalKey(Id),
  sort: Schema.optionalKey(Schema.Literals(["name", "joinedAt", "lastSeenAt"])),
  order: Schema.optionalKey(Schema.Literals(["asc", "desc"]))
}

export const SitePermissionsGroup = HttpApiGroup.make("site-permissions")
  .add(
    HttpApiEndpoint.post("inviteToSite", "/orgs/:organizationId/sites/:siteId/permissions", {
      params: site,
      payload: NewGrants,
      success: HttpApiSchema.NoContent,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Grant access to a site" })),
    HttpApiEndpoint.get("listUserPermissionsInSite", "/orgs/:organizationId/sites/:siteId/permissions/users", {
      params: site,
      query: listQuery,
      success: UserList,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the users with a grant on a site" })),
    HttpApiEndpoint.patch(
      "updateUserPermissionInSite",
      "/orgs/:organizationId/sites/:siteId/permissions/users/:userId",
      {
        params: { ...site, userId: Id },
        payload: GrantUpdate,
        success: HttpApiSchema.NoContent,
        error: Common
      }
    ).annotateMerge(OpenApi.annotations({ summary: "Change a user's grant on a site" })),
    HttpApiEndpoint.delete("removeUserFromSite", "/orgs/:organizationId/sites/:siteId/permissions/users/:userId", {
      params: { ...site, userId: Id },
      success: Deleted,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Take back a user's grant on a site" })),
    HttpApiEndpoint.get("listTeamPermissionsInSite", "/orgs/:organizationId/sites/:siteId/permissions/teams", {
      params: site,
      query: listQuery,
      success: TeamList,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the teams with a grant on a site" })),
    HttpApiEndpoint.patch(
      "updateTeamPermissionInSite",
      "/orgs/:organizationId/sites/:siteId/permissions/teams/:teamId",
      {
        params: { ...site, teamId: Id },
        payload: GrantUpdate,
        success: HttpApiSchema.NoContent,
        error: Common
      }
    ).annotateMerge(OpenApi.annotations({ summary: "Change a team's grant on a site" })),
    HttpApiEndpoint.delete("removeTeamFromSite", "/orgs/:organizationId/sites/:siteId/permissions/teams/:teamId", {
      params: { ...site, teamId: Id },
      success: Deleted,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Take back a team's grant on a site" })),
    HttpApiEndpoint.get("listPermissionsAggregateInSite", "/orgs/:organizationId/sites/:siteId/permissions/aggregate", {
      params: site,
      query: siteAggregateQuery,
      success: SiteUserList,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List everybody who can access a site" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "Site permissions", description: "Roles of people and teams on a site." })
  )
