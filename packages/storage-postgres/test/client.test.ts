import { Effect, Layer, Redacted } from "effect"
import { describe, inject } from "vitest"
import { clientSuite } from "../../storage-sql/test/client-suite.ts"
import { PostgresClient } from "../src/index.ts"
import { freshDatabase } from "../src/testing.ts"

describe("Postgres", () =>
  clientSuite(
    Layer.unwrap(
      Effect.map(freshDatabase(inject("postgresUrl")), ({ url }) => PostgresClient.layer({ url: Redacted.make(url) }))
    )
  ))
