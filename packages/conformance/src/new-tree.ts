/** A tree of collections and spaces that grows. */
import { Collections } from "@octavo/core/content/collections/Collections"
import { TreeStore } from "@octavo/core/content/collections/TreeStore"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Effect } from "effect"
import { as, newOrganization } from "./harness.ts"

/** An organization, and words for building in it as its admin. */
export const newTree = Effect.gen(function* () {
  const { id: org, admin } = yield* newOrganization()
  const collections = yield* Collections
  const spaces = yield* Spaces
  const tree = yield* TreeStore
  return {
    org,
    admin,
    collections,
    spaces,
    lifecycle: yield* SpaceLifecycle,
    folder: (title: string, parent: string | null = null) =>
      Effect.map(collections.create(org, { title, parent }).pipe(as(admin)), (it) => it.id),
    space: (title: string, parent: string | null = null) =>
      Effect.map(spaces.create(org, { title, parent }).pipe(as(admin)), (it) => it.id),
    /** Ids of what stands there, in order. */
    order: (parent: string | null = null) =>
      Effect.map(tree.siblings(org, parent), (siblings) => siblings.flatMap(({ deleted, id }) => (deleted ? [] : [id])))
  }
})
