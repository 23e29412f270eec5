/** The programs that tests start as processes of their own. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { inject } from "vitest"
import type {} from "./vitest-global-setup.ts"

let bundled: Promise<unknown> | undefined

/**
 * What Node is to be started with: the `octavo` command, or the server of `packages/acceptance/src/server.ts`. It is made of
 * the sources once in a run, as what is packed.
 */
export const program = async (name: "octavo" | "server"): Promise<string> => {
  const directory = inject("programs")
  bundled ??= promisify(execFile)(process.execPath, [
    fileURLToPath(new URL("../../../scripts/programs.mjs", import.meta.url)),
    directory
  ])
  await bundled
  return join(directory, "lib", `${name}.js`)
}
