import { Space } from "@octavo/core/spaces/Space"
import { NewSpaceInput, SpaceUpdate } from "@octavo/core/spaces/Spaces"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authenticated, Checked, Common, created, Id, ListOf, listQuery } from "./shared.ts"

export const SpacesGroup = HttpApiGroup.make("spaces")
  .add(
    HttpApiEndpoint.get("listSpacesInOrganizationById", "/orgs/:organizationId/spaces", {
      params: { organizationId: Id },
      query: listQuery,
      success: ListOf(Space, "SpaceList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the spaces of an organization" })),
    HttpApiEndpoint.post("createSpace", "/orgs/:organizationId/spaces", {
      params: { organizationId: Id },
      payload: [NewSpaceInput, Schema.Null],
      success: created(Space),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Create a space" })),
    HttpApiEndpoint.get("getSpaceById", "/spaces/:spaceId", {
      params: { spaceId: Id },
      query: { shareKey: Schema.optionalKey(Schema.String) },
      success: Space,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get a space" })),
    HttpApiEndpoint.patch("updateSpaceById", "/spaces/:spaceId", {
      params: { spaceId: Id },
      payload: SpaceUpdate,
      success: Space,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Change a space" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Spaces" }))
