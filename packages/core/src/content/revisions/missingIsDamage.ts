/** Reads of the store that must find something: an object that is missing is damage, and fails as the store does. */
import { Effect } from "effect"
import { StorageError } from "../../kernel/shared/errors.ts"
import { ObjectMissing } from "./model/Objects.ts"

/** A failure of the store for an object that must be there. */
export const damageError = (error: ObjectMissing | StorageError): StorageError =>
  error._tag === "StorageError"
    ? error
    : new StorageError({ operation: "content.read", retryable: false, cause: error })

/** Content that a revision refers to and the store does not have is damage, not absence. */
export const missingIsDamage = <A, E, R>(
  effect: Effect.Effect<A, E | ObjectMissing, R>
): Effect.Effect<A, Exclude<E, ObjectMissing> | StorageError, R> =>
  Effect.mapError(effect, (error) =>
    (error as { _tag?: string })._tag === "ObjectMissing"
      ? damageError(error as ObjectMissing)
      : (error as Exclude<E, ObjectMissing>)
  )

/** Lets a read end where an object is not in the store. */
export const isNotStored = <R>(work: Effect.Effect<void, StorageError, R>): Effect.Effect<void, StorageError, R> =>
  Effect.catch(work, (error) => (error.cause instanceof ObjectMissing ? Effect.void : Effect.fail(error)))
