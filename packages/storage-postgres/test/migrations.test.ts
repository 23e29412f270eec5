import { Effect, Redacted } from "effect"
import { describe, inject } from "vitest"
import { migrationsSuite } from "../../storage-sql/test/migrations-suite.ts"
import { PostgresClient } from "../src/index.ts"
import { freshDatabase } from "../src/testing.ts"

describe("Postgres", () =>
  migrationsSuite(
    Effect.map(freshDatabase(inject("postgresUrl")), ({ url }) =>
      PostgresClient.layer({ url: Redacted.make(url), maxConnections: 3 })
    )
  ))
