import { Redacted } from "effect"
import { runHangingWorker } from "../../storage-sql/test/job-worker.ts"
import { PostgresClient } from "../src/index.ts"

await runHangingWorker(PostgresClient.layer({ url: Redacted.make(process.argv[2]!) }))
