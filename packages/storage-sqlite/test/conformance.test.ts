import { allSuites } from "@octavo/conformance"
import { migrator } from "@octavo/storage-sql"
import { Effect, Layer } from "effect"
import { inject } from "vitest"
import { suiteStores } from "../../storage-sql/test/conformance-stores.ts"
import { SqliteClient } from "../src/index.ts"
import { memoryDatabase, migratedDatabase } from "../src/testing.ts"

allSuites({
  name: "SQLite, a file",
  store: suiteStores.pipe(
    Layer.provideMerge(Layer.unwrap(Effect.map(migratedDatabase(inject("sqliteTemplate")), SqliteClient.layer)))
  )
})
allSuites({
  name: "SQLite, in memory, with nothing kept",
  forgetful: true,
  store: suiteStores.pipe(
    Layer.provide(Layer.effectDiscard(migrator.migrate)),
    Layer.provideMerge(Layer.suspend(() => SqliteClient.layer(memoryDatabase)))
  )
})
