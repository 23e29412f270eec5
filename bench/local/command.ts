/** How the `octavo` command is run: of an installed `@octavo/cli`, as its users run it, or from the sources. */
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** What Node is started with, before the command's own arguments. */
export type Command = ReadonlyArray<string>

/** @param cli directory of the package, like `node_modules/@octavo/cli` of some project */
export const commandOf = (cli: string): Command => [join(cli, "lib", "bin.js")]

/** With what stripping the types of the sources takes. */
export const sourcesCommand: Command = [
  ...process.execArgv,
  fileURLToPath(new URL("../../apps/cli/src/main.ts", import.meta.url))
]
