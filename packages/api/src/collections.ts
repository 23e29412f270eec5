import { Collection } from "@octavo/core/content/collections/Collection"
import {
  CollectionTransfer,
  CollectionUpdate,
  MoveInput,
  NewCollectionInput
} from "@octavo/core/content/collections/input"
import { Space } from "@octavo/core/content/spaces/Space"
import { Effect, Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Conflict, PreconditionFailed } from "./errors.ts"
import { Authenticated, Checked, Common, created, Deleted, Id, ListOf, listQuery, QueryBoolean } from "./shared.ts"

const params = { collectionId: Id }

/** Folders of spaces and of other collections. */
export const CollectionsGroup = HttpApiGroup.make("collections")
  .add(
    HttpApiEndpoint.get("listCollectionsInOrganizationById", "/orgs/:organizationId/collections", {
      params: { organizationId: Id },
      query: {
        ...listQuery,
        nested: QueryBoolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))).annotate({
          description: "false: only collections that stand in no other one."
        })
      },
      success: ListOf(Collection, "CollectionList"),
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the collections of an organization",
        description: "Collections of the same parent come in their order."
      })
    ),
    HttpApiEndpoint.post("createCollection", "/orgs/:organizationId/collections", {
      params: { organizationId: Id },
      // null stands for a body that is absent
      payload: [NewCollectionInput, Schema.Null],
      success: created(Collection),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Create a collection" })),
    HttpApiEndpoint.get("getCollectionById", "/collections/:collectionId", {
      params,
      success: Collection,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get a collection" })),
    HttpApiEndpoint.patch("updateCollectionById", "/collections/:collectionId", {
      params,
      payload: CollectionUpdate,
      success: Collection,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Change a collection" })),
    HttpApiEndpoint.delete("deleteCollectionById", "/collections/:collectionId", {
      params,
      success: Deleted,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a collection",
        description: "What stands in it is kept: it takes the place of the collection, in its order."
      })
    ),
    HttpApiEndpoint.get("listSpacesInCollectionById", "/collections/:collectionId/spaces", {
      params,
      query: listQuery,
      success: ListOf(Space, "SpaceList"),
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the spaces of a collection",
        description: "In their order; without those of collections in it."
      })
    ),
    HttpApiEndpoint.post("moveCollection", "/collections/:collectionId/move", {
      params,
      payload: MoveInput,
      success: Collection,
      error: [...Common, Conflict]
    }).annotateMerge(OpenApi.annotations({ summary: "Move a collection into another one or among its siblings" })),
    HttpApiEndpoint.post("transferCollection", "/collections/:collectionId/transfer", {
      params,
      payload: CollectionTransfer,
      success: Collection,
      error: [...Common, Conflict, PreconditionFailed]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Transfer a collection to another organization",
        description:
          "With everything below it. Grants, invite links, default levels and merge rules stay behind. 412 says what is in the way."
      })
    )
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "Collections", description: "Folders of spaces and of other collections." })
  )
