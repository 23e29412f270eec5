/** `octavo serve`: the server, in the foreground. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { configOf } from "../run.ts"
import { serverSettings } from "../settings.ts"

/** Where the installation is set up, while it is not: whoever reads the log of a server is the one to do it. */
const tellHowToSetUp = Effect.gen(function* () {
  const [{ SetUp, setUpHours }, { TellsAddresses }] = yield* Effect.promise(() =>
    Promise.all([import("@octavo/core/content/set-up/SetUp"), import("@octavo/core/kernel/shared/withoutSecrets")])
  )
  const address = yield* (yield* SetUp).address
  if (address === undefined) return
  yield* Effect.logWarning(
    `not set up: open ${address} within ${setUpHours} hours to make the organization and its admin`
  ).pipe(Effect.provideService(TellsAddresses, true))
}).pipe(
  Effect.catchTag("StorageError", ({ message }) =>
    Effect.logWarning(`not known whether the installation is set up: ${message}`)
  )
)

export const serve = Command.make(
  "serve",
  { settings: serverSettings },
  Effect.fn(function* ({ settings }) {
    // first, so that every schema that is used from here on is compiled
    yield* Effect.promise(() => import("effect/schema/SchemaJITCompiler/enable"))
    const config = yield* configOf(settings)
    const [{ serve }, { logLayer }, { builtApplication }, { isFirst, serveInProcesses, startsOthers }] =
      yield* Effect.promise(() =>
        Promise.all([
          import("@octavo/runtime/serve"),
          import("@octavo/runtime/process"),
          import("@octavo/runtime/webApplication"),
          import("@octavo/runtime/processes")
        ])
      )
    const log = Effect.provide(logLayer(config.logLevel))
    if (startsOthers(config)) return yield* log(serveInProcesses(config.processes))
    const tell = () => (isFirst() ? tellHowToSetUp : Effect.void)
    yield* log(serve({ ...config, webApplication: builtApplication() }, tell))
  })
).pipe(
  Command.withDescription(
    "Serve the API and the published sites. GET /healthz answers 200 when ready. Where there is no organization yet, the log has the address of the page that makes it. SIGTERM lets running requests end and stops within 10 seconds."
  ),
  Command.withShortDescription("Serve the API and the published sites"),
  Command.withExamples([
    { command: "octavo serve --database sqlite:./octavo.db --port 4000", description: "One file, one process" },
    {
      command:
        "octavo serve --database postgres://octavo:secret@db/octavo --host 0.0.0.0 --url https://docs.example.com",
      description: "Behind a TLS proxy, with Postgres"
    }
  ])
)
