/** `octavo dev`: a folder as the site it will be, while it is written. */
import { existsSync, statSync } from "node:fs"
import { resolve } from "node:path"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { printable } from "../run.ts"

const usualPort = 4321

export const dev = Command.make(
  "dev",
  {
    directory: Argument.String("dir").pipe(
      Argument.withDescription("The folder of the docs; the one that you stand in when left out"),
      Argument.withDefault(".")
    ),
    port: Flag.Int("port").pipe(
      Flag.withMetavar("PORT"),
      Flag.withDescription(`Port to listen on; 0 is any that is free [default: ${usualPort}]`),
      Flag.filter(
        (port) => port >= 0 && port <= 65_535,
        (port) => `must be a number from 0 to 65535, not ${port}`
      ),
      Flag.withDefault(usualPort)
    ),
    host: Flag.String("host").pipe(
      Flag.withMetavar("HOST"),
      Flag.withDescription("Address to listen on: 0.0.0.0 lets others in your network see it"),
      Flag.withDefault("127.0.0.1")
    ),
    open: Flag.Boolean("open").pipe(Flag.withDescription("Open the site in your browser"), Flag.withDefault(false))
  },
  Effect.fn(function* ({ directory, host, open, port }) {
    const path = resolve(directory)
    if (!existsSync(path) || !statSync(path).isDirectory()) {
      const { ExpectedError } = yield* Effect.promise(() => import("@octavo/runtime/errorMessages"))
      return yield* Effect.fail(new ExpectedError(`There is no directory ${directory}`))
    }
    yield* Effect.promise(() => import("effect/schema/SchemaJITCompiler/enable"))
    const [{ serveFolder }, { pathFrom }, { logLayer, Stopped, untilSignal }, { openInBrowser }] =
      yield* Effect.promise(() =>
        Promise.all([
          import("@octavo/local/serveFolder"),
          import("@octavo/local/check/pathsOfReaders"),
          import("@octavo/runtime/process"),
          import("../openInBrowser.ts")
        ])
      )
    const say = (line: string): void => void process.stdout.write(`${printable(line)}\n`)
    const prefix = pathFrom(process.cwd(), path)
    yield* serveFolder({ directory: path, host, port, prefix, say }, open ? { ready: openInBrowser } : {}).pipe(
      untilSignal,
      Effect.catch((error) => (error instanceof Stopped ? Effect.void : Effect.fail(error))),
      Effect.provide(logLayer("Warn"))
    )
  })
).pipe(
  Command.withDescription(
    "Serve a folder of Markdown as the site it will be: a GitBook layout (SUMMARY.md, .gitbook.yaml), or any folder. A file that is saved is in the browser at once, in place. Nothing is written to the folder or beside it, and nothing is kept."
  ),
  Command.withShortDescription("See a folder of docs as a site, while you write it"),
  Command.withExamples([
    { command: "octavo dev", description: "The folder that you stand in, at http://localhost:4321" },
    { command: "octavo dev docs --port 8080 --open", description: "Another folder, in your browser" }
  ])
)
