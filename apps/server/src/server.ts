/** `npm start`: Octavo on http://localhost:4000 with its data in `.octavo`, and its own documentation as the first site. */
import "effect/schema/SchemaJITCompiler/enable"
import { fileURLToPath } from "node:url"
import { CurrentActor, operator } from "@octavo/core/shared/Actor"
import { type ProcessConfig, readConfig } from "@octavo/runtime/environment"
import { octavoLayer } from "@octavo/runtime/layer"
import { logLayer, reportFailure } from "@octavo/runtime/process"
import { serve } from "@octavo/runtime/serve"
import { Effect, Exit } from "effect"
import { box } from "./box.ts"
import { firstSite, firstStart } from "./firstStart.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))

const settingsOf = (): ProcessConfig =>
  readConfig({
    database: process.env["OCTAVO_DATABASE_URL"] || `sqlite:${root}.octavo/octavo.db`,
    dataDirectory: process.env["OCTAVO_DATA"] || `${root}.octavo`,
    // the terminal is for people here: what the box says is not logged as well
    logLevel: process.env["OCTAVO_LOG_LEVEL"] || "Warn"
  })

const greet = Effect.fnUntraced(function* (url: string) {
  const first = yield* firstStart(`${root}docs`)
  const site = yield* firstSite()
  process.stdout.write(
    box("Octavo is running", [
      ...(site === undefined ? [] : [["Site", site] as const]),
      ["API", `${url}/v1`],
      ["Reference", `${url}/docs`],
      ...(first === undefined
        ? []
        : [["API token", first.token] as const, ["", "Keep the token: it is shown this once."] as const])
    ])
  )
  if (first !== undefined) yield* first.done
})

const program = Effect.gen(function* () {
  const config = yield* Effect.try({ try: settingsOf, catch: (error) => error })
  yield* serve(config, ({ port }) => {
    const url = (config.url ?? `http://localhost:${port}`).replace(/(?<!\/)\/+$/, "")
    return greet(url).pipe(
      Effect.provideService(CurrentActor, operator),
      Effect.provide(octavoLayer({ ...config, url, worker: false }))
    )
  }).pipe(Effect.provide(logLayer(config.logLevel)))
})

const exit = await Effect.runPromiseExit(program)
process.exit(Exit.isSuccess(exit) ? 0 : reportFailure(exit.cause, process.env["OCTAVO_LOG_LEVEL"] === "Debug"))
