import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { storage } from "./support.ts"

/** Facts about the store itself that live in it: one text by name. */
export class StoreSettings extends Context.Service<
  StoreSettings,
  {
    readonly get: (name: string) => Effect.Effect<string | undefined, StorageError>
    /** Keeps the value unless there is one; answers the one that is kept: the same for every process that asks. */
    readonly getOrSet: (name: string, value: string) => Effect.Effect<string, StorageError>
  }
>()("octavo/storage-sql/StoreSettings") {
  static readonly layer = Layer.effect(
    StoreSettings,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const get = (name: string) =>
        sql<{ value: string }>`SELECT value FROM settings WHERE name = ${name}`.pipe(
          Effect.map(([row]) => row?.value),
          storage("settings.get")
        )
      return StoreSettings.of({
        get,
        getOrSet: Effect.fnUntraced(function* (name, value) {
          const kept = yield* get(name)
          if (kept !== undefined) return kept
          yield* sql`INSERT INTO settings ${sql.insert({ name, value })} ON CONFLICT (name) DO NOTHING`.pipe(
            storage("settings.set")
          )
          return (yield* get(name)) ?? value
        })
      })
    })
  )
}
