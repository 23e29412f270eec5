/** What the suites of conformance run on here: a database for each suite, on the server of the run. */
import type { StoreUnderTest } from "@octavo/conformance/harness"
import { Effect, Layer, Redacted } from "effect"
import { inject } from "vitest"
import { suiteStores } from "../../storage-sql/test/conformance-stores.ts"
import { PostgresClient } from "../src/index.ts"
import { migratedDatabase } from "../src/testing.ts"

export const stores: ReadonlyArray<StoreUnderTest> = [
  {
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
  }
]
