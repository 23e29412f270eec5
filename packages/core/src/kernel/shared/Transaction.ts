import { Context, type Effect } from "effect"
import type { StorageError } from "./errors.ts"

export class Transaction extends Context.Service<
  Transaction,
  {
    /**
     * Runs an effect in one transaction of the store: all of its writes are there, or none. Nested ones join: what fails
     * in one fails the whole.
     */
    readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageError, R>
    /** Inside a transaction: a part that may fail while the whole goes on. What it wrote is then taken back. */
    readonly attempt: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageError, R>
  }
>()("@octavo/core/kernel/shared/Transaction") {}
