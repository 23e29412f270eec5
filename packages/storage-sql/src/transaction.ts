import { StorageError } from "@octavo/core/kernel/shared/errors"
import { Transaction } from "@octavo/core/kernel/shared/Transaction"
import { Effect, Layer, Option } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { StoreVersion } from "./StoreVersion.ts"
import { storage } from "./support.ts"

/** A part of a transaction failed, and the whole was to be committed: what failed must fail it. */
const halfWritten = Effect.die(new Error("A part of a transaction failed, and nobody let the whole fail"))

/**
 * Transactions of the store: `BEGIN IMMEDIATE` on SQLite, READ COMMITTED with row locks on Postgres. Refused on a store
 * that a newer program has migrated. One within another joins it without the two statements of a savepoint, so that its
 * failure is the failure of the whole.
 */
export const transactionLayer = Layer.effect(
  Transaction,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { check } = yield* StoreVersion
    const allowed = Effect.catchTag(check, "StoreTooNew", (cause) =>
      Effect.fail(new StorageError({ operation: "transaction", retryable: true, tooNew: true, cause }))
    )
    const current = Effect.serviceOption(sql.transactionService)
    /** Transactions of which a part has failed. */
    const failed = new WeakSet<object>()
    const isWhole = Effect.flatMap(current, (own) =>
      Option.isSome(own) && failed.has(own.value) ? halfWritten : Effect.void
    )
    /** One of its own, or within another a part that is taken back for itself. */
    const begin = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      storage("transaction")(sql.withTransaction(Effect.tap(effect, () => isWhole))) as Effect.Effect<
        A,
        E | StorageError,
        R
      >
    return Transaction.of({
      run: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.flatMap(
          current,
          (outer): Effect.Effect<A, E | StorageError, R> =>
            Option.isSome(outer)
              ? Effect.onError(effect, () => Effect.sync(() => failed.add(outer.value)))
              : begin(Effect.andThen(storage("transaction")(allowed), effect))
        ),
      attempt: begin
    })
  })
)
