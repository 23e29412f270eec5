import { sitesSuite } from "@octavo/conformance/sites"
import { migrator, storesLayer } from "@octavo/storage-sql"
import { siteSpaceStoreLayer, siteStoreLayer } from "@octavo/storage-sql/sites"
import { Effect, Layer, Redacted } from "effect"
import { inject } from "vitest"
import { PostgresClient } from "../src/index.ts"
import { freshDatabase } from "../src/testing.ts"

const stores = Layer.mergeAll(storesLayer, siteStoreLayer, siteSpaceStoreLayer).pipe(
  Layer.provide(Layer.effectDiscard(migrator.migrate))
)
sitesSuite({ name: "Postgres", store: stores.pipe(Layer.provideMerge(Layer.unwrap(Effect.map(freshDatabase(inject("postgresUrl")), ({ url }) => PostgresClient.layer({ url: Redacted.make(url) }))))) })
