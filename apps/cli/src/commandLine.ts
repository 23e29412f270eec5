/** The commands of `octavo`, and how a command line is run. */
import { readFileSync } from "node:fs"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { api } from "./commands/api.ts"
import { audit } from "./commands/audit.ts"
import { backup } from "./commands/backup.ts"
import { build } from "./commands/build.ts"
import { changeRequest } from "./commands/changeRequest.ts"
import { check } from "./commands/check.ts"
import { copy } from "./commands/copy.ts"
import { dev } from "./commands/dev.ts"
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
import { type Outputs, presenterLayer } from "./presenter.ts"

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }

const octavo = Command.make("octavo").pipe(
  Command.withDescription("Octavo, a self-hosted documentation platform"),
  Command.withSubcommands([
    dev,
    build,
    check,
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

/** Runs a command line; help and what is wrong with it go to the outputs. */
export const runCommandLine = (args: ReadonlyArray<string>, outputs: Outputs) =>
  Command.runWith(octavo, { version })(withoutHelp(args)).pipe(
    Effect.provide(Layer.merge(NodeServices.layer, presenterLayer(outputs)))
  )
