/** Bodies of the operations on collections, and of those that spaces share with them. Other fields are ignored. */
import { Schema } from "effect"
import { DefaultLevel } from "../../kernel/shared/roles.ts"
import { Text } from "../../kernel/shared/text.ts"

export const Title = Text(0, 50)
const Description = Text(0, 100)

/** Body of `POST /v1/orgs/{organizationId}/collections`; may be left out. */
export const NewCollectionInput = Schema.Struct({
  title: Schema.optionalKey(Title),
  parent: Schema.optionalKey(Schema.NullOr(Schema.String))
})
export type NewCollectionInput = typeof NewCollectionInput.Type

/** Body of `PATCH /v1/collections/{collectionId}`. */
export const CollectionUpdate = Schema.Struct({
  title: Schema.optionalKey(Title),
  description: Schema.optionalKey(Schema.NullOr(Description)),
  defaultLevel: Schema.optionalKey(DefaultLevel)
})
export type CollectionUpdate = typeof CollectionUpdate.Type

/** A space or collection beside which something is put. */
export const Neighbour = Schema.Union([
  Schema.Struct({ type: Schema.Literal("space"), space: Schema.String }),
  Schema.Struct({ type: Schema.Literal("collection"), collection: Schema.String })
]).annotate({ message: "must have a type that is one of space, collection" })
export type Neighbour = typeof Neighbour.Type

/** Where among its new siblings something is put: before one, after one, between two; last when left out. */
export const ContentPosition = Schema.Struct({
  before: Schema.optionalKey(Neighbour),
  after: Schema.optionalKey(Neighbour)
}).annotate({ identifier: "ContentPosition" })
export type ContentPosition = typeof ContentPosition.Type

/** Body of `POST .../move` of spaces and collections. Without `parent` it stays where it is; `null` is the root. */
export const MoveInput = Schema.Struct({
  parent: Schema.optionalKey(Schema.NullOr(Schema.String)),
  position: Schema.optionalKey(ContentPosition)
})
export type MoveInput = typeof MoveInput.Type

/** Body of `POST /v1/collections/{collectionId}/transfer`. */
export const CollectionTransfer = Schema.Struct({ organization: Schema.String })
export type CollectionTransfer = typeof CollectionTransfer.Type
