/** Octavo as it is served, which may import from this machine. Arguments: the database, the data directory. */
import "effect/schema/SchemaJITCompiler/enable"
import { logLayer } from "@octavo/runtime/process"
import { serve } from "@octavo/runtime/serve"
import { Effect } from "effect"
import { reportServer } from "./serverProcess.ts"

const [database, dataDirectory] = process.argv.slice(2)

const options = {
  database: database!,
  dataDirectory,
  host: "127.0.0.1",
  port: 0,
  allowPrivateNetworks: true
}
const program = serve(options, ({ port }) => Effect.sync(() => reportServer(port)))

await Effect.runPromise(program.pipe(Effect.provide(logLayer("Warn"))))
process.exit()
