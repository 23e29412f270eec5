import { Transaction } from "@octavo/core/shared/Transaction"
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { storage } from "./support.ts"

/** Transactions of the store: `BEGIN IMMEDIATE` on SQLite, READ COMMITTED with row locks on Postgres. */
export const transactionLayer = Layer.effect(
  Transaction,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Transaction.of({ run: (effect) => storage("transaction")(sql.withTransaction(effect)) })
  )
)
