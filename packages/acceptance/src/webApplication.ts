/** The web application as a checkout builds it, for servers of tests: once for all that want it. */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const web = (path: string): string => fileURLToPath(new URL(`../../../apps/web/${path}`, import.meta.url))

let built: Promise<unknown> | undefined

/**
 * Builds the application unless it is that of the sources, which files that share a process ask once; answers its
 * directory, for `webApplication` of a server.
 */
export const builtWebApplication = async (): Promise<string> => {
  built ??= promisify(execFile)(process.execPath, [web("src/build/main.ts")])
  await built
  return web("dist")
}
