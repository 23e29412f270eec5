/** The programs that tests start as processes of their own. */
import { type ChildProcess, execFile, fork } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { inject } from "vitest"
import type { Call, Outcome } from "./loadedCommand.ts"
import type {} from "./vitest-global-setup.ts"

let bundled: Promise<unknown> | undefined

/** A process that ends soon is not to collect garbage again and again while it loads. Protection keys: see `vitest.config.ts`. */
const flags = ["--min-semi-space-size=16", "--no-memory-protection-keys"]

/**
 * What Node is to be started with, before arguments: the `octavo` command, or the server of
 * `packages/acceptance/src/server.ts`. It is made of the sources once in a run, as what is packed.
 */
export const program = async (name: "octavo" | "server"): Promise<ReadonlyArray<string>> => {
  const directory = inject("programs")
  bundled ??= promisify(execFile)(process.execPath, [
    fileURLToPath(new URL("../../../scripts/programs.mjs", import.meta.url)),
    directory
  ])
  await bundled
  return [...flags, join(directory, "lib", `start-${name}.js`)]
}

let loaded: Promise<ChildProcess> | undefined
let calls = 0

const load = async (): Promise<ChildProcess> => {
  await program("octavo")
  const entry = join(inject("programs"), "lib", "octavo.js")
  const child = fork(fileURLToPath(new URL("loadedCommand.ts", import.meta.url)), [entry], {
    execArgv: [...flags, "--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "inherit", "inherit", "ipc"]
  })
  child.once("exit", () => {
    loaded = undefined
  })
  // nobody waits for it but who asks
  child.setMaxListeners(0).unref()
  child.channel!.unref()
  return child
}

/**
 * Runs the `octavo` command in a process that has it loaded, for tests of what a command says and does. That it also begins
 * and ends as a process is for those that start one.
 */
export const runLoaded = async (call: Call): Promise<Outcome> => {
  loaded ??= load()
  const child = await loaded
  const id = ++calls
  child.channel?.ref()
  return new Promise((resolve, reject) => {
    const settle = () => {
      child.off("message", answered).off("exit", ended)
      if (child.listenerCount("message") === 0) child.channel?.unref()
    }
    const answered = (message: unknown) => {
      const told = message as { readonly id: number; readonly outcome: Outcome }
      if (told.id !== id) return
      settle()
      resolve(told.outcome)
    }
    const ended = (code: number | null) => {
      settle()
      reject(new Error(`the loaded command ended with code ${code} at octavo ${call.args.join(" ")}`))
    }
    child.on("message", answered).on("exit", ended)
    child.send({ id, call })
  })
}
