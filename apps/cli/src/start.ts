/**
 * Starts the `octavo` command as it is installed. A server gets V8's settings for a small heap, fewer threads of V8 than there
 * are processors, and two arenas of malloc, which are told when a process begins: so this one becomes another.
 */
import { spawn } from "node:child_process"
import { enableCompileCache } from "node:module"
import { availableParallelism, homedir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { setFlagsFromString } from "node:v8"

/** As in `scripts/run.mjs`. Where memory protection keys are on, V8 can abort when a thread with WebAssembly ends. */
const flags = [
  "--max-semi-space-size=8",
  "--heap-growing-percent=60",
  "--expose-gc",
  "--no-memory-protection-keys",
  `--v8-pool-size=${Math.min(4, Math.max(1, availableParallelism() - 1))}`
]

/** @param entry URL of the file that Node was started with */
export const start = async (entry: string): Promise<void> => {
  const args = process.argv.slice(2)
  const isServer =
    args.includes("serve") && !args.includes("--help") && !flags.every((flag) => process.execArgv.includes(flag))
  if (isServer) return become(fileURLToPath(entry), args)
  // pages become garbage as fast as they are drawn: left to itself V8 lets the heap of a large site grow to thrice what is in
  // use. Before anything is compiled, since what Node keeps of that is of one set of settings
  if (args.includes("build")) setFlagsFromString("--heap-growing-percent=100")
  enableCompileCache(join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "octavo"))
  await import("./octavo.ts")
}

/** The same command with its settings; in the same process where the system can do that. */
const become = (entry: string, args: ReadonlyArray<string>): void => {
  const command = [...flags, ...process.execArgv, entry, ...args]
  const env = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072", ...process.env }
  if (process.platform !== "win32" && typeof process.execve === "function") {
    process.execve(process.execPath, [process.execPath, ...command], env)
  }
  const child = spawn(process.execPath, command, { stdio: "inherit", env })
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal))
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 130 : 1)))
}
