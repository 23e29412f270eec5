/** Collections: folders of spaces and of other collections, as the store keeps them and as the API shows them. */

import { Schema } from "effect"
import { present } from "../../kernel/shared/defined.ts"
import { app, type InstanceConfig, location } from "../../kernel/shared/Instance.ts"
import { atLeast, Role } from "../../kernel/shared/roles.ts"
import type { WithShownParent } from "../../people/permissions/Access.ts"

export interface CollectionRecord {
  readonly id: string
  readonly organizationId: string
  /** The collection around it, or `null` at the organization's root. */
  readonly parent: string | null
  /** Fractional index among the spaces and collections of its parent. */
  readonly position: string
  readonly title: string
  readonly description: string | null
  /** Role of members on the content for whom nothing nearer says otherwise. */
  readonly defaultLevel: Role | null
  readonly createdAt: string
}

/** What `PATCH /v1/collections/{collectionId}` can set. */
export type CollectionPatch = Partial<Pick<CollectionRecord, "title" | "description" | "defaultLevel">>

/** A collection, as the API shows it. */
export const Collection = Schema.Struct({
  object: Schema.Literal("collection"),
  id: Schema.String,
  title: Schema.String,
  description: Schema.optionalKey(Schema.String),
  organization: Schema.String,
  parent: Schema.optionalKey(Schema.String),
  defaultLevel: Schema.NullOr(Role),
  urls: Schema.Struct({ location: Schema.String, app: Schema.String }),
  permissions: Schema.Struct({
    view: Schema.Boolean,
    admin: Schema.Boolean,
    viewInviteLinks: Schema.Boolean,
    create: Schema.Boolean
  })
}).annotate({ identifier: "Collection" })
export type Collection = typeof Collection.Type

/** @param role the caller's effective role on the collection */
export const toCollection = (
  instance: InstanceConfig,
  collection: WithShownParent<CollectionRecord>,
  role: Role
): Collection => ({
  object: "collection",
  id: collection.id,
  title: collection.title,
  ...present({ description: collection.description }),
  organization: collection.organizationId,
  ...present({ parent: collection.shownParent }),
  defaultLevel: collection.defaultLevel,
  urls: {
    location: location(instance, `/collections/${collection.id}`),
    app: app(instance, `/c/${collection.id}`)
  },
  permissions: {
    view: true,
    admin: role === "admin",
    viewInviteLinks: role === "admin",
    create: atLeast(role, "create")
  }
})
