/**
 * What every process of Octavo does alike: JSON logs on stderr, signals, exit codes, errors in plain words. Imports
 * single modules, so that a command that only prints its help starts fast.
 */
import { TellsAddresses, textWithoutSecrets } from "@octavo/core/kernel/shared/withoutSecrets"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as LogLevel from "effect/LogLevel"
import * as References from "effect/References"
import { ConfigError } from "./config.ts"
import { describeError, isExpected, withVariables } from "./errorMessages.ts"

/** The process was told to stop before its work was done. */
export class Stopped extends Error {
  override readonly name = "Stopped"
  readonly signal: NodeJS.Signals
  constructor(signal: NodeJS.Signals) {
    super(`Stopped by ${signal}`)
    this.signal = signal
  }
}

/** Lines of JSON; no address in them tells a secret. */
export const logLine: Logger.Logger<unknown, string> = Logger.make((options) => {
  const line = Logger.formatJson.log(options)
  return options.fiber.getRef(TellsAddresses) ? line : textWithoutSecrets(line)
})

/** Logs as JSON lines on stderr, from the level on. */
export const logLayer = (level: LogLevel.LogLevel): Layer.Layer<never> =>
  Layer.merge(Logger.layer([Logger.withConsoleError(logLine)]), Layer.succeed(References.MinimumLogLevel, level))

const signals = ["SIGINT", "SIGTERM"] as const

/** A launcher passes on the signal that its whole process group got: within this time it is the same one. */
const sameSignalMs = 1000

/**
 * Runs an effect until it ends or a signal comes, which interrupts it and then fails with `Stopped`. A second signal
 * ends the process at once.
 */
export const untilSignal = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Stopped, R> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    let first: { readonly signal: NodeJS.Signals; readonly at: number } | undefined
    const onSignal = (signal: NodeJS.Signals) => {
      if (first === undefined) {
        first = { signal, at: performance.now() }
        fiber.interruptUnsafe()
      } else if (performance.now() - first.at > sameSignalMs) process.exit(codeOf(signal))
    }
    for (const signal of signals) process.on(signal, onSignal)
    const exit = yield* Fiber.await(fiber)
    // the handlers stay: a late copy of the signal must not kill a process that is on its way out
    const stop = first as { readonly signal: NodeJS.Signals } | undefined
    return yield* stop !== undefined && Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
      ? Effect.fail(new Stopped(stop.signal))
      : exit
  })

const codeOf = (signal: NodeJS.Signals): number => (signal === "SIGINT" ? 130 : 143)

/** 0 done, 1 failed, 2 wrong usage, 128 and the signal's number when stopped. */
export const exitCode = (error: unknown): number =>
  error instanceof Stopped ? codeOf(error.signal) : error instanceof ConfigError ? 2 : 1

/** Whether whoever set this level looks for where something went wrong. */
export const showsStacks = (level: LogLevel.LogLevel): boolean => ["All", "Trace", "Debug"].includes(level)

/** How a program is told its settings: by both, or by variables alone. */
export type SettingsBy = "flags" | "variables"

/** Says on stderr what went wrong, and answers the exit code. The stack is shown at level Debug only. */
export const reportFailure = (cause: Cause.Cause<unknown>, debug: boolean, by: SettingsBy = "flags"): number => {
  const error = Cause.squash(cause)
  const hint =
    isExpected(error) || debug
      ? ""
      : "\nThis is a fault in Octavo; --log-level Debug (OCTAVO_LOG_LEVEL=Debug) shows where"
  const text = `${describeError(error)}${hint}`
  process.stderr.write(
    `octavo: ${by === "variables" ? withVariables(text) : text}\n${debug ? `${Cause.pretty(cause)}\n` : ""}`
  )
  return exitCode(error)
}
