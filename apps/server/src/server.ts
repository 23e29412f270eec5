/** `npm start`: Octavo on http://localhost:4000 with its data in `.octavo`, and its own documentation as the first site. */
import "effect/schema/SchemaJITCompiler/enable"
import { fileURLToPath } from "node:url"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { type ProcessConfig, readConfig } from "@octavo/runtime/environment"
import { logLayer, reportFailure, showsStacks } from "@octavo/runtime/process"
import { serve } from "@octavo/runtime/serve"
import { readSetting } from "@octavo/runtime/settingsProvider"
import { builtApplication } from "@octavo/runtime/webApplication"
import { Effect, Exit } from "effect"
import { box } from "./box.ts"
import { buildApplication } from "./buildApplication.ts"
import { firstAdmin, firstStart, publishedSites, signInLink } from "./firstStart.ts"
import { belowGreeting, greeting } from "./greeting.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))

const write = (text: string): void => void process.stdout.write(text)

/** Started anew by `npm run dev`: who works there has signed in. */
const again = process.argv.includes("--again")

/** In place of the table's defaults. */
const usual = {
  database: `sqlite:${root}.octavo/octavo.db`,
  dataDirectory: `${root}.octavo`,
  // the terminal is for people here: what the box says is not logged as well
  logLevel: "Warn"
}

const settingsOf = (): ProcessConfig => ({
  ...readConfig({}, process.env, usual),
  terminal: write
})

const greet = Effect.fnUntraced(function* (config: ProcessConfig, url: string) {
  const first = yield* firstStart(`${root}docs`)
  const [sites, admin] = [yield* publishedSites(), yield* firstAdmin()]
  const link = admin === undefined || again ? undefined : yield* signInLink(admin)
  const started = { url, sites, admin, link, token: first?.token, mails: config.smtpUrl !== undefined }
  write(box("Octavo is running", greeting(started)) + belowGreeting(started))
  if (first !== undefined) yield* first.done
})

const program = Effect.gen(function* () {
  const config = yield* Effect.try({ try: settingsOf, catch: (error) => error })
  yield* serve({ ...config, webApplication: builtApplication() }, ({ port }) => {
    const url = (config.url ?? `http://localhost:${port}`).replace(/(?<!\/)\/+$/, "")
    return greet(config, url).pipe(
      Effect.provideService(CurrentActor, operator),
      Effect.andThen(buildApplication(root, write))
    )
  }).pipe(Effect.provide(logLayer(config.logLevel)))
})

const exit = await Effect.runPromiseExit(program)
process.exit(Exit.isSuccess(exit) ? 0 : reportFailure(exit.cause, showsStacks(readSetting("logLevel")), "variables"))
