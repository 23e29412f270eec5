/** `octavo backup`: the whole store as one file, while servers run on it. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { makeProgress } from "../progress.ts"
import { withConfig } from "../run.ts"
import { json, wholeStoreSettings } from "../settings.ts"
import { printTransfer } from "../transferOutcome.ts"

export const backup = Command.make(
  "backup",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("Where to write it; replaced once the new one is whole")
    ),
    json,
    settings: wholeStoreSettings
  },
  Effect.fn(function* ({ file, json, settings }) {
    const { backup } = yield* Effect.promise(() => import("@octavo/runtime/backups"))
    const progress = makeProgress()
    const done = yield* withConfig(settings, (config) =>
      Effect.ensuring(backup(config, file, progress.report), progress.end)
    )
    yield* printTransfer(json, done, [
      ["Backup", `${done.file} (${done.bytes} bytes)`],
      ["Checksum", done.checksum],
      ["Schema version", String(done.schema)]
    ])
  })
).pipe(
  Command.withDescription(
    "Write the whole store, as it is at one moment, into one file with checksums: rows, content, and the bytes of files wherever they lie. Servers go on meanwhile. The key file is not in it: keep octavo.key, or OCTAVO_SECRET, apart from the backup."
  ),
  Command.withShortDescription("Write the whole store into one file"),
  Command.withExamples([{ command: "octavo backup ~/octavo.backup", description: "Every night, by cron" }])
)
