import { Effect, Layer } from "effect"
import { describe } from "vitest"
import { clientSuite } from "../../storage-sql/test/client-suite.ts"
import { SqliteClient } from "../src/index.ts"
import { freshDatabase, memoryDatabase } from "../src/testing.ts"

describe("SQLite file", () => clientSuite(Layer.unwrap(Effect.map(freshDatabase, SqliteClient.layer))))
describe("SQLite in memory", () => clientSuite(SqliteClient.layer(memoryDatabase)))
