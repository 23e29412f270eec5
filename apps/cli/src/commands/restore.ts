/** `octavo restore`: an empty store out of a backup. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { makeProgress } from "../progress.ts"
import { withConfig } from "../run.ts"
import { json, wholeStoreSettings } from "../settings.ts"
import { printTransfer, remindOfKey } from "../transferOutcome.ts"

export const restore = Command.make(
  "restore",
  {
    file: Argument.String("file").pipe(Argument.withDescription("A file that octavo backup has written")),
    json,
    settings: wholeStoreSettings
  },
  Effect.fn(function* ({ file, json, settings }) {
    const { restore } = yield* Effect.promise(() => import("@octavo/runtime/backups"))
    const progress = makeProgress()
    const done = yield* withConfig(settings, (config) =>
      Effect.ensuring(restore(config, file, progress.report), progress.end)
    )
    yield* remindOfKey(done.hasSecret)
    yield* printTransfer(json, done, [["Restored", `as it was at ${done.createdAt}`]])
  })
).pipe(
  Command.withDescription(
    "Fill an empty store, SQLite or Postgres, from a backup. The backup is compared with its checksums before anything is written; one of an older Octavo is brought up to date. A restore that was interrupted goes on when it is run again; until it has come to its end no server takes the store."
  ),
  Command.withShortDescription("Fill an empty store from a backup"),
  Command.withExamples([
    {
      command: "octavo restore octavo.backup --database postgres://octavo:secret@db/octavo",
      description: "Whatever store it was of"
    }
  ])
)
