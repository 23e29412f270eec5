import { describe } from "vitest"
import { tablesSuite } from "../../storage-sql/test/tables-suite.ts"
import { SqliteClient } from "../src/index.ts"
import { memoryDatabase } from "../src/testing.ts"

describe("SQLite", () => tablesSuite(SqliteClient.layer(memoryDatabase)))
