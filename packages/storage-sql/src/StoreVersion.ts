/**
 * Whether a newer program has migrated the store under a running one, which then may not change it any more: it does
 * not know what the new schema expects (threat: two servers).
 */
import { Epoch } from "@octavo/core/kernel/shared/Epoch"
import { Clock, Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import { migrationsTable, StoreTooNew } from "./Migrations.ts"
import { migrator } from "./migrations/index.ts"

export class StoreVersion extends Context.Service<
  StoreVersion,
  {
    /**
     * Fails when the store is of a newer version than this program. Inside a transaction of a store that tells of other
     * processes this holds until its end; else what was seen is believed for a second.
     */
    readonly check: Effect.Effect<void, StoreTooNew | SqlError.SqlError>
  }
>()("octavo/storage-sql/StoreVersion") {}

/** How long a look is good for where the store cannot tell that no other process committed since, in milliseconds. */
const goodFor = 1000

/** @param target schema version of this program */
export const makeStoreVersion = Effect.fnUntraced(function* (target: number) {
  const sql = yield* SqlClient.SqlClient
  const epoch = yield* Epoch
  let seen: { readonly others: number | undefined; readonly at: number; readonly version: number } | undefined
  const isFresh = (now: number, current: number | undefined) =>
    seen !== undefined && (current === undefined ? now - seen.at < goodFor : current === seen.others)

  const check = Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    const current = epoch.others()
    if (!isFresh(at, current)) {
      const [row] = yield* sql<{ version: number }>`SELECT MAX(id) AS version FROM ${sql(migrationsTable)}`
      seen = { others: current, at, version: row!.version }
    }
    const { version } = seen!
    if (version > target) return yield* new StoreTooNew({ storeVersion: version, programVersion: target })
  })
  return StoreVersion.of({ check })
})

export const storeVersionLayer = Layer.effect(StoreVersion, makeStoreVersion(migrator.target))
