/** The `octavo` command. Exit codes: 0 done, 1 failed, 2 wrong usage. */
import { readFileSync } from "node:fs"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { reportFailure, showsStacks } from "@octavo/runtime/process"
import { readSetting } from "@octavo/runtime/settingsProvider"
import * as Cause from "effect/Cause"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { api } from "./commands/api.ts"
import { audit } from "./commands/audit.ts"
import { backup } from "./commands/backup.ts"
import { changeRequest } from "./commands/changeRequest.ts"
import { copy } from "./commands/copy.ts"
import { doctor } from "./commands/doctor.ts"
import { domains } from "./commands/domain.ts"
import { exportCommand } from "./commands/export.ts"
import { gc } from "./commands/gc.ts"
import { help, withoutHelp } from "./commands/help.ts"
import { importCommand } from "./commands/import.ts"
import { init } from "./commands/init.ts"
import { login } from "./commands/login.ts"
import { organizationCommand } from "./commands/organization.ts"
import { restore } from "./commands/restore.ts"
import { serve } from "./commands/serve.ts"
import { site } from "./commands/site.ts"
import { space } from "./commands/space.ts"
import { token } from "./commands/token.ts"
import { user } from "./commands/user.ts"
import { verify } from "./commands/verify.ts"
import { presenterLayer } from "./presenter.ts"

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }

const octavo = Command.make("octavo").pipe(
  Command.withDescription("Octavo, a self-hosted documentation platform"),
  Command.withSubcommands([
    init,
    serve,
    login,
    api,
    organizationCommand,
    user,
    token,
    domains,
    space,
    site,
    changeRequest,
    audit,
    importCommand,
    exportCommand,
    backup,
    restore,
    copy,
    verify,
    gc,
    doctor,
    help
  ])
)

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

const args = withoutHelp(process.argv.slice(2))
const exit = await Command.runWith(octavo, { version })(args).pipe(
  Effect.provide(Layer.merge(NodeServices.layer, presenterLayer)),
  Effect.runPromiseExit
)
process.exitCode = codeOf(exit, args)
// what is still open (a pool, a timer) must not keep the process
for (const stream of [process.stdout, process.stderr])
  await new Promise<void>((resolve) => stream.write("", () => resolve()))
process.exit()
