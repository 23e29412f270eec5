import { allSuites } from "@octavo/conformance"
import { migrator, storesLayer } from "@octavo/storage-sql"
import { Effect, Layer, Redacted } from "effect"
import { inject } from "vitest"
import { PostgresClient } from "../src/index.ts"
import { freshDatabase } from "../src/testing.ts"

allSuites({
  name: "Postgres",
  store: storesLayer.pipe(
    Layer.provide(Layer.effectDiscard(migrator.migrate)),
    Layer.provideMerge(
      Layer.unwrap(
        Effect.map(freshDatabase(inject("postgresUrl")), ({ url }) => PostgresClient.layer({ url: Redacted.make(url) }))
      )
    )
  )
})
