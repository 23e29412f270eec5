/** `npm start`: Octavo on http://localhost:4000 with its data in `.octavo`, and its own documentation as the first site. */
import "effect/schema/SchemaJITCompiler/enable"
import { fileURLToPath } from "node:url"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { type ProcessConfig, readConfig } from "@octavo/runtime/environment"
import { octavoLayer } from "@octavo/runtime/layer"
import { logLayer, reportFailure } from "@octavo/runtime/process"
import { serve } from "@octavo/runtime/serve"
import { Effect, Exit } from "effect"
import { box } from "./box.ts"
import { firstAdmin, firstStart, publishedSites } from "./firstStart.ts"
import { greeting } from "./greeting.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))

const write = (text: string): void => void process.stdout.write(text)

const settingsOf = (): ProcessConfig => ({
  ...readConfig({
    database: process.env["OCTAVO_DATABASE_URL"] || `sqlite:${root}.octavo/octavo.db`,
    dataDirectory: process.env["OCTAVO_DATA"] || `${root}.octavo`,
    // the terminal is for people here: what the box says is not logged as well
    logLevel: process.env["OCTAVO_LOG_LEVEL"] || "Warn"
  }),
  terminal: write
})

const greet = Effect.fnUntraced(function* (config: ProcessConfig, url: string) {
  const first = yield* firstStart(`${root}docs`)
  const [sites, admin] = [yield* publishedSites(), yield* firstAdmin()]
  write(
    box("Octavo is running", greeting({ url, sites, admin, token: first?.token, mails: config.smtpUrl !== undefined }))
  )
  if (first !== undefined) yield* first.done
})

const program = Effect.gen(function* () {
  const config = yield* Effect.try({ try: settingsOf, catch: (error) => error })
  yield* serve(config, ({ port }) => {
    const url = (config.url ?? `http://localhost:${port}`).replace(/(?<!\/)\/+$/, "")
    return greet(config, url).pipe(
      Effect.provideService(CurrentActor, operator),
      Effect.provide(octavoLayer({ ...config, url, worker: false }))
    )
  }).pipe(Effect.provide(logLayer(config.logLevel)))
})

const exit = await Effect.runPromiseExit(program)
process.exit(
  Exit.isSuccess(exit) ? 0 : reportFailure(exit.cause, process.env["OCTAVO_LOG_LEVEL"] === "Debug", "variables")
)
