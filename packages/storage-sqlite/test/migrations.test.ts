import { Effect } from "effect"
import { describe } from "vitest"
import { migrationsSuite } from "../../storage-sql/test/migrations-suite.ts"
import { SqliteClient } from "../src/index.ts"
import { freshDatabase } from "../src/testing.ts"

describe("SQLite", () => migrationsSuite(Effect.map(freshDatabase, SqliteClient.layer)))
