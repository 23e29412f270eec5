/**
 * The `octavo` command: from the sources, or of an installed `@octavo/cli` whose directory `OCTAVO_BENCH_INSTALLED` names, as
 * its users run it.
 */
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const installed = process.env["OCTAVO_BENCH_INSTALLED"] || undefined

/** What Node is started with, before the command's own arguments. */
export const octavo: ReadonlyArray<string> =
  installed === undefined
    ? [...process.execArgv, fileURLToPath(new URL("../../apps/cli/src/main.ts", import.meta.url))]
    : [join(installed, "lib", "bin.js")]
