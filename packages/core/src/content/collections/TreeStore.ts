import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"

/** A space or a collection: what stands in the tree of an organization. */
export interface Content {
  readonly kind: "space" | "collection"
  readonly id: string
}

/** What stands in one parent. Deleted spaces keep their place, so that they come back to it. */
export interface Sibling extends Content {
  readonly position: string
  readonly deleted: boolean
}

export interface PlacedContent extends Sibling {
  readonly organizationId: string
  readonly parent: string | null
  readonly title: string
}

/** A collection with all below it, deleted spaces left out. */
export interface Subtree {
  /** Itself first. */
  readonly collections: ReadonlyArray<string>
  readonly spaces: ReadonlyArray<string>
}

/**
 * The port of the tree that an organization's spaces and collections make. Whoever changes the tree locks it first,
 * in a transaction, and reads what it decides on afterwards: so all changes of one tree come one after the other.
 */
export class TreeStore extends Context.Service<
  TreeStore,
  {
    /** Inside a transaction: others that lock the tree of one of the organizations wait until it ends. */
    readonly lock: (organizationIds: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
    readonly get: (content: Content) => Effect.Effect<PlacedContent | undefined, StorageError>
    /** What stands in a collection or at the root, in order. */
    readonly siblings: (
      organizationId: string,
      parent: string | null
    ) => Effect.Effect<ReadonlyArray<Sibling>, StorageError>
    /** The greatest position there, deleted spaces included; `null` where nothing stands. */
    readonly last: (organizationId: string, parent: string | null) => Effect.Effect<string | null, StorageError>
    /** The collection and those around it, the nearest first; empty when there is no such collection. */
    readonly path: (
      collectionId: string
    ) => Effect.Effect<ReadonlyArray<{ readonly id: string; readonly organizationId: string }>, StorageError>
    /** How many levels of collections there are, the given one included. */
    readonly height: (collectionId: string) => Effect.Effect<number, StorageError>
    readonly below: (collectionId: string) => Effect.Effect<Subtree, StorageError>
    /** Puts content into a parent of its organization. A space's visibility goes with it: `in-collection` or `private`. */
    readonly place: (
      content: Content,
      to: { readonly parent: string | null; readonly position: string },
      at: string
    ) => Effect.Effect<void, StorageError>
    /** Gives all siblings new positions, in the order of the list. */
    readonly renumber: (
      siblings: ReadonlyArray<Content>,
      positions: ReadonlyArray<string>
    ) => Effect.Effect<void, StorageError>
    /** Takes the deleted spaces out of the collections: they stand last at the root of their organization. */
    readonly detachDeleted: (
      organizationId: string,
      collectionIds: ReadonlyArray<string>
    ) => Effect.Effect<void, StorageError>
    /** What keeps the spaces from changing hands: how many sites show them, how many Git operations have not ended. */
    readonly ties: (
      spaceIds: ReadonlyArray<string>
    ) => Effect.Effect<{ readonly sites: number; readonly gitOperations: number }, StorageError>
    /**
     * Makes the content another organization's. Whatever says who may do what stays behind: grants, invite links,
     * default levels, merge rules. So does who hears of it: webhooks go, with what was not sent yet.
     */
    readonly handOver: (subtree: Subtree, organizationId: string, at: string) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/content/collections/TreeStore") {}
