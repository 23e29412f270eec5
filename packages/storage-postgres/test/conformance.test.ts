import { allSuites } from "@octavo/conformance"
import { Effect, Layer, Redacted } from "effect"
import { inject } from "vitest"
import { suiteStores } from "../../storage-sql/test/conformance-stores.ts"
import { PostgresClient } from "../src/index.ts"
import { migratedDatabase } from "../src/testing.ts"

allSuites({
  name: "Postgres",
  store: suiteStores.pipe(
    Layer.provideMerge(
      Layer.unwrap(
        Effect.map(migratedDatabase(inject("postgresUrl"), inject("postgresTemplate")), ({ url }) =>
          PostgresClient.layer({ url: Redacted.make(url) })
        )
      )
    )
  )
})
