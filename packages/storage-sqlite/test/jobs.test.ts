import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, describe } from "vitest"
import { jobSuite } from "../../storage-sql/test/job-suite.ts"
import { SqliteClient } from "../src/index.ts"

const directory = mkdtempSync(join(tmpdir(), "octavo-jobs-"))
const filename = join(directory, "octavo.db")
afterAll(() => rmSync(directory, { recursive: true, force: true }))

describe("SQLite", () =>
  jobSuite(
    SqliteClient.layer({ filename }),
    Effect.succeed([join(import.meta.dirname, "hanging-worker.ts"), filename])
  ))
