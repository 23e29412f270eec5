/** Help that was asked for goes to stdout; help that comes with a usage error goes to stderr, as all errors do. */
import * as CliConfig from "effect/cli/CliConfig"
import * as CliOutput from "effect/cli/CliOutput"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const isColored = (stream: { readonly isTTY?: boolean }): boolean =>
  stream.isTTY === true && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb"

const write = (stream: NodeJS.WriteStream, text: string): void => {
  stream.write(text.endsWith("\n") ? text : `${text}\n`)
}

const presenter: CliOutput.Presenter = {
  present: (event) =>
    Effect.sync(() => {
      const requested = event._tag === "Version" || (event._tag === "Help" && event.reason === "Requested")
      const stream = requested ? process.stdout : process.stderr
      const formatter = CliOutput.defaultFormatter({ colors: isColored(stream) })
      if (event._tag === "Version") return write(stream, event.version)
      write(stream, formatter.formatHelpDoc(event.helpDoc))
      if (event._tag === "InvalidInvocation") write(stream, formatter.formatErrors(event.errors))
    })
}

/** `--log-level` is a setting of Octavo's own, and a wizard there is none. */
const builtIns = [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions]

export const presenterLayer: Layer.Layer<never> = Layer.merge(
  CliOutput.layerPresenter(presenter),
  Layer.succeed(CliConfig.CliConfig, CliConfig.make({ builtIns }))
)
