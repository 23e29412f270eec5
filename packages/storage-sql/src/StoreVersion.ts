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

/** The version of a store as it was seen last, and what others had committed until then. */
interface Seen {
  readonly others: number | undefined
  readonly at: number
  readonly version: number
}

/** What was seen of each store: also by who asks it for something else just then. */
const seenOf = new WeakMap<SqlClient.SqlClient, Seen>()

/** After so many milliseconds who asks the store for something else asks for its version, too. */
const asksAgain = goodFor / 2

/**
 * For a store that is asked over a network, by who asks it for something in any case: a query of its version, where it is
 * known already and was not read just now.
 */
export const versionQuery = (sql: SqlClient.SqlClient, at: number) => {
  const seen = seenOf.get(sql)
  return seen === undefined || at - seen.at < asksAgain
    ? undefined
    : sql`(SELECT MAX(id) FROM ${sql(migrationsTable)})::float8`
}

/** What that query found. @param at when it was sent */
export const noteVersion = (sql: SqlClient.SqlClient, version: number, at: number): void => {
  seenOf.set(sql, { others: undefined, at, version })
}

/** @param target schema version of this program */
export const makeStoreVersion = Effect.fnUntraced(function* (target: number) {
  const sql = yield* SqlClient.SqlClient
  const epoch = yield* Epoch
  const isFresh = (seen: Seen | undefined, now: number, current: number | undefined): seen is Seen =>
    seen !== undefined && (current === undefined ? now - seen.at < goodFor : current === seen.others)

  const check = Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    const current = epoch.others()
    let seen = seenOf.get(sql)
    if (!isFresh(seen, at, current)) {
      const [row] = yield* sql<{ version: number }>`SELECT MAX(id) AS version FROM ${sql(migrationsTable)}`
      seen = { others: current, at, version: row!.version }
      seenOf.set(sql, seen)
    }
    const { version } = seen
    if (version > target) return yield* new StoreTooNew({ storeVersion: version, programVersion: target })
  })
  return StoreVersion.of({ check })
})

export const storeVersionLayer = Layer.effect(StoreVersion, makeStoreVersion(migrator.target))
