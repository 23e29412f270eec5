/**
 * The port to content-addressed bytes: nodes of the content model, revision roots and page bodies. Implemented by
 * `@octavo/storage-sql`. An object never changes and is named by the hash of its bytes, so whoever holds a hash may
 * keep what it names for ever.
 */
import { Context, type Effect, Schema } from "effect"
import type { StorageError } from "../../../kernel/shared/errors.ts"

/** An object that a stored one refers to is not there: the store is damaged, or the hash came from elsewhere. */
export class ObjectMissing extends Schema.TaggedError<ObjectMissing>()("ObjectMissing", { hash: Schema.String }) {
  override get message(): string {
    return `The object ${this.hash} is not in the store`
  }
}

export type ObjectsError = ObjectMissing | StorageError

export class Objects extends Context.Service<
  Objects,
  {
    readonly get: (hash: string) => Effect.Effect<Uint8Array, ObjectsError>
    /** All of them by hash, for any number of hashes; fails when one is missing. */
    readonly getMany: (hashes: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, Uint8Array>, ObjectsError>
    /** Adds objects; one that is there already stays as it is. Joins the transaction of the caller. */
    readonly put: (objects: ReadonlyMap<string, Uint8Array>) => Effect.Effect<void, StorageError>
  }
>()("@octavo/core/content/revisions/model/Objects") {}
