/** Octavo with its web application, over the database that the first argument names. */
import "effect/schema/SchemaJITCompiler/enable"
import { logLayer } from "@octavo/runtime/process"
import { serve } from "@octavo/runtime/serve"
import { builtApplication } from "@octavo/runtime/webApplication"
import { Effect } from "effect"
import { reportServer } from "../support/serverProcess.ts"

const [database, dataDirectory] = process.argv.slice(2)

const options = {
  database: database!,
  dataDirectory,
  host: "127.0.0.1",
  port: 0,
  rateLimits: "off" as const,
  webApplication: builtApplication()
}
const program = serve(options, ({ port }) => Effect.sync(() => reportServer(port)))

await Effect.runPromise(program.pipe(Effect.provide(logLayer("Warn"))))
process.exit()
