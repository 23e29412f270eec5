import { getCompileCacheDir } from "node:module"
import { dirname } from "node:path"
import { ifDefined } from "@octavo/core/kernel/shared/defined"

/**
 * The environment of threads. They need nothing of the process' settings, only what Node made of the sources where the
 * process keeps that: without it, most of the time in which a thread begins is spent on compiling.
 */
export const threadEnvironment = (): Record<string, string> => {
  // Node answers the directory of its own version, and takes the one around it
  const directory = getCompileCacheDir()
  return ifDefined(directory, (own) => ({ NODE_COMPILE_CACHE: dirname(own) }))
}
