import { allSuites } from "@octavo/conformance"
import { storesLayer } from "@octavo/storage-sql"
import { Effect, Layer, Redacted } from "effect"
import { inject } from "vitest"
import { PostgresClient } from "../src/index.ts"
import { migratedDatabase } from "../src/testing.ts"

allSuites({
  name: "Postgres",
  store: storesLayer.pipe(
    Layer.provideMerge(
      Layer.unwrap(
        Effect.map(migratedDatabase(inject("postgresUrl"), inject("postgresTemplate")), ({ url }) =>
          PostgresClient.layer({ url: Redacted.make(url) })
        )
      )
    )
  )
})
