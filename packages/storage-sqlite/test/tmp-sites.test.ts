import { sitesSuite } from "@octavo/conformance/sites"
import { migrator, storesLayer } from "@octavo/storage-sql"
import { siteSpaceStoreLayer, siteStoreLayer } from "@octavo/storage-sql/sites"
import { Effect, Layer } from "effect"
import { SqliteClient } from "../src/index.ts"
import { freshDatabase, memoryDatabase } from "../src/testing.ts"

const stores = Layer.mergeAll(storesLayer, siteStoreLayer, siteSpaceStoreLayer).pipe(
  Layer.provide(Layer.effectDiscard(migrator.migrate))
)
sitesSuite({ name: "file", store: stores.pipe(Layer.provideMerge(Layer.unwrap(Effect.map(freshDatabase, SqliteClient.layer)))) })
sitesSuite({ name: "memory", store: stores.pipe(Layer.provideMerge(Layer.suspend(() => SqliteClient.layer(memoryDatabase)))) })
