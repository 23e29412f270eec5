import { Context, type Effect } from "effect"
import type { StorageError } from "./errors.ts"

/** Runs an effect in one transaction of the store: all of its writes are there, or none. Nested ones join. */
export class Transaction extends Context.Service<
  Transaction,
  { readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageError, R> }
>()("@octavo/core/kernel/shared/Transaction") {}
