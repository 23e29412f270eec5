import { allSuites } from "@octavo/conformance"
import { migrator, storesLayer } from "@octavo/storage-sql"
import { Effect, Layer } from "effect"
import { SqliteClient } from "../src/index.ts"
import { freshDatabase, memoryDatabase } from "../src/testing.ts"

const stores = storesLayer.pipe(Layer.provide(Layer.effectDiscard(migrator.migrate)))

allSuites({
  name: "SQLite, a file",
  store: stores.pipe(Layer.provideMerge(Layer.unwrap(Effect.map(freshDatabase, SqliteClient.layer))))
})
allSuites({
  name: "SQLite, in memory, with nothing kept",
  forgetful: true,
  store: stores.pipe(Layer.provideMerge(Layer.suspend(() => SqliteClient.layer(memoryDatabase))))
})
