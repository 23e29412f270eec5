/** What the suites of conformance run on here: a file, and memory with nothing kept of what was read. */
import type { StoreUnderTest } from "@octavo/conformance/harness"
import { migrator } from "@octavo/storage-sql"
import { Effect, Layer } from "effect"
import { inject } from "vitest"
import { suiteStores } from "../../storage-sql/test/conformance-stores.ts"
import { SqliteClient } from "../src/index.ts"
import { memoryDatabase, migratedDatabase } from "../src/testing.ts"

export const stores: ReadonlyArray<StoreUnderTest> = [
  {
    name: "SQLite, a file",
    store: suiteStores.pipe(
      Layer.provideMerge(Layer.unwrap(Effect.map(migratedDatabase(inject("sqliteTemplate")), SqliteClient.layer)))
    )
  },
  {
    name: "SQLite, in memory, with nothing kept",
    forgetful: true,
    store: suiteStores.pipe(
      Layer.provide(Layer.effectDiscard(migrator.migrate)),
      Layer.provideMerge(Layer.suspend(() => SqliteClient.layer(memoryDatabase)))
    )
  }
]
