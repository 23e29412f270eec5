/** Octavo as it is served, over the database that the first argument names. */
import "effect/schema/SchemaJITCompiler/enable"
import { logLayer } from "@octavo/runtime/process"
import { startServer } from "@octavo/runtime/server"
import { Effect } from "effect"
import { reportServer } from "../support/serverProcess.ts"

const [database, dataDirectory] = process.argv.slice(2)

const program = Effect.gen(function* () {
  const server = yield* startServer({
    database: database!,
    dataDirectory,
    url: "http://localhost:4000",
    host: "127.0.0.1",
    port: 0
  })
  yield* server.ready
  reportServer(server.port)
  return yield* Effect.never
})

await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(logLayer("Warn"))))
