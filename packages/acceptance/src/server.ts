/**
 * A server in a process of its own, so that a test may kill it. Configured by the environment, as `octavo serve` is:
 * `OCTAVO_DATABASE_URL`, `OCTAVO_PORT` and so on. Started by `startChild` of `process.ts`. `OCTAVO_TEST_APPLICATION` is
 * where the web application was built, for stories with a browser.
 */
import { readConfig } from "@octavo/runtime/environment"
import { logLayer, reportFailure } from "@octavo/runtime/process"
import { serve } from "@octavo/runtime/serve"
import { type Cause, Effect } from "effect"

const config = readConfig({})
const program = serve({ ...config, webApplication: process.env["OCTAVO_TEST_APPLICATION"] }, ({ port }) =>
  Effect.sync(() => process.stdout.write(`${JSON.stringify({ port })}\n`))
).pipe(
  Effect.provide(logLayer(config.logLevel)),
  Effect.matchCauseEffect({
    onSuccess: () => Effect.succeed(0),
    onFailure: (cause: Cause.Cause<unknown>) => Effect.sync(() => reportFailure(cause, false))
  })
) as Effect.Effect<number>

process.exit(await Effect.runPromise(program))
