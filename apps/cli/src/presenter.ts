/** Help that was asked for goes to stdout; a wrong command line is told in one line on stderr, as all errors are. */
import * as CliConfig from "effect/cli/CliConfig"
import type * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import type { HelpDoc } from "effect/cli/HelpDoc"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { isSetting } from "./settings.ts"

export interface Output {
  readonly isTTY?: boolean
  readonly write: (text: string) => unknown
}

export interface Outputs {
  readonly stdout: Output
  readonly stderr: Output
}

const isColored = (stream: Output): boolean =>
  stream.isTTY === true && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb"

const write = (stream: Output, text: string): void => {
  stream.write(text.endsWith("\n") ? text : `${text}\n`)
}

/** Flags that all commands have are described once, in `octavo help settings`. */
const moreSettings = ({ flags, commandPath = [] }: HelpDoc): string =>
  flags.some(({ name }) => isSetting(name)) && commandPath.at(-1) !== "serve"
    ? "\nMore settings, like --data and --log-level: octavo help settings\n"
    : ""

/** What is wrong with a command line, in one line. */
const usageLine = (commandPath: ReadonlyArray<string>, errors: ReadonlyArray<CliError.CliError>): string => {
  const sentences = errors
    .flatMap(({ message }) => message.split(/\n\s*\n/))
    .map((text) => text.replace(/\s+/g, " ").trim())
  return `octavo: ${sentences.map((text) => text.replace(/[.!]$/, "")).join(". ")}. How it is used: ${[...commandPath, "--help"].join(" ")}`
}

const presenter = ({ stderr, stdout }: Outputs): CliOutput.Presenter => ({
  present: (event) =>
    Effect.sync(() => {
      if (event._tag === "InvalidInvocation") return write(stderr, usageLine(event.commandPath, event.errors))
      if (event._tag === "Version") return write(stdout, event.version)
      const stream = event.reason === "Requested" ? stdout : stderr
      const formatter = CliOutput.defaultFormatter({ colors: isColored(stream) })
      write(stream, `${formatter.formatHelpDoc(event.helpDoc).trimEnd()}\n${moreSettings(event.helpDoc)}`)
    })
})

/** `--log-level` is a setting of Octavo's own, and a wizard there is none. */
const builtIns = [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions]

export const presenterLayer = (outputs: Outputs): Layer.Layer<never> =>
  Layer.merge(
    CliOutput.layerPresenter(presenter(outputs)),
    Layer.succeed(CliConfig.CliConfig, CliConfig.make({ builtIns }))
  )
