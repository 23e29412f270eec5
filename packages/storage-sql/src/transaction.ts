import { StorageError } from "@octavo/core/kernel/shared/errors"
import { Transaction } from "@octavo/core/kernel/shared/Transaction"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { StoreVersion } from "./StoreVersion.ts"
import { storage } from "./support.ts"

/**
 * Transactions of the store: `BEGIN IMMEDIATE` on SQLite, READ COMMITTED with row locks on Postgres. Refused on a store
 * that a newer program has migrated.
 */
export const transactionLayer = Layer.effect(
  Transaction,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { check } = yield* StoreVersion
    const allowed = Effect.catchTag(check, "StoreTooNew", (cause) =>
      Effect.fail(new StorageError({ operation: "transaction", retryable: true, tooNew: true, cause }))
    )
    return Transaction.of({
      run: (effect) => storage("transaction")(sql.withTransaction(Effect.andThen(allowed, effect)))
    })
  })
)
