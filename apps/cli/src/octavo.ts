/** The `octavo` command. Exit codes: 0 done, 1 failed, 2 wrong usage. */
import { reportFailure, showsStacks } from "@octavo/runtime/process"
import { readSetting } from "@octavo/runtime/settingsProvider"
import * as Cause from "effect/Cause"
import * as CliError from "effect/cli/CliError"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { runCommandLine } from "./commandLine.ts"

/** Stack traces are for those who look for them. */
const isDebugging = (args: ReadonlyArray<string>): boolean =>
  /--log-level[ =](?:all|trace|debug)\b/i.test(args.join(" ")) || showsStacks(readSetting("logLevel"))

const codeOf = (exit: Exit.Exit<void, unknown>, args: ReadonlyArray<string>): number => {
  if (Exit.isSuccess(exit)) return 0
  // the presenter has said it
  if (CliError.isCliError(Cause.squash(exit.cause))) return 2
  return reportFailure(exit.cause, isDebugging(args))
}

// whoever reads has seen enough, like `octavo user list | head`
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1))
// how far something is may have no reader: the work goes on
process.stderr.on("error", () => {})

const args = process.argv.slice(2)
const exit = await Effect.runPromiseExit(runCommandLine(args, process))
process.exitCode = codeOf(exit, args)
// what is still open (a pool, a timer) must not keep the process
for (const stream of [process.stdout, process.stderr])
  await new Promise<void>((resolve) => stream.write("", () => resolve()))
process.exit()
