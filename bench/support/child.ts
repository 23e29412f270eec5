/** A process of a benchmark's own: started on one core where that is possible, asked over its message channel. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"

/** A process that was started with `startChild`; it ends with this one. */
export interface Child {
  /** Sends a message and waits for the answer; one at a time. */
  readonly ask: <Answer>(message: object) => Promise<Answer>
  readonly stop: () => Promise<void>
}

const pins = availableParallelism() > 1 && spawnSync("taskset", ["-c", "0", "true"]).status === 0

/** A command that stays on one processor, where that is possible. */
export const pinned = (core: 0 | 1, command: ReadonlyArray<string>): ReadonlyArray<string> =>
  pins ? ["taskset", "-c", String(core), ...command] : command

/** @param core the processor that it stays on, so that the server and its load never share one; `undefined` is any */
export const startChild = (file: string, core: 0 | 1 | undefined, args: ReadonlyArray<string> = []): Child => {
  const command = [
    process.execPath,
    // as the launcher starts the server
    ...process.execArgv,
    fileURLToPath(new URL(`../${file}`, import.meta.url)),
    ...args
  ]
  const [program, ...rest] = core === undefined ? command : pinned(core, command)
  const child = spawn(program!, rest, { stdio: ["ignore", "inherit", "inherit", "ipc"] })
  return { ask: (message) => ask(child, message), stop: () => stop(child) }
}

const ask = <Answer>(child: ChildProcess, message: object) =>
  new Promise<Answer>((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`${child.spawnargs.join(" ")} ended with code ${code}`))
    child.once("exit", onExit)
    child.once("message", (answer) => {
      child.off("exit", onExit)
      resolve(answer as Answer)
    })
    child.send(message)
  })

const stop = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once("exit", () => resolve())
    child.kill()
  })

/** In the child: answers every message. */
export const answerParent = (answer: (message: any) => unknown): void => {
  process.on("message", async (message) => process.send!(await answer(message)))
  process.on("disconnect", () => process.exit())
}
