import { join } from "node:path"
import { Effect, Exit, Redacted, Scope } from "effect"
import { afterAll, describe, inject } from "vitest"
import { jobSuite } from "../../storage-sql/test/job-suite.ts"
import { PostgresClient } from "../src/index.ts"
import { freshDatabase } from "../src/testing.ts"

const scope = Scope.makeUnsafe()
const { url } = await Effect.runPromise(Scope.provide(freshDatabase(inject("postgresUrl")), scope))
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

describe("Postgres", () =>
  jobSuite(
    PostgresClient.layer({ url: Redacted.make(url) }),
    Effect.succeed([join(import.meta.dirname, "hanging-worker.ts"), url])
  ))
