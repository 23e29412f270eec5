/** Octavo as it is served, over the database that the first argument names. */
import "effect/schema/SchemaJITCompiler/enable"
import { logLayer } from "@octavo/runtime/process"
import { serve } from "@octavo/runtime/serve"
import { Effect } from "effect"
import { reportServer } from "../support/serverProcess.ts"

const [database, dataDirectory] = process.argv.slice(2)

const options = {
  database: database!,
  dataDirectory,
  url: "http://localhost:4000",
  host: "127.0.0.1",
  port: 0,
  // counted as ever, and never too much
  tokenLimit: 999_999_999,
  addressLimit: 999_999_999,
  pageLimit: 999_999_999
}
const program = serve(options, ({ port }) => Effect.sync(() => reportServer(port)))

await Effect.runPromise(program.pipe(Effect.provide(logLayer("Warn"))))
process.exit()
