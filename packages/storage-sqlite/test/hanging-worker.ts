import { runHangingWorker } from "../../storage-sql/test/job-worker.ts"
import { SqliteClient } from "../src/index.ts"

await runHangingWorker(SqliteClient.layer({ filename: process.argv[2]! }))
