import { Collection } from "@octavo/core/content/collections/Collection"
import { Collections } from "@octavo/core/content/collections/Collections"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Effect } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { createdReply, deletedReply, reply } from "./reply.ts"

const one = reply(Collection)

export const collectionsHandlers = groupHandlers(
  "collections",
  Effect.fn(function* (handlers) {
    const collections = yield* Collections
    const spaces = yield* Spaces
    return handlers.handleAll({
      listCollectionsInOrganizationById: ({ params, query: { nested, ...page } }) =>
        collections.list(params.organizationId, { nested }, page),
      createCollection: ({ params, payload }) =>
        Effect.map(collections.create(params.organizationId, payload ?? {}), createdReply),
      getCollectionById: ({ params }) => Effect.map(collections.get(params.collectionId), (it) => one(it)),
      updateCollectionById: ({ params, payload }) =>
        Effect.map(collections.update(params.collectionId, payload), (it) => one(it)),
      deleteCollectionById: ({ params }) =>
        Effect.map(collections.remove(params.collectionId), deletedReply).pipe(
          Effect.catchTag("NotFound", () => Effect.succeed(deletedReply(false)))
        ),
      listSpacesInCollectionById: ({ params, query }) => spaces.listIn(params.collectionId, query),
      moveCollection: ({ params, payload }) =>
        Effect.map(collections.move(params.collectionId, payload), (it) => one(it)),
      transferCollection: ({ params, payload }) =>
        Effect.map(collections.transfer(params.collectionId, payload), (it) => one(it))
    })
  })
)
