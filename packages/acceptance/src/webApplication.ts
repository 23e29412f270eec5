/** The web application as a checkout builds it, for servers of tests: once for all that want it. */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const web = (path: string): string => fileURLToPath(new URL(`../../../apps/web/${path}`, import.meta.url))

/** Builds the application unless it is that of the sources; answers its directory, for `webApplication` of a server. */
export const builtWebApplication = async (): Promise<string> => {
  await promisify(execFile)(process.execPath, [web("src/build/main.ts")])
  return web("dist")
}
