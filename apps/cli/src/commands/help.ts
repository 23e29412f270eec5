/** `octavo help`: what the help of single commands leaves out. */
import type { Setting } from "@octavo/runtime/settingKinds"
import { settings } from "@octavo/runtime/settings"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { answer, table } from "../run.ts"
import { describe, settingGroups } from "../settings.ts"

const flagOf = ({ bare, flag, isSwitch, placeholder }: Setting): string =>
  `--${flag}${isSwitch ? "" : bare === undefined ? ` ${placeholder}` : ` [=${placeholder}]`}`

const listSettings = Command.make(
  "settings",
  {},
  Effect.fnUntraced(function* () {
    yield* answer(
      false,
      undefined,
      settingGroups.flatMap(({ title, names }, i) => [
        ...(i === 0 ? [] : [""]),
        title,
        ...table(names.map((name) => [flagOf(settings[name]), describe(settings[name])])).map((line) => `  ${line}`)
      ])
    )
  })
).pipe(
  Command.withDescription(
    "List the settings that commands share, each a flag and an environment variable, with the commands that take it"
  )
)

export const help = Command.make("help").pipe(
  Command.withDescription(
    "Say more: octavo help settings lists what all commands take, octavo help COMMAND is its --help"
  ),
  Command.withShortDescription("octavo help settings lists the settings that commands share"),
  Command.withSubcommands([listSettings])
)

/** `octavo help COMMAND` asks for the help of the command. */
export const withoutHelp = (args: ReadonlyArray<string>): ReadonlyArray<string> =>
  args[0] === "help" && args[1] !== "settings" && !args[1]?.startsWith("-") ? [...args.slice(1), "--help"] : args
