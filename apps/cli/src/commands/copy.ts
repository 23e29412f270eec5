/** `octavo copy`: from one store into another, empty one. */
import { redacted } from "@octavo/runtime/config"
import { parseDatabaseUrl } from "@octavo/runtime/databaseUrl"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { makeProgress } from "../progress.ts"
import { withConfig } from "../run.ts"
import { json, wholeStoreSettings } from "../settings.ts"
import { printTransfer, remindOfKey } from "../transferOutcome.ts"

const { database: _, ...settings } = wholeStoreSettings

const url = (name: string, what: string) =>
  Flag.String(name).pipe(Flag.withMetavar("URL"), Flag.withDescription(`Database URL of the store ${what}`))

export const copy = Command.make(
  "copy",
  {
    from: url("from", "to read"),
    to: url("to", "to fill, which must be empty"),
    fromFiles: Flag.String("from-files").pipe(
      Flag.withMetavar("PLACE"),
      Flag.withDescription("Where the files of the store to read lie, when that is not where --files says"),
      Flag.optional
    ),
    json,
    settings
  },
  Effect.fn(function* ({ from, fromFiles, json, settings, to }) {
    // they are no settings: what is wrong with them is told of them
    yield* Effect.try({ try: () => [from, to].map(parseDatabaseUrl), catch: (error) => error })
    const { copy } = yield* Effect.promise(() => import("@octavo/runtime/backups"))
    const progress = makeProgress()
    const done = yield* withConfig({ ...settings, database: Option.some(to) }, (config) =>
      Effect.ensuring(
        copy(
          { ...config, database: redacted(from), files: Option.getOrElse(fromFiles, () => config.files) },
          config,
          progress.report
        ),
        progress.end
      )
    )
    yield* remindOfKey(done.hasSecret)
    yield* printTransfer(json, done, [["Copied", done.resumed ? "from where it was broken off" : "from the beginning"]])
  })
).pipe(
  Command.withDescription(
    "Copy a whole store into an empty one, from SQLite to Postgres, back, or between two of a kind. Stop the servers first: what they write after the copy has begun is not in it. A copy that was interrupted goes on when it is run again; until it has come to its end no server takes the store."
  ),
  Command.withShortDescription("Copy a whole store into an empty one of either kind"),
  Command.withExamples([
    {
      command: "octavo copy --from sqlite:./octavo.db --to postgres://octavo:secret@db/octavo",
      description: "From one file to a server"
    }
  ])
)
