/** A server of a benchmark's own process, over the database and the data directory that its arguments name. */
import "effect/schema/SchemaJITCompiler/enable"
import { logLayer } from "@octavo/runtime/process"
import { serve } from "@octavo/runtime/serve"
import { Effect } from "effect"
import { reportServer } from "./serverProcess.ts"

/** Serves as Octavo is served, until this process is told to end. @param more what this benchmark asks of the server */
export const serveMeasured = async (more: Partial<Parameters<typeof serve>[0]>): Promise<never> => {
  const [database, dataDirectory] = process.argv.slice(2)
  const options = { database: database!, dataDirectory, host: "127.0.0.1", port: 0, ...more }
  const program = serve(options, ({ port }) => Effect.sync(() => reportServer(port)))
  await Effect.runPromise(program.pipe(Effect.provide(logLayer("Warn"))))
  process.exit()
}
