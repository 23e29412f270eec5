import { MoveInput } from "@octavo/core/content/collections/input"
import { NewSpaceInput, SpaceTransfer, SpaceUpdate } from "@octavo/core/content/spaces/input"
import { Space } from "@octavo/core/content/spaces/Space"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Conflict, PreconditionFailed } from "./errors.ts"
import { Authenticated, Checked, Common, created, Deleted, Id, ListOf, listQuery } from "./shared.ts"

const params = { spaceId: Id }

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
    }).annotateMerge(OpenApi.annotations({ summary: "Change a space" })),
    HttpApiEndpoint.delete("deleteSpaceById", "/spaces/:spaceId", {
      params,
      success: Deleted,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a space",
        description: "It is gone at once, can be restored for seven days, and is removed for good after them."
      })
    ),
    HttpApiEndpoint.post("restoreSpace", "/spaces/:spaceId/restore", {
      params,
      success: Space,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Restore a deleted space",
        description: "404 for a space that is not deleted, or was deleted more than seven days ago."
      })
    ),
    HttpApiEndpoint.post("duplicateSpace", "/spaces/:spaceId/duplicate", {
      params,
      success: created(Space),
      error: [...Common, Conflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Duplicate a space",
        description: "The copy stands after the original and holds its content, without comments and change requests."
      })
    ),
    HttpApiEndpoint.post("moveSpace", "/spaces/:spaceId/move", {
      params,
      payload: MoveInput,
      success: Space,
      error: [...Common, Conflict]
    }).annotateMerge(OpenApi.annotations({ summary: "Move a space to another collection or among its siblings" })),
    HttpApiEndpoint.post("transferSpace", "/spaces/:spaceId/transfer", {
      params,
      payload: SpaceTransfer,
      success: Space,
      error: [...Common, Conflict, PreconditionFailed]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Transfer a space to another organization or collection",
        description: "Grants, invite links, the default level and merge rules stay behind. 412 says what is in the way."
      })
    )
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "Spaces", description: "Where content lives: created, moved, deleted and restored." })
  )
