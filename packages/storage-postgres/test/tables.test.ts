import { Effect, Exit, Redacted, Scope } from "effect"
import { afterAll, describe, inject } from "vitest"
import { tablesSuite } from "../../storage-sql/test/tables-suite.ts"
import { PostgresClient } from "../src/index.ts"
import { freshDatabase } from "../src/testing.ts"

const scope = Scope.makeUnsafe()
const { url } = await Effect.runPromise(Scope.provide(freshDatabase(inject("postgresUrl")), scope))
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

describe("Postgres", () => tablesSuite(PostgresClient.layer({ url: Redacted.make(url) })))
